// Parcels that came back or were lost: stock, the order, a free replacement or a credit, and never both.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { sign } from '@aangan/server/work/seal.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import pino from 'pino';
import { releaseKits } from '../allocation/entitlement.server.ts';
import { closePackable, dev, orderOf, packed, rightsIn, sendOff } from '../dispatch/dispatch-testing.ts';
import { orderContract } from '../order-history/order-history.contract.ts';
import { asSystem, r } from '../stock/stock-testing.ts';
import {
  DELHIVERY_HEADER,
  DELHIVERY_PATH,
  DELHIVERY_PROVIDER,
  delhiveryInbox,
} from '../tracking/delhivery-webhook.server.ts';
import { trackingContract } from '../tracking/tracking.contract.ts';
import { BOOKS, changes, creditApp, decideNote, GONE, NOW, saidOf, sent } from './claim-testing.ts';
import { reOrderContract, reOrders } from './re-order.contract.ts';

let app: TestApp;
before(async () => {
  app = await creditApp();
});
after(() => closePackable(app));
beforeEach(() => app.moveClock(NOW));

const bina = () => app.as('Bina');
const harsh = () => app.as('Harsh', { centre: null });
const waiting = async (id: string, who = bina()) =>
  (await who.call(reOrders.endpoints.list, { limit: 50 })).rows.find((row) => row.id === id);
async function stock(): Promise<{ pieces: number; value: number }> {
  const [row] = await app.sql<{ pieces: number; value: string }>(
    `select sum(s.on_hand)::int as pieces, sum(v.value_paise) as value from stock_level s join stock_value v on v.warehouse_id = s.warehouse_id and v.product_id = s.product_id`,
  );
  return { pieces: row?.pieces ?? 0, value: Number(row?.value) };
}
const H = BOOKS.headOffice;

test('a parcel that comes back puts its goods on stock at their cost, once; its order failed and it is sent again free', async () => {
  const parcel = await sent(app, 2, ['RTO_INITIATED']);
  const before = await stock();
  const moved = await changes(
    app,
    [
      [H, '1600'],
      [H, '5550'],
    ],
    () => saidOf(app, parcel.shipmentId, ['RTO_DELIVERED']),
  );
  assert.deepEqual(moved, [r(600), -r(600)]);
  const now = await stock();
  assert.deepEqual([now.pieces - before.pieces, now.value - before.value], [6, r(600)]);
  // Whatever is said of it afterwards: it lies in the warehouse.
  await saidOf(app, parcel.shipmentId, ['RTO_DELIVERED', 'DELIVERED', 'LOST']);
  assert.deepEqual(await stock(), now);
  const order = await bina().call(orderContract.get, { id: parcel.orderId });
  assert.deepEqual([order.status, order.failReason, order.lines[0]?.returned], ['FAIL', 'RTO', 1]);
  const row = await waiting(parcel.shipmentId);
  assert.deepEqual(
    [row?.source, row?.qty, row?.can],
    ['RETURNED', 2, { free: true, paid: false, credit: false }],
  );
  const counted = {
    shipmentId: parcel.shipmentId,
    lines: parcel.lines.map((lineId) => ({ lineId, good: 1, damaged: 0, short: 0 })),
  };
  await bina().refused(trackingContract.receive, counted, 'parcel.failed');

  const again = await bina().call(reOrderContract.free, { id: parcel.shipmentId, source: 'RETURNED' });
  assert.deepEqual([again.total, again.status], [0, 'CONFIRMED']);
  assert.equal(await waiting(parcel.shipmentId), undefined);
  await bina().refused(
    reOrderContract.free,
    { id: parcel.shipmentId, source: 'RETURNED' },
    'claim.nothing-to-order',
  );
  const row2 = { id: parcel.shipmentId, note: 'They want no kit any more' };
  const [{ version } = { version: 0 }] = await app.sql<{ version: number }>(
    'select version from shipment where id = $1',
    [parcel.shipmentId],
  );
  await harsh().refused(reOrderContract.credit, row2, 'claim.nothing-to-order', { version });
  // It leaves at the cost of the first sale, and the children have their kits.
  const packedAgain = await packed(app, again.id, 2);
  const left = await changes(
    app,
    [
      [H, '5550'],
      [H, '5530'],
      [H, '1430'],
      [H, '1400'],
    ],
    () => sendOff(app, [packedAgain]),
  );
  assert.deepEqual(left, [r(600), 0, 0, 0]);
  const { parcels } = await bina().call(trackingContract.track, { orderId: again.id });
  const lines = (parcels[0]?.lines ?? []).map(({ lineId }) => ({ lineId, good: 1, damaged: 0, short: 0 }));
  await bina().call(trackingContract.receive, { shipmentId: packedAgain.id, lines });
  const rights = await app.sql<{ status: string }>(
    'select distinct status from kit_allocation where id = any ($1)',
    [parcel.rights],
  );
  assert.deepEqual(rights, [{ status: 'AT_CENTRE' }]);
});

test('of an order of two parcels the lost one is sent again and the other arrives; found in time it goes on', async () => {
  const first = await sent(app, 1, ['LOST']);
  assert.equal((await waiting(first.shipmentId))?.source, 'LOST');
  await saidOf(app, first.shipmentId, ['DELIVERED']);
  assert.equal((await bina().call(orderContract.get, { id: first.orderId })).status, 'DELIVERED');
  assert.equal(await waiting(first.shipmentId), undefined);
  app.moveClock(GONE);
  const order = await orderOf(app, await rightsIn(app, 2));
  const one = await packed(app, order.id, 1);
  const other = await packed(app, order.id, 1);
  await sendOff(app, [one, other]);
  app.moveClock(NOW);
  await saidOf(app, one.id, ['LOST']);
  assert.equal((await bina().call(orderContract.get, { id: order.id })).status, 'SHIPPED');
  await saidOf(app, other.id, ['DELIVERED']);
  assert.equal((await bina().call(orderContract.get, { id: order.id })).status, 'DELIVERED');
  assert.equal((await waiting(one.id))?.qty, 1);
  await bina().call(reOrderContract.free, { id: one.id, source: 'LOST' });
});

test('what was lost is replaced at the courier’s cost', async () => {
  const parcel = await sent(app, 1, ['LOST']);
  const again = await bina().call(reOrderContract.free, { id: parcel.shipmentId, source: 'LOST' });
  await saidOf(app, parcel.shipmentId, ['DELIVERED']);
  assert.equal((await bina().call(orderContract.get, { id: parcel.orderId })).status, 'FAIL');
  const parcelAgain = await packed(app, again.id, 1);
  const left = await changes(
    app,
    [
      [H, '1430'],
      [H, '5530'],
    ],
    () => sendOff(app, [parcelAgain]),
  );
  assert.deepEqual(left, [r(300), 0]);
});

test('a child that leaves takes the kit that is sent again for it out of the order; the last one cancels it', async () => {
  const parcel = await sent(app, 2, ['LOST']);
  const again = await bina().call(reOrderContract.free, { id: parcel.shipmentId, source: 'LOST' });
  const leave = async (right: string | undefined) => {
    const [of] = await app.sql<{ enrolment_id: string }>(
      'select enrolment_id from kit_allocation where id = $1',
      [right],
    );
    return asSystem(app, BOOKS.centre, (db) =>
      releaseKits(db, {
        franchiseeId: BOOKS.centre,
        enrolmentId: of?.enrolment_id ?? '',
        reason: 'The child has left',
      }),
    );
  };
  const reserved = async () =>
    (await app.sql<{ n: number }>('select sum(reserved)::int as n from stock_level'))[0]?.n ?? 0;
  const before = await reserved();
  assert.deepEqual(await leave(parcel.rights[0]), { released: [], toReturn: ['CURRICULUM_KIT_1'] });
  const one = await bina().call(orderContract.get, { id: again.id });
  assert.deepEqual([one.status, one.open, one.cancelled], ['CONFIRMED', 1, 1]);
  assert.equal(await reserved(), before - 3);
  await leave(parcel.rights[1]);
  assert.equal((await bina().call(orderContract.get, { id: again.id })).status, 'CANCELLED');
  assert.equal(await reserved(), before - 6);
  // The lost parcel waits again: head office may credit it.
  assert.equal((await waiting(parcel.shipmentId, harsh()))?.can['credit'], true);
});

test('credited in its place: the whole invoice, decided by finance; the kits can be ordered anew', async () => {
  const parcel = await sent(app, 3, ['LOST']);
  const row = await waiting(parcel.shipmentId, harsh());
  assert.equal(row?.can['credit'], true);
  const ask = { id: parcel.shipmentId, note: 'The centre has bought elsewhere' };
  const version = { version: row?.version ?? 0 };
  await bina().refused(reOrderContract.credit, ask, 'approval.code-missing', version);
  await app.as('Charu').refused(reOrderContract.credit, ask, 'row.not-found', version);
  await harsh().refused(reOrderContract.credit, ask, 'row.stale', { version: 99 });
  const { amount } = await harsh().call(reOrderContract.credit, ask, version);
  assert.equal(await waiting(parcel.shipmentId), undefined);
  await bina().refused(
    reOrderContract.free,
    { id: parcel.shipmentId, source: 'LOST' },
    'claim.nothing-to-order',
  );
  const noteOf = async () =>
    (
      await app.sql<{ id: string | null }>('select note_id as id from shipment where id = $1', [
        parcel.shipmentId,
      ])
    )[0]?.id ?? '';
  // Refused, it waits again; asked for once more and approved, the due is gone.
  await decideNote(app, await noteOf(), false);
  const back = await waiting(parcel.shipmentId, harsh());
  assert.equal(back?.source, 'LOST');
  await harsh().call(reOrderContract.credit, ask, { version: back?.version ?? 0 });
  const moved = await changes(
    app,
    [
      [BOOKS.centre, '2400'],
      [H, '1400'],
      [H, '5550'],
      [H, '1430'],
      [H, '2501'],
      [H, '2502'],
    ],
    async () => decideNote(app, await noteOf(), true),
  );
  const [invoice] = await app.sql<Record<string, string>>(
    'select i.total_paise as total, i.cgst_paise as cgst, i.sgst_paise as sgst, d.settled from kit_invoice i join franchisee_due d on d.id = i.due_id where i.shipment_id = $1',
    [parcel.shipmentId],
  );
  const of = (key: string) => Number(invoice?.[key]);
  assert.deepEqual(moved, [amount, -amount, -r(900), r(900), of('cgst'), of('sgst')]);
  assert.deepEqual([of('total'), of('settled')], [amount, amount]);
  const { parcels } = await bina().call(trackingContract.track, { orderId: parcel.orderId });
  assert.equal(parcels[0]?.outcome, 'Credited');
  const anew = await orderOf(app, parcel.rights);
  assert.equal((await bina().call(orderContract.get, { id: anew.id })).status, 'CONFIRMED');
});

test('the courier’s own scan brings the goods back', async () => {
  const parcel = await sent(app, 1, []);
  const before = await stock();
  const { statusCode } = await app.app.inject({
    method: 'POST',
    url: DELHIVERY_PATH,
    headers: { 'content-type': 'application/json', [DELHIVERY_HEADER]: sign(DELHIVERY_PROVIDER) },
    payload: JSON.stringify({
      Shipment: {
        AWB: parcel.awb,
        NSLCode: 'RD-AC',
        Status: {
          Status: 'RTO',
          StatusType: 'DL',
          StatusDateTime: '2026-11-06T15:31:00',
          StatusLocation: 'Pune_Wagholi_H (Maharashtra)',
          Instructions: 'Returned',
          RecievedBy: 'Gate',
        },
      },
    }),
  });
  assert.equal(statusCode, 200);
  await drainInbox({
    database: app.pool,
    workers: { [DELHIVERY_PROVIDER]: delhiveryInbox },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
  assert.equal((await stock()).pieces - before.pieces, 3);
  assert.equal((await waiting(parcel.shipmentId))?.source, 'RETURNED');
  assert.equal(
    (
      await dev(app).call(trackingContract.record, {
        id: parcel.shipmentId,
        event: 'DELIVERED',
        at: NOW.toISOString(),
      })
    ).moved,
    false,
  );
});
