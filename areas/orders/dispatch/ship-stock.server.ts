// Pieces that leave the warehouse with parcels: on hand, reserved, value and reservations move together.
import { type Paise, paise, sumPaise } from '@aangan/money/paise.ts';
import { timesRatio } from '@aangan/money/split.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseDispatch } from './dispatch.refusals.ts';

interface Taken {
  reservationId: string;
  warehouseId: string;
  productId: string;
  pieces: number;
}

interface LockedLevel {
  id: string;
  warehouseId: string;
  productId: string;
  warehouse: string;
  product: string;
  onHand: number;
  reserved: number;
  value: number;
}

export interface LeavingParcel {
  readonly franchiseeId: number;
  readonly shipmentId: string;
  readonly shipmentNo: string;
}

const keyOf = (one: { warehouseId: string; productId: string }) => `${one.warehouseId} ${one.productId}`;

export type Levels = ReadonlyMap<string, LockedLevel>;

const takenBy = async (db: Db, { franchiseeId, shipmentId }: LeavingParcel): Promise<Taken[]> => {
  const { rows } = await sql<Taken>`
    select r.id as "reservationId", r.warehouse_id as "warehouseId", r.product_id as "productId", (x.qty * c.qty / l.qty_ordered)::int as pieces
      from shipment_line x join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
      join order_component c on c.franchisee_id = l.franchisee_id and c.line_id = l.id
      join stock_reservation r on r.franchisee_id = c.franchisee_id and r.line_id = c.line_id and r.product_id = c.product_id and r.state in ('FIRM', 'DONE')
     where x.franchisee_id = ${franchiseeId} and x.shipment_id = ${shipmentId} order by r.warehouse_id, r.product_id, r.id`.execute(
    db,
  );
  return rows;
};

/** Locks every level that these parcels take from, in the order that everybody takes them. */
export async function lockLevels(db: Db, parcels: readonly LeavingParcel[]): Promise<Levels> {
  const places = new Map<string, Taken>();
  for (const parcel of parcels) for (const one of await takenBy(db, parcel)) places.set(keyOf(one), one);
  const sorted = [...places.values()];
  await sql`select from stock_level where (warehouse_id, product_id) in
    (select * from unnest(${sorted.map((one) => one.warehouseId)}::uuid[], ${sorted.map((one) => one.productId)}::uuid[]))
    order by warehouse_id, product_id for update`.execute(db);
  // Read after the lock: what another transaction wrote while we waited counts.
  const { rows } = await sql<LockedLevel>`
    select s.id, s.warehouse_id as "warehouseId", s.product_id as "productId", w.name as warehouse, p.name as product,
      s.on_hand as "onHand", s.reserved, coalesce(v.value_paise, 0) as value
      from stock_level s join warehouse w on w.id = s.warehouse_id join product p on p.id = s.product_id
      left join stock_value v on v.warehouse_id = s.warehouse_id and v.product_id = s.product_id
     where (s.warehouse_id, s.product_id) in
      (select * from unnest(${sorted.map((one) => one.warehouseId)}::uuid[], ${sorted.map((one) => one.productId)}::uuid[]))`.execute(
    db,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Takes a parcel's pieces from the locked levels. Answers what they cost at the moving average; the last piece takes the rest. */
export async function shipStock(db: Db, parcel: LeavingParcel, levels: Levels): Promise<Paise> {
  const costs: Paise[] = [];
  const taken = await takenBy(db, parcel);
  const byLevel = new Map<string, number>();
  for (const one of taken) byLevel.set(keyOf(one), (byLevel.get(keyOf(one)) ?? 0) + one.pieces);
  for (const [key, pieces] of byLevel) {
    const level = ensureFound(levels.get(key));
    ensure(pieces <= level.onHand && pieces <= level.reserved, () =>
      refuseDispatch('parcel.stock-gone', {
        details: { product: level.product, warehouse: level.warehouse, parcel: parcel.shipmentNo },
      }),
    );
    const cost = timesRatio(paise(level.value), pieces, level.onHand);
    await sql`update stock_level set on_hand = on_hand - ${pieces}, reserved = reserved - ${pieces} where id = ${level.id}`.execute(
      db,
    );
    await sql`update stock_value set value_paise = value_paise - ${cost}
      where warehouse_id = ${level.warehouseId} and product_id = ${level.productId}`.execute(db);
    await db
      .insertInto('stock_movement')
      .values({
        warehouse_id: level.warehouseId,
        product_id: level.productId,
        kind: 'SHIP',
        d_on_hand: -pieces,
        d_reserved: -pieces,
        d_value_paise: -cost,
        ref_kind: 'SHIPMENT',
        ref_id: parcel.shipmentId,
        ref_franchisee_id: parcel.franchiseeId,
        note: parcel.shipmentNo,
      })
      .execute();
    level.onHand -= pieces;
    level.reserved -= pieces;
    level.value -= cost;
    costs.push(cost);
  }
  await sql`
    update stock_reservation r set qty_shipped = r.qty_shipped + t.pieces,
      state = case when r.qty_shipped + t.pieces = r.qty_held and r.qty_backordered = 0 then 'DONE' else r.state end
      from unnest(${taken.map((one) => one.reservationId)}::uuid[], ${taken.map((one) => one.pieces)}::int[]) t(id, pieces)
     where r.franchisee_id = ${parcel.franchiseeId} and r.id = t.id`.execute(db);
  return sumPaise(costs);
}
