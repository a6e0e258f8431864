// Forward-only migrations in plain SQL. Order: 0001 (roles, schema), then db/functions/*.sql (re-applied when their
// text changed), then the rest by number. All of it runs as aangan_owner, so nothing the runtime roles call is a
// superuser's.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const HERE = import.meta.dirname;
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

export interface MigrateOptions {
  log?: (line: string) => void;
  /** Password to give the API's login role. Absent: left as it is. */
  apiPassword?: string;
}

/** Brings the database at `url` (a role that may create roles) to the newest schema. Safe to call at each start. */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url, application_name: 'aangan-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7300)');
    const applied = await run(client, options.log ?? (() => {}));
    if (options.apiPassword)
      await client.query(`alter role aangan_api password ${client.escapeLiteral(options.apiPassword)}`);
    return { applied };
  } finally {
    await client.end();
  }
}

async function run(client: pg.Client, log: (line: string) => void): Promise<string[]> {
  const files = (await readdir(path.join(HERE, 'migrations'))).filter((f) => f.endsWith('.sql')).sort();
  const functions = (await readdir(path.join(HERE, 'functions'))).filter((f) => f.endsWith('.sql')).sort();
  await client.query(
    `create table if not exists schema_migration (name text primary key, sha text not null, at timestamptz not null default now())`,
  );
  const done = new Map(
    (await client.query<{ name: string; sha: string }>('select name, sha from schema_migration')).rows.map(
      (r) => [r.name, r.sha],
    ),
  );
  const applied: string[] = [];
  for (const [index, file] of files.entries()) {
    const text = await readFile(path.join(HERE, 'migrations', file), 'utf8');
    const known = done.get(file);
    if (known && known !== sha(text))
      throw new Error(`Migration ${file} was changed after it had been applied`);
    if (!known) {
      await inTransaction(client, file, text, index > 0);
      applied.push(file);
      log(`migrated ${file}`);
    }
    if (index === 0) await applyFunctions(client, functions, done);
  }
  return applied;
}

async function applyFunctions(client: pg.Client, files: string[], done: Map<string, string>): Promise<void> {
  for (const file of files) {
    const text = await readFile(path.join(HERE, 'functions', file), 'utf8');
    const name = `functions/${file}`;
    // Bodies may name tables that a later migration makes.
    if (done.get(name) !== sha(text))
      await inTransaction(client, name, `set local check_function_bodies = off;\n${text}`, true, sha(text));
  }
}

async function inTransaction(
  client: pg.Client,
  name: string,
  text: string,
  asOwner: boolean,
  hash = sha(text),
): Promise<void> {
  try {
    await client.query('begin');
    if (asOwner) await client.query('set local role aangan_owner');
    await client.query(text);
    await client.query('reset role');
    await client.query(
      'insert into schema_migration (name, sha) values ($1, $2) on conflict (name) do update set sha = excluded.sha, at = now()',
      [name, hash],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL ?? process.argv[2];
  if (!url) throw new Error('Give the database as DATABASE_URL or as the first argument');
  await migrate(url, { log: console.log });
}
