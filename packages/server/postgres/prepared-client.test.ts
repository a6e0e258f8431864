import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import type pg from 'pg';
import { type Database, openDatabase } from './database.ts';

let db: TestDatabase;
let database: Database;
before(async () => {
  db = await testDatabase();
  database = openDatabase(db.adminUrl, { max: 1 });
});
after(async () => {
  await database.close();
  await db.drop();
});

async function withConnection(
  work: (client: pg.PoolClient, described: () => number) => Promise<void>,
): Promise<void> {
  const client = await database.pool.connect();
  let n = 0;
  const count = () => {
    n += 1;
  };
  client.connection.on('rowDescription', count);
  try {
    await work(client, () => n);
  } finally {
    client.connection.off('rowDescription', count);
    client.release();
  }
}

const ALL_KINDS = {
  name: 'all kinds',
  text: `select n::int as n, (n * 1000000000000)::bigint as big, 'day ' || n as text, date '2026-11-22' + n as day, null::text as nothing,
    array[n, n + 1] as list, jsonb_build_object('n', n) as json, timestamptz '2026-11-22 10:00+05:30' as at from generate_series($1::int, $2::int) n`,
};
const rowOf = (n: number) => ({
  n,
  big: n * 1_000_000_000_000,
  text: `day ${n}`,
  day: `2026-11-${22 + n}`,
  nothing: null,
  list: [n, n + 1],
  json: { n },
  at: '2026-11-22T04:30:00.000Z',
});

test('a prepared statement is asked for its columns once, and each answer has rows of its own', () =>
  withConnection(async (client, described) => {
    const ask = async (from: number, to: number) =>
      (await client.query({ ...ALL_KINDS, values: [from, to] })).rows;
    const first = await ask(1, 2);
    assert.deepEqual(first, [rowOf(1), rowOf(2)]);
    const [second, third] = await Promise.all([ask(3, 5), ask(6, 5)]);
    assert.deepEqual(second, [rowOf(3), rowOf(4), rowOf(5)]);
    assert.deepEqual(third, []);
    assert.deepEqual(first, [rowOf(1), rowOf(2)]);
    assert.equal(described(), 1);
  }));

test('statements without rows, and those that fail, between others of the same connection', () =>
  withConnection(async (client) => {
    await client.query('create temp table kept (n int primary key)');
    const insert = (n: number) =>
      client.query({ name: 'insert', text: 'insert into kept values ($1)', values: [n] });
    const read = { name: 'read', text: 'select n from kept order by n', values: [] };
    assert.deepEqual([(await insert(1)).rowCount, (await insert(2)).rowCount], [1, 1]);
    const [, again, rows] = await Promise.allSettled([insert(3), insert(2), client.query(read)]);
    assert.equal(again.status === 'rejected' && (again.reason as { code: string }).code, '23505');
    assert.deepEqual(rows.status === 'fulfilled' && rows.value.rows, [{ n: 1 }, { n: 2 }, { n: 3 }]);
    assert.equal((await insert(4)).rowCount, 1);
    assert.equal((await client.query(read)).rows.length, 4);
  }));

test('a statement whose columns became others is refused, not misread', () =>
  withConnection(async (client) => {
    await client.query('create temp table shape (a int, b text); insert into shape values (1, $$one$$)');
    const read = { name: 'shape', text: 'select * from shape', values: [] };
    assert.deepEqual((await client.query(read)).rows, [{ a: 1, b: 'one' }]);
    await client.query('alter table shape add column c int');
    await assert.rejects(client.query(read), { code: '0A000' });
  }));

const BEGIN = { name: 'begin', text: 'begin read only', ahead: true } as const;
const COMMIT = { name: 'commit', text: 'commit', ahead: true } as const;
const SCOPE = {
  name: 'scope',
  text: "select set_config('app.user', $1, true), 1 / $2::int",
  ahead: true,
} as const;
const READ = { name: 'who', text: "select current_setting('app.user', true) as who, $1::text as said" };

/** A unit of work as it is sent: nobody waits before the last. */
const unit = (client: pg.PoolClient, who: string, divisor = 1, said: unknown = who) => {
  const begun = client.query(BEGIN);
  const set = client.query({ ...SCOPE, values: [who, divisor] });
  const read = client.query({ ...READ, values: [said] });
  return Promise.allSettled([begun, set, read]);
};
const leave = (client: pg.PoolClient) => client.query(COMMIT).catch(() => undefined);
const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((one) =>
    one.status === 'rejected' ? ((one.reason as { code?: string }).code ?? 'here') : 'done',
  );

/** Each of the three is known to the connection from here on. */
async function warmUp(client: pg.PoolClient): Promise<void> {
  for (let n = 0; n < 2; n += 1) {
    assert.deepEqual(codesOf(await unit(client, 'warm')), ['done', 'done', 'done']);
    await leave(client);
  }
}

test("what goes ahead is answered together with the next statement, and its rows are nobody else's", () =>
  withConnection(async (client) => {
    await warmUp(client);
    let answers = 0;
    client.connection.on('readyForQuery', () => {
      answers += 1;
    });
    for (const who of ['a', 'b', 'c']) {
      const [, , read] = await unit(client, who);
      assert.deepEqual(read.status === 'fulfilled' && read.value.rows, [{ who, said: who }]);
      void leave(client);
    }
    assert.equal(answers, 3);
  }));

test('what goes ahead and is followed by nothing leaves when the turn ends', () =>
  withConnection(async (client) => {
    await warmUp(client);
    await unit(client, 'a');
    await client.query(COMMIT);
    const { rows } = await client.query("select coalesce(current_setting('app.user', true), '') as who");
    assert.deepEqual(rows, [{ who: '' }]);
  }));

test('where one fails all behind it fail with its error, and the connection goes on', () =>
  withConnection(async (client) => {
    await warmUp(client);
    assert.deepEqual(codesOf(await unit(client, 'a', 0)), ['done', '22012', '22012']);
    await client.query('rollback');
    assert.deepEqual(codesOf(await unit(client, 'b')), ['done', 'done', 'done']);
    void leave(client);
    // One that cannot even be written takes nothing with it.
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    assert.deepEqual(codesOf(await unit(client, 'c', 1, circular)), ['done', 'done', 'here']);
    await client.query('rollback');
    assert.deepEqual(codesOf(await unit(client, 'd')), ['done', 'done', 'done']);
    await leave(client);
  }));

test('a connection that ends fails what waits to go ahead', () =>
  withConnection(async (client) => {
    await warmUp(client);
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await withClient(db.adminUrl, (other) => other.query('select pg_terminate_backend($1)', [rows[0].pid]));
    await ended;
    assert.deepEqual(
      (await unit(client, 'a')).map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
  }));
