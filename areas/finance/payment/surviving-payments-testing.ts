// What the tests of surviving payments share: a PostgreSQL of their own, paid payments with what the provider sends of
// them, senders that repeat until a 2xx, and a count from the books alone.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  destroyPostgres,
  type RunningPostgres,
  startPostgres,
} from '@aangan/server/postgres/embedded-postgres.ts';
import { startRazorpaySimulator } from '@aangan/simulators/razorpay/razorpay-simulator.ts';
import { makeWorld } from '@aangan/testkit/make-world.ts';
import { TEST_API_PASSWORD, withClient, withDatabase } from '@aangan/testkit/postgres.ts';
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

const SENDERS = 16;

export interface Payments {
  readonly sql: Sql;
  readonly gateway: Awaited<ReturnType<typeof startRazorpaySimulator>>;
  startApi(env?: Record<string, string>): Promise<KillableApi>;
  /** kill -9 of the whole server, which then starts and recovers. */
  killDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** A durable PostgreSQL with the named world, and a gateway beside it. */
export async function payments(name: string, seed: number): Promise<Payments> {
  const dataDir = join(tmpdir(), `aangan-${name}-${process.pid}`);
  let server: RunningPostgres = await startPostgres({ dataDir, purpose: 'app' });
  await migrate(server.url);
  await makeWorld(server.url);
  await withClient(server.url, (client) =>
    client.query(`alter role aangan_api login password '${TEST_API_PASSWORD}'`),
  );
  const gateway = await startRazorpaySimulator({ ...gatewayKeys, seed });
  return {
    gateway,
    sql: (text, values = []) =>
      withClient(
        server.url,
        async (client) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
      ),
    startApi: (env = {}) =>
      startKillableApi({
        DATABASE_URL: withDatabase(server.url, new URL(server.url).pathname.slice(1), {
          user: 'aangan_api',
          password: TEST_API_PASSWORD,
        }),
        ...gatewayConfigOf(gateway.url),
        ...env,
      }),
    killDatabase: async () => {
      server = await killPostgres(server, dataDir);
    },
    close: async () => {
      await gateway.close();
      await server.stop();
      await destroyPostgres(dataDir);
    },
  };
}

export interface Delivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Payments paid at the provider, with its order and payment ids in our books. */
export async function paidPayments(
  { sql, gateway }: Payments,
  count: number,
): Promise<{ payment: PreparedPayment; webhook: Delivery; verify: Delivery }[]> {
  const config = { url: gateway.url, checkoutUrl: '', ...gatewayKeys };
  const prepared: PreparedPayment[] = [];
  for (const payment of newPayments(count)) {
    const { id } = await createOrder(config, {
      amount: payment.amount,
      receipt: payment.paymentId.slice(0, 36),
      notes: {},
    });
    prepared.push({ ...payment, providerOrderId: id });
  }
  await writePayments(sql, prepared);
  return prepared.map((payment) => {
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

export interface Sending {
  delivered: number;
  tries: number;
  unexpected: Map<number, number>;
  /** Nobody sends any more: done, or given up. */
  over: boolean;
}

/** Each sender takes the next delivery and repeats it until a 2xx. */
export async function sendAll(
  api: KillableApi,
  deliveries: readonly Delivery[],
  progress: Sending,
): Promise<void> {
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

export async function untilConsumed(sql: Sql, limitMs: number): Promise<void> {
  for (const until = Date.now() + limitMs; Date.now() < until; await sleep(250)) {
    const [row] = await sql("select count(*)::int as n from inbox where state = 'NEW'");
    if (row?.['n'] === 0) return;
  }
  assert.fail('the inbox was not consumed in time');
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
  /** Running totals of migration 0550 that differ from the rows. */
  tallyOff: z.int(),
});
export type Booked = z.output<typeof bookedRow>;

/** Counts from the books alone. Doubled: anything of a payment that stands there more than once. */
export const booked = async (sql: Sql): Promise<Booked> =>
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
    (select count(*)::int from inbox where state not in ('DONE', 'IGNORED')) as unfolded,
    (select (coalesce(sum(amount), 0) <> (select coalesce(sum(net - allocated), 0) from fee_line where state = 'PLANNED'))::int from finance_tally where kind = 'PLANNED') as "tallyOff"
  from p`)
    )[0],
  );
