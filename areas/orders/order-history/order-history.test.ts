// What becomes of an order: lists and the order itself, cancelled whole or in part, let through above the credit limit.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { routerPath } from '@aangan/web/screens.ts';
import { matchRoutes } from 'react-router';
import { confirmPayment } from '../../finance/payment/confirm-payment.server.ts';
import { releaseKits } from '../allocation/entitlement.server.ts';
import { closePackable } from '../dispatch/dispatch-testing.ts';
import { kitOrderContract } from '../kit-order/kit-order.contract.ts';
import { kitsIn } from '../kit-order/kit-order-testing.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { ordersScreens } from '../screens.ts';
import { asSystem } from '../stock/stock-testing.ts';
import { kitOrders } from './order.listing.ts';
import { orderSearch } from './order-extras.server.ts';
import { orderContract as contract } from './order-history.contract.ts';

let app: TestApp;
let kits: Awaited<ReturnType<typeof kitsIn>>;
const NOW = new Date('2026-11-03T11:00:00+05:30');
before(async () => {
  app = await testApp();
  kits = await kitsIn(app);
  await app.sql('insert into user_approval_code (user_id, code) values ($1, $2)', [
    people.Farid.id,
    'ORDER_CREDIT_OVERRIDE',
  ]);
});
after(() => closePackable(app));
beforeEach(() => app.moveClock(NOW));

const bina = () => app.as('Bina');
const REASON = 'The children have moved to another class';
const get = (id: string) => bina().call(contract.get, { id });
async function cancel(id: string, by = bina()) {
  const { version } = await get(id);
  return by.call(contract.cancel, { id, reason: REASON }, { version: version });
}
const setTerms = (limit: number) =>
  app
    .as('Harsh', { centre: ANDHERI })
    .call(kitOrderContract.setTerms, { limit, overdueDaysMax: 30, orderMax: null, note: null });
const paid = (paymentId: string) =>
  asSystem(app, ANDHERI, async (db) => {
    const { amount } = await db
      .selectFrom('payment')
      .select('amount')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    return confirmPayment(db, {
      franchiseeId: ANDHERI,
      paymentId,
      amount,
      paidAt: NOW.toISOString(),
      now: NOW,
      providerPaymentId: `pay_${paymentId.slice(0, 12)}`,
    });
  });
/** As a gate-out leaves it: the first `n` lines shipped. */
async function ship(orderId: string, n: number): Promise<void> {
  await app.sql(`update kit_order_line set qty_shipped = qty_ordered where order_id = $1 and line_no <= $2`, [
    orderId,
    n,
  ]);
  await app.sql(
    `update stock_reservation r set qty_shipped = r.qty_held, state = 'DONE' from kit_order_line l
      where l.id = r.line_id and l.order_id = $1 and l.line_no <= $2`,
    [orderId, n],
  );
  await app.sql(
    `update stock_level s set on_hand = s.on_hand - x.n, reserved = s.reserved - x.n
      from (select r.product_id, sum(r.qty_shipped)::int as n from stock_reservation r where r.order_id = $1 and r.state = 'DONE' group by 1) x
      where x.product_id = s.product_id`,
    [orderId],
  );
  await asSystem(app, ANDHERI, (db) =>
    settleOrder(db, { franchiseeId: ANDHERI, orderId }, { kind: 'moved', at: new Date() }),
  );
}
const reserved = async () =>
  (
    await app.sql<{ n: number }>('select sum(reserved)::int as n from stock_level where warehouse_id = $1', [
      kits.warehouseId,
    ])
  )[0]?.n ?? 0;
const rightOf = async (id: string) =>
  (
    await app.sql<{ status: string; qty_live: number }>(
      'select status, qty_live from kit_allocation where id = $1',
      [id],
    )
  )[0];

test('the list has an order with what may be done; the order has its lines, quantities and money', async () => {
  const ids = await kits.rights(3);
  const done = await kits.placed(ids);
  const { rows } = await bina().call(kitOrders.endpoints.list, { kitType: 'CURRICULUM_KIT_1', limit: 50 });
  const row = rows.find(({ id }) => id === done.id);
  assert.deepEqual([row?.status, row?.kits, row?.total, row?.open], ['PENDING', 3, done.total, 3]);
  assert.deepEqual(row?.can, { cancel: true, cancelRemainder: false, overrideCredit: false });
  const order = await get(done.id);
  assert.deepEqual(
    order.lines.map(({ ordered, reserved: held, backordered, shipped }) => [
      ordered,
      held,
      backordered,
      shipped,
    ]),
    [
      [1, 1, 0, 0],
      [1, 1, 0, 0],
      [1, 1, 0, 0],
    ],
  );
  assert.equal(
    order.lines.reduce((sum, { amount }) => sum + amount, 0),
    order.money.total,
  );
  assert.deepEqual([order.money.paid, order.money.waiting], [0, done.total]);
  const counselling = await app.as('Divya').refused(kitOrders.endpoints.list, { limit: 5 }, 'module.missing');
  assert.ok(counselling);
});

test('story 22: an order of another centre is not there, as one that never was', async () => {
  const done = await kits.placed(await kits.rights(1));
  const charu = app.as('Charu');
  const foreign = await charu.refused(contract.get, { id: done.id }, 'row.not-found');
  const none = await charu.refused(contract.get, { id: randomUUID() }, 'row.not-found');
  assert.deepEqual([foreign.message, foreign.code], [none.message, none.code]);
  await bina().refused(contract.get, { id: done.id, franchiseeId: BANER }, 'row.not-found');
  const harsh = app.as('Harsh', { centre: null });
  assert.equal((await harsh.call(contract.get, { id: done.id, franchiseeId: ANDHERI })).id, done.id);
});

test('cancelled: stock and children are free, the same child may order again; nothing twice', async () => {
  const ids = await kits.rights(2);
  const before = await reserved();
  const done = await kits.placed(ids);
  assert.equal((await reserved()) - before, 6);
  const { version } = await get(done.id);
  const short = await bina().refused(contract.cancel, { id: done.id, reason: 'no' }, 'input.invalid', {
    version: version,
  });
  assert.ok(short.fields?.['reason']);
  await cancel(done.id);
  const order = await get(done.id);
  assert.deepEqual([order.status, order.cancelReason], ['CANCELLED', REASON]);
  assert.equal(await reserved(), before);
  assert.deepEqual(await rightOf(ids[0] ?? ''), { status: 'ALLOCATED', qty_live: 0 });
  await bina().refused(contract.cancel, { id: done.id, reason: REASON }, 'order.not-open', {
    version: order.version,
  });
  assert.equal((await kits.placed(ids)).status, 'PENDING');
});

test('a paid order that is cancelled leaves the money as the advance, which buys the next kits', async () => {
  const ids = await kits.rights(2);
  const done = await kits.placed(ids);
  await paid(done.paymentId ?? '');
  assert.equal((await get(done.id)).status, 'CONFIRMED');
  await cancel(done.id);
  assert.deepEqual(
    [(await get(done.id)).money.paid, (await get(done.id)).money.givenBack],
    [done.total, done.total],
  );
  const next = await kits.placed(ids, { mode: 'CREDIT' });
  assert.equal(next.status, 'CONFIRMED', 'what is paid ahead buys kits without credit terms');
  const [other = ''] = await kits.rights(1);
  const { quote } = await kits.quoteOf([other]);
  await bina().refused(
    kitOrderContract.place,
    kits.order([other], quote, { mode: 'CREDIT' }),
    'order.credit-exceeded',
  );
  await cancel(next.id);
});

test('the rest of a shipped order is cancelled: its kits are free, what left stays', async () => {
  const ids = await kits.rights(3);
  const done = await kits.placed(ids);
  await paid(done.paymentId ?? '');
  const { version } = await get(done.id);
  await bina().refused(contract.cancelRemainder, { id: done.id, reason: REASON }, 'order.not-shipped', {
    version: version,
  });
  const before = await reserved();
  await ship(done.id, 1);
  const shipped = await get(done.id);
  assert.deepEqual(
    [shipped.status, shipped.can.cancel, shipped.can.cancelRemainder],
    ['SHIPPED', false, true],
  );
  await bina().refused(contract.cancel, { id: done.id, reason: REASON }, 'order.not-open', {
    version: shipped.version,
  });
  const { cancelled } = await bina().call(
    contract.cancelRemainder,
    { id: done.id, reason: REASON },
    { version: shipped.version },
  );
  assert.equal(cancelled, 2);
  const after = await get(done.id);
  assert.deepEqual(
    after.lines.map((line) => [line.cancelled, line.shipped]),
    [
      [0, 1],
      [1, 0],
      [1, 0],
    ],
  );
  assert.equal(after.status, 'SHIPPED');
  assert.equal(await reserved(), before - 9);
  assert.equal(after.money.givenBack + after.money.invoiced, after.money.total);
  assert.equal((await rightOf(ids[0] ?? ''))?.qty_live, 1);
  assert.deepEqual(await rightOf(ids[2] ?? ''), { status: 'ALLOCATED', qty_live: 0 });
  await bina().refused(contract.cancelRemainder, { id: done.id, reason: REASON }, 'order.nothing-open', {
    version: after.version,
  });
});

test('story 2: above the limit an order waits for head office; its code confirms it, with a reason, never the buyer', async () => {
  await setTerms(1_00);
  const ids = await kits.rights(10);
  const done = await kits.placed(ids, { mode: 'CREDIT', askOffice: true });
  assert.equal(done.status, 'PENDING');
  const { version } = await get(done.id);
  const input = { id: done.id, reason: 'The centre opens on Monday, its dues are agreed' };
  const stale = { version: version };
  await app.as('Farid').refused(contract.overrideCredit, input, 'step-up.needed', stale);
  await app
    .as('Harsh', { steppedUp: true })
    .refused(contract.overrideCredit, input, 'approval.code-missing', stale);
  const farid = app.as('Farid', { steppedUp: true });
  const short = await farid.refused(
    contract.overrideCredit,
    { ...input, reason: 'too short' },
    'input.invalid',
    stale,
  );
  assert.ok(short.fields?.['reason']);
  await farid.call(contract.overrideCredit, input, stale);
  const order = await get(done.id);
  assert.equal(order.status, 'CONFIRMED');
  assert.equal(order.money.override?.reason, input.reason);
  assert.match(order.money.override?.by ?? '', /Farid/);
  const own = await kits.rights(1);
  const buyer = app.as('Farid', { centre: ANDHERI, steppedUp: true });
  const { quote } = await kits.quoteOf(own);
  const mine = await buyer.call(
    kitOrderContract.place,
    kits.order(own, quote, { mode: 'CREDIT', askOffice: true }),
  );
  await buyer.refused(contract.overrideCredit, { ...input, id: mine.id }, 'approval.own', {
    version: (await get(mine.id)).version,
  });
  const online = await kits.placed(await kits.rights(1));
  await farid.refused(contract.overrideCredit, { ...input, id: online.id }, 'order.no-credit-wait', {
    version: (await get(online.id)).version,
  });
  await cancel(done.id);
});

test('story 24: a child that leaves takes its kit out of the order; the last one cancels it', async () => {
  const ids = await kits.rights(2);
  const done = await kits.placed(ids);
  await paid(done.paymentId ?? '');
  const before = await reserved();
  const leave = async (allocationId: string) => {
    const [row] = await app.sql<{ enrolment_id: string }>(
      'select enrolment_id from kit_allocation where id = $1',
      [allocationId],
    );
    return asSystem(app, ANDHERI, (db) =>
      releaseKits(db, {
        franchiseeId: ANDHERI,
        enrolmentId: row?.enrolment_id ?? '',
        reason: 'The child has left',
      }),
    );
  };
  assert.deepEqual(await leave(ids[0] ?? ''), { released: ['CURRICULUM_KIT_1'], toReturn: [] });
  const after = await get(done.id);
  assert.deepEqual([after.status, after.open, after.cancelled], ['CONFIRMED', 1, 1]);
  assert.equal(await reserved(), before - 3);
  assert.equal((await rightOf(ids[0] ?? ''))?.status, 'REVOKED');
  await leave(ids[1] ?? '');
  const gone = await get(done.id);
  assert.deepEqual([gone.status, gone.cancelReason], ['CANCELLED', 'The child has left']);
  const other = await kits.rights(1);
  const shipped = await kits.placed(other);
  await paid(shipped.paymentId ?? '');
  await ship(shipped.id, 1);
  assert.deepEqual(await leave(other[0] ?? ''), { released: [], toReturn: ['CURRICULUM_KIT_1'] });
});

test('an order is found by its number', async () => {
  const done = await kits.placed(await kits.rights(1));
  const hits = await asSystem(app, ANDHERI, (db) =>
    orderSearch.find(db, { franchiseeId: ANDHERI } as never, done.orderNo.toLowerCase().slice(3), 5),
  );
  assert.deepEqual(
    hits.map(({ label }) => label),
    [done.orderNo],
  );
  assert.match(hits[0]?.link ?? '', /\/order-history\/kit\/details\/curriculum-kit-1\//);
});

test('story 20: the list of invoices stands at its own path, before any kit type of that name', () => {
  const declared = ordersScreens.screens.map(({ path }) => path);
  // Whichever is declared first: what is written out wins over what is filled in.
  for (const paths of [declared, declared.toReversed()]) {
    const routes = paths.map((path) => ({ id: path, path: routerPath(path) }));
    const screenAt = (path: string) => matchRoutes(routes, path)?.at(-1)?.route.id;
    assert.equal(screenAt('/order-history/kit/Invoice'), '/order-history/kit/Invoice');
    assert.equal(screenAt('/order-history/kit/wow-kit'), '/order-history/kit/{kitType}');
    assert.equal(screenAt('/order-history'), '/order-history');
  }
});
