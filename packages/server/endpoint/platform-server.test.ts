// Alone: it sets keys of its own, and a process has one ring.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { area, modules } from '@aangan/contract/area.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { later, runJob } from '../background/outbox.ts';
import { startWorkers } from '../background/working-process.ts';
import { createLogger, safeError } from '../logging.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { rawEndpointApp } from '../test-support/raw-endpoint-app.ts';
import { systemActor } from '../work/actor.ts';
import { issueLink } from '../work/links.ts';
import { useKeys } from '../work/seal.ts';
import { inUnitOfWork } from '../work/unit-of-work.ts';
import { serve } from './handle.ts';
import { timeRequests } from './metrics.ts';
import { platformServer } from './platform-server.ts';

let db: TestDatabase;
let database: Database;
let app: { url: string; close(): Promise<void> };

before(async () => {
  useKeys({ sealKey: randomBytes(32).toString('hex'), signKey: randomBytes(32).toString('hex') });
  db = await testDatabase();
  database = openDatabase(db.url);
  app = await rawEndpointApp({
    database,
    rawEndpoints: platformServer.extras.rawEndpoints ?? [],
    plugins: [timeRequests],
    config: { AANGAN_METRICS_TOKEN: 'figures-for-us' },
  });
});
after(async () => {
  await app.close();
  await database.close();
  await db.drop();
});

const get = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' });
const inCentre = <T>(work: Parameters<typeof inUnitOfWork<T>>[3]) =>
  inUnitOfWork(database, systemActor(2), { command: 'test' }, work);

test('health, readiness, and figures that name the age of waiting work', async () => {
  assert.equal((await get('/healthz')).status, 200);
  assert.equal((await get('/readyz')).status, 200);
  await inCentre((tx) => later(tx, 'test.waits', {}, { franchiseeId: 2, dedupeKey: 'x' }));
  await withClient(db.adminUrl, (client) =>
    client.query("update outbox set not_before = now() - interval '90 seconds'"),
  );
  for (const headers of [{}, { authorization: 'Bearer figures' }, { 'x-forwarded-for': '127.0.0.1' }])
    assert.equal((await fetch(`${app.url}/metrics`, { headers })).status, 404, 'the own machine is nobody');
  const figures = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer figures-for-us' } });
  const text = await figures.text();
  assert.match(text, /aangan_outbox_oldest_seconds\{lane="ROUTINE"\} 9\d/);
  assert.match(text, /aangan_request_seconds_count\{method="GET",route="\/healthz",status="200"\}/);
  await withClient(db.adminUrl, (client) => client.query('delete from outbox'));
});

test('readiness says no when the database is away', async () => {
  const away = openDatabase('postgres://aangan_api:x@127.0.0.1:1/nothing');
  const sick = await rawEndpointApp({
    database: away,
    rawEndpoints: platformServer.extras.rawEndpoints ?? [],
  });
  const reply = await fetch(`${sick.url}/readyz`);
  assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '2']);
  assert.equal((await fetch(`${sick.url}/healthz`)).status, 200);
  await sick.close();
  await away.close();
});

test('S10: /p/{token} leads to the page of its purpose; wrong and ended links get one plain page; guessing is stopped', async () => {
  const token = await inCentre((tx) =>
    issueLink(tx, {
      purpose: 'form.application',
      franchiseeId: 2,
      subject: { kind: 'application', id: '1' },
    }),
  );
  const reply = await get(`/p/${token}`);
  assert.deepEqual([reply.status, reply.headers.get('location')], [302, `/application-form/${token}`]);
  const ended = await inCentre((tx) =>
    issueLink(tx, {
      purpose: 'receipt.view',
      franchiseeId: 2,
      subject: { kind: 'receipt', id: '1' },
      expiresAt: new Date(0),
    }),
  );
  assert.equal((await get(`/p/${ended}`)).status, 410);
  const statuses: number[] = [];
  for (let i = 0; i < 25; i += 1)
    statuses.push((await get(`/p/${randomBytes(16).toString('base64url').replace(/[-_]$/, 'a')}`)).status);
  assert.deepEqual([statuses[0], statuses.at(-1)], [404, 429]);
});

test('all workers start, perform what a transaction asked for, and stop quickly', async () => {
  const seen: string[] = [];
  const areaServer = serve(area({ name: 'test', title: 'Test', modules: modules({}).$info }), [], {
    outbox: {
      'test.effect': {
        retryUnknown: true,
        perform: async ({ row }) => void seen.push(`effect ${row.dedupeKey}`),
      },
    },
    jobs: [
      {
        name: 'test.on-demand',
        title: 'On demand',
        schedule: null,
        onMiss: 'SKIP',
        maxLateS: 60,
        timeoutS: 30,
        run: async ({ data }) => {
          seen.push(`job ${JSON.stringify(data)}`);
          return { ok: 1, failed: 0 };
        },
      },
      {
        name: 'test.every-second',
        title: 'Often',
        schedule: '* * * * * *',
        onMiss: 'SKIP',
        maxLateS: 5,
        timeoutS: 5,
        run: async () => {
          seen.push('tick');
          return { ok: 1, failed: 0 };
        },
      },
    ],
  });
  const workers = await startWorkers({
    database,
    url: db.adminUrl,
    areas: [platformServer, areaServer],
    ports: { config: {}, origin: '' },
    log: createLogger({ level: 'silent' }),
  });
  const asked = Date.now();
  await inCentre(async (tx) => {
    await later(tx, 'test.effect', {}, { franchiseeId: 2, dedupeKey: 'a' });
    await runJob(tx, 'test.on-demand', { n: 1 }, { franchiseeId: 2, dedupeKey: 'a' });
  });
  while (!seen.includes('effect a') && Date.now() - asked < 20_000) await sleep(5);
  while ((!seen.includes('job {"n":1}') || !seen.includes('tick')) && Date.now() - asked < 30_000)
    await sleep(20);
  const stopping = Date.now();
  await workers.stop();
  assert.ok(seen.includes('effect a'));
  assert.ok(seen.includes('job {"n":1}') && seen.includes('tick'));
  assert.ok(Date.now() - stopping < 30_000);
  const names = await withClient(db.adminUrl, async (client) =>
    (await client.query<{ name: string }>('select name from cron_job where enabled order by name')).rows.map(
      (r) => r.name,
    ),
  );
  assert.ok(names.includes('platform.outbox-history') && names.includes('test.every-second'));
});

test('every housekeeping job runs on an empty database', async () => {
  for (const job of (platformServer.extras.jobs ?? []).filter(({ schedule }) => schedule !== null))
    await job
      .run({
        work: (franchiseeId, work) =>
          inUnitOfWork(database, systemActor(franchiseeId), { command: job.name }, work),
        now: new Date(),
        data: null,
        ports: { config: {}, origin: '', afterCommit: () => {} },
      })
      .catch((error: Error) =>
        assert.ok(/no place for files/.test(error.message), `${job.name}: ${error.message}`),
      );
});

test('Y3: a log line carries listed fields only, and no address, number or token in its texts', () => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    stream: new Writable({
      write: (chunk: Buffer, _e, done) => {
        lines.push(chunk.toString());
        done();
      },
    }),
  });
  log.error(
    {
      kind: 'finance.fee-due',
      name: 'Gita Rao',
      email: 'gita@example.in',
      payload: { mobile: '+919820012345' },
      id: 'x',
      reason: 'sent to gita@example.in at +91 98200 12345',
      err: new Error('Bearer abc.def for 9820012345'),
    },
    'failed',
  );
  const line = lines.join('');
  for (const secret of ['Gita', 'gita@', '98200', 'abc.def'])
    assert.ok(!line.includes(secret), `${secret}: ${line}`);
  assert.ok(line.includes('"kind":"finance.fee-due"') && line.includes('"msg":"failed"'));
  const pg = Object.assign(new Error('duplicate key value violates "x" Key (email)=(gita@example.in)'), {
    severity: 'ERROR',
    code: '23505',
    table: 'app_user',
    constraint: 'app_user_email',
  });
  assert.equal(safeError(pg), 'database 23505 app_user app_user_email');
  assert.equal(
    safeError(new Refusal('row.stale', { status: 412, message: 'Gita changed it' })),
    'refused: row.stale',
  );
});
