// Promise T3: no state crosses requests. A pool of 4 connections serves 50 centres, 64 requests at a time, over real
// sockets; some callers hang up in the middle, some statements run into their time limit. Every row must be of the
// centre that was asked for, and every connection must come back clean.
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { area, modules } from '@aangan/contract/area.ts';
import { type Method, nothing, query } from '@aangan/contract/endpoint.ts';
import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { handle, serve } from '@aangan/server/endpoint/handle.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { type Actor, anonymousActor } from '@aangan/server/work/actor.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import * as z from 'zod';
import { buildApp } from '../apps/api/app.ts';
import { publishFigure } from './figure.ts';
import { type TestDatabase, testDatabase } from './harness.ts';
import { withClient } from './postgres.ts';
import { Dice } from './random.ts';
import { type Watcher, watchPool } from './watched-pool.ts';

const REQUESTS = 10_000;
const AT_ONCE = 64;
const FIRST_CENTRE = 101;
const CENTRES = 50;
const STATEMENT_LIMIT_MS = 120;

const own = modules({ leakTest: { title: 'Leak test' } });
const note = record({
  name: 'leak-note',
  title: 'Note',
  module: own.leakTest,
  scope: 'centre',
  screens: {},
  fields: { body: field.text({ label: 'Body', max: 60, search: true }) },
  list: { columns: ['body'], sort: 'body' },
});
const base = { module: own.leakTest, scope: 'centre', input: nothing } as const;
const rows = z.object({ rows: z.array(z.object({ franchiseeId: z.int(), body: z.string() })) });
const contract = {
  // No centre in the statement: only row security stands between the caller and everybody's rows.
  bare: query({ ...base, name: 'leak-note.bare', summary: 'Every row there is to see.', output: rows }),
  slow: query({
    ...base,
    name: 'leak-note.slow',
    summary: 'Runs into the statement limit.',
    output: nothing,
  }),
};
const server = serve(
  area({ name: 'leak', title: 'Leak test', modules: own.$info, records: [note], contracts: [contract] }),
  [
    handle(contract.bare, async ({ db }) => ({
      rows: (
        await sql<{
          franchiseeId: number;
          body: string;
        }>`select franchisee_id as "franchiseeId", body from leak_note order by random() limit 40`.execute(db)
      ).rows,
    })),
    handle(contract.slow, async ({ db }) => {
      await sql`select pg_sleep(5)`.execute(db);
      return {};
    }),
  ],
);

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
  await withClient(database.adminUrl, (client) =>
    client.query(`set role aangan_owner;
    create table leak_note (franchisee_id int not null, id uuid not null default gen_random_uuid(), body text not null, primary key (franchisee_id, id));
    select make_centre_table('leak_note');
    insert into leak_note (franchisee_id, body) select c, 'of ' || c from generate_series(${FIRST_CENTRE}, ${FIRST_CENTRE + CENTRES - 1}) c, generate_series(1, 8) n`),
  );
});
after(() => database.drop());

/** 'network', or the centres reached and the chosen one: `101`, `101,102`, `101,102>102`. */
function actorOf(authorization: string): Actor {
  const person = {
    ...anonymousActor,
    kind: 'user' as const,
    userId: '00000000-0000-4000-8000-000000000001',
    modules: new Map([['leakTest', new Set<Method>(['GET', 'POST', 'PATCH', 'DELETE'])]]),
  };
  if (authorization === 'network') return { ...person, wholeNetwork: true };
  const [reach = '', chosen] = authorization.split('>');
  return {
    ...person,
    centres: reach.split(',').map(Number),
    franchiseeId: chosen ? Number(chosen) : reach.includes(',') ? null : Number(reach),
  };
}

interface Result {
  answered: number;
  aborted: number;
  timedOut: number;
  rows: number;
  foreign: number;
  unexpected: string[];
  leftovers: number;
  checkouts: number;
}

/**
 * Sends the mixed load through a server whose statements `spoil` may change (broken twins). With null nobody looks at them:
 * looked at, they go one by one, else what opens and ends a unit of work travels with others.
 */
async function hammer(
  total: number,
  spoil: ((text: string) => string) | null = (text) => text,
): Promise<Result> {
  const result: Result = {
    answered: 0,
    aborted: 0,
    timedOut: 0,
    rows: 0,
    foreign: 0,
    unexpected: [],
    leftovers: 0,
    checkouts: 0,
  };
  const pool = openDatabase(database.url, { max: 4, statementTimeoutMs: STATEMENT_LIMIT_MS });
  const watch: Watcher = async (text, run) => {
    if (!text.startsWith('begin')) return spoil?.(text) ?? text;
    const left = await run(
      "select current_user as role, coalesce(current_setting('app.centres', true), '') as centres, coalesce(current_setting('app.user', true), '') as user",
    );
    result.checkouts += 1;
    if (left.rows[0].role !== 'aangan_api' || left.rows[0].centres !== '' || left.rows[0].user !== '')
      result.leftovers += 1;
    return spoil?.(text) ?? text;
  };
  if (spoil) watchPool(pool.pool, watch);
  const app = await buildApp({
    database: pool,
    areas: [server],
    defaultYear: () => 2026,
    log: pino({ level: 'silent' }),
    ports: { config: {}, origin: 'http://test' },
    checkout: { script: '', frame: '', connect: '' },
    authenticate: async ({ headers }) => actorOf(headers.authorization ?? ''),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    let next = 0;
    const worker = async () => {
      while (next < total) {
        next += 1;
        await one(app, agent, new Dice(next), result);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    agent.destroy();
    await app.close();
    await pool.close();
  }
  return result;
}

async function one(app: FastifyInstance, agent: Agent, dice: Dice, result: Result): Promise<void> {
  const centre = FIRST_CENTRE + dice.between(0, CENTRES - 1);
  const second = FIRST_CENTRE + dice.between(0, CENTRES - 1);
  const who = dice.chance(0.06)
    ? 'network'
    : dice.chance(0.2)
      ? `${centre},${second}`
      : dice.chance(0.2)
        ? `${centre},${second}>${second}`
        : String(centre);
  const chosen = who.includes('>') ? second : who === String(centre) ? centre : null;
  const allowed = who === 'network' ? null : chosen ? [chosen] : [centre, second];
  const slow = dice.chance(0.05);
  const abort = !slow && dice.chance(0.05);
  const write = !slow && chosen !== null && dice.chance(0.15);
  const path = slow
    ? '/api/leak-note/slow'
    : write
      ? '/api/leak-note/create'
      : dice.chance(0.5)
        ? '/api/leak-note/bare'
        : '/api/leak-note/list?limit=40';
  const answer = await send(app, agent, {
    path,
    who,
    body: write ? { body: `of ${chosen}` } : null,
    abortAfterMs: abort ? dice.between(0, 6) : null,
  });
  if (answer === null) {
    result.aborted += 1;
    return;
  }
  // A loaded machine makes ordinary statements run out of time too; that is an answer, not a leak.
  if (answer.status === 503) result.timedOut += 1;
  else if (answer.status !== 200)
    result.unexpected.push(`${path} ${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`);
  result.answered += 1;
  const { body } = answer as {
    body: { rows?: { franchiseeId: number; body: string }[]; franchiseeId?: number; body?: string };
  };
  const seen =
    body.rows ??
    (body.franchiseeId && body.body ? [{ franchiseeId: body.franchiseeId, body: body.body }] : []);
  result.rows += seen.length;
  result.foreign += seen.filter(
    (row) =>
      row.body !== `of ${row.franchiseeId}` || (allowed !== null && !allowed.includes(row.franchiseeId)),
  ).length;
}

interface Asked {
  path: string;
  who: string;
  body: object | null;
  abortAfterMs: number | null;
}

/** One request over a socket; null when the caller hung up. */
function send(
  app: FastifyInstance,
  agent: Agent,
  { path, who, body, abortAfterMs }: Asked,
): Promise<{ status: number; body: unknown } | null> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve) => {
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: body ? 'POST' : 'GET',
        headers: { authorization: who, ...(body ? { 'content-type': 'application/json' } : {}) },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', () => resolve(null));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({ status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text });
        });
      },
    );
    call.on('error', () => resolve(null));
    if (abortAfterMs !== null) setTimeout(() => call.destroy(new Error('hung up')), abortAfterMs);
    call.end(body ? JSON.stringify(body) : undefined);
  });
}

test('T3: 10,000 requests of 50 centres through 4 connections: no foreign row, no leftover', async () => {
  const started = performance.now();
  const result = await hammer(REQUESTS);
  publishFigure({
    promise: 'T3',
    requests: REQUESTS,
    atOnce: AT_ONCE,
    connections: 4,
    centres: CENTRES,
    answered: result.answered,
    aborted: result.aborted,
    timedOut: result.timedOut,
    rowsChecked: result.rows,
    foreignRows: result.foreign,
    leftovers: result.leftovers,
    checkouts: result.checkouts,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  assert.deepEqual([result.foreign, result.leftovers, result.unexpected.slice(0, 5)], [0, 0, []]);
  assert.ok(result.aborted > REQUESTS * 0.02, `only ${result.aborted} hung up`);
  assert.ok(result.timedOut > REQUESTS * 0.03, `only ${result.timedOut} ran out of time`);
  assert.ok(result.rows > REQUESTS, 'rows were looked at');
});

test('T3 with nobody looking: opening and commit travel with other statements, and still no foreign row', async () => {
  const { foreign, unexpected, rows } = await hammer(3_000, null);
  assert.deepEqual([foreign, unexpected.slice(0, 5)], [0, []]);
  assert.ok(rows > 3_000, 'rows were looked at');
});

test('T3 broken twin: a scope that is set for the session stays behind on the connection', async () => {
  const { leftovers } = await hammer(400, (text) =>
    text.startsWith('select set_config') ? text.replaceAll(', true)', ', false)') : text,
  );
  assert.ok(leftovers > 0);
});

test('T3 broken twin: without row security foreign rows are seen', async () => {
  await withClient(database.adminUrl, (client) =>
    client.query('alter table leak_note disable row level security'),
  );
  const { foreign } = await hammer(400);
  await withClient(database.adminUrl, (client) =>
    client.query('alter table leak_note enable row level security'),
  );
  assert.ok(foreign > 0);
});
