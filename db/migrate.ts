// Forward-only migrations in plain SQL. Order: 0001 (roles, schema), then db/functions/*.sql (re-applied when their
// text changed), then the rest by number. All of it runs as aangan_owner, so nothing the runtime roles call is a
// superuser's. A version that is older than the database changes nothing and says so.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { assertNotOlder, pendingOf, readApplied, readSchemaFiles, type SchemaFile } from './schema-files.ts';

export interface MigrateOptions {
  log?: (line: string) => void;
  /** True once the process is being stopped: waiting for another node's migration then ends. */
  stopped?: () => boolean;
  /** How long to wait for another process that migrates, milliseconds. Default two minutes. */
  waitMs?: number;
}

const LOCK = 7300;
// A migration that waits for a table makes everybody wait behind it, so it gives up early and tries again.
const LOCK_TIMEOUT = '10s';
const TRIES = 5;

// An administrator who is no superuser takes the work roles too, for the demo and `ledger:verify`.
const LET_OWNER_WORK = `do $$
begin
  if not pg_has_role(current_user, 'rt_network', 'member') then
    execute format('grant rt_centre, rt_network, rt_family, rt_public to %I', current_user);
  end if;
end $$`;

/**
 * Brings the database at `url` (a role that may create roles, directly and not through a pooler) to the newest schema.
 * Safe to call at each start and by several nodes at once. Throws, saying what to do, when this version is older than
 * the database or another process does not finish migrating in time.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  return onClient(url, async (client) => {
    await lock(client, options);
    return { applied: await run(client, options) };
  });
}

/** Throws, saying what to do, unless the database at `url` has exactly this version's schema. Changes nothing. */
export async function assertMigrated(url: string): Promise<void> {
  await onClient(url, async (client) => {
    const files = await readSchemaFiles();
    const applied = await readApplied(client);
    assertNotOlder(files, applied);
    const pending = pendingOf(files, applied);
    if (pending.length > 0)
      throw new Error(
        `The database is older than this version: ${pending.map(({ name }) => name).join(', ')} not applied.\n` +
          'Run "npm run migrate" once, then start the nodes.',
      );
  });
}

async function onClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'aangan-migrate' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function lock(client: pg.Client, { log, stopped, waitMs = 120_000 }: MigrateOptions): Promise<void> {
  const until = Date.now() + waitMs;
  for (let told = false; ; told = true) {
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${LOCK}) as got`);
    if (rows[0]?.got) return;
    if (stopped?.()) throw new Error('Stopped while another process migrates the database');
    if (Date.now() >= until)
      throw new Error(
        'Another process is migrating this database and did not finish in time. See what it does ' +
          "(select * from pg_stat_activity where application_name = 'aangan-migrate'), then start again.",
      );
    if (!told) log?.('Another process is migrating the database; waiting');
    await pause(500);
  }
}

async function run(client: pg.Client, options: MigrateOptions): Promise<string[]> {
  const files = await readSchemaFiles();
  await client.query(
    `create table if not exists schema_migration (name text primary key, sha text not null, at timestamptz not null default now());
     -- Every text a function ever had here: one that is known but not the newest belongs to an older version.
     create table if not exists schema_function (name text, sha text, at timestamptz not null default now(), primary key (name, sha));
     insert into schema_function (name, sha) select name, sha from schema_migration where name like 'functions/%' on conflict do nothing`,
  );
  const before = await readApplied(client);
  assertNotOlder(files, before);
  const pending = pendingOf(files, before);
  for (const file of pending) {
    await apply(client, file, options);
    if (file.kind === 'migration') options.log?.(`migrated ${file.name}`);
  }
  await client.query(LET_OWNER_WORK);
  return pending.filter(({ kind }) => kind === 'migration').map(({ name }) => name);
}

async function apply(client: pg.Client, file: SchemaFile, options: MigrateOptions): Promise<void> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      await inTransaction(client, file);
      return;
    } catch (error) {
      const busy = (error as { code?: string }).code === '55P03';
      if (!busy || left === 0 || options.stopped?.())
        throw new Error(`Migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
      options.log?.(`${file.name} waits for a table in use; trying again`);
      await pause(2000);
    }
  }
}

async function inTransaction(client: pg.Client, { name, kind, sha, text, first }: SchemaFile): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
    if (!first) await client.query('set local role aangan_owner');
    // Bodies may name tables that a later migration makes.
    if (kind === 'function') await client.query('set local check_function_bodies = off');
    await client.query(text);
    await client.query('reset role');
    await client.query(
      'insert into schema_migration (name, sha) values ($1, $2) on conflict (name) do update set sha = excluded.sha, at = now()',
      [name, sha],
    );
    if (kind === 'function')
      await client.query(
        'insert into schema_function (name, sha) values ($1, $2) on conflict (name, sha) do update set at = now()',
        [name, sha],
      );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
