// Orders of kits that stand confirmed, for the tests of what happens to them in the warehouse and after it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { kitOrderContract } from '../kit-order/kit-order.contract.ts';
import { KIT, kitsIn as orderableIn, rightIn } from '../kit-order/kit-order-testing.ts';
import { asSystem, r } from '../stock/stock-testing.ts';
import { parcels } from './dispatch.listing.ts';
import type { Courier } from './dispatch.states.ts';
import { packableOfOrder } from './packable.server.ts';
import { printWorkers } from './print-documents.server.ts';
import { challanContract, shipmentContract } from './shipment.contract.ts';

export type Kits = Awaited<ReturnType<typeof kitsIn>>;

/** The kits of the desk's tests, and credit for both centres. */
export async function kitsIn(app: TestApp) {
  const { warehouseId, products } = await orderableIn(app);
  for (const centre of [ANDHERI, BANER])
    await app.sql(`insert into order_credit_terms (franchisee_id, limit_paise) values ($1, $2)`, [
      centre,
      r(10_00_000),
    ]);
  const id = (key: 'books' | 'toys' | 'bag') => products[key] ?? '';
  return { app, warehouseId, products: { books: id('books'), toys: id('toys'), bag: id('bag') } };
}

/** Children of a centre with a right to the kit. */
export async function rightsIn(app: TestApp, count: number, centre: number = ANDHERI): Promise<string[]> {
  const rights: string[] = [];
  for (let i = 0; i < count; i += 1) rights.push(await rightIn(app, { centre }));
  return rights;
}

/** An order: on credit it is confirmed, online it waits for its money. */
export async function orderOf(
  app: TestApp,
  rights: readonly string[],
  {
    by = 'Bina',
    backorder = false,
    mode = 'CREDIT',
  }: { by?: 'Bina' | 'Charu'; backorder?: boolean; mode?: 'CREDIT' | 'ONLINE' } = {},
): Promise<{ id: string; orderNo: string; total: number }> {
  const lines = rights.map((allocationId) => ({ allocationId, qty: 1 }));
  const who = app.as(by);
  const { quote } = await who.call(kitOrderContract.quote, { kitType: KIT, lines });
  return who.call(kitOrderContract.place, {
    clientOrderId: randomUUID(),
    kitType: KIT,
    lines,
    quote,
    paymentMode: mode,
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

/** Orders of which something else can be packed than is kept beside them, or to another promise; none, whatever was done to them. */
export const packableOff = (app: TestApp): Promise<unknown[]> =>
  asSystem(app, null, async (db) => {
    const { rows } = await sql`
      select o.order_no, o.status, k.ready as "keptReady", q.ready, k.waiting as "keptWaiting", q.waiting from kit_order o ${packableOfOrder}
        left join kit_order_packing k on k.franchisee_id = o.franchisee_id and k.order_id = o.id
       where (coalesce(k.ready, 0), coalesce(k.waiting, 0)) <> (q.ready, q.waiting)
          or k.ready > 0 and k.promised_on is distinct from o.promised_on order by 1`.execute(db);
    return rows;
  });

/** At the end of a test file: what can be packed is kept for every order that it made. */
export async function closePackable(app: TestApp | undefined): Promise<void> {
  if (!app) return;
  const off = await packableOff(app);
  await app.close();
  assert.deepEqual(off, []);
}
