// The shared batch engine over rows of a made-up area: a worker that dies in the middle, rows that fail, a stop, and again.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { area, modules } from '@aangan/contract/area.ts';
import { type BatchRow, batchJob } from '@aangan/contract/batch.ts';
import { command, openModules } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { serveBatch, startBatch } from '@aangan/server/batch/serve-batch.ts';
import { handle, serve } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { runBatch } from '@aangan/testkit/run-batch.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { authenticate } from '../areas/shell/area.server.ts';

const base = { module: openModules.signedIn, scope: 'centre' } as const;
const greeting = batchJob({
  ...base,
  name: 'greeting',
  title: 'Greetings',
  rows: 'Children',
  words: { ok: 'greeted', skipped: 'left out', failed: 'not greeted' },
  data: z.strictObject({ word: z.string() }),
  item: z.strictObject({ name: z.string() }),
});
const start = command({
  ...base,
  write: true,
  needsCentre: true,
  name: 'greeting.start',
  summary: 'Greet many.',
  input: z.strictObject({ names: z.array(z.string()) }),
  output: z.object({ batchId: z.string(), total: z.int() }),
});

/** Names whose row cannot be done, and how; set by a test. */
let failing: Readonly<Record<string, 'refuse' | 'break' | 'skip'>> = {};
/** Told before each row: a test stops or kills there. */
let onRow: (name: string) => void = () => undefined;

const greetings = serveBatch(greeting, {
  prepare: async (_db, items) => items.length,
  each: async (db, { id, data }, n, at) => {
    onRow(data.name);
    if (failing[data.name] === 'skip') return { skipped: 'was greeted before' };
    await sql`insert into greeted (franchisee_id, id, text, piece, by)
      values (${at.franchiseeId}, ${id}, ${`${at.data.word} ${data.name}`}, ${n}, ${at.actor.userId})`.execute(
      db,
    );
    if (failing[data.name] === 'refuse')
      throw refuse('input.invalid', { fields: { name: 'Nobody is called that' } });
    if (failing[data.name] === 'break') await sql`select 1 / 0`.execute(db);
  },
  names: async (_db, _centre, ids) => new Map(ids.map((id) => [id, { label: `Row ${id.slice(0, 4)}` }])),
  notes: async (_db, ids) => new Map(ids.map((id) => [id, 'all were kind'])),
});

const odd = serve(
  area({
    name: 'odd',
    title: 'Odd',
    modules: modules({}).$info,
    contracts: [greeting.endpoints, { start }],
  }),
  [
    greetings,
    handle(start, ({ db, actor, input, now }) =>
      startBatch(db, actor, greeting, {
        franchiseeId: chosenCentre(actor),
        label: 'Good morning',
        data: { word: 'Hello' },
        items: input.names.map((name) => ({
          id: randomUUID(),
          data: { name },
          skipped: name === '' ? 'has no name' : null,
        })),
        now,
      }),
    ),
  ],
);

let app: TestApp;
before(async () => {
  app = await testApp({ areas: [odd], authenticate: (database) => (facts) => authenticate(database, facts) });
  await app.sql(`create table greeted (franchisee_id int not null, id uuid not null, text text, piece int, by uuid, primary key (id));
    alter table greeted owner to aangan_owner;
    grant select, insert on greeted to rt_centre, rt_network`);
});
after(() => app.close());
beforeEach(async () => {
  failing = {};
  onRow = () => undefined;
  await app.sql('delete from greeted');
});

const bina = () => app.as('Bina');
const names = (n: number) => Array.from({ length: n }, (_, at) => `Child ${at + 1}`);
const begin = (all: readonly string[]) => bina().call(start, { names: [...all] });
const batchOf = async (id: string): Promise<BatchRow> => {
  const { rows } = await bina().call(greeting.endpoints.list, { ids: [id] });
  assert.ok(rows[0], 'the batch is in the list');
  return rows[0];
};
const count = async () =>
  (
    await app.sql<{ n: number; d: number }>(
      'select count(*)::int as n, count(distinct text)::int as d from greeted',
    )
  )[0];

const run = (batchId: string, beforeWork?: () => void) =>
  runBatch(app, batchId, beforeWork ? { beforeWork } : {});

test('rows are done in pieces, in the name of who began it; a killed worker resumes, and nobody is done twice', async () => {
  const { batchId, total } = await begin([...names(130), '']);
  assert.equal(total, 131);
  const [queued] = await app.sql<{ n: number }>(
    `select count(*)::int as n from outbox where payload -> 'data' ->> 'batchId' = $1`,
    [batchId],
  );
  assert.equal(queued?.n, 1, 'queued with the same commit');
  // Once between two pieces, once with rows of a piece done and not committed.
  let pieces = 2;
  await assert.rejects(
    run(batchId, () => {
      pieces -= 1;
      if (pieces < 0) throw new Error('killed');
    }),
    /killed/,
  );
  let batch = await batchOf(batchId);
  assert.deepEqual([batch.state, batch.done, batch.ok, batch.skipped], ['RUNNING', 101, 100, 1]);
  assert.deepEqual(await count(), { n: 100, d: 100 });
  onRow = (name) => {
    if (name === 'Child 120') throw Object.assign(new Error('killed'), { code: '40P01' });
  };
  await assert.rejects(run(batchId), /killed/);
  assert.deepEqual(await count(), { n: 100, d: 100 }, 'rows of the broken piece are taken back');
  onRow = () => undefined;
  await Promise.all([run(batchId), run(batchId)]);
  batch = await batchOf(batchId);
  assert.deepEqual(
    [batch.state, batch.done, batch.ok, batch.skipped, batch.failed],
    ['DONE', 131, 130, 1, 0],
  );
  assert.deepEqual([batch.label, batch.byName, batch.note], ['Good morning', 'Bina Shah', 'all were kind']);
  assert.deepEqual(batch.can, { cancel: false, again: false });
  assert.deepEqual(await count(), { n: 130, d: 130 });
  const [of] = await app.sql<{ people: number; largest: number }>(
    'select count(distinct by)::int as people, max(piece) as largest from greeted',
  );
  assert.deepEqual(of, { people: 1, largest: 50 });
  await bina().refused(greeting.endpoints.cancel, { id: batchId }, 'batch.done');
  await bina().refused(greeting.endpoints.again, { id: batchId }, 'batch.nothing-left');
});

test('a row that fails is taken back alone, is listed first with its reason, and is done when it runs again', async () => {
  failing = { 'Child 2': 'refuse', 'Child 4': 'break', 'Child 5': 'skip' };
  const { batchId } = await begin(names(6));
  const result = await run(batchId);
  assert.deepEqual([result.ok, result.failed], [3, 1], 'a refusal is no fault of the job');
  const batch = await batchOf(batchId);
  assert.deepEqual([batch.state, batch.done, batch.ok, batch.skipped, batch.failed], ['DONE', 6, 3, 1, 2]);
  assert.deepEqual(await count(), { n: 3, d: 3 });
  const items = [];
  for (let next: string | null | undefined; next !== null; ) {
    const page = await bina().call(greeting.endpoints.items, {
      id: batchId,
      limit: 4,
      ...(next ? { after: next } : {}),
    });
    items.push(...page.rows);
    next = page.next;
  }
  assert.deepEqual(
    items.map(({ n, state, reason }) => [n, state, reason]),
    [
      [2, 'FAILED', 'Nobody is called that'],
      [4, 'FAILED', 'This row could not be done. Try it again.'],
      [1, 'DONE', null],
      [3, 'DONE', null],
      [5, 'SKIPPED', 'was greeted before'],
      [6, 'DONE', null],
    ],
  );
  assert.match(items[0]?.label ?? '', /^Row /);
  assert.deepEqual(batch.can, { cancel: false, again: true });
  failing = {};
  await bina().call(greeting.endpoints.again, { id: batchId });
  const waiting = await batchOf(batchId);
  assert.deepEqual([waiting.state, waiting.done, waiting.failed], ['QUEUED', 4, 0]);
  await run(batchId);
  const again = await batchOf(batchId);
  assert.deepEqual([again.state, again.done, again.ok, again.failed], ['DONE', 6, 5, 0]);
  assert.deepEqual(await count(), { n: 5, d: 5 });
  const [queued] = await app.sql<{ n: number }>(
    `select count(*)::int as n from outbox where payload -> 'data' ->> 'batchId' = $1`,
    [batchId],
  );
  assert.equal(queued?.n, 2, 'the second run is queued as well');
});

test('a stop leaves whole pieces behind, and it can go on', async () => {
  const { batchId } = await begin(names(80));
  let pieces = 0;
  await assert.rejects(
    run(batchId, () => {
      pieces += 1;
      if (pieces === 2) throw new Error('killed');
    }),
  );
  await bina().call(greeting.endpoints.cancel, { id: batchId });
  const stopping = await batchOf(batchId);
  assert.deepEqual([stopping.state, stopping.cancelAsked, stopping.can['cancel']], ['RUNNING', true, false]);
  await run(batchId);
  const stopped = await batchOf(batchId);
  assert.deepEqual([stopped.state, stopped.done, stopped.can['again']], ['CANCELLED', 50, true]);
  assert.deepEqual(await count(), { n: 50, d: 50 });
  await bina().call(greeting.endpoints.again, { id: batchId });
  await run(batchId);
  assert.deepEqual([(await batchOf(batchId)).state, (await count())?.n], ['DONE', 80]);
});

test('a batch of another centre is not there', async () => {
  const { batchId } = await begin(names(1));
  const charu = app.as('Charu');
  assert.deepEqual((await charu.call(greeting.endpoints.list, { ids: [batchId] })).rows, []);
  for (const endpoint of [greeting.endpoints.items, greeting.endpoints.cancel, greeting.endpoints.again])
    await charu.refused(endpoint, { id: batchId }, 'row.not-found');
});
