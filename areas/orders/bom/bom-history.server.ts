import { refuse } from '@aangan/contract/refusal.ts';
import { registerHistory } from '@aangan/server/record/record-history.ts';
import { ordersModules as m } from '../modules.ts';
import { bomLabels } from './bom.states.ts';

const UUID = /^[0-9a-f-]{36}$/i;

/** To be called once at start. */
export function registerBomHistory(): void {
  const told = [
    'franchisee_id',
    'model_id',
    'version_no',
    'made_by',
    'c1_by',
    'c1_at',
    'c2_by',
    'c2_at',
    'c3_by',
    'c3_at',
    'reason',
    'approver_label',
  ];
  registerHistory('wow-bom', {
    module: m.PlaceOrders,
    tables: [{ table: 'wow_bom', title: 'BOM', by: null }],
    columns: Object.fromEntries(told.map((column) => [column, null])),
    states: bomLabels,
    ensureVisible: async (db, actor, id) => {
      if (!UUID.test(id)) throw refuse('row.not-found');
      const row = await db.selectFrom('wow_bom').select('status').where('id', '=', id).executeTakeFirst();
      if (!row || !(actor.wholeNetwork || row.status === 'ACTIVE' || row.status === 'INACTIVE'))
        throw refuse('row.not-found');
    },
  });
}
