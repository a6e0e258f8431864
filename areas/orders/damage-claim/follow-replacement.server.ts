import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { claimStates } from './damage-claim.states.ts';

/** A claim follows its replacement: arrived, it waits for the centre's word; cancelled or lost, it can be ordered once more. */
export async function followReplacement(
  db: Db,
  order: Pick<RowIn<'kit_order'>, 'id' | 'claim_id'>,
  status: string,
): Promise<void> {
  if (order.claim_id === null) return;
  const row = await lockRow(db, 'damage_claim', order.claim_id);
  if (row.status !== 'RE_ORDERED' || row.reorder_id !== order.id) return;
  const move = { states: claimStates, table: 'damage_claim', row } as const;
  if (status === 'DELIVERED') await moveStatus(db, { ...move, action: 'arrive' });
  if (status === 'CANCELLED' || status === 'FAIL')
    await moveStatus(db, { ...move, action: 'order-ended', set: { reorder_id: null } });
}
