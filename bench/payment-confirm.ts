// Payments confirmed by eight connections, one transaction each, interleaved over many centres, on a database of its own that
// keeps what it answered (fsync). Three forms in the same run:
//   product  the function that confirms, without HTTP: royalty, receipt, both books, change audit, outbox
//   bound    the database-bound form of reliability.md 3.6 on the product's own tables, with their triggers, row security and
//            checks at commit: inbox, payment, an entry in each book, four postings, balances, sums of months
//   bare     the same writes into tables without any of it: what the machine can do
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@aangan/server/postgres/database.ts';
import { destroyPostgres, startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { makeWorld } from '@aangan/testkit/make-world.ts';
import { TEST_API_PASSWORD, withClient, withDatabase } from '@aangan/testkit/postgres.ts';
import type { Client } from 'pg';
import { confirmPayment } from '../areas/finance/payment/confirm-payment.server.ts';
import { migrate } from '../db/migrate.ts';
import { type Planted, plantPayments, prepareConfirms } from './plant-payments.ts';

const CONNECTIONS = 8;
const CENTRES = 500;
/** Issue 14, of the database-bound form; finance.md 9, of the whole confirmation. */
const LEAST_BOUND = 1000;
const LEAST_PRODUCT = 200;
/** Confirmed before, so that the planner knows the tables as of a network that is at work, and no longer as empty ones. */
const WARM = 2000;

export async function measureConfirm(payments: number): Promise<void> {
  const dataDir = join(tmpdir(), `aangan-bench-confirm-${process.pid}`);
  const server = await startPostgres({ dataDir, purpose: 'app' });
  try {
    await migrate(server.url);
    await makeWorld(server.url);
    const apiUrl = withDatabase(server.url, new URL(server.url).pathname.slice(1), {
      user: 'aangan_api',
      password: TEST_API_PASSWORD,
    });
    await withClient(server.url, async (client) => {
      await client.query(`alter role aangan_api login password '${TEST_API_PASSWORD}'`);
      const planted = await plantPayments(client, { payments: payments + WARM, centres: CENTRES });
      await prepareConfirms(client);
      const database = openDatabase(apiUrl, { max: CONNECTIONS });
      try {
        const form = async (work: (database: Database, one: Planted) => Promise<unknown>) => {
          await inTurn(planted.slice(0, WARM), (one) => work(database, one));
          await client.query('vacuum analyze');
          return measured(client, planted.slice(WARM), (one) => work(database, one));
        };
        const product = await form(confirm);
        await proveBooks(client, planted.length);
        const bound = await form(confirmBound);
        const bare = await form(confirmBare);
        const kept = bound.perSecond >= LEAST_BOUND && product.perSecond >= LEAST_PRODUCT;
        for (const [name, figures] of Object.entries({ product, bound, bare }))
          console.log(
            JSON.stringify({ bench: `payment-confirm ${name}`, payments, centres: CENTRES, ...figures }),
          );
        console.log(JSON.stringify({ bench: 'payment-confirm', kept }));
        if (!kept) process.exitCode = 1;
      } finally {
        await database.close();
      }
    });
  } finally {
    await server.stop();
    await destroyPostgres(dataDir);
  }
}

const confirm = (database: Database, one: Planted): Promise<unknown> =>
  inUnitOfWork(database, systemActor(one.franchiseeId), { command: 'bench.confirm' }, (db) =>
    confirmPayment(db, {
      franchiseeId: one.franchiseeId,
      paymentId: one.paymentId,
      amount: one.amount,
      paidAt: new Date().toISOString(),
      now: new Date(),
      providerPaymentId: `pay_${one.paymentId.replaceAll('-', '')}`,
    }),
  );

const confirmBound = ({ pool }: Database, one: Planted): Promise<unknown> =>
  pool.query(`begin; set local role rt_public; set local app.centres to '${one.franchiseeId}';
    insert into inbox (provider, event_id, verdict, body) values ('bench', '${one.paymentId}', 'VALID', '');
    set local role rt_centre; set local app.centres to '${one.franchiseeId},1';
    select bench_bound(${one.franchiseeId}, '${one.feeAccountId}', ${one.amount}); commit`);

const confirmBare = ({ pool }: Database, one: Planted): Promise<unknown> =>
  pool.query({
    name: 'bare-confirm',
    text: 'select bench_bare($1, $2, $3)',
    values: [one.franchiseeId, one.feeAccountId, one.amount],
  });

interface Figures {
  perSecond: number;
  postingsPerSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time a payment: of this process, and of the database's connections. */
  nodeCpu: number;
  databaseCpu: number;
  /** Payments a second of one processor that does nothing else. */
  perCore: number;
}

async function measured(
  client: Client,
  planted: readonly Planted[],
  work: (one: Planted) => Promise<unknown>,
): Promise<Figures> {
  const postings = async () =>
    Number(
      (
        await client.query(
          'select (select count(*) from ledger_posting) + (select count(*) from bench_ledger_posting) as n',
        )
      ).rows[0].n,
    );
  const before = {
    cpu: process.cpuUsage(),
    database: await databaseCpuMs(client),
    postings: await postings(),
  };
  const begun = performance.now();
  const times = await inTurn(planted, work);
  const seconds = (performance.now() - begun) / 1000;
  const cpu = process.cpuUsage(before.cpu);
  const nodeCpu = (cpu.user + cpu.system) / 1000 / planted.length;
  const databaseCpu = ((await databaseCpuMs(client)) - before.database) / planted.length;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return {
    perSecond: Math.round(planted.length / seconds),
    postingsPerSecond: Math.round(((await postings()) - before.postings) / seconds),
    p50: at(0.5),
    p99: at(0.99),
    nodeCpu: round(nodeCpu),
    databaseCpu: round(databaseCpu),
    perCore: Math.round(1000 / (nodeCpu + databaseCpu)),
  };
}

const round = (n: number): number => Number(n.toFixed(2));

/** Milliseconds of each piece of work, by as many at once as there are connections. */
async function inTurn(
  planted: readonly Planted[],
  work: (one: Planted) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let one = planted[next++]; one; one = planted[next++]) {
        const begun = performance.now();
        await work(one);
        times.push(performance.now() - begun);
      }
    }),
  );
  return times;
}

const TICKS_A_SECOND = 100; // of /proc, on every Linux that Node runs on

/** Processor time so far of the connections of the API's login. Linux alone has it; elsewhere 0. */
async function databaseCpuMs(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where usename = 'aangan_api'",
  );
  return rows.reduce((sum, { pid }) => sum + ticksOf(pid) * (1000 / TICKS_A_SECOND), 0);
}

function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  } catch {
    return 0;
  }
}

/** Every payment once: receipt, entry in both books, sums that agree. */
async function proveBooks(client: Client, payments: number): Promise<void> {
  const { rows } = await client.query<Record<string, number>>(`
    select (select count(*)::int from payment where status = 'CONFIRMED') as confirmed, (select count(*)::int from receipt) as receipts,
      (select count(*)::int from ledger_entry where source = 'payment.captured') as entries, (select count(*)::int from royalty_accrual) as accruals,
      (select coalesce(sum(amount), 0)::int from ledger_posting) as off,
      (select count(*)::int from (select franchisee_id, account_code, amount from ledger_balance where party_id = '') b
        full join (select franchisee_id, account_code, sum(amount) as total from ledger_month group by 1, 2) m using (franchisee_id, account_code) where b.amount is distinct from m.total) as months`);
  const found = rows[0] ?? {};
  const wanted = {
    confirmed: payments,
    receipts: payments,
    entries: payments * 2,
    accruals: payments,
    off: 0,
    months: 0,
  };
  for (const [name, n] of Object.entries(wanted))
    if (found[name] !== n) throw new Error(`After the run ${name} is ${found[name]} and not ${n}`);
}
