import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';
import { Client } from 'pg';

const ROOT = resolve(import.meta.dirname, '..');
const TEMPLATE_LOCK = 7_316_201;

/** The password the runtime login has on test servers; they listen on 127.0.0.1 only. */
export const TEST_API_PASSWORD = 'test';

/** Folder of the shared server of this machine's developers; left running between runs. */
export const DEV_POSTGRES_FOLDER = join(tmpdir(), `aangan-dev-postgres-${process.getuid?.() ?? 'user'}`);

/** Starts or finds the shared developer server and gives its address as owner (not durable, tests only). */
export async function devPostgresUrl(log?: (line: string) => void): Promise<string> {
  const options = { dataDir: DEV_POSTGRES_FOLDER, purpose: 'test' as const };
  const { url } = await startPostgres(log ? { ...options, log } : options);
  return url;
}

/** Swaps the database in an address, and the user when given. */
export function withDatabase(
  url: string,
  database: string,
  login?: { user: string; password: string },
): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  if (login) {
    changed.username = login.user;
    changed.password = login.password;
  }
  return changed.href;
}

/** Runs `work` on one connection and closes it whatever happens. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // A broken connection rejects the query; without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Makes (once per state of the migrations) the migrated database that test databases are copied from, and gives its
 * name. `serverUrl` is the owner's address of the test server. Throws what the migration throws.
 */
export async function ensureTemplate(serverUrl: string): Promise<string> {
  const template = `template_${schemaHash()}`;
  await withClient(withDatabase(serverUrl, 'postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (found.rowCount === 0) await buildTemplate(client, serverUrl, template);
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  });
  return template;
}

async function buildTemplate(client: Client, serverUrl: string, template: string): Promise<void> {
  await forgetOldTemplates(client);
  // Without the template flag a database of this name is a build that was cut off.
  await client.query(`drop database if exists ${template} with (force)`);
  await client.query(`create database ${template}`);
  const migrateFile = join(ROOT, 'db/migrate.ts');
  if (existsSync(migrateFile)) await runMigrations(migrateFile, withDatabase(serverUrl, template));
  const api = await client.query("select 1 from pg_roles where rolname = 'aangan_api'");
  if (api.rowCount !== 0) await client.query(`alter role aangan_api login password '${TEST_API_PASSWORD}'`);
  await client.query(`alter database ${template} with is_template true allow_connections false`);
}

async function runMigrations(file: string, url: string): Promise<void> {
  const module: unknown = await import(pathToFileURL(file).href);
  if (module === null || typeof module !== 'object' || !('migrate' in module)) {
    throw new Error('db/migrate.ts must export migrate(url).');
  }
  const { migrate } = module;
  if (typeof migrate !== 'function') throw new Error('db/migrate.ts must export migrate(url) as a function.');
  await migrate(url);
}

// Roles belong to the whole server: they outlive the template that made them, so migrations must make them only when
// missing. Old templates go first, which keeps the disk small while migrations are being written.
async function forgetOldTemplates(client: Client): Promise<void> {
  const old = await client.query<{ datname: string }>(
    "select datname from pg_database where datname like 'template\\_%' and datname ~ '^template_[0-9a-f]{16}$' order by oid desc offset 3",
  );
  for (const { datname } of old.rows) {
    await client.query(`alter database ${datname} with is_template false`);
    await client.query(`drop database ${datname} with (force)`).catch(() => undefined);
  }
}

/** Changes with the migrations. */
export function schemaHash(): string {
  const hash = createHash('sha256');
  for (const file of schemaFiles(join(ROOT, 'db'))) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function schemaFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql') || name === 'migrate.ts')
    .sort()
    .map((name) => join(folder, name));
}

/** Drops databases of test processes that died before they could. */
export async function sweepTestDatabases(serverUrl: string): Promise<void> {
  await withClient(withDatabase(serverUrl, 'postgres'), async (client) => {
    const left = await client.query<{ datname: string }>(
      "select datname from pg_database where datname ~ '^test_[0-9]+_'",
    );
    for (const { datname } of left.rows) {
      if (isRunning(Number(datname.split('_')[1]))) continue;
      await client.query(`drop database if exists ${datname} with (force)`).catch(() => undefined);
    }
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
