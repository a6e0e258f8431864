// Against a real streaming replica: the primary's log goes over the wire, replay is paused and the replica ends.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { area, modules } from '@aangan/contract/area.ts';
import { nothing, query } from '@aangan/contract/endpoint.ts';
import { TEST_API_PASSWORD, withClient } from '@aangan/testkit/postgres.ts';
import { startWithReplica } from '@aangan/testkit/streaming-replica.ts';
import { sql } from 'kysely';
import pino from 'pino';
import * as z from 'zod';
import { buildApp } from '../../../apps/api/app.ts';
import { apiLoginUrl, prepareApiLogin } from '../../../db/api-login.ts';
import { migrate } from '../../../db/migrate.ts';
import { handle, serve } from '../endpoint/handle.ts';
import { systemActor } from '../work/actor.ts';
import { type Db, inLaggingRead } from '../work/unit-of-work.ts';
import { type Database, openDatabase, type Replica } from './database.ts';
import { openReplica } from './replica.ts';

const log = pino({ level: 'silent' });
const MAX_LAG_MS = 1_500;
const folder = mkdtempSync(path.join(tmpdir(), 'aangan-replica-'));
type Servers = Awaited<ReturnType<typeof startWithReplica>>;
let servers: Servers;
let primary: Database;
let replica: Replica;

/** Tries until it no longer throws; after half a minute with what was wrong last. */
async function eventually(what: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + 30_000; ; await sleep(20)) {
    try {
      await what();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

const urlOf = ({ url }: { url: string }) => apiLoginUrl(url, TEST_API_PASSWORD);
const onReplica = (text: string) => withClient(servers.replica.url, (client) => client.query(text));
const where = async (db: Db) => {
  const { rows } = await sql<{ replica: boolean; n: number }>`
    select pg_is_in_recovery() as replica, (select count(*)::int from probe) as n`.execute(db);
  return rows[0] as { replica: boolean; n: number };
};
const read = (from: Database | null) =>
  inLaggingRead(primary, from, systemActor(), { command: 'test.replica' }, where);

before(async () => {
  servers = await startWithReplica(folder);
  await migrate(servers.primary.url);
  await prepareApiLogin({ adminUrl: servers.primary.url, password: TEST_API_PASSWORD, anew: true });
  await withClient(servers.primary.url, (client) =>
    client.query('create table probe (n int); grant select on probe to rt_network'),
  );
  primary = openDatabase(urlOf(servers.primary));
  await eventually(async () => {
    await withClient(urlOf(servers.replica), (client) => client.query('select from installation'));
  });
  replica = await openReplica({
    primary,
    url: urlOf(servers.replica),
    maxLagMs: MAX_LAG_MS,
    log,
    everyMs: 50,
  });
});
after(async () => {
  await replica?.close();
  await primary?.close();
  await servers?.replica.stop();
  await servers?.primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

const add = () => withClient(servers.primary.url, (client) => client.query('insert into probe values (1)'));
const isNear = (near: boolean) =>
  eventually(async () => assert.equal(replica.near() !== null, near, `near: ${near}`));

test('a near replica answers, and once it has caught up it has what was just written', async () => {
  await isNear(true);
  assert.equal((await read(replica.near())).replica, true);
  for (let n = 1; n <= 5; n += 1) {
    await add();
    assert.deepEqual(await read(await replica.caughtUp()), { replica: true, n });
  }
});

test('an operation that may lag is answered by the replica, but not for who has just changed something', async () => {
  const own = modules({ figure: { title: 'Figures' } });
  const of = (name: string, mayLag?: true) =>
    query({
      name,
      summary: 'Says who answers.',
      module: '@anyone',
      scope: 'anyone',
      input: nothing,
      output: z.object({ replica: z.boolean() }),
      ...(mayLag ? { mayLag } : {}),
    });
  const contract = { board: of('figure.board', true), list: of('figure.list') };
  const figures = area({ name: 'figure', title: 'Figures', modules: own.$info, contracts: [contract] });
  const said = async ({ db }: { db: Db }) => {
    const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db);
    return rows[0] as { replica: boolean };
  };
  const app = await buildApp({
    database: { ...primary, replica },
    areas: [serve(figures, [Object.values(contract).map((each) => handle(each, said))])],
    authenticate: () => Promise.reject(new Error('nobody signs in here')),
    ports: { config: {}, origin: 'http://localhost' },
    log,
    defaultYear: () => 2026,
    checkout: { script: 'http://localhost', frame: 'http://localhost', connect: 'http://localhost' },
  });
  const answer = async (path: string, headers = {}) =>
    (await app.inject({ url: path, headers })).json<{ replica: boolean }>().replica;
  await isNear(true);
  assert.equal(await answer('/api/figure/board'), true);
  assert.equal(await answer('/api/figure/board', { 'x-just-changed': '1' }), false);
  assert.equal(await answer('/api/figure/list'), false);
  await app.close();
});

test('behind the limit the primary answers, with everything; caught up again, the replica', async () => {
  await isNear(true);
  await onReplica('select pg_wal_replay_pause()');
  await add();
  assert.equal(await replica.caughtUp(), null, 'waited no longer than the limit');
  await isNear(false);
  assert.deepEqual(await read(replica.near()), { replica: false, n: 6 });
  await onReplica('select pg_wal_replay_resume()');
  await isNear(true);
  assert.deepEqual(await read(replica.near()), { replica: true, n: 6 });
});

test('a database that is no replica of this one stops the start', async () => {
  await assert.rejects(
    openReplica({ primary, url: urlOf(servers.primary), maxLagMs: MAX_LAG_MS, log }),
    /READ_DATABASE_URL leads to a database that is no streaming replica/,
  );
});

test('when the replica ends in the middle the primary answers; a start without it goes on', async () => {
  await isNear(true);
  const near = replica.near();
  await servers.replica.stop();
  assert.deepEqual(await read(near), { replica: false, n: 6 });
  await isNear(false);
  const away = await openReplica({ primary, url: urlOf(servers.replica), maxLagMs: MAX_LAG_MS, log });
  assert.equal(away.near(), null);
  await away.close();
});
