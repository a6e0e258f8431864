// The change audit of a whole statement says the same as that of its rows one by one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';

const TABLES = ['noted_by_row', 'noted_at_once'] as const;
const MANY = 300;

let db: TestDatabase;
const sql = (text: string) => withClient(db.adminUrl, (client) => client.query(text));

before(async () => {
  db = await testDatabase();
  await sql(
    'create table noted_parent (n int primary key); insert into noted_parent select generate_series(1, 3)',
  );
  for (const table of TABLES)
    await sql(`create table ${table} (franchisee_id int not null, n int not null, part text not null, parent int references noted_parent on delete cascade on update cascade,
        word text, price numeric, marks jsonb, at timestamptz, words text[], primary key (franchisee_id, n, part));
      select make_centre_table('${table}'); select audit_inserts_at_once('${table}')`);
  await sql("select audit_updates_at_once('noted_at_once')");
});
after(() => db.drop());

/** What the audit says of each table after the statements, `:table` being its name. */
async function notedOf(...statements: string[]): Promise<unknown[][]> {
  const noted: unknown[][] = [];
  for (const table of TABLES) {
    await sql(`delete from ${table} where true`);
    await sql(`insert into ${table} (franchisee_id, n, part, parent, word, price, marks, words)
      select 2 + n % 2, n, 'a', 1 + n % 3, 'w' || n, n, jsonb_build_object('n', n), array['x', n::text] from generate_series(1, ${MANY}) n`);
    const { rows } = await sql('select coalesce(max(id), 0) as last from record_change');
    await sql(
      `begin; set local app."user" to '0190d000-0000-7000-8001-000000000001'; set local app."command" to 'try'; set local app."request" to 'R1';
       ${statements.join(';').replaceAll(':table', table)}; commit`,
    );
    const { rows: found } = await sql(
      `select franchisee_id, actor, command, request_id, op, row_key, diff from record_change
        where table_name = '${table}' and id > ${rows[0].last} order by franchisee_id, op, diff::text`,
    );
    noted.push(found);
  }
  return noted;
}

test('updates of many rows: only what differs, and nothing of a row that stays as it was', async () => {
  const [byRow, atOnce] = await notedOf(
    `update :table set word = case when n % 3 = 0 then word else 'new ' || n end, price = case n when 3 then 3.00 else price end,
       marks = case when n % 5 = 0 then null else marks end, words = case when n % 7 = 0 then '{}' else words end`,
  );
  assert.equal(
    byRow?.some((row) => (row as { command: string }).command !== 'try'),
    false,
  );
  assert.equal(
    byRow?.length,
    MANY - [...Array(MANY)].filter((_, i) => (i + 1) % 3 === 0 && (i + 1) % 5 && (i + 1) % 7).length,
  );
  assert.deepEqual(atOnce, byRow);
});

test('an update that changes nothing, one of no row, and two of one transaction', async () => {
  const [none, noneAtOnce] = await notedOf(
    'update :table set word = word',
    "update :table set word = 'x' where n < 0",
  );
  assert.deepEqual([none, noneAtOnce], [[], []]);
  const [byRow, atOnce] = await notedOf(
    "update :table set word = 'once' where n < 40",
    "update :table set word = 'twice' where n < 20",
  );
  assert.equal(byRow?.length, 58);
  assert.deepEqual(atOnce, byRow);
});

test('what is written over, removed, and changed or removed by a cascade', async () => {
  const [byRow, atOnce] = await notedOf(
    `insert into :table (franchisee_id, n, part, word) select 2 + n % 2, n, 'a', 'over' from generate_series(${MANY - 5}, ${MANY + 5}) n
       on conflict (franchisee_id, n, part) do update set word = excluded.word`,
    'delete from :table where n between 10 and 15',
    'update noted_parent set n = 20 where n = 2',
    'update noted_parent set n = 2 where n = 20',
    'delete from noted_parent where n = 3',
    'insert into noted_parent values (3)',
  );
  assert.deepEqual([...new Set(byRow?.map((row) => (row as { op: string }).op))].sort(), ['D', 'I', 'U']);
  assert.deepEqual(atOnce, byRow);
});

test('two changes of one table in one statement stand apart', async () => {
  const [byRow, atOnce] = await notedOf(
    `with one as (update :table set word = 'one' where n < 5 returning n), two as (update :table set price = 0 where n between 50 and 60 returning n)
       select count(*) from one, two`,
  );
  assert.equal(byRow?.length, 15);
  assert.deepEqual(atOnce, byRow);
});

test('a statement that changes a key is refused, and keeps nothing', async () => {
  await assert.rejects(
    sql("update noted_at_once set part = 'b' where n = 1"),
    /The key of a row of noted_at_once cannot change/,
  );
  await assert.rejects(sql('update noted_at_once set n = n + 1000 where n < 9'), { code: 'AA002' });
  assert.deepEqual((await sql("select n from noted_at_once where part = 'b' or n > 1000")).rows, []);
});

test('the parts of an owner are noted together: each with its key, and what was noted of it alone', async () => {
  await sql(`create table noted_together (like noted_at_once including all, owner int not null default 7);
    select add_standard_columns('noted_together', '{}'); select audit_inserts_at_once('noted_together');
    select audit_updates_at_once('noted_together'); select audit_together('noted_together', 'owner')`);
  const fill = (table: string, more = '') =>
    sql(`insert into ${table} (franchisee_id, n, part, word, price, marks, words${more && ', owner'})
      select 2, n, 'a b', 'w' || n, n, jsonb_build_object('n', n, 'none', null), array['x', null, n::text]${more} from generate_series(1, 60) n`);
  await sql('delete from noted_at_once where true');
  const { rows: last } = await sql('select max(id) as id from record_change');
  const change = (table: string) =>
    sql(`update ${table} set word = case when n % 3 = 0 then word else 'it''s "new" ' || n end, price = case n when 3 then 3.00 else price + 0.5 end,
      marks = case when n % 5 = 0 then null else marks || '{"more": [null]}' end, words = case when n % 7 = 0 then '{}' else words end, at = '2026-11-26 09:30+05:30' where n > 2`);
  await fill('noted_at_once');
  await fill('noted_together', ', n % 2');
  await change('noted_at_once');
  await change('noted_together');
  const { rows: alone } = await sql(
    `select op, diff - 'owner' as diff from record_change where table_name = 'noted_at_once' and op <> 'D' and id > ${last[0].id} order by op, diff::text`,
  );
  const { rows: together } = await sql(
    `select op, row_key, split_part(m.key, ' ', 1)::int as n, m.key, m.value - 'owner' as diff from record_change c, jsonb_each(diff) m
      where table_name = 'noted_together' and id > ${last[0].id} order by op, (m.value - 'owner')::text`,
  );
  assert.equal(alone.length, 118);
  assert.deepEqual(
    together.map(({ op, diff }) => ({ op, diff })),
    alone,
  );
  for (const { n, key, row_key: owner } of together)
    assert.deepEqual([owner, key], [String(n % 2), `${n} a b`]);
  const { rows: written } = await sql(`select from record_change where table_name = 'noted_together'`);
  assert.equal(written.length, 4);
  await assert.rejects(sql(`update noted_together set part = 'c' where n = 1`), { code: 'AA002' });
});
