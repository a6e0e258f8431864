// Alone: it sets keys of its own, and a process has one ring.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { area, modules } from '@aangan/contract/area.ts';
import { nothing, openModules, query } from '@aangan/contract/endpoint.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { sql } from 'kysely';
import type { ExportSource } from '../endpoint/area-extras.ts';
import { useAreas } from '../endpoint/area-registry.ts';
import { serve } from '../endpoint/handle.ts';
import { createLogger } from '../logging.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { rawEndpointApp } from '../test-support/raw-endpoint-app.ts';
import { anonymousActor, type NarrowedActor } from '../work/actor.ts';
import { useKeys } from '../work/seal.ts';
import { inUnitOfWork } from '../work/unit-of-work.ts';
import { exportEndpoint } from './export-endpoints.ts';
import { drainExports, type ExportDeps, expireExports, startExport, startExportWorker } from './exports.ts';
import { openFolder } from './file-store.ts';
import { useFileStore } from './files.ts';
import { readSheet } from './spreadsheet.ts';

const BINA = '0198a000-0000-7000-8000-00000000000b';
const CHARU = '0198a000-0000-7000-8000-00000000000c';
const folder = mkdtempSync(path.join(tmpdir(), 'aangan-exports-'));
let db: TestDatabase;
let database: Database;
let app: { url: string; close(): Promise<void> };
let pages = 0;

const user = (userId: string, franchiseeId: number): NarrowedActor => ({
  ...anonymousActor,
  kind: 'user',
  userId,
  centres: [franchiseeId],
  franchiseeId,
});
const actors = new Map([
  ['bina', user(BINA, 2)],
  ['charu', user(CHARU, 3)],
]);

// Rows of number_series: a centre table that needs no area.
const source: ExportSource = {
  endpoint: query({
    name: 'series.export',
    summary: 'Series',
    module: openModules.signedIn,
    scope: 'centre',
    input: nothing,
    output: nothing,
  }),
  columns: () => [
    { key: 'series', label: 'Series', kind: 'text' },
    { key: 'next', label: 'Next', kind: 'integer' },
  ],
  page: async (tx, _actor, input, from) => {
    pages += 1;
    const { rows } = await sql<{
      series: string;
      next: number;
    }>`select series, next from number_series where series > ${from ?? ''} and series like ${`${String(input['prefix'] ?? '')}%`} order by series limit 1000`.execute(
      tx,
    );
    return { rows, next: rows.length === 1000 ? (rows.at(-1)?.series ?? null) : null };
  },
  count: async (tx) =>
    (await sql<{ n: number }>`select count(*)::int as n from number_series`.execute(tx)).rows[0]?.n ?? 0,
};

before(async () => {
  useKeys({ sealKey: randomBytes(32).toString('hex'), signKey: randomBytes(32).toString('hex') });
  db = await testDatabase();
  database = openDatabase(db.url);
  useFileStore(await openFolder(folder));
  useAreas([
    serve(area({ name: 'test', title: 'Test', modules: modules({}).$info }), [], {
      exports: { 'series.export': source },
    }),
  ]);
  app = await rawEndpointApp({
    database,
    rawEndpoints: [exportEndpoint],
    authenticate: async (facts) => actors.get(facts.headers.authorization ?? '') ?? anonymousActor,
  });
});
after(async () => {
  await app.close();
  await database.close();
  await db.drop();
});
beforeEach(async () => {
  pages = 0;
  await admin('delete from export_job; delete from number_series; delete from notice');
});

const admin = (text: string, values: unknown[] = []) =>
  withClient(db.adminUrl, (client) => client.query(text, values));
const fill = (n: number, franchiseeId = 2) =>
  admin(
    `insert into number_series (franchisee_id, series, period, next) select ${franchiseeId}, 'S' || ${franchiseeId} || lpad(i::text, 7, '0'), '', i from generate_series(1, ${n}) i`,
  );
const start = (format: 'csv' | 'xlsx', input: Record<string, unknown> = {}) =>
  inUnitOfWork(database, actors.get('bina') as NarrowedActor, { command: 'test' }, (tx) =>
    startExport(tx, actors.get('bina') as NarrowedActor, {
      contract: 'series.export',
      title: 'Number series',
      input,
      format,
    }),
  );
const deps = (
  actorOf: ExportDeps['actorOf'] = async () => actors.get('bina') as NarrowedActor,
): ExportDeps => ({
  database,
  log: createLogger({ level: 'silent' }),
  actorOf,
});
const jobOf = async (id: string) =>
  (await admin('select * from export_job where id = $1', [id])).rows[0] as {
    state: string;
    rows_done: number;
    rows_total: number;
    error: string | null;
    storage_key: string | null;
    bytes: number;
  };
const get = (id: string, who: string) =>
  fetch(`${app.url}/api/export-job/file?id=${id}`, { headers: { authorization: who } });

test("a CSV of the person's own rows in pages, told in the bell, downloaded by its owner only, logged", async () => {
  await fill(2500);
  await fill(40, 3);
  const { jobId } = await start('csv');
  assert.equal((await get(jobId, 'bina')).status, 409);
  assert.equal(await drainExports(deps()), 1);
  const job = await jobOf(jobId);
  assert.deepEqual([job.state, job.rows_done, job.rows_total], ['DONE', 2500, 2500]);
  assert.equal(pages, 3);
  const reply = await get(jobId, 'bina');
  assert.equal(reply.status, 200);
  assert.match(
    reply.headers.get('content-disposition') ?? '',
    /^attachment; filename\*=UTF-8''Number%20series%20\d{4}-\d{2}-\d{2}\.csv$/,
  );
  const sheet = await readSheet(Buffer.from(await reply.arrayBuffer()));
  assert.deepEqual([sheet.rows.length, sheet.rows[0]], [2500, { Series: 'S20000001', Next: '1' }]);
  assert.ok(
    sheet.rows.every((r) => r['Series']?.startsWith('S2')),
    'no row of another centre',
  );
  assert.deepEqual(
    [
      (await get(jobId, 'charu')).status,
      (await get(jobId, 'nobody')).status,
      (await get('x', 'bina')).status,
    ],
    [404, 401, 404],
  );
  assert.equal(
    (await admin('select from notice where user_id = $1 and dedupe_key = $2', [BINA, `export:${jobId}`]))
      .rowCount,
    1,
  );
  assert.equal(
    (await admin("select from access_log where action = 'EXPORT' and subject_id = $1 and n = 2500", [jobId]))
      .rowCount,
    1,
  );
});

test('an XLSX reads back; more rows than it can hold fail with a word that helps', async () => {
  await fill(1200);
  const { jobId } = await start('xlsx');
  await drainExports(deps());
  assert.equal(
    (await readSheet(Buffer.from(await (await get(jobId, 'bina')).arrayBuffer()))).rows.length,
    1200,
  );
  await fill(50_001, 2).catch(() =>
    admin(
      "insert into number_series (franchisee_id, series, period, next) select 2, 'T' || lpad(i::text, 7, '0'), '', i from generate_series(1, 50001) i",
    ),
  );
  const { jobId: many } = await start('xlsx');
  await drainExports(deps());
  const job = await jobOf(many);
  assert.deepEqual(
    [job.state, job.error],
    ['FAILED', 'This is more than 50,000 rows. Narrow the filters, or choose CSV.'],
  );
});

test('filters pass on; a user who lost the sign-in gets nothing; a bug shows no inner word', async () => {
  await fill(30);
  const { jobId } = await start('csv', { prefix: 'S2000002' });
  await drainExports(deps());
  assert.equal((await jobOf(jobId)).rows_done, 10);
  const gone = await start('csv');
  await drainExports(deps(async () => null));
  assert.deepEqual(
    [(await jobOf(gone.jobId)).state, (await jobOf(gone.jobId)).error],
    ['FAILED', 'This file could not be made. Try again.'],
  );
});

test("cancelled while it runs: it stops and leaves nothing; a dead worker's export is taken up again", async () => {
  await fill(5000);
  const { jobId } = await start('csv');
  const cancelling = deps(async () => {
    await admin("update export_job set state = 'CANCELLED'");
    return actors.get('bina') as NarrowedActor;
  });
  await drainExports(cancelling);
  assert.equal((await jobOf(jobId)).state, 'CANCELLED');
  assert.ok(!readdirSync(folder).some((name) => name.includes(jobId)));
  const lost = await start('csv');
  await admin("update export_job set state = 'RUNNING' where id = $1", [lost.jobId]);
  assert.equal(await drainExports(deps()), 0);
  await admin(
    "alter table export_job disable trigger touch_row; update export_job set updated_at = now() - interval '3 minutes'",
  );
  assert.equal(await drainExports(deps()), 1);
  assert.equal((await jobOf(lost.jobId)).state, 'DONE');
  await admin('alter table export_job enable trigger touch_row');
});

test('the worker starts at the hint; expired files go', async () => {
  await fill(5);
  const worker = startExportWorker({ ...deps(), pollMs: 600_000 });
  await sleep(200);
  const { jobId } = await start('csv');
  for (let i = 1; i < 600 && (await jobOf(jobId)).state !== 'DONE'; i += 1) {
    await sleep(50);
    // A worker that was still looking when the hint came sleeps over it: the next hint wakes it.
    if (i % 40 === 0) await start('csv');
  }
  await worker.stop();
  assert.equal((await jobOf(jobId)).state, 'DONE');
  const expired = await inUnitOfWork(
    database,
    { ...anonymousActor, kind: 'system', wholeNetwork: true },
    { command: 'test' },
    (tx) => expireExports(tx, new Date(Date.now() + 9 * 86_400_000)),
  );
  assert.ok(expired >= 1);
  assert.equal((await jobOf(jobId)).storage_key, null);
  assert.equal((await get(jobId, 'bina')).status, 409);
});

test('R5: 200,000 rows need little memory', { skip: !process.env.LONG_TESTS }, async (t) => {
  await admin('alter table number_series disable trigger all');
  for (let i = 0; i < 4; i += 1)
    await admin(
      `insert into number_series (franchisee_id, series, period, next) select 2, 'L' || lpad((i + ${i * 50_000})::text, 7, '0'), '', 1 from generate_series(1, 50000) i`,
    );
  const before = process.memoryUsage().rss;
  const { jobId } = await start('csv');
  const started = Date.now();
  await drainExports(deps());
  const grown = Math.round((process.memoryUsage().rss - before) / 1024 / 1024);
  assert.equal((await jobOf(jobId)).rows_done, 200_000);
  t.diagnostic(
    JSON.stringify({ promise: 'R5', rows: 200_000, grownMb: grown, seconds: (Date.now() - started) / 1000 }),
  );
  assert.ok(grown < 150);
});
