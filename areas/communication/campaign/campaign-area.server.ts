import { refuse } from '@aangan/contract/refusal.ts';
import { registerHistory } from '@aangan/server/record/record-history.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { communicationModules as m } from '../modules.ts';
import { campaignLabels } from './campaign.states.ts';

export const campaignHandlers = [
  ...(await import('./campaign.listing.server.ts')).campaignListing.handlers,
  await import('./campaign.queries.server.ts'),
  await import('./campaign.server.ts'),
  await import('./outbox.server.ts'),
];

const UUID = /^[0-9a-f-]{36}$/i;

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
  ensureVisible: async (db, _actor, id) => {
    if (!UUID.test(id)) throw refuse('row.not-found');
    const { rows } = await sql`select from campaign where id = ${id}`.execute(db);
    ensureFound(rows[0]);
  },
});
