// Promise M2: whatever order the gateway's messages come in, a payment and its attempt only move forward.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { inboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { Dice } from '@aangan/testkit/random.ts';
import { watchPool } from '@aangan/testkit/watched-pool.ts';
import pino from 'pino';
import { type AttemptState, attemptRank } from './payment.states.ts';
import {
  type GatewayStatus,
  gatewayConfigOf,
  gatewayKeys,
  newPayments,
  type PreparedPayment,
  signBody,
  webhookOf,
  writePayments,
} from './prepared-payments-testing.ts';

const STATES: readonly GatewayStatus[] = ['created', 'authorized', 'captured', 'failed', 'refunded'];
const COPIES = Number(process.env['M2_COPIES'] ?? 1);
const SEED = 2;
const dice = new Dice(SEED);

let app: TestApp;
before(async () => {
  app = await testApp({
    app: { ports: { config: gatewayConfigOf('http://127.0.0.1:9'), origin: 'http://aangan.test' } },
  });
});
after(() => app?.close());

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) =>
        permutations(items.filter((_, n) => n !== at)).map((rest) => [item, ...rest]),
      );

/** Each permutation with two of its messages sent again at later places. */
function orders(): GatewayStatus[][] {
  return Array.from({ length: COPIES })
    .flatMap(() => permutations(STATES))
    .map((order) => {
      const with_ = [...order];
      for (let n = 0; n < 2; n++)
        with_.splice(
          dice.between(0, with_.length),
          0,
          order[dice.between(0, order.length - 1)] ?? 'captured',
        );
      return with_;
    });
}

interface Seen {
  id: string;
  status: string;
  rank: number | null;
  state: AttemptState | null;
  events: number;
}

const look = async (payments: readonly PreparedPayment[]): Promise<Map<string, Seen>> => {
  const rows = await app.sql<{
    id: string;
    status: string;
    rank: number | null;
    state: AttemptState | null;
    events: number;
  }>(
    `select p.id, p.status, a.rank, a.state,
      (select count(*)::int from payment_event e where e.franchisee_id = p.franchisee_id and e.payment_id = p.id and e.kind in ('ATTEMPT_FAILED', 'AUTHORIZED')) as events
    from payment p join gateway_order o on o.franchisee_id = p.franchisee_id and o.payment_id = p.id
    left join gateway_attempt a on a.franchisee_id = o.franchisee_id and a.gateway_order_id = o.id where p.id = any($1)`,
    [payments.map((p) => p.paymentId)],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

async function deliver(payment: PreparedPayment, status: GatewayStatus, copy: number): Promise<void> {
  const { body, signature, eventId } = webhookOf(payment, status);
  // A repeat under an event id of its own gets past the inbox's key, so the consumer itself is put to the test.
  const answer = await app.app.inject({
    method: 'POST',
    url: '/webhooks/razorpay',
    payload: body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': `${eventId}${copy}`,
    },
  });
  assert.equal(answer.statusCode, 200);
}

interface Walk {
  payments: PreparedPayment[];
  messages: number;
  statusRegressions: number;
  attemptRegressions: number;
  lateAuthorised: number;
  lateLines: number;
}

/** Round k delivers the k-th message of every payment and looks at all of them. */
async function walk(every: readonly GatewayStatus[][], database = app.pool): Promise<Walk> {
  const payments = newPayments(every.length);
  await writePayments(app.sql, payments);
  const out: Walk = {
    payments,
    messages: 0,
    statusRegressions: 0,
    attemptRegressions: 0,
    lateAuthorised: 0,
    lateLines: 0,
  };
  let before_ = await look(payments);
  for (let round = 0; round < (every[0]?.length ?? 0); round++) {
    for (const [n, payment] of payments.entries()) {
      await deliver(payment, every[n]?.[round] ?? 'captured', round);
      out.messages += 1;
    }
    await drainInbox({
      database,
      workers: inboxWorkers(app.areas),
      ports: app.ports,
      log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    });
    const now = await look(payments);
    for (const [id, was] of before_) {
      const is = now.get(id);
      assert.ok(is);
      if (was.status === 'CONFIRMED' && is.status !== 'CONFIRMED') out.statusRegressions += 1;
      if ((is.rank ?? -1) < (was.rank ?? -1)) out.attemptRegressions += 1;
      if (was.state === 'FAILED' && is.state === 'AUTHORIZED') out.lateAuthorised += 1;
      if (was.status === 'CONFIRMED' && is.events > was.events) out.lateLines += 1;
    }
    before_ = now;
  }
  return out;
}

test("all orders of the gateway's states, with repeats: nothing goes back, failed then authorised is accepted", async () => {
  const started = performance.now();
  const every = orders();
  const seen = await walk(every);
  const [sums] =
    await app.sql(`select count(*) filter (where p.status = 'CONFIRMED')::int as confirmed, count(r.id)::int as receipts,
      (select coalesce(sum(amount), 0)::int from ledger_posting) as balance, (select count(*)::int from gateway_attempt where state <> 'REFUNDED') as unfinished
    from payment p left join receipt r on r.franchisee_id = p.franchisee_id and r.payment_id = p.id`);
  publishFigure({
    promise: 'M2',
    payments: every.length,
    messages: seen.messages,
    statusRegressions: seen.statusRegressions,
    attemptRegressions: seen.attemptRegressions,
    failedThenAuthorised: seen.lateAuthorised,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    seed: SEED,
  });
  // Given back before it was seen captured: an open order never becomes income by that.
  const income = every.filter((order) => order.indexOf('captured') < order.indexOf('refunded')).length;
  assert.ok(income > 0 && income < every.length);
  assert.deepEqual(sums, { confirmed: income, receipts: income, balance: 0, unfinished: 0 });
  const [{ n } = { n: 0 }] = await app.sql<{ n: number }>(
    `select count(*)::int as n from recon_exception where kind = 'REFUNDED' and closed_at is null`,
  );
  assert.equal(n, every.length, 'each refund stands before head office');
  assert.equal(seen.statusRegressions, 0);
  assert.equal(seen.attemptRegressions, 0);
  assert.ok(seen.lateAuthorised > 0, 'authorised after failed moves the attempt up');
  assert.equal(seen.lateLines, 0, 'a late message writes no line into the timeline of a paid payment');
  assert.deepEqual(Object.keys(attemptRank).length, STATES.length);
});

const ALL = ['INITIATED', 'APPROVAL_WAITING', 'FAILED', 'CONFIRMED', 'TRANSFERRED'];
const BACK = [
  ...ALL.filter((s) => s !== 'CONFIRMED' && s !== 'TRANSFERRED').map((to) => ['CONFIRMED', to]),
  ...ALL.filter((s) => s !== 'TRANSFERRED').map((to) => ['TRANSFERRED', to]),
] as [string, string][];

/** How many steps back raw SQL of the owner manages. */
async function stepsBack(): Promise<number> {
  let accepted = 0;
  for (const [from, to] of BACK) {
    const [payment] = newPayments(1);
    assert.ok(payment);
    await writePayments(app.sql, [payment]);
    for (const status of from === 'CONFIRMED' ? ['CONFIRMED'] : ['CONFIRMED', 'TRANSFERRED'])
      await app.sql('update payment set status = $1 where id = $2', [status, payment.paymentId]);
    try {
      await app.sql('update payment set status = $1 where id = $2', [to, payment.paymentId]);
      accepted += 1;
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'AA004');
    }
  }
  return accepted;
}

test('the table itself refuses every step back, whoever writes', async () => {
  assert.equal(await stepsBack(), 0);
});

test('broken twin: without the rank an attempt goes back, without the trigger a payment does', async () => {
  const blind = openDatabase(app.database.url, { max: 2 });
  watchPool(blind.pool, (text) =>
    /^select .* from "gateway_attempt"/.test(text) ? text.replace('"rank"', '-1 as "rank"') : text,
  );
  const seen = await walk(orders().slice(0, 12), blind);
  await blind.close();
  assert.ok(seen.attemptRegressions > 0);
  await app.sql('alter table payment disable trigger guard_payment_status');
  assert.equal(await stepsBack(), BACK.length);
});

test('a refund that the gateway reports is kept and shown to head office; nothing is booked by it', async () => {
  const [open, paid] = newPayments(2);
  assert.ok(open && paid);
  await writePayments(app.sql, [open, paid]);
  let n = 0;
  const post = async (payment: PreparedPayment, event: string, status: GatewayStatus, refunded: number) => {
    const sent = JSON.parse(webhookOf(payment, status).body) as {
      event: string;
      payload: { payment: { entity: Record<string, unknown> }; refund?: object };
    };
    sent.event = event;
    sent.payload.payment.entity['amount_refunded'] = refunded;
    sent.payload.refund = { entity: { id: `rfnd_${n}`, amount: refunded, status: 'processed' } };
    const body = JSON.stringify(sent);
    const answer = await app.app.inject({
      method: 'POST',
      url: '/webhooks/razorpay',
      payload: body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': signBody(body, gatewayKeys.webhookSecret),
        'x-razorpay-event-id': `refund-event-${n++}`,
      },
    });
    assert.equal(answer.statusCode, 200);
    await drainInbox({
      database: app.pool,
      workers: inboxWorkers(app.areas),
      ports: app.ports,
      log: pino({ level: 'silent' }),
    });
  };
  const seen = async (payment: PreparedPayment) => {
    const [row] = await app.sql<{ status: string; receipts: number; refunded: string; open: boolean }>(
      `select p.status, (select count(*)::int from receipt r where r.payment_id = p.id) as receipts,
        x.detail ->> 'refunded' as refunded, x.closed_at is null as open
       from payment p left join recon_exception x on x.kind = 'REFUNDED' and x.detail ->> 'paymentId' = p.id::text where p.id = $1`,
      [payment.paymentId],
    );
    return row;
  };
  await post(open, 'refund.processed', 'refunded', open.amount);
  const kept = { status: 'INITIATED', receipts: 0, refunded: String(open.amount), open: true };
  assert.deepEqual(await seen(open), kept);
  await post(open, 'payment.captured', 'captured', 0);
  assert.deepEqual(await seen(open), kept, 'the older message comes too late');
  await post(paid, 'payment.captured', 'captured', 0);
  await post(paid, 'refund.created', 'captured', 100);
  assert.deepEqual(await seen(paid), { status: 'CONFIRMED', receipts: 1, refunded: '100', open: true });
  await app.sql(
    `update recon_exception set closed_at = now(), closed_reason = 'Seen' where detail ->> 'paymentId' = $1`,
    [paid.paymentId],
  );
  await post(paid, 'refund.processed', 'captured', 100);
  assert.equal((await seen(paid))?.open, false, 'the same refund again is no news');
  await post(paid, 'refund.processed', 'refunded', paid.amount);
  assert.deepEqual(await seen(paid), {
    status: 'CONFIRMED',
    receipts: 1,
    refunded: String(paid.amount),
    open: true,
  });
});
