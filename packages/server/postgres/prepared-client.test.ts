import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
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
