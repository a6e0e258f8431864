// The only writer of kit_order.status (areas/orders.md decision 5): under the order's lock it computes it from the money and the
// lines, and lets stock and allocations follow.
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { followReplacement } from '../damage-claim/follow-replacement.server.ts';
import { keepPackable } from '../dispatch/packable.server.ts';
import { followIndents, indentsAnew } from '../indent/follow-order.server.ts';
import { firmStock, releaseStock, reserveStock } from '../stock/reserve-stock.server.ts';
import { followWow, freeWowRight, takeWowRight } from '../wow/wow-right.server.ts';
import type { OrderStatus } from './kit-order.states.ts';

type Order = RowIn<'kit_order'>;

export type OrderEvent =
  | { kind: 'confirmed'; at: Date }
  | { kind: 'failed'; reason: 'PAYMENT_TIMEOUT' | 'PAYMENT_FAILED' }
  | { kind: 'cancelled'; at: Date; reason: string }
  | { kind: 'moved'; at: Date };

interface Which {
  franchiseeId: number;
  orderId: string;
}

/** Takes in what happened and answers the status that follows. What happened already changes nothing. */
export async function settleOrder(db: Db, which: Which, event: OrderEvent): Promise<OrderStatus> {
  const status = await settle(db, which, event);
  // Last: also where the status stays, kits of it may have been cancelled or sent.
  await keepPackable(db, [which]);
  return status;
}

async function settle(db: Db, which: Which, event: OrderEvent): Promise<OrderStatus> {
  const order = ensureFound(await lockRow(db, 'kit_order', which.orderId));
  const before = order.status as OrderStatus;
  const facts = await factsAfter(db, order, event);
  const status = await statusOf(db, order, facts);
  // That it was placed, the order tells itself.
  if (status === before) {
    if (order.kind === 'WOW') await followWow(db, order);
    return status;
  }
  await db
    .updateTable('kit_order')
    .set({
      status,
      fail_reason: status === 'FAIL' ? facts.failReason : null,
      confirmed_at: facts.confirmedAt,
      cancelled_at: facts.cancelledAt,
      cancel_reason: facts.cancelReason,
      ...(status === 'SHIPPED' && order.first_shipped_at === null
        ? { first_shipped_at: momentOf(event) }
        : {}),
      ...(status === 'DELIVERED' ? { delivered_at: momentOf(event) } : {}),
      // Nothing is held any more for money that came, or will not.
      ...(status === 'PENDING' ? {} : { hold_until: null }),
    })
    .where('franchisee_id', '=', order.franchisee_id)
    .where('id', '=', order.id)
    .execute();
  await noteStep(db, {
    franchiseeId: order.franchisee_id,
    subject: 'kit_order',
    id: order.id,
    action: event.kind,
    from: before,
    to: status,
    reason: event.kind === 'failed' || event.kind === 'cancelled' ? event.reason : null,
  });
  const stock = { franchiseeId: order.franchisee_id, orderId: order.id, orderNo: order.order_no };
  if (status === 'CONFIRMED') await firmStock(db, stock);
  // What was lost or came back is replaced by its re-order: the rights stay on this one.
  const onTheWay = facts.failReason === 'LOST' || facts.failReason === 'RTO';
  if ((status === 'FAIL' && !onTheWay) || status === 'CANCELLED') {
    await releaseStock(db, stock);
    await giveBackAllocations(db, order);
    if (order.kind === 'WOW') await freeWowRight(db, order);
  }
  if (order.claim_id !== null) await followReplacement(db, order, status);
  if (!onTheWay) await followIndents(db, order, status);
  if (order.kind === 'WOW') await followWow(db, order);
  // What replaces a failed parcel serves the indents and the right of the first order.
  if (order.replaces_shipment_id !== null && order.parent_order_id !== null && status === 'DELIVERED') {
    const first = { ...order, id: order.parent_order_id };
    await followIndents(db, { ...first, kind: 'UNIFORM' }, status);
    await followWow(db, first);
  }
  return status;
}

/** When it happened; only what moves or is confirmed changes how far an order is. */
const momentOf = (event: OrderEvent): Date | null => ('at' in event ? event.at : null);

interface Facts {
  confirmedAt: Date | string | null;
  cancelledAt: Date | string | null;
  cancelReason: string | null;
  failReason: Order['fail_reason'];
}

async function factsAfter(db: Db, order: Order, event: OrderEvent): Promise<Facts> {
  const known: Facts = {
    confirmedAt: order.confirmed_at,
    cancelledAt: order.cancelled_at,
    cancelReason: order.cancel_reason,
    failReason: order.fail_reason,
  };
  if (event.kind === 'confirmed' && known.confirmedAt === null && known.cancelledAt === null) {
    // Money that comes after the hold has ended still buys what can be had.
    if (order.status === 'FAIL' && !(await takeAnew(db, order))) return known;
    return { ...known, confirmedAt: event.at, failReason: null };
  }
  if (event.kind === 'failed' && order.status === 'PENDING') return { ...known, failReason: event.reason };
  if (event.kind === 'cancelled' && known.cancelledAt === null)
    return { ...known, cancelledAt: event.at, cancelReason: event.reason };
  // A parcel that was lost may be found again: what failed on its way is asked anew each time.
  if (
    event.kind === 'moved' &&
    known.failReason !== 'PAYMENT_TIMEOUT' &&
    known.failReason !== 'PAYMENT_FAILED'
  )
    return { ...known, failReason: await failedOnTheWay(db, order) };
  return known;
}

/** Every kit has left, and every parcel of them was lost or came back. */
async function failedOnTheWay(db: Db, order: Order): Promise<'LOST' | 'RTO' | null> {
  const { rows } = await sql<{ lost: boolean; failed: boolean }>`
    select coalesce(bool_or(p.status = 'LOST'), false) as lost, count(*) > 0 and bool_and(p.status in ('LOST', 'RTO_DELIVERED'))
      and not exists (select from kit_order_line l where l.franchisee_id = ${order.franchisee_id} and l.order_id = ${order.id}
        and l.qty_shipped < l.qty_ordered - l.qty_cancelled) as failed
      from shipment p where p.franchisee_id = ${order.franchisee_id} and p.order_id = ${order.id} and p.status <> 'CANCELLED'`.execute(
    db,
  );
  const [way] = rows;
  return way?.failed ? (way.lost ? 'LOST' : 'RTO') : null;
}

async function statusOf(db: Db, order: Order, facts: Facts): Promise<OrderStatus> {
  if (facts.cancelledAt !== null) return 'CANCELLED';
  if (facts.failReason !== null) return 'FAIL';
  const { rows } = await sql<{ wanted: number; shipped: number; arrived: number }>`
    select coalesce(sum(qty_ordered - qty_cancelled), 0)::int as wanted, coalesce(sum(qty_shipped), 0)::int as shipped,
      coalesce(sum(qty_delivered + qty_damaged + qty_short + qty_returned), 0)::int as arrived
      from kit_order_line where franchisee_id = ${order.franchisee_id} and order_id = ${order.id}`.execute(
    db,
  );
  const { wanted, shipped, arrived } = ensureFound(rows[0]);
  if (shipped > 0) return arrived >= wanted ? 'DELIVERED' : 'SHIPPED';
  return facts.confirmedAt === null ? 'PENDING' : 'CONFIRMED';
}

/**
 * Raises what is on live orders, never above the right itself: two orders of one kit cannot both have it. All in one statement,
 * under the locks of the rights; answers the ids of those that were taken.
 */
export async function takeAllocations(
  db: Db,
  {
    franchiseeId,
    wanted,
  }: { franchiseeId: number; wanted: readonly { allocationId: string; qty: number }[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    update kit_allocation a set qty_live = a.qty_live + x.qty, status = case when a.qty_live + x.qty = a.qty then 'ORDERED' else a.status end
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as x ("allocationId" uuid, qty int)
     where a.franchisee_id = ${franchiseeId} and a.id = x."allocationId" and a.status = 'ALLOCATED' and a.qty_live + x.qty <= a.qty returning a.id`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

async function giveBackAllocations(db: Db, order: Order): Promise<void> {
  await sql`
    with freed as (update kit_order_line set live = false where franchisee_id = ${order.franchisee_id} and order_id = ${order.id} and live
      returning allocation_id, qty_ordered - qty_cancelled as n)
    update kit_allocation a set qty_live = a.qty_live - f.n, status = case when a.status = 'ORDERED' then 'ALLOCATED' else a.status end
      from freed f where a.franchisee_id = ${order.franchisee_id} and a.id = f.allocation_id and f.n > 0`.execute(
    db,
  );
}

/** Everything of a failed order once more; false, and nothing taken, when another order has what it was for meanwhile. */
async function takeAnew(db: Db, order: Order): Promise<boolean> {
  const taken =
    order.kind === 'UNIFORM'
      ? await indentsAnew(db, order)
      : order.kind === 'WOW'
        ? await wowAnew(db, order)
        : await allocationsAnew(db, order);
  if (!taken) return false;
  await sql`update kit_order_line set live = true where franchisee_id = ${order.franchisee_id} and order_id = ${order.id}`.execute(
    db,
  );
  await holdStock(db, order, { backorder: true });
  return true;
}

/** What was approved of a WOW kit is on one order: this one, unless it was confirmed again. */
async function wowAnew(db: Db, order: Order): Promise<boolean> {
  const { rows } = await sql<
    RowIn<'wow_order'>
  >`select * from wow_order where franchisee_id = ${order.franchisee_id} and kit_order_id = ${order.id} for update`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return false;
  await takeWowRight(db, row);
  return true;
}

async function allocationsAnew(db: Db, order: Order): Promise<boolean> {
  const { rows: lines } = await sql<{ id: string; allocationId: string; qty: number; free: boolean }>`
    select l.id, l.allocation_id as "allocationId", l.qty_ordered - l.qty_cancelled as qty,
      a.status = 'ALLOCATED' and a.qty_live + l.qty_ordered - l.qty_cancelled <= a.qty as free
      from kit_order_line l join kit_allocation a on a.franchisee_id = l.franchisee_id and a.id = l.allocation_id
     where l.franchisee_id = ${order.franchisee_id} and l.order_id = ${order.id} order by a.id for update of a`.execute(
    db,
  );
  if (lines.length === 0 || !lines.every(({ free }) => free)) return false;
  await takeAllocations(db, { franchiseeId: order.franchisee_id, wanted: lines });
  return true;
}

/** Holds the tracked products of an order's lines. Answers how many pieces have to come first. */
export async function holdStock(
  db: Db,
  order: Pick<Order, 'franchisee_id' | 'id' | 'order_no' | 'warehouse_id'>,
  { backorder }: { backorder: boolean },
): Promise<number> {
  const { rows } = await sql<{ lineId: string; productId: string; qty: number }>`
    select c.line_id as "lineId", c.product_id as "productId", c.qty from order_component c join product p on p.id = c.product_id
     where c.franchisee_id = ${order.franchisee_id} and c.order_id = ${order.id} and p.tracks_stock`.execute(
    db,
  );
  return holdPieces(db, order, rows, { backorder });
}

/** The same for who has just written the lines and knows their tracked products. */
export async function holdPieces(
  db: Db,
  order: Pick<Order, 'franchisee_id' | 'id' | 'order_no' | 'warehouse_id'>,
  pieces: readonly { lineId: string; productId: string; qty: number }[],
  { backorder }: { backorder: boolean },
): Promise<number> {
  const held = await reserveStock(
    db,
    { franchiseeId: order.franchisee_id, orderId: order.id, orderNo: order.order_no },
    { wanted: pieces.map((piece) => ({ ...piece, warehouseId: order.warehouse_id })), backorder },
  );
  return held.reduce((sum, { backordered }) => sum + backordered, 0);
}
