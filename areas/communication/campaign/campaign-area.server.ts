import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { communicationModules as m } from '../modules.ts';
import { campaignLabels } from './campaign.states.ts';

export const campaignHandlers = [
  ...(await import('./campaign.listing.server.ts')).campaignListing.handlers,
  await import('./campaign.queries.server.ts'),
  await import('./campaign.server.ts'),
  await import('./outbox.server.ts'),
];

registerHistory('campaign', {
  module: [m.sendSMS, m.sendEmail],
  tables: [{ table: 'campaign', title: 'Campaign', by: null }],
  columns: {
    made_by: null,
    approved_by: null,
    cancel_reason: null,
    franchisee_id: null,
    template_id: null,
    audience: null,
    values: null,
    out: null,
    checked_at: null,
    started_at: null,
    finished_at: null,
  },
  states: campaignLabels,
  ensureVisible: visibleRow('campaign'),
});
