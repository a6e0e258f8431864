// Indents follow the order that has them. Reads and writes rows of indents alone, so that orders may call it.
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { OrderStatus } from '../kit-order/kit-order.states.ts';
import { indentStates } from './uniform-indent.states.ts';

type Order = Pick<RowIn<'kit_order'>, 'franchisee_id' | 'id' | 'kind'>;

const idsOf = async (db: Db, order: Order, status: string): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select id from uniform_indent where franchisee_id = ${order.franchisee_id}
    and order_id = ${order.id} and status = ${status} order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Delivered: fulfilled. Cancelled or failed: to be ordered again. */
export async function followIndents(db: Db, order: Order, status: OrderStatus): Promise<void> {
  if (order.kind !== 'UNIFORM') return;
  const action =
    status === 'DELIVERED' ? 'fulfil' : status === 'FAIL' || status === 'CANCELLED' ? 'free' : null;
  if (action === null) return;
  for (const id of await idsOf(db, order, 'ORDERED')) {
    const row = await lockRow(db, 'uniform_indent', id);
    if (row.status === 'ORDERED')
      await moveStatus(db, { states: indentStates, table: 'uniform_indent', row, action });
  }
}

/** A failed order that is paid late has its indents again; false when one was cancelled or ordered elsewhere meanwhile. */
export async function indentsAnew(db: Db, order: Order): Promise<boolean> {
  const ids = await idsOf(db, order, 'SUBMITTED');
  const locked = [];
  for (const id of ids) locked.push(await lockRow(db, 'uniform_indent', id));
  const { rows } = await sql<{ ordered: number; asked: number }>`
    select (select coalesce(sum(qty_ordered), 0)::int from kit_order_line where franchisee_id = ${order.franchisee_id} and order_id = ${order.id}) as ordered,
      (select coalesce(sum(l.qty), 0)::int from uniform_indent i join uniform_indent_line l on l.franchisee_id = i.franchisee_id and l.indent_id = i.id
        where i.franchisee_id = ${order.franchisee_id} and i.order_id = ${order.id} and i.status = 'SUBMITTED') as asked`.execute(
    db,
  );
  const [sums] = rows;
  if (!sums || sums.asked === 0 || sums.asked !== sums.ordered) return false;
  for (const row of locked)
    await moveStatus(db, { states: indentStates, table: 'uniform_indent', row, action: 'order' });
  return true;
}
