// What nodes of one installation share: the schema, the login of the server, the keys. A node that does not fit says so
// before it changes anything.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { installationKeys } from '@aangan/server/installation-keys.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { TEST_API_PASSWORD, withClient } from '@aangan/testkit/postgres.ts';
import { prepareApiLogin } from './api-login.ts';
import { assertMigrated, migrate } from './migrate.ts';

let db: TestDatabase;
const sql = (text: string) => withClient(db.adminUrl, (client) => client.query(text));
const applied = async () => (await sql('select name, sha, at from schema_migration order by name')).rows;
const FUNCTION = 'functions/numbers.sql';

before(async () => {
  db = await testDatabase();
  await sql(
    'create table kept as select * from schema_migration; create table kept_function as select * from schema_function',
  );
});
after(() => db.drop());
beforeEach(() =>
  sql(`truncate schema_migration, schema_function;
    insert into schema_migration select * from kept; insert into schema_function select * from kept_function;
    update installation set seal_key_mark = null, sign_key_mark = null, api_password_at = null`),
);

test('a version that is older than the schema changes nothing and says so', async () => {
  await sql("insert into schema_migration (name, sha) values ('9999_next_year.sql', 'x')");
  const before = await applied();
  await assert.rejects(migrate(db.adminUrl), /older than the database \(there: 9999_next_year.sql\)/);
  await assert.rejects(assertMigrated(db.adminUrl), /older than the database/);
  assert.deepEqual(await applied(), before);
});

test('a version with an earlier text of a function does not apply it again; a new text is applied', async () => {
  await sql(`update schema_migration set sha = 'newer' where name = '${FUNCTION}'`);
  await assert.rejects(migrate(db.adminUrl), new RegExp(`older than the database \\(there: ${FUNCTION}`));
  await sql(`delete from schema_function where name = '${FUNCTION}'`);
  await assert.rejects(assertMigrated(db.adminUrl), new RegExp(`${FUNCTION} not applied`));
  await migrate(db.adminUrl);
  await assertMigrated(db.adminUrl);
});

test('a node that may not migrate names what is missing', async () => {
  await sql("delete from schema_migration where name = '0954_installation_keys.sql'");
  await assert.rejects(
    assertMigrated(db.adminUrl),
    /0954_installation_keys.sql not applied[\s\S]*npm run migrate/,
  );
});

test('waiting for another process that migrates ends: by the time limit, or when this one is stopped', async () => {
  await withClient(db.adminUrl, async (other) => {
    await other.query('select pg_advisory_lock(7300)');
    await assert.rejects(migrate(db.adminUrl, { waitMs: 0 }), /did not finish in time/);
    await assert.rejects(migrate(db.adminUrl, { stopped: () => true }), /Stopped while/);
  });
  assert.deepEqual(await migrate(db.adminUrl), { applied: [] });
});

test('the first node sets the password of the login; another one with a different password refuses', async () => {
  await prepareApiLogin({ adminUrl: db.adminUrl, password: TEST_API_PASSWORD, anew: false });
  await prepareApiLogin({ adminUrl: db.adminUrl, password: TEST_API_PASSWORD, anew: false });
  await assert.rejects(
    prepareApiLogin({ adminUrl: db.adminUrl, password: 'of another node', anew: false }),
    /another password than this node knows. Give AANGAN_API_PASSWORD/,
  );
  await withClient(db.url, (client) => client.query('select 1'));
});

test('keys are made once; a node without them or with others refuses and writes nothing', async () => {
  const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'aangan-keys-'))) as [string, string];
  const start = (folder: string, env: Record<string, string> = {}) =>
    withClient(db.url, (client) => installationKeys(client, folder, env));
  const first = await start(folders[0]);
  assert.deepEqual(JSON.parse(readFileSync(path.join(folders[0], 'secrets.json'), 'utf8')), first);
  assert.deepEqual(await start(folders[0]), first);
  await assert.rejects(start(folders[1]), /keys of this installation are not on this node/);
  const env = { AANGAN_SEAL_KEY: first.sealKey, AANGAN_SIGN_KEY: first.signKey };
  assert.deepEqual(await start(folders[1], env), first);
  const wrong = 'ab'.repeat(32);
  await assert.rejects(
    start(folders[1], { ...env, AANGAN_SEAL_KEY: wrong }),
    /The seal key of this node is not/,
  );
  await assert.rejects(
    start(folders[1], { ...env, AANGAN_SIGN_KEY: wrong }),
    /The sign key of this node is not/,
  );
  await assert.rejects(start(folders[1], { ...env, AANGAN_SIGN_KEY: 'short' }), /64 hex characters/);
  assert.deepEqual(readdirSync(folders[1]), []);
  await withClient(db.url, (client) =>
    assert.rejects(client.query('update installation set seal_key_mark = null'), /permission denied/),
  );
});
