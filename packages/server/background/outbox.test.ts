import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { createLogger } from '../logging.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { systemActor } from '../work/actor.ts';
import { type Db, inUnitOfWork } from '../work/unit-of-work.ts';
import type { OutboxWorker } from './background.ts';
import { cancelLater, type Lane, later } from './outbox.ts';
import { retireOutbox } from './outbox-claim.ts';
import { drainOutbox, GiveUp, NotSent, type OutboxDeps, startOutboxWorker } from './outbox-worker.ts';

const ANDHERI = 2;
const BANER = 3;
let db: TestDatabase;
let database: Database;
const log = createLogger({ level: 'silent' });

before(async () => {
  db = await testDatabase();
  database = openDatabase(db.url, { max: 10 });
  await withClient(db.adminUrl, (client) =>
    client.query(
      'create table test_effect (franchisee_id int, key text); grant select, insert on test_effect to rt_centre',
    ),
  );
});
after(async () => {
  await database.close();
  await db.drop();
});
beforeEach(() =>
  withClient(db.adminUrl, (client) => client.query('delete from outbox; delete from test_effect')),
);

const inCentre = <T>(franchiseeId: number, work: (db: Db) => Promise<T>) =>
  inUnitOfWork(database, systemActor(franchiseeId), { command: 'test' }, work);
const queue = (
  kind: string,
  key: string,
  options: { franchiseeId?: number; lane?: Lane; expiresAt?: Date; notBefore?: Date } = {},
) =>
  inCentre(options.franchiseeId ?? ANDHERI, (tx) =>
    later(tx, kind, { key }, { franchiseeId: ANDHERI, ...options, dedupeKey: key }),
  );
const deps = (workers: OutboxDeps['workers'], more: Partial<OutboxDeps> = {}): OutboxDeps => ({
  database,
  workers,
  log,
  ports: { config: {}, origin: '' },
  ...more,
});
const rows = () =>
  withClient(
    db.adminUrl,
    async (client) =>
      (
        await client.query<{
          kind: string;
          state: string;
          attempts: number;
          dedupe_key: string;
          last_error: string | null;
          not_before: string;
        }>(
          'select kind, state, attempts, dedupe_key, last_error, not_before from outbox order by kind, dedupe_key',
        )
      ).rows,
  );
const worker = (perform: OutboxWorker['perform'], retryUnknown = true): OutboxWorker => ({
  retryUnknown,
  perform,
});

test('J2: of 200 transactions, half rolled back after queueing, exactly the committed ones have their effect', async () => {
  const performed = new Set<string>();
  for (let i = 0; i < 200; i += 1) {
    const work = inCentre(ANDHERI, async (tx) => {
      await later(tx, 'test.effect', {}, { franchiseeId: ANDHERI, dedupeKey: `k${i}` });
      if (i % 2) throw new Error('rolled back');
    });
    await work.catch(() => undefined);
  }
  await drainOutbox(deps({ 'test.effect': worker(async ({ row }) => void performed.add(row.dedupeKey)) }));
  assert.equal(performed.size, 100);
  assert.ok([...performed].every((key) => Number(key.slice(1)) % 2 === 0));
});

test('the same key queued 50 times at once is one row and one effect', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => queue('test.effect', 'same')));
  assert.equal(answers.filter(Boolean).length, 1);
  let n = 0;
  await drainOutbox(
    deps({
      'test.effect': worker(async () => {
        n += 1;
      }),
    }),
  );
  assert.equal(n, 1);
});

test("the work runs as the row's centre: it sees and writes that centre only", async () => {
  await queue('test.effect', 'here');
  const seen: string[] = [];
  await drainOutbox(
    deps({
      'test.effect': worker(async ({ row, work }) => {
        seen.push(
          await work(row.franchiseeId, async (tx) =>
            String(
              (
                await tx
                  .selectNoFrom((eb) => eb.fn<string>('current_setting', [eb.val('app.centres')]).as('c'))
                  .executeTakeFirstOrThrow()
              ).c,
            ),
          ),
        );
        await assert.rejects(
          work(row.franchiseeId, (tx) =>
            later(tx, 'test.effect', {}, { franchiseeId: BANER, dedupeKey: 'there' }),
          ),
          /row-level security/,
        );
      }),
    }),
  );
  assert.deepEqual(seen, [String(ANDHERI)]);
});

// `J1_CHANGES=5000` is the long form.
test('J1: 500 changes, the worker killed -9 over and over: 500 effects, 0 lost, database effects 0 doubled', {
  timeout: 300_000,
}, async (t) => {
  const half = Math.floor(Number(process.env.J1_CHANGES ?? 500) / 2);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'aangan-outbox-')), 'sent');
  writeFileSync(file, '');
  let child: ChildProcess | undefined;
  let kills = -1;
  let killer: NodeJS.Timeout | undefined;
  const restart = () => {
    child?.kill('SIGKILL');
    kills += 1;
    child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, '../test-support/outbox-crash-child.ts'), db.url, file],
      { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
    );
    // On a busy machine a start takes longer than a life: the clock runs from the worker's start.
    child.once('message', () => {
      killer = setTimeout(restart, 100 + Math.random() * 500);
    });
  };
  restart();
  const started = Date.now();
  try {
    for (let i = 0; i < half; i += 1) {
      await queue('test.in-database', `d${i}`, { franchiseeId: i % 3 ? ANDHERI : BANER });
      await queue('test.outside', `o${i}`);
      if (i % 5 === 0) await sleep(50);
    }
    const open = () =>
      withClient(db.adminUrl, async (client) =>
        Number((await client.query("select count(*) as n from outbox where state <> 'SENT'")).rows[0]?.n),
      );
    for (let left = await open(); left > 0; left = await open()) {
      assert.ok(Date.now() - started < half * 800, `${left} rows still open`);
      await sleep(250);
    }
  } finally {
    clearTimeout(killer);
    child?.kill('SIGKILL');
  }
  const effects = await withClient(
    db.adminUrl,
    async (client) =>
      (
        await client.query<{ n: number; d: number }>(
          'select count(*)::int as n, count(distinct key)::int as d from test_effect',
        )
      ).rows[0],
  );
  const sent = readFileSync(file, 'utf8').trim().split('\n');
  assert.deepEqual(effects, { n: half, d: half });
  assert.equal(new Set(sent).size, half);
  assert.ok(kills >= 3, `only ${kills} kills`);
  t.diagnostic(
    JSON.stringify({
      promise: 'J1',
      n: half * 2,
      failures: 0,
      kills,
      repeatedOutside: sent.length - half,
      seconds: (Date.now() - started) / 1000,
    }),
  );
});

test("J4: a dead worker's row comes back after its lease; a kind that may not repeat becomes UNKNOWN", async () => {
  await queue('test.safe', 'a');
  await queue('test.once', 'b');
  await withClient(db.adminUrl, (client) =>
    client.query(
      "update outbox set state = 'SENDING', attempts = 1, locked_until = now() - interval '1 second'",
    ),
  );
  let n = 0;
  const running = startOutboxWorker(
    deps(
      {
        'test.safe': worker(async () => {
          n += 1;
        }),
        'test.once': worker(async () => {
          n += 1;
        }, false),
      },
      { leaseS: 1 },
    ),
  );
  for (let i = 0; i < 300 && n === 0; i += 1) await sleep(100);
  await running.stop();
  assert.deepEqual(
    (await rows()).map((r) => [r.kind, r.state, r.attempts]),
    [
      ['test.once', 'UNKNOWN', 1],
      ['test.safe', 'SENT', 2],
    ],
  );
  assert.equal(n, 1);
});

test('a worker that lost its lease cannot end the row, and its effect in the database is undone', async () => {
  await queue('test.slow', 'a');
  await drainOutbox(
    deps(
      {
        'test.slow': worker(({ row, work, finish }) =>
          work(row.franchiseeId, async (tx) => {
            await tx
              .insertInto('number_series')
              .values({ franchisee_id: ANDHERI, series: 'effect', period: '', next: 2 })
              .execute();
            await withClient(db.adminUrl, (client) =>
              client.query('update outbox set attempts = attempts + 1'),
            ); // taken over
            await finish(tx);
          }),
        ),
      },
      {},
    ),
  );
  const left = await withClient(
    db.adminUrl,
    async (client) => (await client.query("select from number_series where series = 'effect'")).rowCount,
  );
  assert.equal(left, 0);
  assert.equal((await rows())[0]?.state, 'SENDING');
});

test('a fact nobody handles waits without attempts, also through a drain, and is performed when its area comes', async () => {
  await queue('orders.entitle-kits', 'first', { lane: 'FACT' });
  await queue('orders.entitle-kits', 'second', { lane: 'FACT' });
  await drainOutbox(deps({ 'test.other': worker(async () => {}) }));
  assert.deepEqual(
    (await rows()).map((r) => [r.state, r.attempts]),
    [
      ['QUEUED', 0],
      ['QUEUED', 0],
    ],
  );
  const order: string[] = [];
  await drainOutbox(
    deps({ 'orders.entitle-kits': worker(async ({ row }) => void order.push(row.dedupeKey)) }),
  );
  assert.deepEqual(order, ['first', 'second']);
});

test('how a row ends: retried, unknown, given up, and the text that is kept has no personal data', async () => {
  await queue('test.plain', 'a');
  await queue('test.once', 'b');
  await queue('test.not-sent', 'c');
  await queue('test.never', 'd');
  const counts = await drainOutbox(
    deps({
      'test.plain': worker(async () => {
        throw new Error('mail to gita@example.in, +91 98200 12345 failed');
      }),
      'test.once': worker(async () => {
        throw new Error('timeout');
      }, false),
      'test.not-sent': worker(async () => {
        throw new NotSent('no connection', 90);
      }, false),
      'test.never': worker(async () => {
        throw new GiveUp('the receipt is cancelled');
      }),
    }),
  );
  assert.deepEqual(counts, { sent: 0, retried: 2, unknown: 1, dead: 1 });
  const [never, notSent, once, plain] = await rows();
  assert.deepEqual(
    [never?.state, notSent?.state, once?.state, plain?.state],
    ['DEAD', 'QUEUED', 'UNKNOWN', 'QUEUED'],
  );
  assert.equal(plain?.last_error, 'mail to ‹mail›, ‹number› failed');
  const wait = new Date(notSent?.not_before ?? 0).getTime() - Date.now();
  assert.ok(wait > 60_000 && wait <= 90_000, `waits ${wait} ms`);
});

test("J3: one centre's backlog does not hold up another centre, and bulk does not hold up a code", async () => {
  await withClient(db.adminUrl, (client) =>
    client.query(`insert into outbox (franchisee_id, kind, lane, payload, dedupe_key)
    select 2, 'test.effect', 'BULK', '{}', 'bulk' || i from generate_series(1, 300) i`),
  );
  await queue('test.effect', 'baner', { franchiseeId: BANER, lane: 'BULK' });
  await queue('test.effect', 'code', { lane: 'CODE' });
  const order: string[] = [];
  const running = startOutboxWorker(
    deps({
      'test.effect': worker(async ({ row }) => {
        order.push(row.dedupeKey);
        await sleep(2);
      }),
    }),
  );
  for (let i = 0; i < 600 && order.length < 302; i += 1) await sleep(50);
  await running.stop();
  assert.equal(order.length, 302);
  assert.ok(order.indexOf('code') < 10, `code was ${order.indexOf('code')}`);
  assert.ok(order.indexOf('baner') < 30, `the other centre was ${order.indexOf('baner')}`);
});

test('not before its time; never after its time; cancelled while waiting', async () => {
  await queue('test.effect', 'future', { notBefore: new Date(Date.now() + 60_000) });
  await queue('test.effect', 'expired', { expiresAt: new Date(Date.now() - 1000) });
  await inCentre(ANDHERI, (tx) =>
    later(
      tx,
      'test.effect',
      {},
      { franchiseeId: ANDHERI, dedupeKey: 'cancelled', source: { kind: 'VISIT', id: '7' } },
    ),
  );
  assert.equal(
    await inCentre(ANDHERI, (tx) =>
      cancelLater(tx, { franchiseeId: ANDHERI, source: { kind: 'VISIT', id: '7' } }),
    ),
    1,
  );
  const counts = await drainOutbox(deps({ 'test.effect': worker(async () => {}) }));
  assert.equal(counts.sent, 0);
  assert.deepEqual(
    (await rows()).map((r) => [r.dedupe_key, r.state]),
    [
      ['cancelled', 'CANCELLED'],
      ['expired', 'CANCELLED'],
      ['future', 'QUEUED'],
    ],
  );
});

test('stop gives back what was not begun', async () => {
  for (let i = 0; i < 20; i += 1) await queue('test.slow', `s${i}`);
  let begun = false;
  const running = startOutboxWorker(
    deps({
      'test.slow': worker(() => {
        begun = true;
        return sleep(150);
      }),
    }),
  );
  while (!begun) await sleep(5);
  await running.stop();
  const states = (await rows()).map((r) => `${r.state} ${r.attempts}`);
  assert.ok(
    states.every((s) => s === 'SENT 1' || s === 'QUEUED 0'),
    states.join(', '),
  );
  assert.ok(states.includes('QUEUED 0') && states.includes('SENT 1'));
});

test('rows sent a week ago move into the history', async () => {
  await queue('test.effect', 'old');
  await drainOutbox(deps({ 'test.effect': worker(async () => {}) }));
  const network = <T>(work: (db: Db) => Promise<T>) =>
    inUnitOfWork(database, systemActor(), { command: 'test' }, work);
  assert.equal(await network((tx) => retireOutbox(tx, new Date())), 0);
  assert.equal(await network((tx) => retireOutbox(tx, new Date(Date.now() + 8 * 86_400_000))), 1);
  assert.equal((await rows()).length, 0);
});
