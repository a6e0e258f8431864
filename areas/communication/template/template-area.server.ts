import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { communicationModules } from '../modules.ts';
import { templateLabels } from './template.states.ts';

export const templateHandlers = [
  ...(await import('./template.server.ts')).templateListing.handlers,
  await import('./template.server.ts'),
  await import('../consent/consent-list.server.ts'),
];

registerHistory('template', {
  module: communicationModules.communicationTemplates,
  tables: [{ table: 'template', title: 'Template', by: null }],
  columns: { written_by: null, approved_by: null, pause_reason: null, franchisee_id: null, variables: null },
  states: templateLabels,
  ensureVisible: visibleRow('template'),
});
