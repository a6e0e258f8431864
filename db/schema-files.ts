// What the schema of this version is made of, and how it compares with what a database already has.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

const HERE = import.meta.dirname;

export interface SchemaFile {
  /** As in schema_migration: `0010_installation.sql`, `functions/audit.sql`. */
  name: string;
  kind: 'migration' | 'function';
  sha: string;
  text: string;
  /** The very first migration makes the roles, so it cannot run as one of them. */
  first: boolean;
}

/** All files in the order they are applied: the first migration, the functions, the other migrations. */
export async function readSchemaFiles(): Promise<SchemaFile[]> {
  const [first, ...others] = await filesOf('migrations', '', 'migration');
  if (!first) throw new Error('db/migrations is empty');
  return [{ ...first, first: true }, ...(await filesOf('functions', 'functions/', 'function')), ...others];
}

async function filesOf(folder: string, prefix: string, kind: SchemaFile['kind']): Promise<SchemaFile[]> {
  const names = (await readdir(path.join(HERE, folder))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(HERE, folder, name), 'utf8');
      const sha = createHash('sha256').update(text).digest('hex');
      return { name: prefix + name, kind, sha, text, first: false };
    }),
  );
}

export interface Applied {
  /** Name → hash of what was applied last. */
  current: ReadonlyMap<string, string>;
  /** `name hash` of every text a function ever had in this database. */
  functionsEver: ReadonlySet<string>;
}

/** What the database has; nothing when it is empty. */
export async function readApplied(client: pg.Client): Promise<Applied> {
  const { rows: tables } = await client.query<{ migrations: boolean; functions: boolean }>(
    "select to_regclass('schema_migration') is not null as migrations, to_regclass('schema_function') is not null as functions",
  );
  const read = async (table: string) =>
    (await client.query<{ name: string; sha: string }>(`select name, sha from ${table}`)).rows;
  const current = tables[0]?.migrations ? await read('schema_migration') : [];
  const ever = tables[0]?.functions ? await read('schema_function') : [];
  return {
    current: new Map(current.map(({ name, sha }) => [name, sha])),
    functionsEver: new Set(ever.map(({ name, sha }) => `${name} ${sha}`)),
  };
}

/** Files that are still to be applied, in order. */
export const pendingOf = (files: readonly SchemaFile[], { current }: Applied): SchemaFile[] =>
  files.filter(({ name, kind, sha }) =>
    kind === 'migration' ? !current.has(name) : current.get(name) !== sha,
  );

/**
 * Throws when the database has something that only a newer version can have put there, or when an applied migration
 * reads differently here.
 */
export function assertNotOlder(files: readonly SchemaFile[], { current, functionsEver }: Applied): void {
  const known = new Map(files.map((file) => [file.name, file]));
  const newer = [...current.keys()].filter((name) => !known.has(name) && !name.startsWith('functions/'));
  const replaced = files.filter(
    ({ name, kind, sha }) =>
      kind === 'function' && current.get(name) !== sha && functionsEver.has(`${name} ${sha}`),
  );
  if (newer.length > 0 || replaced.length > 0)
    throw new Error(
      `This version is older than the database (there: ${[...newer, ...replaced.map(({ name }) => name)].join(', ')}).\n` +
        'Start the newer version, or restore a backup from before it. Nothing was changed.',
    );
  for (const [name, sha] of current) {
    const file = known.get(name);
    if (file?.kind === 'migration' && file.sha !== sha)
      throw new Error(`Migration ${name} was changed after it had been applied`);
  }
}
