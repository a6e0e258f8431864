// Pieces held for orders (areas/orders.md 3.5). The only writer of `stock_level.reserved`: a guarded UPDATE, so that two
// buyers of the last piece can never both have it. Levels are taken in ascending (warehouse, product), before reservations.
import { formatDate } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { Level } from './move-stock.server.ts';
import { refuseStock } from './stock.refusals.ts';

export interface WantedStock {
  lineId: string;
  warehouseId: string;
  productId: string;
  qty: number;
}

export interface HeldStock extends WantedStock {
  held: number;
  backordered: number;
}

interface Order {
  franchiseeId: number;
  orderId: string;
  orderNo: string;
}

const inOrder = <T extends { warehouseId: string; productId: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (`${a.warehouseId} ${a.productId}` < `${b.warehouseId} ${b.productId}` ? -1 : 1));

/**
 * Holds what is free of each wanted product; the rest is back-ordered. With `backorder: false` a product that is not wholly
 * there is refused (409 `order.out-of-stock`) and nothing is held.
 */
export async function reserveStock(
  db: Db,
  order: Order,
  { wanted, backorder }: { wanted: readonly WantedStock[]; backorder: boolean },
): Promise<HeldStock[]> {
  const held: HeldStock[] = [];
  for (const line of inOrder(wanted)) {
    const n = await hold(db, line);
    if (n < line.qty && !backorder) throw await outOfStock(db, line, n);
    held.push({ ...line, held: n, backordered: line.qty - n });
  }
  if (held.length === 0) return held;
  await db
    .insertInto('stock_reservation')
    .values(
      held.map((line) => ({
        franchisee_id: order.franchiseeId,
        order_id: order.orderId,
        order_no: order.orderNo,
        line_id: line.lineId,
        warehouse_id: line.warehouseId,
        product_id: line.productId,
        qty_held: line.held,
        qty_backordered: line.backordered,
      })),
    )
    .execute();
  await note(
    db,
    'RESERVE',
    order,
    held.map((line) => ({ ...line, n: line.held })),
  );
  return held;
}

/** As many pieces as are free, at most `qty`. */
async function hold(db: Db, { warehouseId, productId, qty }: WantedStock): Promise<number> {
  const { rows } = await sql`
    update stock_level set reserved = reserved + ${qty}
     where warehouse_id = ${warehouseId} and product_id = ${productId} and on_hand - reserved - safety >= ${qty} returning id`.execute(
    db,
  );
  if (rows.length > 0) return qty;
  const { rows: found } = await sql<{ free: number }>`
    select greatest(on_hand - reserved - safety, 0) as free from stock_level
     where warehouse_id = ${warehouseId} and product_id = ${productId} for update`.execute(db);
  const n = Math.min(qty, found[0]?.free ?? 0);
  if (n > 0)
    await sql`update stock_level set reserved = reserved + ${n} where warehouse_id = ${warehouseId} and product_id = ${productId}`.execute(
      db,
    );
  return n;
}

async function outOfStock(db: Db, { productId, warehouseId }: WantedStock, n: number) {
  const { rows } = await sql<{ product: string; nextOn: string | null }>`
    select p.name as product, (select min(i.expected_on) from stock_inbound i where i.product_id = p.id and i.warehouse_id = ${warehouseId}
      and i.cancelled_at is null and i.received_qty < i.qty) as "nextOn" from product p where p.id = ${productId}`.execute(
    db,
  );
  const { product, nextOn } = ensureFound(rows[0]);
  return refuseStock('order.out-of-stock', {
    details: { n, product, date: nextOn ? formatDate(nextOn) : 'more is expected' },
  });
}

/** What an order holds is its own until it is shipped or given back: the money has come. */
export async function firmStock(db: Db, order: Pick<Order, 'franchiseeId' | 'orderId'>): Promise<void> {
  await sql`update stock_reservation set state = 'FIRM', firm_at = now()
    where franchisee_id = ${order.franchiseeId} and order_id = ${order.orderId} and state = 'HELD'`.execute(
    db,
  );
}

/** Gives back what an order, or some of its lines, still holds or waits for; what has left stays as it is. */
export async function releaseStock(db: Db, order: Order, lineIds?: readonly string[]): Promise<void> {
  const lines = lineIds ? [...lineIds] : null;
  const { rows } = await sql<{ id: string; warehouseId: string; productId: string }>`
    select id, warehouse_id as "warehouseId", product_id as "productId" from stock_reservation
     where franchisee_id = ${order.franchiseeId} and order_id = ${order.orderId} and state in ('HELD', 'FIRM')
       and (${lines}::uuid[] is null or line_id = any (${lines}::uuid[]))`.execute(db);
  for (const row of inOrder(rows)) {
    // The level before the reservation: a receipt that fills it at this moment is waited for.
    await sql`select from stock_level where warehouse_id = ${row.warehouseId} and product_id = ${row.productId} for update`.execute(
      db,
    );
    const { rows: freed } = await sql<{ n: number }>`
      with old as (select id, qty_held - qty_shipped as n from stock_reservation where franchisee_id = ${order.franchiseeId} and id = ${row.id} for update)
      update stock_reservation r set state = case when r.qty_shipped > 0 then 'DONE' else 'RELEASED' end, qty_held = r.qty_shipped, qty_backordered = 0
        from old where r.franchisee_id = ${order.franchiseeId} and r.id = old.id and r.state in ('HELD', 'FIRM') returning old.n`.execute(
      db,
    );
    const n = freed[0]?.n ?? 0;
    if (n === 0) continue;
    await sql`update stock_level set reserved = reserved - ${n} where warehouse_id = ${row.warehouseId} and product_id = ${row.productId}`.execute(
      db,
    );
    await note(db, 'RELEASE', order, [{ ...row, n: -n }]);
  }
}

/** Of a locked level: gives what is free to the orders that wait, confirmed ones first and the oldest of them. Says how many pieces. */
export async function fillBackorders(db: Db, level: Level): Promise<number> {
  const { rows } = await sql<{ franchiseeId: number; id: string; orderId: string; waiting: number }>`
    select franchisee_id as "franchiseeId", id, order_id as "orderId", qty_backordered as waiting from stock_reservation
     where warehouse_id = ${level.warehouseId} and product_id = ${level.productId} and qty_backordered > 0 and state in ('HELD', 'FIRM')
     order by firm_at nulls last, created_at, id for update`.execute(db);
  const { rows: now } = await sql<{ free: number }>`
    select greatest(on_hand - reserved - safety, 0) as free from stock_level where id = ${level.id}`.execute(
    db,
  );
  let free = ensureFound(now[0]).free;
  let filled = 0;
  for (const row of rows) {
    const n = Math.min(free, row.waiting);
    if (n === 0) break;
    await sql`update stock_reservation set qty_held = qty_held + ${n}, qty_backordered = qty_backordered - ${n}
      where franchisee_id = ${row.franchiseeId} and id = ${row.id}`.execute(db);
    await note(db, 'RESERVE', row, [{ ...level, n }]);
    free -= n;
    filled += n;
  }
  if (filled > 0)
    await sql`update stock_level set reserved = reserved + ${filled} where id = ${level.id}`.execute(db);
  return filled;
}

async function note(
  db: Db,
  kind: 'RESERVE' | 'RELEASE',
  order: Pick<Order, 'franchiseeId' | 'orderId'>,
  lines: readonly { warehouseId: string; productId: string; n: number }[],
): Promise<void> {
  const moved = lines.filter(({ n }) => n !== 0);
  if (moved.length === 0) return;
  await db
    .insertInto('stock_movement')
    .values(
      moved.map(({ warehouseId, productId, n }) => ({
        warehouse_id: warehouseId,
        product_id: productId,
        kind,
        d_reserved: n,
        ref_kind: 'KIT_ORDER',
        ref_id: order.orderId,
        ref_franchisee_id: order.franchiseeId,
      })),
    )
    .execute();
}
