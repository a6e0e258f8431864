// Promise T2: the database alone refuses, even if the API forgets. Every table of the migrated database is walked, so a
// table that is added tomorrow is tested tomorrow. Each check is shown to bite by its broken twin.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { readTables, type TableFacts, tenantTables } from './catalogue.ts';
import { catalogueChecks } from './catalogue-checks.ts';
import { publishFigure } from './figure.ts';
import { type TestDatabase, testDatabase } from './harness.ts';
import { withClient } from './postgres.ts';
import { compareRecords } from './record-columns.ts';
import { shardingChecks } from './sharding-checks.ts';
import { tryAccess } from './table-access.ts';
import { fillTables } from './table-rows.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.drop());

for (const check of [...catalogueChecks, ...shardingChecks]) {
  test(`catalogue: ${check.name}`, async () => {
    await withClient(database.adminUrl, async (client) => {
      assert.deepEqual(await check.find(client), []);
      await client.query('begin');
      await client.query(check.twin);
      const found = await check.find(client);
      await client.query('rollback');
      assert.ok(found.length > 0, `the broken twin was not noticed: ${check.twin}`);
    });
  });
}

async function scratch<T>(work: (database: TestDatabase, tables: TableFacts[]) => Promise<T>): Promise<T> {
  const own = await testDatabase();
  try {
    const tables = await withClient(own.adminUrl, async (client) => {
      const found = tenantTables(await readTables(client));
      await fillTables(client, found, [2, 3]);
      return found;
    });
    return await work(own, tables);
  } finally {
    await own.drop();
  }
}

test('T2: no table gives, takes or moves a row across centres, in any role, with or without a context', async () => {
  await scratch(async (own, tables) => {
    const result = await withClient(own.url, (client) => tryAccess(client, tables));
    publishFigure({
      promise: 'T2',
      tables: tables.length,
      checks: result.checks,
      ownRowsSeen: result.ownSeen,
      leaked: result.leaks.length,
    });
    assert.deepEqual(result.leaks, []);
    assert.deepEqual(result.blind, [], 'a centre sees its own rows');
    assert.ok(tables.length >= 20, `only ${tables.length} tables`);
  });
});

test('T2 broken twins: a dropped policy, an open one, security switched off, a policy without its check', async () => {
  const twins = [
    'drop policy centre on file; create policy centre on file for all to rt_centre using (true)',
    'alter table file disable row level security',
    'drop policy centre on file; create policy centre on file for all to rt_centre using (franchisee_id = any ((select scope_centres())::int[])) with check (true)',
    "create policy forgetful on file for select to rt_centre using (coalesce(current_setting('app.centres', true), '') = '')",
    'grant select on file to aangan_api; alter table file disable row level security',
  ];
  await scratch(async (own, tables) => {
    const file = tables.filter((table) => table.name === 'file');
    for (const twin of twins) {
      await withClient(own.adminUrl, (client) => client.query(`begin; ${twin}; commit`));
      const { leaks } = await withClient(own.url, (client) => tryAccess(client, file));
      assert.ok(leaks.length > 0, `not noticed: ${twin}`);
      await withClient(own.adminUrl, (client) =>
        client.query(`
        alter table file enable row level security; revoke select on file from aangan_api; drop policy if exists forgetful on file; drop policy centre on file;
        create policy centre on file for all to rt_centre using (franchisee_id = any ((select scope_centres())::int[])) with check (franchisee_id = any ((select scope_centres())::int[]))`),
      );
    }
    assert.deepEqual(
      (await withClient(own.url, (client) => tryAccess(client, file))).leaks,
      [],
      'mended again',
    );
  });
});

test('declared fields are the columns of their tables', async () => {
  const { areaServers } = await import('../apps/api/areas.ts');
  const records = areaServers.flatMap((server) => server.area.records);
  await withClient(database.adminUrl, async (client) =>
    assert.deepEqual(await compareRecords(client, records), []),
  );
});

test('broken twin: a declaration that does not fit its table is noticed', async () => {
  const wrong = record({
    name: 'working-calendar',
    title: 'Calendar',
    module: 'System',
    scope: 'centre',
    screens: {},
    list: { columns: ['name'], sort: 'name' },
    fields: {
      name: field.integer({ label: 'Name' }),
      colour: field.text({ label: 'Colour', max: 5 }),
      always: field.reference('x', { label: 'Always' }),
      windows: field.text({ label: 'Windows', max: 5, unique: 'in centre' }),
    },
  });
  const breaches = await withClient(database.adminUrl, (client) => compareRecords(client, [wrong]));
  for (const part of [
    'its key is',
    'name is integer',
    'no column colour',
    'always has no foreign key',
    'windows is unique',
  ])
    assert.ok(
      breaches.some((breach) => breach.includes(part)),
      part,
    );
});
