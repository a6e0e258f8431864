// Alone: it sets keys of its own, and a process has one ring.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { createLogger } from '../logging.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { anonymousActor, systemActor } from '../work/actor.ts';
import { useKeys } from '../work/seal.ts';
import { inUnitOfWork } from '../work/unit-of-work.ts';
import type { InboxWorker } from './background.ts';
import { type Delivery, retryInbox, storeInbox } from './inbox.ts';
import { drainInbox, type InboxDeps, NeedsPerson, startInboxWorker } from './inbox-worker.ts';

let db: TestDatabase;
let database: Database;

before(async () => {
  useKeys({ sealKey: randomBytes(32).toString('hex'), signKey: randomBytes(32).toString('hex') });
  db = await testDatabase();
  database = openDatabase(db.url, { max: 20 });
});
after(async () => {
  await database.close();
  await db.drop();
});
beforeEach(() =>
  withClient(db.adminUrl, (client) => client.query('delete from inbox; delete from number_series')),
);

const deliver = (eventId: string, more: Partial<Delivery> = {}) =>
  inUnitOfWork(database, anonymousActor, { command: 'raw' }, (tx) =>
    storeInbox(tx, {
      provider: 'razorpay',
      eventId,
      verdict: 'VALID',
      body: Buffer.from(`{"event":"${eventId}"}`),
      ...more,
    }),
  );
const deps = (consume: InboxWorker['consume'], more: Partial<InboxDeps> = {}): InboxDeps => ({
  database,
  workers: { razorpay: { consume } },
  log: createLogger({ level: 'silent' }),
  ports: { config: {}, origin: '' },
  ...more,
});
const rows = () =>
  withClient(
    db.adminUrl,
    async (client) =>
      (
        await client.query<{
          id: string;
          event_id: string;
          state: string;
          attempts: number;
          body: Buffer | null;
          headers: Record<string, string>;
          last_error: string | null;
          purge_on: string;
          next_try_at: string;
        }>(
          'select id, event_id, state, attempts, body, headers, last_error, purge_on::text, next_try_at from inbox order by received_at',
        )
      ).rows,
  );

const rowsRead = () =>
  withClient(db.adminUrl, async (client) => {
    const { rows: one } = await client.query<{ n: string }>(
      "select seq_tup_read + idx_tup_fetch as n from pg_stat_user_tables where relname = 'inbox'",
    );
    return Number(one[0]?.n);
  });

test('one event delivered 40 times at once is stored and consumed once', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => deliver('evt_1')));
  assert.equal(answers.filter(Boolean).length, 1);
  const bodies: string[] = [];
  await drainInbox(
    deps(async ({ row }) => {
      bodies.push(row.body.toString());
      return 'DONE';
    }),
  );
  assert.equal(await deliver('evt_1'), false);
  await drainInbox(
    deps(async () => {
      bodies.push('again');
      return 'DONE';
    }),
  );
  assert.deepEqual(bodies, ['{"event":"evt_1"}']);
  assert.equal((await rows())[0]?.state, 'DONE');
});

test('the body lies sealed in the database', async () => {
  await deliver('evt_secret', { body: Buffer.from('Gita Rao') });
  const stored = (await rows())[0]?.body;
  assert.ok(stored && !stored.includes('Gita'));
});

test("a refused delivery keeps size and hash only, cannot take a true event's place, and is never consumed", async () => {
  await deliver('evt_true', {
    verdict: 'BAD_SIGNATURE',
    body: Buffer.from('forged'),
    headers: { authorization: 'x' },
  });
  assert.equal(await deliver('evt_true'), true);
  const consumed: string[] = [];
  await drainInbox(
    deps(async ({ row }) => {
      consumed.push(row.eventId);
      return 'DONE';
    }),
  );
  assert.deepEqual(consumed, ['evt_true']);
  const refused = (await rows()).find((r) => r.event_id.startsWith('refused:'));
  assert.equal(refused?.body, null);
  assert.equal(refused?.state, 'IGNORED');
  assert.deepEqual(Object.keys(refused?.headers ?? {}).sort(), ['bytes', 'sha256']);
});

test('oldest first per provider and centre, never two of a pair at once, pairs side by side', async () => {
  for (let i = 0; i < 12; i += 1)
    await deliver(`e${String(i).padStart(2, '0')}`, { franchiseeId: i % 2 ? 2 : 3 });
  const order = new Map<number, string[]>();
  const inWork = new Map<number, number>();
  let most = 0;
  let mostTotal = 0;
  await drainInbox(
    deps(async ({ row }) => {
      const centre = row.franchiseeId ?? 0;
      inWork.set(centre, (inWork.get(centre) ?? 0) + 1);
      most = Math.max(most, inWork.get(centre) ?? 0);
      mostTotal = Math.max(
        mostTotal,
        [...inWork.values()].reduce((a, b) => a + b, 0),
      );
      await sleep(10);
      inWork.set(centre, (inWork.get(centre) ?? 0) - 1);
      order.set(centre, [...(order.get(centre) ?? []), row.eventId]);
      return 'DONE';
    }),
  );
  assert.deepEqual(order.get(3), ['e00', 'e02', 'e04', 'e06', 'e08', 'e10']);
  assert.deepEqual(order.get(2), ['e01', 'e03', 'e05', 'e07', 'e09', 'e11']);
  assert.equal(most, 1);
  assert.equal(mostTotal, 2);
});

test('a provider that names subjects: each subject in order, one at a time; different ones side by side; a body that cannot be opened harms no other', async () => {
  for (let i = 0; i < 12; i += 1)
    await deliver(`e${String(i).padStart(2, '0')}`, { body: Buffer.from(`order_${i % 3}`) });
  await deliver('e12', { body: Buffer.from('sealed by another key') });
  await withClient(db.adminUrl, (client) =>
    client.query("update inbox set body = 'rubbish'::bytea where event_id = 'e12'"),
  );
  const order = new Map<string, string[]>();
  const inWork: string[] = [];
  let side = 0;
  let doubled = 0;
  const gate = Promise.withResolvers<void>();
  await drainInbox({
    ...deps(async () => 'DONE'),
    workers: {
      razorpay: {
        subject: (body) => body.toString(),
        consume: async ({ row }) => {
          const subject = row.body.toString();
          if (inWork.includes(subject)) doubled += 1;
          inWork.push(subject);
          side = Math.max(side, inWork.length);
          if (inWork.length === 3) gate.resolve();
          // The first ones wait for each other: they can only meet when they are consumed side by side.
          await Promise.race([gate.promise, sleep(20_000, undefined, { ref: false })]);
          inWork.splice(inWork.indexOf(subject), 1);
          order.set(subject, [...(order.get(subject) ?? []), row.eventId]);
          return 'DONE';
        },
      },
    },
  });
  assert.deepEqual(Object.fromEntries(order), {
    order_0: ['e00', 'e03', 'e06', 'e09'],
    order_1: ['e01', 'e04', 'e07', 'e10'],
    order_2: ['e02', 'e05', 'e08', 'e11'],
  });
  assert.deepEqual({ side, doubled }, { side: 3, doubled: 0 });
  assert.equal((await rows()).find((row) => row.event_id === 'e12')?.state, 'NEW');
});

test('a claim reads the backlog a few times, not once for each row of it', async () => {
  await withClient(db.adminUrl, (client) =>
    client.query(`insert into inbox (provider, event_id, headers, body, verdict, state, purge_on, next_try_at)
      select 'razorpay', 'e' || n, '{}', 'rubbish', 'VALID', 'NEW', current_date + 400, now() - interval '1 minute' from generate_series(1, 3000) n`),
  );
  const before = await rowsRead();
  const own = openDatabase(db.url, { max: 4 });
  await startInboxWorker({ ...deps(async () => 'DONE'), database: own, pollMs: 60_000 }).stop();
  await own.close(); // a connection that ends tells what it has read
  const read = (await rowsRead()) - before;
  assert.ok(read < 20 * 3000, `${read} rows were read to claim 100 of 3,000`);
});

test('a consumer that throws comes again later, one that needs a person stops, one older than a day dies, a retry brings it back', async () => {
  await deliver('evt_fails');
  await deliver('evt_odd', { franchiseeId: 2 });
  await deliver('evt_old', { franchiseeId: 3 });
  await withClient(db.adminUrl, (client) =>
    client.query("update inbox set received_at = now() - interval '25 hours' where event_id = 'evt_old'"),
  );
  const consume: InboxWorker['consume'] = async ({ row }) => {
    if (row.eventId === 'evt_odd') throw new NeedsPerson('amount differs');
    throw new Error('no such payment for gita@example.in');
  };
  await drainInbox(deps(consume));
  const states = new Map((await rows()).map((r) => [r.event_id, r]));
  assert.deepEqual([...states].map(([id, r]) => [id, r.state]).sort(), [
    ['evt_fails', 'NEW'],
    ['evt_odd', 'EXCEPTION'],
    ['evt_old', 'DEAD'],
  ]);
  assert.equal(states.get('evt_fails')?.last_error, 'no such payment for ‹mail›');
  assert.ok(new Date(states.get('evt_fails')?.next_try_at ?? 0).getTime() > Date.now() + 3000);
  const id = states.get('evt_odd')?.id ?? '';
  assert.equal(
    await inUnitOfWork(database, systemActor(), { command: 'test' }, (tx) => retryInbox(tx, id)),
    true,
  );
  await drainInbox(deps(async () => 'IGNORED'));
  assert.equal((await rows()).find((r) => r.event_id === 'evt_odd')?.state, 'IGNORED');
});

test("finish ends the row in the consumer's own transaction: a consumer that fails after it leaves neither effect nor end", async () => {
  await deliver('evt_2', { franchiseeId: 2 });
  const effect =
    (fails: boolean): InboxWorker['consume'] =>
    async ({ row, work, finish }) => {
      await work(row.franchiseeId, async (tx) => {
        await tx
          .insertInto('number_series')
          .values({ franchisee_id: 2, series: row.eventId, period: '', next: 2 })
          .execute();
        await finish(tx);
        if (fails) throw new Error('after the end');
        await tx.selectFrom('number_series').select('next').executeTakeFirstOrThrow(); // still this centre's scope
      });
      return 'DONE';
    };
  const count = () =>
    withClient(db.adminUrl, async (client) => (await client.query('select from number_series')).rowCount);
  await drainInbox(deps(effect(true)));
  assert.deepEqual([await count(), (await rows())[0]?.state], [0, 'NEW']);
  await withClient(db.adminUrl, (client) =>
    client.query("update inbox set next_try_at = now() - interval '1 second'"),
  );
  await drainInbox(deps(effect(false)));
  assert.deepEqual([await count(), (await rows())[0]?.state], [1, 'DONE']);
});

test('a row whose worker died comes back after its lease; a running worker consumes within a second', async () => {
  await deliver('evt_lost');
  const start = Date.now();
  await withClient(db.adminUrl, (client) =>
    client.query("update inbox set locked_until = now() + interval '300 ms', attempts = 1"),
  );
  const consumed: string[] = [];
  const running = startInboxWorker({
    ...deps(async ({ row }) => {
      consumed.push(row.eventId);
      return 'DONE';
    }),
    pollMs: 100,
  });
  while (consumed.length === 0 && Date.now() - start < 20_000) await sleep(20);
  assert.ok(Date.now() - start >= 300, 'not before the lease is over');
  await deliver('evt_fresh', { franchiseeId: 2 });
  const stored = Date.now();
  while (consumed.length < 2 && Date.now() - stored < 20_000) await sleep(5);
  await running.stop();
  assert.deepEqual(consumed, ['evt_lost', 'evt_fresh']);
});

/** It is renewed after a third: a machine that stands still for the other two thirds loses it, rightly. */
const LONG_ENOUGH_S = 3;

test('a consumer that outlasts its lease keeps its row: the lease is renewed, and no other worker consumes it too', async () => {
  await deliver('evt_slow');
  const consumes: string[] = [];
  const slow = startInboxWorker({
    ...deps(async ({ row }) => {
      consumes.push(`slow ${row.eventId}`);
      await sleep(3_500);
      return 'DONE';
    }),
    leaseS: LONG_ENOUGH_S,
    pollMs: 50,
  });
  while (consumes.length === 0) await sleep(10);
  const other = startInboxWorker({
    ...deps(async ({ row }) => {
      consumes.push(`other ${row.eventId}`);
      return 'DONE';
    }),
    leaseS: LONG_ENOUGH_S,
    pollMs: 50,
  });
  const done = async () =>
    (
      await withClient(db.adminUrl, (client) =>
        client.query("select from inbox where event_id = 'evt_slow' and state = 'DONE'"),
      )
    ).rowCount === 1;
  while (!(await done())) await sleep(50);
  await Promise.all([slow.stop(), other.stop()]);
  assert.deepEqual(consumes, ['slow evt_slow']);
});
