// Promise M1: a payment the provider confirmed is booked exactly once, though the API and PostgreSQL are killed -9
// while its webhooks come one to three times, in any order, together with the browser's verify.
// Full size: M1_PAYMENTS=10000 (20 kills of the API, 5 of the database).
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { destroyPostgres, type RunningPostgres, startPostgres } from '@aangan/server/embedded-postgres.ts';
import { startRazorpaySimulator } from '@aangan/simulators/razorpay/razorpay-simulator.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { makeWorld } from '@aangan/testkit/make-world.ts';
import { TEST_API_PASSWORD, withClient, withDatabase } from '@aangan/testkit/postgres.ts';
import { Dice } from '@aangan/testkit/random.ts';
import * as z from 'zod';
import { migrate } from '../../../db/migrate.ts';
import { createOrder } from '../gateway/razorpay-client.server.ts';
import { type KillableApi, killPostgres, startKillableApi } from './killed-api-testing.ts';
import { paymentContract } from './payment.contract.ts';
import {
  gatewayConfigOf,
  gatewayKeys,
  newPayments,
  type PreparedPayment,
  type Sql,
  writePayments,
} from './prepared-payments-testing.ts';

const PAYMENTS = Number(process.env['M1_PAYMENTS'] ?? 600);
const FULL = PAYMENTS >= 10_000;
const API_KILLS = FULL ? 20 : 6;
const DATABASE_KILLS = FULL ? 5 : 2;
const SENDERS = 16;
const SEED = 1;
const UNGUARDED = 'unguarded';

const dataDir = join(tmpdir(), `aangan-m1-${process.pid}`);
let server: RunningPostgres;
let gateway: Awaited<ReturnType<typeof startRazorpaySimulator>>;

before(async () => {
  server = await startPostgres({ dataDir, purpose: 'app' });
  await migrate(server.url);
  await makeWorld(server.url);
  await withClient(server.url, (client) =>
    client.query(`alter role aangan_api login password '${TEST_API_PASSWORD}'`),
  );
  const admin = withDatabase(server.url, 'postgres');
  await withClient(admin, (client) => client.query(`create database ${UNGUARDED} template aangan`));
  gateway = await startRazorpaySimulator({ ...gatewayKeys, seed: SEED });
});
after(async () => {
  await gateway?.close();
  await server?.stop();
  await destroyPostgres(dataDir);
});

const sqlOn =
  (database: string): Sql =>
  (text, values = []) =>
    withClient(
      withDatabase(server.url, database),
      async (client) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
    );

const startApi = (database: string, env: Record<string, string> = {}): Promise<KillableApi> =>
  startKillableApi({
    DATABASE_URL: withDatabase(server.url, database, { user: 'aangan_api', password: TEST_API_PASSWORD }),
    ...gatewayConfigOf(gateway.url),
    ...env,
  });

interface Delivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Payments paid at the provider, with its order and payment ids in our books. */
async function paidPayments(
  sql: Sql,
  count: number,
): Promise<{ payment: PreparedPayment; webhook: Delivery; verify: Delivery }[]> {
  const config = { url: gateway.url, checkoutUrl: '', ...gatewayKeys };
  const payments: PreparedPayment[] = [];
  for (const payment of newPayments(count)) {
    const { id } = await createOrder(config, {
      amount: payment.amount,
      receipt: payment.paymentId.slice(0, 36),
      notes: {},
    });
    payments.push({ ...payment, providerOrderId: id });
  }
  await writePayments(sql, payments);
  return payments.map((payment) => {
    const { success } = gateway.control.complete(payment.providerOrderId, { outcome: 'success' });
    assert.ok(success);
    const event = gateway.control
      .events({ orderId: payment.providerOrderId })
      .find((e) => e.event === 'payment.captured');
    assert.ok(event);
    const json = { 'content-type': 'application/json' };
    const signature = createHmac('sha256', gatewayKeys.keySecret)
      .update(`${payment.providerOrderId}|${success.razorpay_payment_id}`)
      .digest('hex');
    return {
      payment,
      webhook: {
        url: '/webhooks/razorpay',
        body: event.body,
        headers: { ...json, 'x-razorpay-signature': event.signature, 'x-razorpay-event-id': event.id },
      },
      verify: {
        url: paymentContract.verify.path,
        headers: { ...json, authorization: `Link ${payment.token}` },
        body: JSON.stringify({
          paymentId: payment.paymentId,
          razorpay_payment_id: success.razorpay_payment_id,
          razorpay_order_id: payment.providerOrderId,
          razorpay_signature: signature,
        }),
      },
    };
  });
}

interface Sending {
  delivered: number;
  tries: number;
  unexpected: Map<number, number>;
}

/** Each sender takes the next delivery and repeats it until a 2xx. */
async function sendAll(api: KillableApi, deliveries: readonly Delivery[], progress: Sending): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let delivery = deliveries[next++]; delivery; delivery = deliveries[next++])
        await sendOne(api, delivery, progress);
    }),
  );
}

async function sendOne(api: KillableApi, delivery: Delivery, progress: Sending): Promise<void> {
  const until = Date.now() + 120_000;
  for (;;) {
    progress.tries += 1;
    const status = await fetch(`${api.url}${delivery.url}`, {
      method: 'POST',
      headers: delivery.headers,
      body: delivery.body,
      signal: AbortSignal.timeout(15_000),
    })
      .then((answer) => answer.arrayBuffer().then(() => answer.status))
      .catch(() => 0);
    if (status >= 200 && status < 300) break;
    if (status !== 0 && status !== 503)
      progress.unexpected.set(status, (progress.unexpected.get(status) ?? 0) + 1);
    assert.ok(Date.now() < until, `${delivery.url} is answered ${status} for two minutes`);
    await sleep(100);
  }
  progress.delivered += 1;
}

const shuffled = <T>(items: readonly T[], dice: Dice): T[] =>
  items
    .map((item) => ({ item, at: dice.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

const confirmedSoFar = async (sql: Sql): Promise<number> =>
  Number((await sql("select count(*)::int as n from payment where status = 'CONFIRMED'"))[0]?.['n']);

/** Kills at random points of the whole way: half of it the deliveries, half the folding. */
async function killAlong(
  api: KillableApi,
  dice: Dice,
  way: { sql: Sql; sending: Sending; deliveries: number },
): Promise<void> {
  const kills = [
    ...Array.from({ length: API_KILLS }, () => 'api'),
    ...Array.from({ length: DATABASE_KILLS }, () => 'database'),
  ]
    .map((what) => ({ what, at: dice.next() * 0.95 }))
    .sort((a, b) => a.at - b.at);
  for (const kill of kills) {
    for (;;) {
      const done = (way.sending.delivered / way.deliveries + (await confirmedSoFar(way.sql)) / PAYMENTS) / 2;
      if (done >= kill.at) break;
      await sleep(50);
    }
    if (kill.what === 'api') await api.kill();
    else server = await killPostgres(server, dataDir);
  }
}

async function untilFolded(sql: Sql): Promise<void> {
  for (const until = Date.now() + (FULL ? 900_000 : 90_000); Date.now() < until; await sleep(250)) {
    const [row] = await sql("select count(*)::int as n from inbox where state = 'NEW'");
    if (row?.['n'] === 0) return;
  }
  assert.fail('the inbox was not folded in time');
}

const bookedRow = z.object({
  confirmed: z.int(),
  lost: z.int(),
  doubled: z.int(),
  receipts: z.int(),
  gaps: z.int(),
  balance: z.int(),
  entries: z.int(),
  unbalanced: z.int(),
  unfolded: z.int(),
});
type Booked = z.output<typeof bookedRow>;

/** Counts from the books alone. Doubled: anything of a payment that stands there more than once. */
const booked = async (sql: Sql): Promise<Booked> =>
  bookedRow.parse(
    (
      await sql(`
  with p as (select p.franchisee_id, p.id, p.status, p.amount, p.provider_payment_id,
      (select count(*) from receipt r where r.franchisee_id = p.franchisee_id and r.payment_id = p.id) as receipts,
      (select count(*) from ledger_entry e where e.source = 'payment.captured' and e.source_id = p.provider_payment_id) as entries,
      (select coalesce(sum(a.amount), 0) from payment_allocation a where a.franchisee_id = p.franchisee_id and a.payment_id = p.id) as allocated
    from payment p)
  select count(*) filter (where status = 'CONFIRMED')::int as confirmed,
    count(*) filter (where status <> 'CONFIRMED' or receipts < 1 or entries < 2 or allocated < amount)::int as lost,
    count(*) filter (where receipts > 1 or entries > 2 or allocated > amount)::int as doubled,
    coalesce(sum(receipts), 0)::int as receipts,
    (select coalesce(sum(top - n), 0)::int from (select max(seq) as top, count(*) as n from receipt group by franchisee_id, series, fy) s) as gaps,
    (select coalesce(sum(amount), 0)::int from ledger_posting) as balance, (select count(*)::int from ledger_entry) as entries,
    (select count(*)::int from (select 1 from ledger_posting group by franchisee_id, entry_id having sum(amount) <> 0) u) as unbalanced,
    (select count(*)::int from inbox where state not in ('DONE', 'IGNORED')) as unfolded
  from p`)
    )[0],
  );

test(`${PAYMENTS} payments through ${API_KILLS} kills of the API and ${DATABASE_KILLS} of PostgreSQL: none lost, none doubled`, async () => {
  const dice = new Dice(SEED);
  const sql = sqlOn('aangan');
  const paid = await paidPayments(sql, PAYMENTS);
  const deliveries = shuffled(
    paid.flatMap(({ webhook, verify }) => [
      ...Array.from({ length: dice.between(1, 3) }, () => webhook),
      ...(dice.chance(0.3) ? [verify] : []),
    ]),
    dice,
  );
  const api = await startApi('aangan');
  const sending: Sending = { delivered: 0, tries: 0, unexpected: new Map() };
  const started = performance.now();
  try {
    await Promise.all([
      sendAll(api, deliveries, sending),
      killAlong(api, dice, { sql, sending, deliveries: deliveries.length }),
    ]);
    await untilFolded(sql);
  } finally {
    await api.stop();
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const books = await booked(sql);
  publishFigure({
    promise: 'M1',
    payments: PAYMENTS,
    apiKills: API_KILLS,
    databaseKills: DATABASE_KILLS,
    deliveries: deliveries.length,
    tries: sending.tries,
    lost: books.lost,
    doubled: books.doubled,
    sumOfPostings: books.balance,
    unbalanced: books.unbalanced,
    receiptGaps: books.gaps,
    unexpectedAnswers: JSON.stringify(Object.fromEntries(sending.unexpected)),
    seconds,
    seed: SEED,
  });
  assert.deepEqual(books, {
    confirmed: PAYMENTS,
    lost: 0,
    doubled: 0,
    receipts: PAYMENTS,
    gaps: 0,
    balance: 0,
    entries: 2 * PAYMENTS,
    unbalanced: 0,
    unfolded: 0,
  } satisfies Booked);
  assert.equal(api.crashes(), 0, api.complaints());
  assert.deepEqual(
    Object.fromEntries(sending.unexpected),
    {},
    'while the database is away the answer is 503, never another error',
  );
});

const GUARDS = [
  'alter table ledger_entry drop constraint ledger_entry_franchisee_id_source_source_id_key',
  'alter table provider_reference drop constraint provider_reference_pkey',
  'alter table payment_allocation drop constraint payment_allocation_pkey',
  'alter table receipt drop constraint receipt_franchisee_id_payment_id_key',
  'alter table fee_line drop constraint fee_line_allocated',
];

test('broken twin: without the keys and the row locks, payments are booked twice', async () => {
  const sql = sqlOn(UNGUARDED);
  for (const guard of GUARDS) await sql(guard);
  const paid = await paidPayments(sql, 12);
  const api = await startApi(UNGUARDED, { UNGUARDED: '1' });
  try {
    const sending: Sending = { delivered: 0, tries: 0, unexpected: new Map() };
    await sendAll(
      api,
      paid.flatMap(({ webhook, verify }) => [webhook, verify, verify, verify, webhook]),
      sending,
    );
    await untilFolded(sql);
  } finally {
    await api.stop();
  }
  const { doubled } = await booked(sql);
  publishFigure({ promise: 'M1 broken twin', payments: 12, doubled });
  assert.ok(doubled > 0);
});
