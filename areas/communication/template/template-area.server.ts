import { refuse } from '@aangan/contract/refusal.ts';
import { registerHistory } from '@aangan/server/record/record-history.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { communicationModules } from '../modules.ts';
import { templateLabels } from './template.states.ts';

export const templateHandlers = [
  ...(await import('./template.server.ts')).templateListing.handlers,
  await import('./template.server.ts'),
  await import('../consent/consent-list.server.ts'),
];

const UUID = /^[0-9a-f-]{36}$/i;

registerHistory('template', {
  module: communicationModules.communicationTemplates,
  tables: [{ table: 'template', title: 'Template', by: null }],
  columns: { written_by: null, approved_by: null, pause_reason: null, franchisee_id: null, variables: null },
  states: templateLabels,
  ensureVisible: async (db, _actor, id) => {
    if (!UUID.test(id)) throw refuse('row.not-found');
    const { rows } = await sql`select from template where id = ${id}`.execute(db);
    ensureFound(rows[0]);
  },
});
