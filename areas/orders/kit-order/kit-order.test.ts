// Kits are ordered: who may, what it costs to the paisa, credit, the last unit, holds that end, money that comes late.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { sized } from '@aangan/testkit/prove.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { franchiseePaymentContract } from '../../finance/franchisee-due/franchisee-payment.contract.ts';
import { confirmPayment } from '../../finance/payment/confirm-payment.server.ts';
import { closePackable } from '../dispatch/dispatch-testing.ts';
import { stockInboundContract } from '../stock/stock.contract.ts';
import { asSystem, r } from '../stock/stock-testing.ts';
import { holdExpiry } from './hold-expiry.server.ts';
import { kitOrderContract as contract } from './kit-order.contract.ts';
import { KIT, kitsIn } from './kit-order-testing.ts';
import { settleOrder } from './settle-order.server.ts';

type Kits = Awaited<ReturnType<typeof kitsIn>>;
const BUYERS = 50;
const ROUNDS = sized(1, 100);

let app: TestApp;
let kits: Kits;
before(async () => {
  app = await testApp({ pool: 24 });
  kits = await kitsIn(app);
});
after(() => closePackable(app));
beforeEach(() => app.moveClock(new Date('2026-11-03T11:00:00+05:30')));

const bina = () => app.as('Bina');
const dev = () => app.as('Dev', { centre: null });

const rowOf = async (id: string) =>
  (
    await app.sql<{ status: string; fail_reason: string | null; payment_id: string }>(
      'select status, fail_reason, payment_id from kit_order where id = $1',
      [id],
    )
  )[0];
const allocated = async (id: string) =>
  (
    await app.sql<{ status: string; qty_live: number }>(
      'select status, qty_live from kit_allocation where id = $1',
      [id],
    )
  )[0];
const reservedOf = async (productId: string) =>
  (
    await app.sql<{ reserved: number }>('select reserved from stock_level where product_id = $1', [productId])
  )[0]?.reserved ?? 0;
/** Pieces an order holds; what each product has reserved is what all orders hold of it. */
const heldBy = async (orderId: string) => {
  const off =
    await app.sql(`select l.product_id from stock_level l left join stock_reservation r on r.product_id = l.product_id
      and r.warehouse_id = l.warehouse_id and r.state in ('HELD', 'FIRM') group by l.id, l.product_id, l.reserved having l.reserved <> coalesce(sum(r.qty_held - r.qty_shipped), 0)`);
  assert.deepEqual(off, []);
  const [row] = await app.sql<{ n: number }>(
    `select coalesce(sum(qty_held), 0)::int as n from stock_reservation where order_id = $1 and state in ('HELD', 'FIRM')`,
    [orderId],
  );
  return row?.n ?? 0;
};
const night = (at: Date) =>
  holdExpiry.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'test' }, work),
    now: at,
    data: null,
    ports: { ...app.ports, afterCommit: () => {} },
  });
const bankSays = (paymentId: string, at: Date) =>
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
      paidAt: at.toISOString(),
      now: at,
      providerPaymentId: `pay_${paymentId.slice(0, 12)}`,
    });
  });

test('ten kits cost ₹15,834.38 to the paisa, in the quote, the lines and their products', async () => {
  const ids = await kits.rights(10);
  const quote = await kits.quoteOf(ids);
  assert.deepEqual([quote.subtotal, quote.tax, quote.total], [r(15_000), 83_438, 1_583_438]);
  const done = await bina().call(contract.place, kits.order(ids, quote.quote));
  const [sums] = await app.sql<{ lines: string; parts: string }>(
    `select (select sum(taxable_paise + tax_paise) from kit_order_line where order_id = $1) as lines,
       (select sum(taxable_paise + tax_paise) from order_component where order_id = $1) as parts`,
    [done.id],
  );
  assert.deepEqual([Number(sums?.lines), Number(sums?.parts)], [1_583_438, 1_583_438]);
  // Rows that one statement wrote stand in the change audit one by one, and as whole as any other.
  const noted = await app.sql<{ table: string; rows: number; noted: number }>(
    `select t as table, count(*)::int as rows, count(c.id)::int as noted from (
         select 'kit_order_line' as t, id, to_jsonb(l) as j from kit_order_line l where order_id = $1
         union all select 'order_component', id, to_jsonb(k) from order_component k where order_id = $1
         union all select 'stock_reservation', id, to_jsonb(v) from stock_reservation v where order_id = $1) x
       left join record_change c on c.table_name = t and c.row_key = x.id::text and c.op = 'I' and c.command = 'kit-order.place' and c.actor = x.j ->> 'created_by'
         and c.franchisee_id = ${ANDHERI} and c.diff = jsonb_strip_nulls(x.j) - array['created_at', 'created_by', 'updated_at', 'updated_by', 'version']
      group by 1 order by 1`,
    [done.id],
  );
  assert.deepEqual(
    noted.map((one) => one.table),
    ['kit_order_line', 'order_component', 'stock_reservation'],
  );
  for (const one of noted)
    assert.ok(one.rows > 0 && one.noted === one.rows, `${one.table}: ${one.noted} of ${one.rows}`);
});

test('the desk says who may and who not; a child that may not is refused by name and reason', async () => {
  const [ready = ''] = await kits.rights(1);
  const blocked = await kits.right(ANDHERI, 'GIFT_BOX');
  const desk = await bina().call(contract.desk, { kitType: KIT });
  assert.equal(desk.rows.find((row) => row.allocationId === ready)?.unitPrice, r(1500));
  const gift = await bina().call(contract.desk, { kitType: 'GIFT_BOX' });
  assert.deepEqual(gift.rows.find((row) => row.allocationId === blocked)?.reasons, [
    'No approved mapping of Admission Kit for Nursery',
  ]);
  const refused = await bina().refused(
    contract.quote,
    { kitType: 'GIFT_BOX', lines: [{ allocationId: blocked, qty: 1 }] },
    'order.not-eligible',
  );
  assert.match(refused.message, /Child \d+: No approved mapping of Admission Kit for Nursery\./);
  await app.as('Divya').refused(contract.desk, { kitType: KIT }, 'module.missing');
});

test('story 21: one client id is one order, pressed twice and at once', async () => {
  const ids = await kits.rights(2);
  const { quote } = await kits.quoteOf(ids);
  const input = kits.order(ids, quote);
  const [a, b] = await Promise.all([bina().call(contract.place, input), bina().call(contract.place, input)]);
  const again = await bina().call(contract.place, input);
  assert.deepEqual([b.id, again.id, again.orderNo], [a.id, a.id, a.orderNo]);
  const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
    'select count(*)::int as count from kit_order where client_id = $1',
    [input.clientOrderId],
  );
  assert.equal(count, 1);
  const items = ids.map((allocationId) => ({ allocationId, qty: 1 }));
  await bina().call(contract.saveCart, { kitType: KIT, clientOrderId: input.clientOrderId, items });
  assert.deepEqual((await bina().call(contract.desk, { kitType: KIT })).cart?.items, items);
});

test('story 5: a second order of a child names the first; after it was cancelled the child may again', async () => {
  const ids = await kits.rights(1);
  const { quote } = await kits.quoteOf(ids);
  const first = await bina().call(contract.place, kits.order(ids, quote));
  const refused = await bina().refused(contract.place, kits.order(ids, quote), 'order.already-ordered');
  assert.match(refused.message, new RegExp(first.orderNo));
  assert.deepEqual(await allocated(ids[0] ?? ''), { status: 'ORDERED', qty_live: 1 });
  await asSystem(app, ANDHERI, (db) =>
    settleOrder(
      db,
      { franchiseeId: ANDHERI, orderId: first.id },
      { kind: 'cancelled', at: new Date(), reason: 'Not needed' },
    ),
  );
  assert.deepEqual(await allocated(ids[0] ?? ''), { status: 'ALLOCATED', qty_live: 0 });
  assert.equal((await kits.placed(ids)).status, 'PENDING');
});

test('two orders of one child at once leave one', async () => {
  const ids = await kits.rights(1);
  const { quote } = await kits.quoteOf(ids);
  const both = await Promise.all([0, 1].map(() => bina().raw(contract.place, kits.order(ids, quote))));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
});

test('story 2: credit up to the limit and not a paisa more; none without terms', async () => {
  const ids = await kits.rights(10);
  const { quote, total } = await kits.quoteOf(ids);
  await bina().refused(contract.place, kits.order(ids, quote, { mode: 'CREDIT' }), 'order.credit-none');
  await bina().refused(
    contract.setTerms,
    { limit: r(1), overdueDaysMax: 30, orderMax: null, note: null },
    'orders.network-only',
  );
  const terms = (limit: number, overdueDaysMax = 30) =>
    app
      .as('Harsh', { centre: ANDHERI })
      .call(contract.setTerms, { limit, overdueDaysMax, orderMax: null, note: null });
  await terms(total - 83_400);
  const over = await bina().refused(
    contract.place,
    kits.order(ids, quote, { mode: 'CREDIT' }),
    'order.credit-exceeded',
  );
  assert.match(over.message, /₹834\.00/);
  assert.deepEqual(
    await allocated(ids[0] ?? ''),
    { status: 'ALLOCATED', qty_live: 0 },
    'nothing is taken by a refusal',
  );
  await terms(total);
  const done = await bina().call(contract.place, kits.order(ids, quote, { mode: 'CREDIT' }));
  assert.equal(done.status, 'CONFIRMED');
  const [next = ''] = await kits.rights(1);
  // What is confirmed and not invoiced counts.
  await bina().refused(
    contract.place,
    kits.order([next], (await kits.quoteOf([next])).quote, { mode: 'CREDIT' }),
    'order.credit-exceeded',
  );
  const [held] = await app.sql<{ state: string }>(
    'select distinct state from stock_reservation where order_id = $1',
    [done.id],
  );
  assert.equal(held?.state, 'FIRM');
});

/** 1 for whoever got the piece. */
const won = (answers: readonly { status: number }[], ids: readonly string[], id: string): number =>
  answers[ids.indexOf(id)]?.status === 200 ? 1 : 0;

test('story 3: the last unit is sold once, however many want it; the others are told when more comes', async () => {
  const only = await kits.product('LAST', '4901', r(10));
  await kits.receive(only, 1);
  await dev().call(stockInboundContract.add, {
    warehouseId: kits.warehouseId,
    productId: only,
    poNo: 'PO-1',
    qty: 500,
    expectedOn: '2026-11-14',
    unitCost: r(5),
  });
  await app.sql('update kit_mapping set current = false where id = $1', [kits.mapping]);
  kits.products['last'] = only;
  const own = await kits.map('CURRICULUM_KIT_1', ['last'], null, 2);
  try {
    let ids = await kits.rights(BUYERS);
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) {
        ids = [...ids.slice(1), await kits.right()];
        await kits.receive(only, 1);
      }
      const quotes: string[] = [];
      for (const id of ids) quotes.push((await kits.quoteOf([id])).quote);
      const answers = await Promise.all(
        ids.map((id, i) => bina().raw(contract.place, kits.order([id], quotes[i] ?? ''))),
      );
      const lost = answers.filter(({ status }) => status !== 200);
      assert.equal(lost.length, BUYERS - 1);
      assert.deepEqual(
        [...new Set(lost.map(({ body }) => (body as { code: string }).code))],
        ['order.out-of-stock'],
      );
      const [level] = await app.sql<{ free: number }>(
        'select on_hand - reserved as free from stock_level where product_id = $1',
        [only],
      );
      assert.deepEqual([await reservedOf(only), level?.free], [round + 1, 0]);
      // Those who got nothing try again for the next piece.
      ids = [...ids].sort((a, b) => won(answers, ids, b) - won(answers, ids, a));
    }
    const waits = await kits.quoteOf([ids.at(-1) ?? '']);
    // 14-11-2026 is a Saturday: what comes then is packed on Monday.
    assert.deepEqual(waits.short, [{ product: 'LAST', free: 0, backordered: 1, shipOn: '2026-11-16' }]);
  } finally {
    await app.sql('update kit_mapping set current = false where id = $1', [own]);
    await app.sql('update kit_mapping set current = true where id = $1', [kits.mapping]);
  }
});

test('who is too late for the last piece is told so without waiting for a number or for its stock', async () => {
  const last = await kits.product('LATE', '4901', r(10));
  await kits.receive(last, 1);
  await app.sql('update kit_mapping set current = false where id = $1', [kits.mapping]);
  kits.products['late'] = last;
  const own = await kits.map('CURRICULUM_KIT_1', ['late'], null, 3);
  const level = 'select from stock_level where product_id = $1 for update';
  const numbers = `select from number_series where franchisee_id = ${ANDHERI} and series = 'kit-order' for update`;
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    const ids = await kits.rights(3);
    const orders: ReturnType<typeof kits.order>[] = [];
    for (const id of ids) orders.push(kits.order([id], (await kits.quoteOf([id])).quote));
    const [first, second, third] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]];
    await bina().call(contract.place, first);
    await withClient(app.database.adminUrl, async (shipping) => {
      await shipping.query('begin');
      await shipping.query(level, [last]);
      await shipping.query(numbers);
      await bina().refused(contract.place, second, 'order.out-of-stock');
    });
    // The third saw one more, and it went while it waited for its number.
    await kits.receive(last, 1);
    await withClient(app.database.adminUrl, (numbering) =>
      withClient(app.database.adminUrl, async (shipping) => {
        await numbering.query('begin');
        await numbering.query(numbers);
        const late = bina().refused(contract.place, third, 'order.out-of-stock');
        for (let waits = false; !waits; ) waits = (await app.sql(waiting)).length > 0;
        await app.sql('update stock_level set safety = 1 where product_id = $1', [last]);
        await shipping.query('begin');
        await shipping.query(level, [last]);
        await numbering.query('rollback');
        await late;
      }),
    );
    assert.equal(await reservedOf(last), 1);
  } finally {
    await app.sql('update kit_mapping set current = false where id = $1', [own]);
    await app.sql('update kit_mapping set current = true where id = $1', [kits.mapping]);
  }
});

test('story 4: an order nobody pays for in 30 minutes fails and frees its stock; money that comes later confirms it once', async () => {
  const ids = await kits.rights(2);
  const done = await kits.placed(ids);
  assert.deepEqual([done.status, done.paymentId !== null, await heldBy(done.id)], ['PENDING', true, 6]);
  await night(new Date('2026-11-03T11:29:00+05:30'));
  assert.equal((await rowOf(done.id))?.status, 'PENDING');
  const late = new Date('2026-11-03T11:31:00+05:30');
  await night(late);
  await night(late);
  assert.deepEqual(
    [(await rowOf(done.id))?.status, (await rowOf(done.id))?.fail_reason],
    ['FAIL', 'PAYMENT_TIMEOUT'],
  );
  assert.equal(await heldBy(done.id), 0);
  assert.deepEqual(await allocated(ids[0] ?? ''), { status: 'ALLOCATED', qty_live: 0 });
  const twoDays = new Date('2026-11-05T11:31:00+05:30');
  await bankSays(done.paymentId ?? '', twoDays);
  await bankSays(done.paymentId ?? '', twoDays);
  assert.deepEqual(
    [(await rowOf(done.id))?.status, (await rowOf(done.id))?.fail_reason],
    ['CONFIRMED', null],
  );
  assert.equal(await heldBy(done.id), 6);
  const steps = await app.sql<{ to_status: string }>(
    `select to_status from status_step where subject = 'kit_order' and subject_id = $1 order by id`,
    [done.id],
  );
  assert.deepEqual(
    steps.map((step) => step.to_status),
    ['FAIL', 'CONFIRMED'],
  );
});

test('late money of an order whose child got its kit meanwhile stays the centre’s advance', async () => {
  const ids = await kits.rights(1);
  const done = await kits.placed(ids);
  await night(new Date('2026-11-03T11:31:00+05:30'));
  await kits.placed(ids);
  await bankSays(done.paymentId ?? '', new Date('2026-11-05T11:31:00+05:30'));
  assert.equal((await rowOf(done.id))?.status, 'FAIL');
  const [advance] = await app.sql<{ amount: string }>(
    `select amount from ledger_balance where franchisee_id = $1 and account_code = '1310'`,
    [ANDHERI],
  );
  assert.ok(Number(advance?.amount) > 0);
});

test('a transfer waits for head office; another person approves it, or says no and the kits are free', async () => {
  const ids = await kits.rights(1);
  const done = await kits.placed(ids, { mode: 'BANK_TRANSFER' });
  assert.deepEqual([done.status, done.paymentId], ['PENDING', null]);
  await night(new Date('2026-11-09T11:00:00+05:30'));
  assert.equal((await rowOf(done.id))?.status, 'PENDING', 'held for seven days');
  const paymentId = (await rowOf(done.id))?.payment_id ?? '';
  await app.as('Chetan').call(franchiseePaymentContract.approve, { paymentId });
  assert.equal((await rowOf(done.id))?.status, 'CONFIRMED');
  const other = await kits.rights(1);
  const refused = await kits.placed(other, { mode: 'BANK_TRANSFER' });
  const second = (await rowOf(refused.id))?.payment_id ?? '';
  await app
    .as('Chetan')
    .call(franchiseePaymentContract.reject, { paymentId: second, reason: 'Nothing has come' });
  assert.deepEqual(
    [(await rowOf(refused.id))?.status, (await rowOf(refused.id))?.fail_reason],
    ['FAIL', 'PAYMENT_FAILED'],
  );
  assert.equal((await allocated(other[0] ?? ''))?.qty_live, 0);
});

test('a quote holds for 15 minutes and for its prices only; NIL is for nothing to pay', async () => {
  const ids = await kits.rights(1);
  const { quote } = await kits.quoteOf(ids);
  await bina().refused(contract.place, kits.order(ids, quote, { mode: 'NIL' }), 'order.not-nil');
  await bina().refused(contract.place, kits.order(ids, `${quote}x`), 'order.quote-changed');
  app.moveClock(new Date('2026-11-03T11:15:01+05:30'));
  await bina().refused(contract.place, kits.order(ids, quote), 'order.quote-changed');
  app.moveClock(new Date('2026-11-03T11:00:00+05:30'));
  await app.sql('update kit_mapping set fixed_price_paise = fixed_price_paise + 100 where id = $1', [
    kits.mapping,
  ]);
  await bina().refused(contract.place, kits.order(ids, quote), 'order.quote-changed');
  await app.sql('update kit_mapping set fixed_price_paise = fixed_price_paise - 100 where id = $1', [
    kits.mapping,
  ]);
  assert.equal((await bina().call(contract.place, kits.order(ids, quote))).status, 'PENDING');
});

test('story 22: another centre’s child is not there; a suspended centre orders nothing', async () => {
  const [foreign = ''] = await kits.rights(1, BANER);
  await bina().refused(
    contract.quote,
    { kitType: KIT, lines: [{ allocationId: foreign, qty: 1 }] },
    'row.not-found',
  );
  await bina().refused(
    contract.quote,
    { kitType: KIT, lines: [{ allocationId: randomUUID(), qty: 1 }] },
    'row.not-found',
  );
  const empty = await bina().refused(contract.quote, { kitType: KIT, lines: [] }, 'input.invalid');
  assert.ok(empty.fields);
  const ids = await kits.rights(1);
  const { quote } = await kits.quoteOf(ids);
  await app.sql(
    `update franchisee set status = 'SUSPENDED', suspend = '{"blocks":["KIT_ORDER"],"reason":"DUES"}' where id = $1`,
    [ANDHERI],
  );
  await bina().refused(contract.place, kits.order(ids, quote), 'franchisee.suspended');
  await app.sql(`update franchisee set status = 'ACTIVE', suspend = null where id = $1`, [ANDHERI]);
  assert.equal(todayIst(new Date('2026-11-03T11:00:00+05:30')), '2026-11-03');
});
