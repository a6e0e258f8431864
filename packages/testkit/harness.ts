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
  server ??= findServer();
  const { url, template } = await server;
  const serverUrl = withDatabase(url, 'postgres');
  const name = `test_${process.pid}_${++made}_${Date.now().toString(36)}`;
  await copyTemplate(serverUrl, template, name);
  const hasApiLogin = await withClient(serverUrl, (client) => copyDatabaseGrants(client, template, name));
  const adminUrl = withDatabase(url, name);
  const login = { user: 'aangan_api', password: TEST_API_PASSWORD };
  return {
    name,
    adminUrl,
    url: hasApiLogin ? withDatabase(url, name, login) : adminUrl,
    drop: () => dropDatabase(serverUrl, name),
  };
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
export async function copyDatabaseGrants(client: Client, template: string, name: string): Promise<boolean> {
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
