// What is ordered and what it costs: the kits of allocations, their products with price and GST of a day, stock and dates.
import { addDays, type Day, dayNumber } from '@aangan/contract/period.ts';
import { type Paise, paise } from '@aangan/money/paise.ts';
import { several } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { allocationColumns, allocationsWithReasons } from '../allocation/eligibility.server.ts';
import { reasonsOf } from '../allocation/kit-allocation.listing.server.ts';
import { priceOfDay, rateOfDay } from '../catalogue/price-of-day.ts';
import { kitPrice } from '../mapping/kit-price.ts';
import { servingWarehouses } from '../warehouse/serving-warehouses.server.ts';
import { refuseOrder } from './kit-order.refusals.ts';
import type { KitComponent } from './order-tax.ts';

export interface DeskKit {
  allocationId: string;
  kitType: string;
  whom: string;
  admissionNo: string | null;
  of: string;
  gender: 'MALE' | 'FEMALE' | 'OTHER' | null;
  enrolmentId: string | null;
  studentId: string | null;
  classId: number | null;
  status: string;
  /** Kits that no live order has. */
  left: number;
  mappingId: string | null;
  /** One price of the kit; null: the sum of its products. */
  fixed: number | null;
  reasons: string[];
  /** Of the live order it is on. */
  orderId: string | null;
  orderNo: string | null;
}

interface Which {
  franchiseeId: number;
  yearId: number;
  kitType: string;
  ids?: readonly string[];
}

const liveOrder = (column: 'id' | 'order_no') =>
  sql`(select o.${sql.ref(column)} from kit_order_line l join kit_order o on o.franchisee_id = l.franchisee_id and o.id = l.order_id
    where l.franchisee_id = a.franchisee_id and l.allocation_id = a.id and l.live order by o.placed_at desc, o.id limit 1)`;

/** Allocations of a centre as its desk shows them, each with every rule that fails. */
export async function deskKits(db: Db, { franchiseeId, yearId, kitType, ids }: Which): Promise<DeskKit[]> {
  const { rows } = await sql<
    DeskKit & { orderFrom: Day | null; orderTo: Day | null; short: number | null; gone: boolean }
  >`
    select a.id as "allocationId", a.kit_type as "kitType", coalesce(s.name, f.company_name) as whom, s.admission_no as "admissionNo",
      ${allocationColumns.of} as of, s.gender, a.enrolment_id as "enrolmentId", a.student_id as "studentId", a.class_id as "classId",
      ${allocationColumns.status} as status, a.qty - a.qty_live as left, m.id as "mappingId", r.reasons, t.order_from as "orderFrom",
      t.order_to as "orderTo", ${allocationColumns.short} as short, false as gone,
      -- Samples up to the allowance are free.
      case when a.kit_type = 'SAMPLE_KIT' then 0 when a.kit_type = 'CURRICULUM_KIT_2' then t.amount_paise
        else (select k.fixed_price_paise from kit_mapping k where k.id = m.id) end as fixed,
      ${liveOrder('id')} as "orderId", ${liveOrder('order_no')} as "orderNo"
      from ${allocationsWithReasons} where a.franchisee_id = ${franchiseeId} and a.academic_year_id = ${yearId} and a.kit_type = ${kitType}
       and a.status <> 'REVOKED' and ${ids ? several('a.id', ids, 'uuid') : sql`true`}
     order by c.position nulls last, whom, a.id`.execute(db);
  return rows.map(({ orderFrom, orderTo, short, gone, ...row }) => ({
    ...row,
    reasons: reasonsOf({ ...row, orderFrom, orderTo, short, left: gone, revokedReason: null }),
  }));
}

interface Product {
  mappingId: string;
  productId: string;
  product: string;
  hsn: string;
  qty: number;
  price: number | null;
  rateBp: number;
  tracked: boolean;
}

/** The products of mappings with price and GST rate of a day. */
async function productsOf(db: Db, mappingIds: readonly string[], day: Day): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select l.mapping_id as "mappingId", p.id as "productId", p.name as product, p.hsn, l.qty, x.price_paise as price, p.tracks_stock as tracked,
      ${rateOfDay(day)} as "rateBp"
      from kit_mapping_line l join product p on p.id = l.product_id
      left join ${priceOfDay(day)}
     where l.mapping_id = any (${[...mappingIds]}::uuid[]) and not l.optional order by l.mapping_id, l.seq`.execute(
    db,
  );
  return rows;
}

export interface PricedKit {
  readonly components: readonly (KitComponent & { product: string; tracked: boolean })[];
  readonly unitPrice: Paise;
}

/** What one kit of each mapping and price costs, by `keyOf`. Refuses a product without a price. */
export async function pricedKits(
  db: Db,
  kits: readonly DeskKit[],
  day: Day,
): Promise<Map<string, PricedKit>> {
  const products = await productsOf(db, [...new Set(kits.flatMap(({ mappingId }) => mappingId ?? []))], day);
  const priced = new Map<string, PricedKit>();
  for (const kit of kits) {
    if (kit.mappingId === null || priced.has(keyOf(kit))) continue;
    const own = products.filter(({ mappingId }) => mappingId === kit.mappingId);
    const free = kit.fixed === 0;
    const lines = own.map((line) => (free ? { ...line, price: line.price ?? 0 } : line));
    const price = kitPrice(lines, kit.fixed);
    if (price === null) {
      const without = own.find((line) => line.price === null);
      throw refuseOrder('order.no-price', { details: { product: without?.product ?? kit.of } });
    }
    priced.set(keyOf(kit), {
      unitPrice: price.taxable,
      components: own.map((line, i) => ({
        productId: line.productId,
        product: line.product,
        hsn: line.hsn,
        rateBp: line.rateBp,
        qty: line.qty,
        tracked: line.tracked,
        taxable: price.lines[i] ?? paise(0),
      })),
    });
  }
  return priced;
}

export const keyOf = (kit: Pick<DeskKit, 'mappingId' | 'fixed'>): string =>
  `${kit.mappingId} ${kit.fixed ?? ''}`;

/** The first warehouse that serves a centre, and whether goods stay within its state. */
export async function warehouseFor(
  db: Db,
  franchiseeId: number,
  kitType: string,
  day: Day,
): Promise<{ id: string; sameState: boolean }> {
  const [id] = await servingWarehouses(db, { franchiseeId, kitType, on: day });
  if (id === undefined) throw refuseOrder('order.no-warehouse');
  const { rows } = await sql<{ sameState: boolean }>`
    select coalesce(left(w.gstin, 2) = coalesce(f.gst_state_code, c.state_code), false) as "sameState"
      from warehouse w join franchisee f on f.id = ${franchiseeId} left join city c on c.id = f.city_id where w.id = ${id}`.execute(
    db,
  );
  return { id, ...ensureFound(rows[0]) };
}

/** Days a parcel takes, within the state and beyond. */
const TRANSIT = { same: 3, other: 6 } as const;

export interface Availability {
  readonly product: string;
  readonly wanted: number;
  readonly free: number;
  /** What of it has to come first. */
  readonly backordered: number;
  /** The first day on which that can be shipped; null: no date yet. */
  readonly shipOn: Day | null;
}

/** What of the wanted products is free, and when the rest can be promised: inbound less what older orders wait for. */
export async function availabilityOf(
  db: Db,
  warehouseId: string,
  wanted: ReadonlyMap<string, number>,
): Promise<Map<string, Availability>> {
  const { rows } = await sql<{ productId: string; product: string; free: number }>`
    select p.id as "productId", p.name as product, coalesce((select greatest(s.on_hand - s.reserved - s.safety, 0) from stock_level s
        where s.warehouse_id = ${warehouseId} and s.product_id = p.id), 0) as free
      from product p where p.id = any (${[...wanted.keys()]}::uuid[]) order by p.name, p.id`.execute(db);
  const found = new Map<string, Availability>();
  for (const { productId, product, free } of rows) {
    const qty = wanted.get(productId) ?? 0;
    const short = Math.max(0, qty - free);
    // Who waits is asked of what is short alone: thousands may wait for a product of which enough is there for this order.
    const place = { warehouseId, productId };
    const shipOn =
      short === 0 ? null : await promisedOn(db, { ...place, needed: short + (await waitingFor(db, place)) });
    found.set(productId, { product, wanted: qty, free, backordered: short, shipOn });
  }
  return found;
}

/** When all that waits for a product can go; null: what is on its way is not enough. */
export async function backordersShipOn(db: Db, place: Place): Promise<Day | null> {
  return promisedOn(db, { ...place, needed: await waitingFor(db, place) });
}

interface Place {
  warehouseId: string;
  productId: string;
}

/** Pieces that older orders wait for. */
async function waitingFor(db: Db, place: Place): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select coalesce(sum(qty_backordered), 0)::int as waiting from stock_reservation
     where warehouse_id = ${place.warehouseId} and product_id = ${place.productId} and qty_backordered > 0 and state in ('HELD', 'FIRM')`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}

async function promisedOn(
  db: Db,
  { warehouseId, productId, needed }: Place & { needed: number },
): Promise<Day | null> {
  const { rows } = await sql<{ on: Day; left: number }>`
    select expected_on as on, qty - received_qty as left from stock_inbound where warehouse_id = ${warehouseId} and product_id = ${productId}
       and cancelled_at is null and received_qty < qty order by expected_on, id`.execute(db);
  let comes = 0;
  for (const { on, left } of rows) {
    comes += left;
    if (comes >= needed) return nextWorkingDay(on);
  }
  return null;
}

/** The weekday of day 0. */
const THURSDAY = 4;

/** Goods that come in are packed on the next working day; Sundays are none. */
export function nextWorkingDay(day: Day): Day {
  const next = addDays(day, 1);
  return (dayNumber(next) + THURSDAY) % 7 === 0 ? addDays(next, 1) : next;
}

export const arrivesOn = (shipOn: Day, sameState: boolean): Day =>
  addDays(shipOn, sameState ? TRANSIT.same : TRANSIT.other);
