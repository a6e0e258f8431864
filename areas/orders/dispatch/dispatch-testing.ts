// Orders of kits that stand confirmed, for the tests of what happens to them in the warehouse and after it.
import { randomUUID } from 'node:crypto';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import { kitOrderContract } from '../kit-order/kit-order.contract.ts';
import { stockContract } from '../stock/stock.contract.ts';
import { r, warehouseIn } from '../stock/stock-testing.ts';
import { parcels } from './dispatch.listing.ts';
import type { Courier } from './dispatch.states.ts';
import { printWorkers } from './print-documents.server.ts';
import { challanContract, shipmentContract } from './shipment.contract.ts';

const KIT = 'CURRICULUM_KIT_1' as const;

export interface Kits {
  readonly app: TestApp;
  readonly warehouseId: string;
  readonly products: Readonly<Record<'books' | 'toys' | 'bag', string>>;
}

/** Kits of 1,500.00: books 600 (0 %), toys 700 (5 %), bag 300 (18 %), a thousand of each in stock at 100.00; credit for Andheri. */
export async function kitsIn(app: TestApp): Promise<Kits> {
  const warehouseId = await warehouseIn(app);
  const product = async (sku: string, hsn: string, price: number): Promise<string> => {
    const [row] = await app.sql<{ id: string }>(
      `insert into product (sku, name, hsn, weight_g) values ($1, $1, $2, 500) returning id`,
      [sku, hsn],
    );
    const id = row?.id ?? '';
    const [request] = await app.sql<{ id: string }>(
      `insert into margin_request (product_id, mrp_paise, margin_bp, price_paise, rate_bp, from_on, status, made_by, level1_by, level2_by)
       values ($1, $2::bigint * 2, 2000, $2::bigint, 500, '2026-04-01', 'APPROVED', $3, $4, $5) returning id`,
      [id, price, people.Harsh.id, people.Kavi.id, people.Asha.id],
    );
    await app.sql(
      `insert into product_price (product_id, from_on, mrp_paise, margin_bp, price_paise, request_id) values ($1, '2026-04-01', $2::bigint * 2, 2000, $2::bigint, $3)`,
      [id, price, request?.id],
    );
    await app
      .as('Dev', { centre: null })
      .call(stockContract.receive, { warehouseId, productId: id, qty: 1000, unitCost: r(100), note: null });
    return id;
  };
  const products = {
    books: await product('BOOKS', '4901', r(600)),
    toys: await product('TOYS', '9503', r(700)),
    bag: await product('BAG', '4202', r(300)),
  };
  const [mapping] = await app.sql<{ id: string }>(
    `insert into kit_mapping (code, kit_type, academic_year_id, class_id, name, status, current, made_by, price_mode, fixed_price_paise, version_no)
     values ('M-CK1', $1, $2, $3, $1, 'APPROVED', true, $4, 'FIXED', $5, 1) returning id`,
    [KIT, YEAR, NURSERY, people.Ira.id, r(1500)],
  );
  for (const [i, id] of Object.values(products).entries())
    await app.sql(`insert into kit_mapping_line (mapping_id, product_id, qty, seq) values ($1, $2, 1, $3)`, [
      mapping?.id,
      id,
      i + 1,
    ]);
  for (const centre of [ANDHERI, BANER])
    await app.sql(`insert into order_credit_terms (franchisee_id, limit_paise) values ($1, $2)`, [
      centre,
      r(10_00_000),
    ]);
  return { app, warehouseId, products };
}

let n = 0;
/** Children of a centre with a right to the kit. */
export async function rightsIn(app: TestApp, count: number, centre: number = ANDHERI): Promise<string[]> {
  const rights: string[] = [];
  for (let i = 0; i < count; i += 1) {
    n += 1;
    const family = centre === ANDHERI ? children.Aarav.familyId : children.Myra.familyId;
    const [c] = await app.sql<{ id: string }>(
      'insert into child (id, child_no) values (gen_random_uuid(), $1) returning id',
      [`A${400_000_000 + n}`],
    );
    const [student, enrolment] = [randomUUID(), randomUUID()];
    await app.sql('insert into student_admission (franchisee_id, id, academic_year_id) values ($1, $2, $3)', [
      centre,
      enrolment,
      YEAR,
    ]);
    await app.sql(
      `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state)
       values ($1, $2, $3, $4, $5, $6, '2022-08-15', 'MALE', 'STUDYING')`,
      [centre, student, c?.id, family, `ADM/D/${n}`, `Kit Child ${n}`],
    );
    await app.sql(
      `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, day_session, enrolment_no, status, joined_on)
       values ($1, $2, $3, $4, $5, 'MORNING', $6, 'ACTIVE', '2026-06-15')`,
      [centre, enrolment, student, YEAR, NURSERY, `D${n}`],
    );
    const [row] = await app.sql<{ id: string }>(
      `insert into kit_allocation (franchisee_id, academic_year_id, kit_type, enrolment_id, student_id, class_id, source)
       values ($1, $2, $3, $4, $5, $6, 'MANUAL') returning id`,
      [centre, YEAR, KIT, enrolment, student, NURSERY],
    );
    rights.push(row?.id ?? '');
  }
  return rights;
}

/** A confirmed order on credit. */
export async function orderOf(
  app: TestApp,
  rights: readonly string[],
  { by = 'Bina', backorder = false }: { by?: 'Bina' | 'Charu'; backorder?: boolean } = {},
): Promise<{ id: string; orderNo: string; total: number }> {
  const lines = rights.map((allocationId) => ({ allocationId, qty: 1 }));
  const who = app.as(by);
  const { quote } = await who.call(kitOrderContract.quote, { kitType: KIT, lines });
  return who.call(kitOrderContract.place, {
    clientOrderId: randomUUID(),
    kitType: KIT,
    lines,
    quote,
    paymentMode: 'CREDIT',
    backorder,
    reference: null,
  });
}

export const dev = (app: TestApp) => app.as('Dev', { centre: null });

/** Packs the first `kits` of an order that can be packed. */
export async function packed(
  app: TestApp,
  orderId: string,
  kits: number,
): Promise<{ id: string; shipmentNo: string; challanId: string }> {
  const { lines } = await dev(app).call(shipmentContract.ready, { orderId });
  const made = await dev(app).call(shipmentContract.pack, {
    orderId,
    lines: lines
      .filter(({ ready }) => ready > 0)
      .slice(0, kits)
      .map(({ lineId }) => ({ lineId, qty: 1 })),
    boxes: 1,
    weight: 1500 * kits,
  });
  const { rows } = await dev(app).call(parcels.endpoints.list, { q: made.shipmentNo });
  return { ...made, challanId: rows[0]?.challanId ?? '' };
}

let waybill = 0;
/** The next waybill number; of digits, as Delhivery's are. */
export const nextAwb = (): string => {
  waybill += 1;
  return String(26_805_710_000_000 + waybill);
};

/** Issues the challans and hands the parcels over. Answers the waybills in their order. */
export async function sendOff(
  app: TestApp,
  sent: readonly { id: string; challanId: string }[],
  courier: Courier = 'DELHIVERY',
): Promise<string[]> {
  await dev(app).call(challanContract.issue, { ids: sent.map(({ challanId }) => challanId) });
  const awbs = sent.map(() => nextAwb());
  await dev(app).call(shipmentContract.gateOut, {
    courier,
    parcels: sent.map(({ id }, i) => ({ id, awb: awbs[i] ?? null })),
  });
  return awbs;
}

/** What follows a commit: papers. */
export const drained = (app: TestApp) =>
  drainOutbox({
    database: app.pool,
    workers: printWorkers,
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
