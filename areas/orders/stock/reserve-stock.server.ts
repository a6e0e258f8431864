// Pieces held for orders (areas/orders.md 3.5). The only writer of `stock_level.reserved`: under the lock of the level, so that
// two buyers of the last piece can never both have it. Levels are locked in ascending (warehouse, product),
// before reservations that are there already.
import { formatDate } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { insertMany } from '@aangan/server/work/insert-many.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { keepPackable } from '../dispatch/packable.server.ts';
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

interface Place {
  warehouseId: string;
  productId: string;
}

const placeOf = ({ warehouseId, productId }: Place): string => `${warehouseId} ${productId}`;
const inOrder = <T extends Place>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));

/**
 * Holds what is free of each wanted product; the rest is back-ordered. With `backorder: false` a product that is not wholly
 * there is refused (409 `order.out-of-stock`) and nothing is held.
 */
export async function reserveStock(
  db: Db,
  order: Order,
  { wanted, backorder }: { wanted: readonly WantedStock[]; backorder: boolean },
): Promise<HeldStock[]> {
  if (wanted.length === 0) return [];
  const lines = inOrder(wanted);
  if (!backorder) return holdWhole(db, order, lines);
  const free = await lockLevels(db, lines);
  const held: HeldStock[] = [];
  for (const line of lines) {
    const key = placeOf(line);
    const n = Math.min(line.qty, free.get(key) ?? 0);
    free.set(key, (free.get(key) ?? 0) - n);
    held.push({ ...line, held: n, backordered: line.qty - n });
  }
  await raiseReserved(db, held);
  await writeHeld(db, order, held);
  return held;
}

/** Every buyer of a product waits for its level: where all of it is held or nothing, what is held is written before the level is locked. */
async function holdWhole(db: Db, order: Order, lines: readonly WantedStock[]): Promise<HeldStock[]> {
  const held = lines.map((line) => ({ ...line, held: line.qty, backordered: 0 }));
  await writeHeld(db, order, held);
  const free = await lockLevels(db, lines);
  for (const { n, ...place } of sumsOf(held.map((line) => ({ ...line, n: line.held })))) {
    const left = free.get(placeOf(place)) ?? 0;
    if (left < n) throw await outOfStock(db, place, left);
  }
  await raiseReserved(db, held);
  return held;
}

async function writeHeld(db: Db, order: Order, held: readonly HeldStock[]): Promise<void> {
  await Promise.all([
    insertMany(
      db,
      'stock_reservation',
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
    ),
    note(
      db,
      'RESERVE',
      order,
      held.map((line) => ({ ...line, n: line.held })),
    ),
  ]);
}

/** Refuses (409 `order.out-of-stock`) what is not wholly there at this moment. Locks nothing, waits for nobody and holds nothing. */
export async function ensureInStock(
  db: Db,
  { warehouseId, needed }: { warehouseId: string; needed: ReadonlyMap<string, number> },
): Promise<void> {
  const { rows } = await sql<{ productId: string; free: number }>`
    select x.id as "productId", coalesce(greatest(s.on_hand - s.reserved - s.safety, 0), 0) as free
      from unnest(${[...needed.keys()]}::uuid[], ${[...needed.values()]}::int[]) as x (id, qty)
      left join stock_level s on s.warehouse_id = ${warehouseId} and s.product_id = x.id
     where coalesce(greatest(s.on_hand - s.reserved - s.safety, 0), 0) < x.qty order by x.id limit 1`.execute(
    db,
  );
  const [short] = rows;
  if (short) throw await outOfStock(db, { warehouseId, productId: short.productId }, short.free);
}

/** Pieces that are free of each product, by its place; locked until the end, in the one order everybody keeps. */
async function lockLevels(db: Db, wanted: readonly WantedStock[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ warehouseId: string; productId: string; free: number }>`
    select s.warehouse_id as "warehouseId", s.product_id as "productId", greatest(s.on_hand - s.reserved - s.safety, 0) as free from stock_level s
     where s.warehouse_id = any (${[...new Set(wanted.map((line) => line.warehouseId))]}::uuid[])
       and s.product_id = any (${[...new Set(wanted.map((line) => line.productId))]}::uuid[])
     order by s.warehouse_id, s.product_id for update`.execute(db);
  return new Map(rows.map((row) => [placeOf(row), row.free]));
}

async function raiseReserved(db: Db, held: readonly HeldStock[]): Promise<void> {
  await sql`
    update stock_level s set reserved = s.reserved + x.n
      from (select "warehouseId", "productId", sum(held)::int as n from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h ("warehouseId" uuid, "productId" uuid, held int)
        group by 1, 2) x
     where s.warehouse_id = x."warehouseId" and s.product_id = x."productId" and x.n > 0`.execute(db);
}

async function outOfStock(db: Db, { productId, warehouseId }: Place, n: number) {
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
  const orders: Pick<Order, 'franchiseeId' | 'orderId'>[] = [];
  let filled = 0;
  for (const row of rows) {
    const n = Math.min(free, row.waiting);
    if (n === 0) break;
    await sql`update stock_reservation set qty_held = qty_held + ${n}, qty_backordered = qty_backordered - ${n}
      where franchisee_id = ${row.franchiseeId} and id = ${row.id}`.execute(db);
    await note(db, 'RESERVE', row, [{ ...level, n }]);
    orders.push(row);
    free -= n;
    filled += n;
  }
  if (filled > 0)
    await sql`update stock_level set reserved = reserved + ${filled} where id = ${level.id}`.execute(db);
  await keepPackable(db, orders);
  return filled;
}

async function note(
  db: Db,
  kind: 'RESERVE' | 'RELEASE',
  order: Pick<Order, 'franchiseeId' | 'orderId'>,
  lines: readonly { warehouseId: string; productId: string; n: number }[],
): Promise<void> {
  // One movement a product, however many children of the order get it.
  await insertMany(
    db,
    'stock_movement',
    sumsOf(lines)
      .filter(({ n }) => n !== 0)
      .map(({ warehouseId, productId, n }) => ({
        warehouse_id: warehouseId,
        product_id: productId,
        kind,
        d_reserved: n,
        ref_kind: 'KIT_ORDER',
        ref_id: order.orderId,
        ref_franchisee_id: order.franchiseeId,
      })),
  );
}

/** What lines of one product in one place are together. */
const sumsOf = (lines: readonly (Place & { n: number })[]): (Place & { n: number })[] =>
  [...Map.groupBy(lines, placeOf).values()].map((same) => {
    const { warehouseId, productId } = same[0] as Place;
    return { warehouseId, productId, n: same.reduce((sum, { n }) => sum + n, 0) };
  });
