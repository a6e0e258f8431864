import { refuse } from '@aangan/contract/refusal.ts';
import { registerHistory } from '@aangan/server/record/record-history.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ordersModules as m } from '../modules.ts';
import { claimPath } from './claim-paths.ts';
import { claimLabels } from './damage-claim.states.ts';

const UUID = /^[0-9a-f-]{36}$/i;
// What the screen shows itself, or what a step tells already.
const TOLD = [
  'franchisee_id',
  'claim_no',
  'order_id',
  'shipment_id',
  'status',
  'fault',
  'submitted_at',
  'submitted_by',
  'taken_by',
  'decided_by',
  'decided_at',
  'decision_note',
  'reorder_id',
  'note_id',
  'credited_at',
];

/** To be called once at start. */
export function registerClaimHistory(): void {
  registerHistory('damage-claim', {
    module: m.orderHistory,
    tables: [{ table: 'damage_claim', title: 'Claim', by: null }],
    columns: Object.fromEntries(TOLD.map((column) => [column, null])),
    states: claimLabels,
    ensureVisible: async (db, _actor, id) => {
      if (
        !UUID.test(id) ||
        !(await db.selectFrom('damage_claim').select('id').where('id', '=', id).executeTakeFirst())
      )
        throw refuse('row.not-found');
    },
  });
}

export async function describeClaim(db: Db, id: string): Promise<{ label: string; link: string } | null> {
  const row = await db
    .selectFrom('damage_claim')
    .select(['claim_no', 'order_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { label: `Claim ${row.claim_no}`, link: claimPath(row.order_id) } : null;
}
