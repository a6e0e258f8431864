// Claims of what arrived damaged or not at all: the window, the limits, another person's decision, the replacement.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { closePackable } from '../dispatch/dispatch-testing.ts';
import { kitsIn } from '../kit-order/kit-order-testing.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { orderContract } from '../order-history/order-history.contract.ts';
import { asSystem, r } from '../stock/stock-testing.ts';
import { claimClose } from './claim-close.server.ts';
import { damageClaimContract as contract } from './damage-claim.contract.ts';
import { damageClaims } from './damage-claim.listing.ts';
import { reOrderContract, reOrders } from './re-order.contract.ts';

let app: TestApp;
let kits: Awaited<ReturnType<typeof kitsIn>>;
const AT_10_APRIL = new Date('2026-04-10T15:00:00+05:30');
before(async () => {
  app = await testApp();
  kits = await kitsIn(app);
  for (const id of [people.Harsh.id, people.Omkar.id])
    await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'DAMAGE_CLAIM_APPROVED')`, [
      id,
    ]);
});
after(() => closePackable(app));
beforeEach(() => app.moveClock(AT_10_APRIL));

const bina = () => app.as('Bina');
const harsh = () => app.as('Harsh', { centre: ANDHERI });
const REASON = 'The box was torn open at one corner';

interface Delivered {
  id: string;
  shipmentId: string;
  lines: string[];
}
/** An order of `n` kits of which one parcel, with all of them, arrived on 10-04-2026. */
async function delivered(n: number): Promise<Delivered> {
  const { id } = await kits.placed(await kits.rights(n));
  await asSystem(app, ANDHERI, (db) =>
    settleOrder(db, { franchiseeId: ANDHERI, orderId: id }, { kind: 'confirmed', at: AT_10_APRIL }),
  );
  return arrive(id);
}
/** A parcel of the first kits of an order that have not left arrives. */
async function arrive(id: string, kits = 999, at = AT_10_APRIL): Promise<Delivered> {
  const [parcel] = await app.sql<{ id: string }>(
    `insert into shipment (franchisee_id, shipment_no, order_id, warehouse_id, courier, status, weight_g, packed_at, packed_by, gate_out_at, delivered_at)
     select franchisee_id, 'P-' || left(gen_random_uuid()::text, 20), id, warehouse_id, 'HAND', 'DELIVERED', 500, $2, placed_by, $2, $2 from kit_order where id = $1 returning id`,
    [id, at],
  );
  const lines = await app.sql<{ id: string }>(
    `with own as (select * from kit_order_line where order_id = $1 and qty_shipped = 0 order by line_no limit $3),
      packed as (insert into shipment_line (franchisee_id, shipment_id, line_id, qty, label_code)
        select franchisee_id, $2, id, qty_ordered, left(gen_random_uuid()::text, 16) from own)
     update kit_order_line l set qty_shipped = l.qty_ordered, qty_delivered = l.qty_ordered from own where own.id = l.id returning l.id, l.line_no`,
    [id, parcel?.id, kits],
  );
  await asSystem(app, ANDHERI, (db) =>
    settleOrder(db, { franchiseeId: ANDHERI, orderId: id }, { kind: 'moved', at }),
  );
  return { id, shipmentId: parcel?.id ?? '', lines: lines.map((line) => line.id) };
}
type Line = InputOf<typeof contract.submit>['lines'][number];
const missing = (lineId: string, more: Partial<Line> = {}): Line => ({
  lineId,
  productId: null,
  kind: 'MISSING',
  qty: 1,
  reason: REASON,
  photoIds: [],
  ...more,
});
/** A claim of every line of a parcel, made as soon as it came. */
async function claimed(lines: number, product: string | null = null) {
  const order = await delivered(lines);
  const { id } = await bina().call(contract.submit, {
    shipmentId: order.shipmentId,
    lines: order.lines.map((line) => missing(line, { productId: product })),
  });
  return { order, id };
}
async function claimOf(orderId: string, id: string) {
  const { claims } = await bina().call(contract.page, { orderId });
  const claim = claims.find((one) => one.id === id);
  assert.ok(claim);
  return claim;
}
async function take(orderId: string, id: string) {
  await harsh().call(contract.take, { id }, { version: (await claimOf(orderId, id)).version });
}
/** Approves the first `n` lines, rejects the others. */
async function decide(
  orderId: string,
  id: string,
  n: number,
  fault: 'COURIER' | 'CENTRE' = 'COURIER',
): Promise<string> {
  await take(orderId, id);
  const claim = await claimOf(orderId, id);
  const lines = claim.lines.map((line, at) => ({
    id: line.id,
    qtyApproved: at < n ? line.qtyClaimed : 0,
    resolution: at < n ? ('REPLACE' as const) : ('NONE' as const),
  }));
  const { status } = await harsh().call(
    contract.decide,
    { id, lines, fault, note: 'Seen on the photos' },
    { version: claim.version },
  );
  return status;
}
async function photo(): Promise<string> {
  const [file] = await app.sql<{ id: string }>(
    `insert into file (franchisee_id, name, mime, kind, bytes, state, storage_key, created_by) values ($1, 'torn.jpg', 'image/jpeg', 'jpg', 2048, 'CLEAN', gen_random_uuid()::text, $2) returning id`,
    [ANDHERI, people.Bina.id],
  );
  return file?.id ?? '';
}

test('story 15: a claim is taken until the end of the seventh day after the delivery', async () => {
  const order = await delivered(2);
  const [first = '', second = ''] = order.lines;
  app.moveClock(new Date('2026-04-17T23:58:00+05:30'));
  const { claimNo } = await bina().call(contract.submit, {
    shipmentId: order.shipmentId,
    lines: [missing(first)],
  });
  assert.match(claimNo, /^DC\/002\/26-27\/\d{5}$/);
  app.moveClock(new Date('2026-04-18T00:00:00+05:30'));
  const closed = await bina().refused(
    contract.submit,
    { shipmentId: order.shipmentId, lines: [missing(second)] },
    'claim.window-closed',
  );
  assert.match(closed.message, /17-04-2026/);
  const { parcels } = await bina().call(contract.page, { orderId: order.id });
  assert.deepEqual(
    parcels.map(({ lastDay, open }) => [lastDay, open]),
    [['2026-04-17', false]],
  );
});

test('a parcel is claimed while the rest of its order travels: its own window, and what was in it', async () => {
  const { id } = await kits.placed(await kits.rights(3));
  const which = { franchiseeId: ANDHERI, orderId: id };
  await asSystem(app, ANDHERI, (db) => settleOrder(db, which, { kind: 'confirmed', at: AT_10_APRIL }));
  const first = await arrive(id, 1);
  assert.equal((await bina().call(orderContract.get, { id })).status, 'SHIPPED');
  const [own = ''] = first.lines;
  const { id: claim } = await bina().call(contract.submit, {
    shipmentId: first.shipmentId,
    lines: [missing(own, { productId: kits.products['toys'] ?? '' })],
  });
  app.moveClock(new Date('2026-04-16T12:00:00+05:30'));
  const second = await arrive(id, 2, new Date('2026-04-16T11:00:00+05:30'));
  // The second parcel is asked about its own kits, and until its own day.
  await bina().refused(
    contract.submit,
    { shipmentId: second.shipmentId, lines: [missing(own)] },
    'row.not-found',
  );
  app.moveClock(new Date('2026-04-20T12:00:00+05:30'));
  await bina().refused(
    contract.submit,
    { shipmentId: first.shipmentId, lines: [missing(own, { productId: kits.products['books'] ?? '' })] },
    'claim.window-closed',
  );
  const { parcels, claims } = await bina().call(contract.page, { orderId: id });
  assert.deepEqual(
    parcels.map(({ id, open, claimable }) => [
      id,
      open,
      claimable.filter(({ productId }) => productId === null).map(({ left }) => left),
    ]),
    [
      [second.shipmentId, true, [1, 1]],
      [first.shipmentId, false, [0]],
    ],
  );
  assert.equal(claims.find((one) => one.id === claim)?.shipmentNo, parcels[1]?.shipmentNo);
  const [third = ''] = second.lines;
  await bina().call(contract.submit, { shipmentId: second.shipmentId, lines: [missing(third)] });
});

test('that nothing of a parcel came is said within 48 hours, unless the centre has counted it', async () => {
  const order = await delivered(2);
  const nothing = { shipmentId: order.shipmentId, lines: order.lines.map((line) => missing(line)) };
  app.moveClock(new Date('2026-04-12T15:00:01+05:30'));
  const late = await bina().refused(contract.submit, nothing, 'claim.parcel-window');
  assert.match(late.message, /48 hours/);
  const counted = await delivered(2);
  await app.sql(
    `insert into goods_receipt (franchisee_id, shipment_id, received_at, received_by) values ($1, $2, $3, $4)`,
    [ANDHERI, counted.shipmentId, AT_10_APRIL, people.Bina.id],
  );
  const lines = counted.lines.map((line) => missing(line));
  await bina().call(contract.submit, { shipmentId: counted.shipmentId, lines });
  // In time it is taken.
  app.moveClock(new Date('2026-04-12T15:00:00+05:30'));
  await bina().call(contract.submit, nothing);
});

test('nothing that did not arrive, nothing twice, nothing of another centre; a photo where something is there', async () => {
  const waiting = await kits.placed(await kits.rights(1));
  const travels = await arrive(waiting.id);
  await app.sql(`update shipment set status = 'IN_TRANSIT', delivered_at = null where id = $1`, [
    travels.shipmentId,
  ]);
  await bina().refused(
    contract.submit,
    { shipmentId: travels.shipmentId, lines: [missing(travels.lines[0] ?? '')] },
    'claim.not-delivered',
  );
  const order = await delivered(1);
  const [own = ''] = order.lines;
  const over = await bina().refused(
    contract.submit,
    { shipmentId: order.shipmentId, lines: [missing(own, { qty: 2 })] },
    'claim.too-many',
  );
  assert.deepEqual(over.fields, { 'lines.0.qty': 'At most 1' });
  const bare = await bina().refused(
    contract.submit,
    { shipmentId: order.shipmentId, lines: [missing(own, { kind: 'DAMAGED' })] },
    'input.invalid',
  );
  assert.ok(bare.fields?.['lines.0.photoIds']);
  const short = await bina().refused(
    contract.submit,
    { shipmentId: order.shipmentId, lines: [missing(own, { reason: 'torn' })] },
    'input.invalid',
  );
  assert.ok(short.fields?.['lines.0.reason']);
  await bina().refused(
    contract.submit,
    { shipmentId: order.shipmentId, lines: [missing(randomUUID())] },
    'row.not-found',
  );
  await app
    .as('Charu')
    .refused(contract.submit, { shipmentId: order.shipmentId, lines: [missing(own)] }, 'row.not-found');
  await app.as('Charu').refused(contract.page, { orderId: order.id }, 'row.not-found');
  // Of the kit's books one piece is claimed: the whole kit is no longer, the toys still are.
  const books = kits.products['books'] ?? '';
  await bina().call(contract.submit, {
    shipmentId: order.shipmentId,
    lines: [missing(own, { productId: books, kind: 'DAMAGED', photoIds: [await photo()] })],
  });
  const { parcels, claims } = await bina().call(contract.page, { orderId: order.id });
  const claimable = parcels[0]?.claimable ?? [];
  const left = new Map(claimable.map((one) => [one.productId, one.left]));
  assert.deepEqual([left.get(books), left.get(null), left.get(kits.products['toys'] ?? '')], [0, 0, 1]);
  assert.equal(claims[0]?.lines[0]?.photos.length, 1);
  await bina().refused(
    contract.submit,
    { shipmentId: order.shipmentId, lines: [missing(own, { productId: books })] },
    'claim.too-many',
  );
});

test('two claims of one kit at once leave one', async () => {
  const order = await delivered(1);
  const [own = ''] = order.lines;
  const both = await Promise.all(
    [0, 1].map(() => bina().raw(contract.submit, { shipmentId: order.shipmentId, lines: [missing(own)] })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422]);
});

test('another person decides: not who submitted it, not without the code, not before it is taken', async () => {
  const order = await delivered(1);
  const [own = ''] = order.lines;
  const { id } = await app
    .as('Omkar')
    .call(contract.submit, { shipmentId: order.shipmentId, lines: [missing(own)] });
  const claim = await claimOf(order.id, id);
  const version = { version: claim.version };
  await app.as('Omkar').refused(contract.take, { id }, 'approval.own', version);
  await bina().refused(contract.take, { id }, 'approval.code-missing', version);
  const lines = claim.lines.map((line) => ({ id: line.id, qtyApproved: 1, resolution: 'REPLACE' as const }));
  const verdict = { id, lines, fault: 'COURIER' as const, note: 'Seen on the photos' };
  await harsh().refused(contract.decide, verdict, 'row.wrong-state', version);
  await take(order.id, id);
  const taken = { version: (await claimOf(order.id, id)).version };
  await app.as('Omkar').refused(contract.decide, verdict, 'approval.own', taken);
  await bina().refused(contract.decide, verdict, 'approval.code-missing', taken);
  await harsh().refused(contract.decide, { ...verdict, lines: [] }, 'input.invalid', taken);
  await harsh().refused(
    contract.decide,
    { ...verdict, lines: [{ id: randomUUID(), qtyApproved: 1, resolution: 'REPLACE' }] },
    'claim.line-missing',
    taken,
  );
  await harsh().refused(
    contract.decide,
    { ...verdict, lines: lines.map((line) => ({ ...line, qtyApproved: 2 })) },
    'claim.too-many',
    taken,
  );
  await harsh().call(contract.decide, verdict, taken);
  assert.equal((await claimOf(order.id, id)).status, 'APPROVED');
});

test('story 16: 2 of 3 approved are a ₹0 order of 2; the first order stays delivered; the claim closes when it arrives', async () => {
  const { order, id } = await claimed(3);
  assert.equal(await decide(order.id, id, 2), 'PARTIALLY_APPROVED');
  const { rows } = await bina().call(reOrders.endpoints.list, { limit: 50 });
  const waits = rows.find((row) => row.id === id);
  assert.deepEqual(
    [waits?.qty, waits?.source, waits?.can],
    [2, 'CLAIM', { free: true, paid: false, credit: false }],
  );
  await bina().refused(reOrderContract.paid, { id, paymentMode: 'CREDIT' }, 'claim.free');
  const made = await bina().call(reOrderContract.free, { id, source: 'CLAIM' });
  assert.deepEqual([made.total, made.status], [0, 'CONFIRMED']);
  await bina().refused(reOrderContract.free, { id, source: 'CLAIM' }, 'claim.nothing-to-order');
  const replacement = await bina().call(orderContract.get, { id: made.id });
  assert.deepEqual(
    [replacement.kind, replacement.kitType, replacement.kits, replacement.origin],
    ['REPLACEMENT', 'RE_ORDERED', 2, (await bina().call(orderContract.get, { id: order.id })).orderNo],
  );
  const [held] = await app.sql<{ n: number }>(
    `select sum(qty_held)::int as n from stock_reservation where order_id = $1 and state = 'FIRM'`,
    [made.id],
  );
  assert.equal(held?.n, 6);
  assert.equal((await bina().call(orderContract.get, { id: order.id })).status, 'DELIVERED');
  assert.equal((await claimOf(order.id, id)).reorder?.orderNo, made.orderNo);
  await arrive(made.id);
  const here = await claimOf(order.id, id);
  assert.equal(here.status, 'DELIVERED');
  await bina().call(contract.close, { id }, { version: here.version });
  assert.equal((await claimOf(order.id, id)).status, 'CLOSED');
});

test('a replacement that is cancelled can be ordered once more; one that arrived closes its claim after a week', async () => {
  const { order, id } = await claimed(1);
  await decide(order.id, id, 1);
  const first = await bina().call(reOrderContract.free, { id, source: 'CLAIM' });
  const { version } = await bina().call(orderContract.get, { id: first.id });
  await bina().call(orderContract.cancel, { id: first.id, reason: REASON }, { version });
  assert.equal((await claimOf(order.id, id)).status, 'APPROVED');
  const second = await bina().call(reOrderContract.free, { id, source: 'CLAIM' });
  await arrive(second.id);
  const night = (at: string) =>
    claimClose.run({
      work: (franchiseeId, work) =>
        inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'test' }, work),
      now: new Date(at),
      data: null,
      ports: { ...app.ports, afterCommit: () => {} },
    });
  await night('2026-04-17T14:59:00+05:30');
  assert.equal((await claimOf(order.id, id)).status, 'DELIVERED');
  await night('2026-04-17T15:01:00+05:30');
  assert.equal((await claimOf(order.id, id)).status, 'CLOSED');
});

test('what the centre caused is paid at the price of its order', async () => {
  const toys = kits.products['toys'] ?? '';
  const { order, id } = await claimed(1, toys);
  await decide(order.id, id, 1, 'CENTRE');
  await bina().refused(reOrderContract.free, { id, source: 'CLAIM' }, 'claim.not-free');
  const made = await bina().call(reOrderContract.paid, { id, paymentMode: 'ONLINE' });
  // 656.25 and 5 % GST.
  assert.deepEqual([made.total, made.status, made.paymentId !== null], [r(656.25) + 3281, 'PENDING', true]);
  const [again] = await app.sql<{ kind: string }>('select kind from kit_order where id = $1', [made.id]);
  assert.equal(again?.kind, 'RE_ORDER');
});

test('a rejected claim says why, and what was in it can be claimed again; the list has it', async () => {
  const { order, id } = await claimed(1);
  assert.equal(await decide(order.id, id, 0), 'REJECTED');
  const { rows } = await bina().call(damageClaims.endpoints.list, { status: ['REJECTED'], limit: 50 });
  assert.ok(rows.some((row) => row.id === id && row.fault === 'COURIER'));
  const page = await bina().call(contract.page, { orderId: order.id });
  assert.equal(page.parcels[0]?.claimable.find((one) => one.productId === null)?.left, 1);
});

/** Whom outbox rows of a kind are about. */
async function toldOf(kind: string, sourceId: string): Promise<string[]> {
  const rows = await app.sql<{ ids: string[] }>(
    `select payload -> 'about' -> 'userIds' as ids from outbox where payload ->> 'kind' = $1 and source_id = $2`,
    [kind, sourceId],
  );
  return rows.flatMap(({ ids }) => ids);
}

test('who may decide hears that a claim waits, not who sent it; the sender hears the decision', async () => {
  const { order, id } = await claimed(1);
  const waits = await toldOf('orders.approval-needed', id);
  assert.deepEqual(waits.sort(), [people.Harsh.id, people.Omkar.id].sort());
  await decide(order.id, id, 0);
  assert.deepEqual(await toldOf('orders.claim-decided', id), [people.Bina.id]);
  const other = await delivered(1);
  const own = await app
    .as('Omkar')
    .call(contract.submit, { shipmentId: other.shipmentId, lines: [missing(other.lines[0] ?? '')] });
  assert.deepEqual(await toldOf('orders.approval-needed', own.id), [people.Harsh.id]);
});
