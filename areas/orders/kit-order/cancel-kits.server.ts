import type { RowIn } from '@aangan/server/work/status-step.ts';
import { noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { releaseStock } from '../stock/reserve-stock.server.ts';
import { settleOrder } from './settle-order.server.ts';

type Order = Pick<RowIn<'kit_order'>, 'franchisee_id' | 'id' | 'order_no' | 'status'>;

/**
 * Cancels what of a locked order is not packed and has not left, of one right or of all: its stock and rights are free again; a replacement holds no right.
 * What was paid for it is the centre's advance, because nothing of it will be invoiced. Answers how many kits.
 */
export async function cancelKits(
  db: Db,
  order: Order,
  { allocationId = null, reason, at }: { allocationId?: string | null; reason: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: string; n: number }>`
    with open as (select l.id, case when l.live then l.allocation_id end as allocation_id, l.qty_shipped + p.n as kept, l.qty_ordered - l.qty_cancelled - l.qty_shipped - p.n as n
        from kit_order_line l, lateral (select coalesce(sum(s.qty), 0)::int as n from shipment_line s join shipment h on h.franchisee_id = s.franchisee_id
          and h.id = s.shipment_id and h.status = 'PACKED' where s.franchisee_id = l.franchisee_id and s.line_id = l.id) p
        where l.franchisee_id = ${order.franchisee_id} and l.order_id = ${order.id} and l.qty_ordered > l.qty_cancelled + l.qty_shipped + p.n
          and (${allocationId}::uuid is null or l.allocation_id = ${allocationId}) for update of l),
      freed as (update kit_allocation a set qty_live = a.qty_live - f.n, status = case when a.status = 'ORDERED' then 'ALLOCATED' else a.status end
        from (select allocation_id, sum(n)::int as n from open where allocation_id is not null group by 1) f
        where a.franchisee_id = ${order.franchisee_id} and a.id = f.allocation_id)
    update kit_order_line l set qty_cancelled = l.qty_cancelled + o.n, live = l.live and o.kept > 0 from open o
     where l.franchisee_id = ${order.franchisee_id} and l.id = o.id returning l.id, o.n`.execute(db);
  if (rows.length === 0) return 0;
  const which = { franchiseeId: order.franchisee_id, orderId: order.id };
  await releaseStock(
    db,
    { ...which, orderNo: order.order_no },
    rows.map(({ id }) => id),
  );
  await noteStep(db, {
    franchiseeId: order.franchisee_id,
    subject: 'kit_order',
    id: order.id,
    action: 'cancel-kits',
    from: order.status,
    to: order.status,
    reason,
  });
  const { rows: rest } =
    await sql`select from kit_order_line where franchisee_id = ${order.franchisee_id} and order_id = ${order.id}
    and qty_ordered > qty_cancelled limit 1`.execute(db);
  await settleOrder(db, which, rest.length > 0 ? { kind: 'moved', at } : { kind: 'cancelled', at, reason });
  return rows.reduce((sum, { n }) => sum + n, 0);
}
