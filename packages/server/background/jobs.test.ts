import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { createLogger } from '../logging.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { systemActor } from '../work/actor.ts';
import { eachPart } from '../work/each-part.ts';
import { inUnitOfWork } from '../work/unit-of-work.ts';
import type { JobDeclaration, JobTools } from './background.ts';
import { installJobQueue } from './job-queue.ts';
import { requestRun, sweepRuns } from './job-runs.ts';
import { type Jobs, jobOutbox, openJobs } from './jobs.ts';
import { runJob } from './outbox.ts';
import { drainOutbox } from './outbox-worker.ts';

let db: TestDatabase;
let database: Database;
const started: Jobs[] = [];
const log = createLogger({ level: 'silent' });
const USER = '0198a000-0000-7000-8000-000000000001';

before(async () => {
  db = await testDatabase();
  await installJobQueue(db.adminUrl);
  database = openDatabase(db.url, { max: 15 });
});
after(async () => {
  await database.close();
  await db.drop();
});
beforeEach(() =>
  admin('delete from cron_run; delete from cron_job; delete from outbox; delete from pgboss.job'),
);
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
});

const admin = (text: string) => withClient(db.adminUrl, (client) => client.query(text));
const job = (
  name: `${string}.${string}`,
  run: (tools: JobTools) => Promise<{ ok: number; failed: number; log?: string }>,
  more: Partial<JobDeclaration> = {},
): JobDeclaration => ({
  name,
  title: name,
  schedule: '* * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 120,
  timeoutS: 60,
  run,
  ...more,
});
async function open(jobs: readonly JobDeclaration[], now?: () => Date): Promise<Jobs> {
  const opened = openJobs({
    database,
    url: db.url,
    jobs,
    log,
    ports: { config: {}, origin: '' },
    scheduler: false,
    ...(now ? { now } : {}),
  });
  await opened.start();
  started.push(opened);
  return opened;
}
const runs = async () =>
  (
    await admin(
      'select job, state, trigger, attempt, ok, error, planned_at, started_by from cron_run order by planned_at',
    )
  ).rows as {
    job: string;
    state: string;
    trigger: string;
    attempt: number;
    ok: number;
    error: string | null;
    planned_at: string;
  }[];
async function until(check: () => Promise<boolean> | boolean, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await check())) {
    assert.ok(Date.now() < end, 'waited too long');
    await sleep(40);
  }
}
const ok = async () => ({ ok: 1, failed: 0 });

test('nodes that start at the same moment on a new database all find the queue', async () => {
  const fresh = await testDatabase();
  try {
    await Promise.all(Array.from({ length: 6 }, () => installJobQueue(fresh.adminUrl)));
    const { rows } = await withClient(fresh.adminUrl, (client) =>
      client.query<{ name: string }>('select name from pgboss.queue order by name'),
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['dead', 'heavy', 'run'],
    );
  } finally {
    await fresh.drop();
  }
});

test('the runtime role owns nothing of the queue and may make nothing in it', async () => {
  const { rows } = await admin(
    "select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'pgboss' and pg_get_userbyid(c.relowner) <> 'aangan_owner'",
  );
  assert.deepEqual(rows, []);
  await withClient(db.url, (client) =>
    assert.rejects(client.query('create table pgboss.mine ()'), /permission denied/),
  );
  await installJobQueue(db.adminUrl); // again, as at each start
});

test('J5: three schedulers at the same 60 slots: one run a slot', async (t) => {
  let clock = new Date('2026-04-01T10:00:30+05:30');
  const done: string[] = [];
  const declared = job('test.minute', async ({ data }) => {
    done.push((data as { plannedAt: string }).plannedAt);
    return { ok: 1, failed: 0 };
  });
  const three = [
    await open([declared], () => clock),
    await open([declared], () => clock),
    await open([declared], () => clock),
  ];
  for (let slot = 1; slot <= 60; slot += 1) {
    clock = new Date(new Date('2026-04-01T10:00:30+05:30').getTime() + slot * 60_000);
    await Promise.all(three.flatMap((jobs) => [jobs.tick(), jobs.tick()]));
    await until(async () => (await runs()).filter((r) => r.state === 'COMPLETED').length === slot);
  }
  const all = await runs();
  assert.equal(all.length, 60);
  assert.equal(new Set(done).size, 60);
  assert.equal(done.length, 60);
  assert.ok(all.every((r) => r.attempt === 1 && r.trigger === 'SCHEDULE' && r.error === null));
  t.diagnostic(JSON.stringify({ promise: 'J5', n: 60, failures: 0 }));
});

test('slots missed while the server was down: RUN_ONCE runs the newest late, SKIP says that it was missed', async () => {
  let clock = new Date('2026-04-01T01:00:00+05:30');
  const declared = [
    job('test.catch-up', ok, { schedule: '30 2 * * *' }),
    job('test.skips', ok, { schedule: '30 2 * * *', onMiss: 'SKIP' }),
  ];
  await (await open(declared, () => clock)).stop();
  clock = new Date('2026-04-04T09:00:00+05:30');
  const jobs = await open(declared, () => clock);
  await jobs.tick();
  await until(async () => (await runs()).some((r) => r.state === 'COMPLETED'));
  assert.deepEqual(
    (await runs())
      .map((r) => [r.job, r.state, r.trigger, r.error, new Date(r.planned_at).toISOString()])
      .sort(),
    [
      ['test.catch-up', 'COMPLETED', 'CATCH_UP', null, new Date('2026-04-04T02:30:00+05:30').toISOString()],
      [
        'test.skips',
        'NOT_STARTED',
        'SCHEDULE',
        'missed',
        new Date('2026-04-04T02:30:00+05:30').toISOString(),
      ],
    ],
  );
});

test('a run that throws is INTERRUPTED with a clean text; "run again" takes up the same run; "run now" is refused while one is open', async () => {
  let clock = new Date('2026-04-01T10:00:30+05:30');
  let fails = true;
  let release = () => {};
  const jobs = await open(
    [
      job('test.moody', async () => {
        if (fails) throw new Error('could not write to gita@example.in');
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return { ok: 7, failed: 1, log: '7 of 8' };
      }),
    ],
    () => clock,
  );
  clock = new Date('2026-04-01T10:01:00+05:30');
  await jobs.tick();
  await until(async () => (await runs())[0]?.state === 'INTERRUPTED');
  assert.equal((await runs())[0]?.error, 'could not write to ‹mail›');
  fails = false;
  const request = (again?: string) =>
    inUnitOfWork(database, systemActor(), { command: 'test' }, (tx) =>
      requestRun(tx, { job: 'test.moody', by: USER, ...(again ? { again } : {}) }),
    );
  const id = (await admin('select id from cron_run')).rows[0]?.id as string;
  assert.equal(await request(id), id);
  await jobs.tick();
  await until(async () => (await runs())[0]?.state === 'IN_PROGRESS');
  assert.equal(await request(), null);
  release();
  await until(async () => (await runs())[0]?.state === 'COMPLETED');
  assert.deepEqual(
    (await runs()).map((r) => [r.attempt, r.ok, r.error]),
    [[2, 7, null]],
  );
  assert.notEqual(await request(), null);
  assert.equal((await runs()).find((r) => r.trigger === 'MANUAL')?.state, 'NOT_STARTED');
});

test('a run whose parts failed in part keeps its rows, says which, and is tried again by itself', async () => {
  let clock = new Date('2026-04-01T10:00:30+05:30');
  let broken = true;
  const done: number[] = [];
  const jobs = await open(
    [
      job(
        'test.parts',
        () =>
          eachPart(
            [1, 2, 3],
            (part) => `centre ${part}`,
            async (part) => {
              if (part === 2 && broken) throw new Error('could not write to gita@example.in');
              done.push(part);
              return 1;
            },
          ),
        { schedule: '30 8 * * *' },
      ),
    ],
    () => clock,
  );
  clock = new Date('2026-04-02T08:30:00+05:30');
  await jobs.tick();
  await until(async () => (await runs())[0]?.state === 'INTERRUPTED');
  const [first] = (await admin('select ok, failed, error, log from cron_run')).rows as object[];
  const fault = 'centre 2: could not write to ‹mail›';
  assert.deepEqual(first, { ok: 2, failed: 1, error: `PartsFailed: 1 failed: ${fault}`, log: fault });
  assert.deepEqual(done, [1, 3], 'one part’s fault takes nothing from the others');
  broken = false;
  // The queue's own pause before it tries again is not waited for.
  const sooner = () => admin(`update pgboss.job set start_after = now() where state = 'retry'`);
  await until(async () => (await sooner()) && (await runs())[0]?.state === 'COMPLETED');
  const [again] = (await admin('select attempt, ok, failed, error, log from cron_run')).rows as object[];
  assert.deepEqual(again, { attempt: 2, ok: 3, failed: 0, error: null, log: null });
});

test('a slot that comes while the run before is still going leaves a row that says so', async () => {
  let clock = new Date('2026-04-01T10:00:30+05:30');
  let release = () => {};
  const jobs = await open(
    [
      job(
        'test.slow',
        () =>
          new Promise((resolve) => {
            release = () => resolve({ ok: 1, failed: 0 });
          }),
      ),
    ],
    () => clock,
  );
  for (const minute of [1, 2]) {
    clock = new Date(`2026-04-01T10:0${minute}:01+05:30`);
    await jobs.tick();
    await until(async () => (await runs()).some((r) => r.state === 'IN_PROGRESS'));
  }
  release();
  await until(async () => (await runs())[0]?.state === 'COMPLETED');
  assert.deepEqual(
    (await runs()).map((r) => [r.state, r.error]),
    [
      ['COMPLETED', null],
      ['NOT_STARTED', 'The run before had not ended'],
    ],
  );
});

test('a job after another waits for it, and takes its turn when that is done', async () => {
  let clock = new Date('2026-04-01T00:00:30+05:30');
  let release = () => {};
  const order: string[] = [];
  const jobs = await open(
    [
      job(
        'test.first',
        () =>
          new Promise((resolve) => {
            release = () => {
              order.push('first');
              resolve({ ok: 1, failed: 0 });
            };
          }),
        { schedule: '5 0 * * *' },
      ),
      job(
        'test.second',
        async () => {
          order.push('second');
          return ok();
        },
        { schedule: '10 0 * * *', after: 'test.first' },
      ),
    ],
    () => clock,
  );
  clock = new Date('2026-04-01T00:05:01+05:30');
  await jobs.tick();
  await until(async () => (await runs())[0]?.state === 'IN_PROGRESS');
  clock = new Date('2026-04-01T00:10:01+05:30');
  await jobs.tick();
  await sleep(1500);
  assert.deepEqual(order, []);
  release();
  await until(async () => (await runs())[0]?.state === 'COMPLETED');
  await jobs.tick();
  await until(() => order.length === 2);
  assert.deepEqual(order, ['first', 'second']);
});

test('a job every 5 seconds runs without the queue and keeps one quiet row', async () => {
  let clock = new Date('2026-04-01T10:00:01+05:30');
  let n = 0;
  const jobs = await open(
    [job('test.often', async () => ({ ok: ++n, failed: 0 }), { schedule: '*/5 * * * * *' })],
    () => clock,
  );
  for (let i = 1; i <= 5; i += 1) {
    clock = new Date(clock.getTime() + 5_000);
    await jobs.tick();
    await until(() => n === i);
    await until(async () => (await runs()).every((r) => r.state === 'COMPLETED'));
  }
  await until(async () => (await runs()).length === 1);
  assert.equal((await runs())[0]?.ok, 5);
});

test('a job asked for in a transaction gets its data once, and not at all when the transaction rolls back', async () => {
  const got: unknown[] = [];
  const jobs = await open([
    job(
      'test.with-data',
      async ({ data }) => {
        got.push(data);
        return ok();
      },
      { schedule: null },
    ),
  ]);
  const ask = (key: string, fails = false) =>
    inUnitOfWork(database, systemActor(2), { command: 'test' }, async (tx) => {
      await runJob(tx, 'test.with-data', { month: key }, { franchiseeId: 2, dedupeKey: key });
      if (fails) throw new Error('no');
    });
  await ask('2026-04');
  await ask('2026-04');
  await ask('2026-05', true).catch(() => undefined);
  const drain = () =>
    drainOutbox({ database, log, ports: { config: {}, origin: '' }, workers: jobOutbox(jobs) });
  await drain();
  await admin("update outbox set state = 'QUEUED'"); // delivered twice
  await drain();
  await until(() => got.length > 0);
  await sleep(1500);
  assert.deepEqual(got, [{ month: '2026-04' }]);
});

test('a run without a sign of life is INTERRUPTED by the sweep', async () => {
  await admin(
    "insert into cron_job (name, area, title, schedule) values ('test.lost', 'test', 'Lost', ''); insert into cron_run (job, state, planned_at, started_at, heartbeat_at, attempt) values ('test.lost', 'IN_PROGRESS', now(), now(), now() - interval '91 seconds', 1)",
  );
  const swept = await inUnitOfWork(database, systemActor(), { command: 'test' }, (tx) =>
    sweepRuns(tx, new Date()),
  );
  assert.equal(swept, 1);
  assert.equal((await runs())[0]?.state, 'INTERRUPTED');
});

test('a process leaves jobs it does not know to the others: neither switched off nor planned', async () => {
  await open([job('test.newer', ok, { schedule: '* * * * *' })]);
  const older = await open([job('test.stays', ok, { schedule: '* * * * *' })]);
  await admin("update cron_job set next_run_at = now() - interval '10 seconds'");
  await older.tick();
  assert.deepEqual((await admin('select name, enabled from cron_job order by name')).rows, [
    { name: 'test.newer', enabled: true },
    { name: 'test.stays', enabled: true },
  ]);
  assert.deepEqual(
    (await runs()).map((run) => run.job),
    ['test.stays'],
  );
});

// 40 to 90 seconds of waiting: part of the long run only.
test('J4: a job whose process was killed runs elsewhere within 90 s', {
  skip: !process.env.LONG_TESTS,
  timeout: 150_000,
}, async (t) => {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '../test-support/jobs-crash-child.ts'), db.url],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const running = new Promise((resolve) => child.stdout.once('data', resolve));
  await until(async () => (await admin("select from cron_job where name = 'test.long'")).rowCount === 1, 20);
  await inUnitOfWork(database, systemActor(), { command: 'test' }, (tx) =>
    requestRun(tx, { job: 'test.long', by: USER }),
  );
  await running;
  child.kill('SIGKILL');
  const killed = Date.now();
  let taken = 0;
  await open([
    job(
      'test.long',
      async () => {
        taken += 1;
        return ok();
      },
      { schedule: null },
    ),
  ]);
  await until(() => taken > 0, 100);
  t.diagnostic(JSON.stringify({ promise: 'J4', seconds: (Date.now() - killed) / 1000 }));
  await until(async () => (await runs())[0]?.state === 'COMPLETED');
  assert.equal((await runs())[0]?.attempt, 2);
});
