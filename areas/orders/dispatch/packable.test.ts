// What can be packed of an order is kept beside it, and is at every step what its lines, parcels and stock say.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { releaseKits } from '../allocation/entitlement.server.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { orderContract } from '../order-history/order-history.contract.ts';
import { lockLevel } from '../stock/move-stock.server.ts';
import { fillBackorders } from '../stock/reserve-stock.server.ts';
import { stockContract } from '../stock/stock.contract.ts';
import { asSystem, r } from '../stock/stock-testing.ts';
import { trackingContract } from '../tracking/tracking.contract.ts';
import { packings, parcels } from './dispatch.listing.ts';
import {
  closePackable,
  dev,
  type Kits,
  kitsIn,
  orderOf,
  packableOff,
  packed,
  rightsIn,
  sendOff,
} from './dispatch-testing.ts';
import { shipmentContract as contract } from './shipment.contract.ts';

const NOW = new Date('2026-11-03T11:00:00+05:30');
let app: TestApp;
let kits: Kits;
before(async () => {
  app = await testApp();
  app.moveClock(NOW);
  kits = await kitsIn(app);
});
after(() => closePackable(app));

const bina = () => app.as('Bina');
/** Kits to pack and kits that wait, as kept and as the desk shows it; and no order is off. */
async function kept(orderId: string): Promise<[number, number]> {
  assert.deepEqual(await packableOff(app), []);
  const [row] = await app.sql<{ ready: number; waiting: number; order_no: string }>(
    `select o.order_no, k.ready, k.waiting from kit_order o left join kit_order_packing k on k.franchisee_id = o.franchisee_id and k.order_id = o.id where o.id = $1`,
    [orderId],
  );
  const { rows } = await dev(app).call(packings.endpoints.list, { q: row?.order_no ?? '' });
  assert.deepEqual(
    rows.map(({ ready, waiting }) => [ready, waiting]),
    row && row.ready > 0 ? [[row.ready, row.waiting]] : [],
  );
  return [row?.ready ?? 0, row?.waiting ?? 0];
}
const receive = (productId: string, qty: number) =>
  dev(app).call(stockContract.receive, {
    warehouseId: kits.warehouseId,
    productId,
    qty,
    unitCost: r(100),
    note: null,
  });
const levelOf = async (productId: string) => {
  const [row] = await app.sql<{ id: string; on_hand: number; reserved: number }>(
    'select id, on_hand, reserved from stock_level where product_id = $1',
    [productId],
  );
  return row ?? { id: '', on_hand: 0, reserved: 0 };
};
/** So many pieces are free, the rest is written off. */
async function leaveFree(productId: string, free: number): Promise<void> {
  const { id, on_hand, reserved } = await levelOf(productId);
  const qty = on_hand - reserved - free;
  if (qty > 0) await dev(app).call(stockContract.writeOff, { id, qty, note: 'Water damage in the rack' });
}
async function unpack(parcel: { shipmentNo: string; id: string }): Promise<void> {
  const { rows } = await dev(app).call(parcels.endpoints.list, { q: parcel.shipmentNo });
  await dev(app).call(
    contract.unpack,
    { id: parcel.id, reason: 'The box is torn' },
    { version: rows[0]?.version ?? 0 },
  );
}
const cancel = async (id: string, what: 'cancel' | 'cancelRemainder') => {
  const { version } = await bina().call(orderContract.get, { id });
  await bina().call(orderContract[what], { id, reason: 'The class is smaller than planned' }, { version });
};

test('from the order over stock that comes, parcels and the gate to what is cancelled, each step is kept', async () => {
  await leaveFree(kits.products.bag, 2);
  const order = await orderOf(app, await rightsIn(app, 5), { backorder: true });
  assert.deepEqual(await kept(order.id), [2, 3]);
  await receive(kits.products.bag, 1);
  assert.deepEqual(await kept(order.id), [3, 2]);
  const parcel = await packed(app, order.id, 2);
  assert.deepEqual(await kept(order.id), [1, 2]);
  await unpack(parcel);
  assert.deepEqual(await kept(order.id), [3, 2]);
  const other = await packed(app, order.id, 2);
  await sendOff(app, [other]);
  assert.deepEqual(await kept(order.id), [1, 2]);
  await cancel(order.id, 'cancelRemainder');
  assert.deepEqual(await kept(order.id), [0, 0]);
});

test('unpaid, held or waiting for head office nothing is packed; paid it is, cancelled not any more', async () => {
  await receive(kits.products.bag, 20);
  const order = await orderOf(app, await rightsIn(app, 2));
  assert.deepEqual(await kept(order.id), [2, 0]);
  await cancel(order.id, 'cancel');
  assert.deepEqual(await kept(order.id), [0, 0]);
  const unpaid = await orderOf(app, await rightsIn(app, 2), { mode: 'ONLINE' });
  assert.deepEqual(await kept(unpaid.id), [0, 0]);
  const which = { franchiseeId: ANDHERI, orderId: unpaid.id };
  const settle = (kind: 'failed' | 'confirmed') =>
    asSystem(app, ANDHERI, (db) =>
      settleOrder(
        db,
        which,
        kind === 'failed' ? { kind, reason: 'PAYMENT_TIMEOUT' } : { kind, at: new Date() },
      ),
    );
  await settle('failed');
  assert.deepEqual(await kept(unpaid.id), [0, 0]);
  await settle('confirmed');
  assert.deepEqual(await kept(unpaid.id), [2, 0]);
});

test('a child that leaves is taken off; safety stock that is lowered and a count that finds more fill what waits', async () => {
  await leaveFree(kits.products.toys, 2);
  const rights = await rightsIn(app, 4);
  const order = await orderOf(app, rights, { backorder: true });
  assert.deepEqual(await kept(order.id), [2, 2]);
  const [of] = await app.sql<{ enrolment_id: string }>(
    'select enrolment_id from kit_allocation where id = $1',
    [rights[3]],
  );
  await asSystem(app, ANDHERI, (db) =>
    releaseKits(db, {
      franchiseeId: ANDHERI,
      enrolmentId: of?.enrolment_id ?? '',
      reason: 'The child has left',
    }),
  );
  assert.deepEqual(await kept(order.id), [2, 1]);
  const { id, on_hand } = await levelOf(kits.products.toys);
  await dev(app).call(stockContract.count, { id, counted: on_hand + 1, note: 'Found behind the shelf' });
  assert.deepEqual(await kept(order.id), [3, 0]);
});

test('a parcel that comes back fills what waits for its goods', async () => {
  await receive(kits.products.toys, 10);
  await receive(kits.products.bag, 10);
  const first = await orderOf(app, await rightsIn(app, 2));
  const parcel = await packed(app, first.id, 2);
  await sendOff(app, [parcel]);
  assert.deepEqual(await kept(first.id), [0, 0]);
  await leaveFree(kits.products.bag, 0);
  const waits = await orderOf(app, await rightsIn(app, 2), { backorder: true });
  assert.deepEqual(await kept(waits.id), [0, 2]);
  const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
  app.moveClock(later(3));
  const said = (event: 'RTO_INITIATED' | 'RTO_DELIVERED', at: Date) =>
    dev(app).call(trackingContract.record, { id: parcel.id, event, at: at.toISOString() });
  await said('RTO_INITIATED', later(1));
  await said('RTO_DELIVERED', later(2));
  app.moveClock(NOW);
  assert.deepEqual(await kept(waits.id), [2, 0]);
  assert.deepEqual(await kept(first.id), [0, 0]);
});

test('what an order waits for comes from two sides at once: who is second sees what the first brought', async () => {
  const levels = [];
  for (const product of [kits.products.bag, kits.products.toys]) {
    await leaveFree(product, 0);
    levels.push((await levelOf(product)).id);
  }
  const order = await orderOf(app, await rightsIn(app, 1), { backorder: true });
  assert.deepEqual(await kept(order.id), [0, 1]);
  const [bag = '', toys = ''] = levels;
  const bring = (id: string, before: () => Promise<unknown>) =>
    asSystem(app, null, async (db) => {
      const level = await lockLevel(db, id);
      await db
        .updateTable('stock_level')
        .set({ on_hand: level.onHand + 1 })
        .where('id', '=', id)
        .execute();
      await fillBackorders(db, level);
      await before();
    });
  const waits = () =>
    app.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
    );
  let second: Promise<unknown> | undefined;
  await bring(bag, async () => {
    let done = false;
    second = bring(toys, async () => {}).finally(() => {
      done = true;
    });
    while (!done && (await waits()).length === 0) await delay(10);
  });
  await second;
  assert.deepEqual(await kept(order.id), [1, 0]);
});
