// Claims of what arrived damaged or not at all: the window, the limits, another person's decision, the replacement.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
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
after(() => app?.close());
beforeEach(() => app.moveClock(AT_10_APRIL));

const bina = () => app.as('Bina');
const harsh = () => app.as('Harsh', { centre: ANDHERI });
const REASON = 'The box was torn open at one corner';

/** An order of `n` kits that arrived on 10-04-2026, as parcels leave it. */
async function delivered(n: number): Promise<{ id: string; lines: string[] }> {
  const { id } = await kits.placed(await kits.rights(n));
  await asSystem(app, ANDHERI, (db) =>
    settleOrder(db, { franchiseeId: ANDHERI, orderId: id }, { kind: 'confirmed', at: AT_10_APRIL }),
  );
  return arrive(id);
}
async function arrive(id: string): Promise<{ id: string; lines: string[] }> {
  const lines = await app.sql<{ id: string }>(
    `update kit_order_line set qty_shipped = qty_ordered, qty_delivered = qty_ordered where order_id = $1 returning id, line_no`,
    [id],
  );
  await asSystem(app, ANDHERI, (db) =>
    settleOrder(db, { franchiseeId: ANDHERI, orderId: id }, { kind: 'moved', at: AT_10_APRIL }),
  );
  return { id, lines: lines.map((line) => line.id) };
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
async function claimed(lines: number, product: string | null = null) {
  const order = await delivered(lines);
  const { id } = await bina().call(contract.submit, {
    orderId: order.id,
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
  const { claimNo } = await bina().call(contract.submit, { orderId: order.id, lines: [missing(first)] });
  assert.match(claimNo, /^DC\/002\/26-27\/\d{5}$/);
  app.moveClock(new Date('2026-04-18T00:00:00+05:30'));
  const closed = await bina().refused(
    contract.submit,
    { orderId: order.id, lines: [missing(second)] },
    'claim.window-closed',
  );
  assert.match(closed.message, /17-04-2026/);
  const page = await bina().call(contract.page, { orderId: order.id });
  assert.deepEqual([page.lastDay, page.open], ['2026-04-17', false]);
});

test('nothing that did not arrive, nothing twice, nothing of another centre; a photo where something is there', async () => {
  const waiting = await kits.placed(await kits.rights(1));
  const [line] = await app.sql<{ id: string }>('select id from kit_order_line where order_id = $1', [
    waiting.id,
  ]);
  await bina().refused(
    contract.submit,
    { orderId: waiting.id, lines: [missing(line?.id ?? '')] },
    'claim.not-delivered',
  );
  const order = await delivered(1);
  const [own = ''] = order.lines;
  const over = await bina().refused(
    contract.submit,
    { orderId: order.id, lines: [missing(own, { qty: 2 })] },
    'claim.too-many',
  );
  assert.deepEqual(over.fields, { 'lines.0.qty': 'At most 1' });
  const bare = await bina().refused(
    contract.submit,
    { orderId: order.id, lines: [missing(own, { kind: 'DAMAGED' })] },
    'input.invalid',
  );
  assert.ok(bare.fields?.['lines.0.photoIds']);
  const short = await bina().refused(
    contract.submit,
    { orderId: order.id, lines: [missing(own, { reason: 'torn' })] },
    'input.invalid',
  );
  assert.ok(short.fields?.['lines.0.reason']);
  await bina().refused(
    contract.submit,
    { orderId: order.id, lines: [missing(randomUUID())] },
    'row.not-found',
  );
  await app
    .as('Charu')
    .refused(contract.submit, { orderId: order.id, lines: [missing(own)] }, 'row.not-found');
  await app.as('Charu').refused(contract.page, { orderId: order.id }, 'row.not-found');
  // Of the kit's books one piece is claimed: the whole kit is no longer, the toys still are.
  const books = kits.products['books'] ?? '';
  await bina().call(contract.submit, {
    orderId: order.id,
    lines: [missing(own, { productId: books, kind: 'DAMAGED', photoIds: [await photo()] })],
  });
  const { claimable, claims } = await bina().call(contract.page, { orderId: order.id });
  const left = new Map(claimable.map((one) => [one.productId, one.left]));
  assert.deepEqual([left.get(books), left.get(null), left.get(kits.products['toys'] ?? '')], [0, 0, 1]);
  assert.equal(claims[0]?.lines[0]?.photos.length, 1);
  await bina().refused(
    contract.submit,
    { orderId: order.id, lines: [missing(own, { productId: books })] },
    'claim.too-many',
  );
});

test('two claims of one kit at once leave one', async () => {
  const order = await delivered(1);
  const [own = ''] = order.lines;
  const both = await Promise.all(
    [0, 1].map(() => bina().raw(contract.submit, { orderId: order.id, lines: [missing(own)] })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422]);
});

test('another person decides: not who submitted it, not without the code, not before it is taken', async () => {
  const order = await delivered(1);
  const [own = ''] = order.lines;
  const { id } = await app.as('Omkar').call(contract.submit, { orderId: order.id, lines: [missing(own)] });
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
  assert.deepEqual([waits?.qty, waits?.source, waits?.can], [2, 'CLAIM', { free: true, paid: false }]);
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

test('an order whose parcels were lost is replaced free, once', async () => {
  const { id } = await kits.placed(await kits.rights(2));
  await app.sql(`update kit_order set status = 'FAIL', fail_reason = 'LOST' where id = $1`, [id]);
  const { rows } = await bina().call(reOrders.endpoints.list, { limit: 50 });
  assert.deepEqual(
    rows.filter((row) => row.id === id).map((row) => [row.source, row.qty]),
    [['LOST', 2]],
  );
  const made = await bina().call(reOrderContract.free, { id, source: 'LOST' });
  assert.equal(made.total, 0);
  await bina().refused(reOrderContract.free, { id, source: 'LOST' }, 'claim.nothing-to-order');
  const after = await bina().call(reOrders.endpoints.list, { limit: 50 });
  assert.ok(!after.rows.some((row) => row.id === id));
});

test('a rejected claim says why, and what was in it can be claimed again; the list has it', async () => {
  const { order, id } = await claimed(1);
  assert.equal(await decide(order.id, id, 0), 'REJECTED');
  const { rows } = await bina().call(damageClaims.endpoints.list, { status: ['REJECTED'], limit: 50 });
  assert.ok(rows.some((row) => row.id === id && row.fault === 'COURIER'));
  const page = await bina().call(contract.page, { orderId: order.id });
  assert.equal(page.claimable.find((one) => one.productId === null)?.left, 1);
});
