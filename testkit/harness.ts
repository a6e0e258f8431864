import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import {
  devPostgresUrl,
  ensureTemplate,
  sweepTestDatabases,
  TEST_API_PASSWORD,
  withClient,
  withDatabase,
} from './postgres.ts';

/** One database of its own for a test file, migrated and empty. */
export type TestDatabase = {
  name: string;
  /** As the owner of everything (superuser: row security does not hold). For set-up and for looking behind. */
  adminUrl: string;
  /** As the runtime login `aangan_api`, which is what the API server must use. */
  url: string;
  drop(): Promise<void>;
};

type TestServer = { url: string; template: string };

let server: Promise<TestServer> | undefined;
let made = 0;

/**
 * Gives a fresh migrated database. Under `npm test` it is copied from the run's template (`TEST_PG_URL`,
 * `TEST_TEMPLATE`); a test file run by itself uses the shared developer server, which is started when needed.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, template } = await testServer();
  return copyOf(url, template);
}

/**
 * Gives a fresh copy of a migrated database with something planted in it. That is done once for a server: `name`, letters
 * and figures, must change with what is planted. Left-overs of the same `kind` go, but for the newest.
 */
export async function plantedDatabase(
  { kind, name }: { kind: string; name: string },
  plant: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const { url } = await testServer();
  const template = `${kind}_${name}`;
  await withClient(withDatabase(url, 'postgres'), async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [kind]);
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where datistemplate and datname ~ $1 order by oid desc',
      [`^${kind}_[0-9a-z]+$`],
    );
    if (rows.some(({ datname }) => datname === template)) return;
    for (const { datname } of rows.slice(KEPT_TEMPLATES)) {
      await client.query(`alter database ${datname} with is_template false`);
      await client.query(`drop database ${datname} with (force)`).catch(() => undefined);
    }
    const base = await testDatabase();
    await plant(base);
    await client.query(`alter database ${base.name} rename to ${template}`);
    await client.query(`alter database ${template} with is_template true`);
  });
  return copyOf(url, template);
}

// Other checkouts of this machine may be at another state of the migrations.
const KEPT_TEMPLATES = 3;

async function copyOf(url: string, template: string): Promise<TestDatabase> {
  const serverUrl = withDatabase(url, 'postgres');
  const name = `test_${process.pid}_${++made}_${Date.now().toString(36)}`;
  await copyTemplate(serverUrl, template, name);
  const hasApiLogin = await withClient(serverUrl, (client) => copyDatabaseGrants(client, template, name));
  const adminUrl = withDatabase(url, name);
  // A process keeps the rights of several databases apart by this stamp (areas/system/access): a copy must not bring the stamp
  // of what it was copied from.
  await withClient(adminUrl, (client) =>
    client.query('update permission_stamp set stamp = (random() * 9e15)::bigint'),
  );
  const login = { user: 'aangan_api', password: TEST_API_PASSWORD };
  return {
    name,
    adminUrl,
    url: hasApiLogin ? withDatabase(url, name, login) : adminUrl,
    drop: () => dropDatabase(serverUrl, name),
  };
}

function testServer(): Promise<TestServer> {
  server ??= findServer();
  return server;
}

async function findServer(): Promise<TestServer> {
  const given = process.env['TEST_PG_URL'];
  const url = given ?? (await devPostgresUrl());
  if (!given) await sweepTestDatabases(url);
  return { url, template: process.env['TEST_TEMPLATE'] ?? (await ensureTemplate(url)) };
}

async function copyTemplate(serverUrl: string, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Copying the files beats copying through the log: nothing here has to survive a crash.
      await withClient(serverUrl, (client) =>
        client.query(`create database ${name} template ${template} strategy file_copy`),
      );
      return;
    } catch (error) {
      // 55006: somebody is still connected to the template, for instance autovacuum.
      if (attempt >= 50 || !(error instanceof Error && 'code' in error && error.code === '55006'))
        throw error;
      await sleep(100);
    }
  }
}

/** CREATE DATABASE copies everything but the rights on the database itself. Says whether the API’s login exists. */
async function copyDatabaseGrants(client: Client, template: string, name: string): Promise<boolean> {
  const grants = await client.query<{ grantee: string; privilege: string }>(
    `select quote_ident(r.rolname) as grantee, string_agg(acl.privilege_type, ', ') as privilege
       from pg_database d, aclexplode(d.datacl) acl join pg_roles r on r.oid = acl.grantee
      where d.datname = $1 group by 1`,
    [template],
  );
  if (grants.rowCount !== 0) await client.query(`revoke all on database ${name} from public`);
  for (const { grantee, privilege } of grants.rows) {
    await client.query(`grant ${privilege} on database ${name} to ${grantee}`);
  }
  return grants.rows.some(({ grantee }) => grantee === 'aangan_api');
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
}
