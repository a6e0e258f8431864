// What changes the pieces on hand and their value: one locked level, one movement, one posting, one transaction. Whoever needs
// several levels takes them in ascending (warehouse, product).
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { timesRatio } from '@aangan/money/split.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { postReturnedGoods, postStock, type StockPosting } from '../../finance/public.server.ts';
import { refuseStock } from './stock.refusals.ts';
import type { MovementKind } from './stock-words.ts';

export interface Level {
  id: string;
  warehouseId: string;
  productId: string;
  warehouse: string;
  product: string;
  onHand: number;
  reserved: number;
  safety: number;
  value: number;
}

/** A product in a warehouse, locked, with what it is worth. Caller: the network's scope. */
export async function lockLevel(db: Db, id: string): Promise<Level> {
  await sql`select from stock_level where id = ${id} for update`.execute(db);
  // In a statement of its own: what somebody wrote while we waited counts.
  const { rows } = await sql<Level>`
    select s.id, s.warehouse_id as "warehouseId", s.product_id as "productId", w.name as warehouse, p.name as product,
      s.on_hand as "onHand", s.reserved, s.safety, coalesce(v.value_paise, 0) as value
      from stock_level s join warehouse w on w.id = s.warehouse_id join product p on p.id = s.product_id
      left join stock_value v on v.warehouse_id = s.warehouse_id and v.product_id = s.product_id
     where s.id = ${id}`.execute(db);
  return ensureFound(rows[0]);
}

/** The level of a product in a warehouse, made when it is the first time. */
export async function levelOf(db: Db, place: { warehouseId: string; productId: string }): Promise<Level> {
  const { rows } = await sql<{ id: string }>`
    with made as (insert into stock_level (warehouse_id, product_id) values (${place.warehouseId}, ${place.productId})
      on conflict (warehouse_id, product_id) do nothing returning id)
    select id from made union all select id from stock_level where warehouse_id = ${place.warehouseId} and product_id = ${place.productId}`.execute(
    db,
  );
  const made = rows[0]?.id;
  if (made) return lockLevel(db, made);
  // Another receipt made it a moment ago, after this statement had begun.
  const { rows: now } = await sql<{ id: string }>`
    select id from stock_level where warehouse_id = ${place.warehouseId} and product_id = ${place.productId}`.execute(
    db,
  );
  return lockLevel(db, ensureFound(now[0]).id);
}

interface Change {
  kind: MovementKind;
  posting: StockPosting['kind'];
  pieces: number;
  /** Paise. */
  value: number;
  note: string | null;
  on: Day;
}

/** Moves pieces and value of a locked level and books the difference. */
async function change(
  db: Db,
  level: Level,
  { kind, posting, pieces, value, note, on }: Change,
): Promise<void> {
  const group = crypto.randomUUID();
  await sql`update stock_level set on_hand = on_hand + ${pieces} where id = ${level.id}`.execute(db);
  await sql`insert into stock_value (warehouse_id, product_id, value_paise) values (${level.warehouseId}, ${level.productId}, ${level.value + value})
    on conflict (warehouse_id, product_id) do update set value_paise = excluded.value_paise`.execute(db);
  await db
    .insertInto('stock_movement')
    .values({
      warehouse_id: level.warehouseId,
      product_id: level.productId,
      kind,
      d_on_hand: pieces,
      d_value_paise: value,
      ref_kind: kind,
      ref_id: group,
      note,
    })
    .execute();
  await postStock(db, {
    kind: posting,
    amount: value,
    sourceId: group,
    on,
    narration: `${level.product}, ${level.warehouse}`,
  });
}

/** What goes with `pieces` at the moving average; the last piece takes the rest. */
const valueOut = (level: Level, pieces: number): number =>
  pieces === 0 ? 0 : timesRatio(paise(level.value), pieces, level.onHand);

export async function takeIn(
  db: Db,
  level: Level,
  { qty, unitCost, note, now }: { qty: number; unitCost: number; note: string | null; now: Date },
): Promise<void> {
  const value = paise(unitCost * qty);
  await change(db, level, {
    kind: 'RECEIPT',
    posting: 'RECEIVED',
    pieces: qty,
    value,
    note,
    on: todayIst(now),
  });
}

export async function writeOff(
  db: Db,
  level: Level,
  { qty, note, now }: { qty: number; note: string; now: Date },
): Promise<void> {
  const free = level.onHand - level.reserved;
  ensure(qty <= free, () =>
    refuseStock('stock.negative', {
      details: { product: level.product, n: free, warehouse: level.warehouse },
    }),
  );
  const value = -valueOut(level, qty);
  await change(db, level, {
    kind: 'WRITE_OFF',
    posting: 'WRITTEN_OFF',
    pieces: -qty,
    value,
    note,
    on: todayIst(now),
  });
}

export async function correctCount(
  db: Db,
  level: Level,
  { counted, note, now }: { counted: number; note: string; now: Date },
): Promise<void> {
  if (counted < level.reserved) {
    const orders = (await ordersHolding(db, level)).map(({ orderNo }) => orderNo).join(', ');
    throw refuseStock('stock.held', { details: { n: level.reserved, product: level.product, orders } });
  }
  const pieces = counted - level.onHand;
  if (pieces === 0) return;
  ensure(pieces < 0 || level.onHand > 0, () => refuseStock('stock.no-cost'));
  const value = pieces < 0 ? -valueOut(level, -pieces) : timesRatio(paise(level.value), pieces, level.onHand);
  await change(db, level, { kind: 'COUNT', posting: 'COUNTED', pieces, value, note, on: todayIst(now) });
}

/**
 * The goods of a parcel that came back, at the value they left with; once a parcel. Answers the levels, for who waits for them.
 * Caller: the network's scope.
 */
export async function takeBack(
  db: Db,
  parcel: { franchiseeId: number; shipmentId: string; shipmentNo: string },
  now: Date,
): Promise<Level[]> {
  const { rows: gone } = await sql<{ warehouseId: string; productId: string; pieces: number; value: number }>`
    select m.warehouse_id as "warehouseId", m.product_id as "productId", -m.d_on_hand as pieces, -m.d_value_paise as value from stock_movement m
     where m.kind = 'SHIP' and m.ref_kind = 'SHIPMENT' and m.ref_id = ${parcel.shipmentId} order by m.warehouse_id, m.product_id`.execute(
    db,
  );
  const levels: Level[] = [];
  for (const { warehouseId, productId, pieces, value } of gone) {
    const level = await levelOf(db, { warehouseId, productId });
    await sql`update stock_level set on_hand = on_hand + ${pieces} where id = ${level.id}`.execute(db);
    await sql`update stock_value set value_paise = value_paise + ${value} where warehouse_id = ${warehouseId} and product_id = ${productId}`.execute(
      db,
    );
    await db
      .insertInto('stock_movement')
      .values({
        warehouse_id: warehouseId,
        product_id: productId,
        kind: 'RETURN',
        d_on_hand: pieces,
        d_value_paise: value,
        ref_kind: 'SHIPMENT',
        ref_id: parcel.shipmentId,
        ref_franchisee_id: parcel.franchiseeId,
        note: parcel.shipmentNo,
      })
      .execute();
    levels.push(level);
  }
  await postReturnedGoods(db, {
    shipmentId: parcel.shipmentId,
    number: parcel.shipmentNo,
    on: todayIst(now),
    cost: gone.reduce((sum, { value }) => sum + value, 0),
  });
  return levels;
}

/** Orders that hold pieces of a level or wait for some, the oldest first. */
export async function ordersHolding(
  db: Db,
  { warehouseId, productId }: Pick<Level, 'warehouseId' | 'productId'>,
): Promise<{ id: string; orderNo: string; centre: string; held: number; waiting: number }[]> {
  const { rows } = await sql<{ id: string; orderNo: string; centre: string; held: number; waiting: number }>`
    select r.order_id as id, r.order_no as "orderNo", f.company_name as centre,
      sum(r.qty_held - r.qty_shipped)::int as held, sum(r.qty_backordered)::int as waiting
      from stock_reservation r join franchisee f on f.id = r.franchisee_id
     where r.warehouse_id = ${warehouseId} and r.product_id = ${productId} and r.state in ('HELD', 'FIRM')
       and (r.qty_held > r.qty_shipped or r.qty_backordered > 0)
     group by 1, 2, 3 order by min(r.created_at), 2 limit 20`.execute(db);
  return rows;
}
