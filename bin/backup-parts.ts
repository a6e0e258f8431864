import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';

export const DUMP = 'database.dump';
export const FILES = 'files';
export const MANIFEST = 'manifest.json';

/** What a backup holds; the restore compares with it. */
export interface Manifest {
  at: string;
  /** Major version of the server it was taken from. */
  server: number;
  dumpSha256: string;
  /** Rows by table at the moment of the dump. */
  rows: Record<string, number>;
  /** Number of files, or the name of the bucket that holds them. */
  files: number | string;
}

/** Rows of every table (partitions through their own names). The client's transaction decides of which moment. */
export async function countRows(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await client.query<{ n: string }>(`select count(*)::text as n from ${name}`);
    counts[name] = Number(counted[0]?.n);
  }
  return counts;
}

/** Tables whose number of rows differs, in words. */
export const rowsThatDiffer = (wanted: Record<string, number>, found: Record<string, number>): string[] =>
  [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
    .filter((name) => wanted[name] !== found[name])
    .map((name) => `${name}: ${wanted[name] ?? 'absent'} in the backup, ${found[name] ?? 'absent'} here`);

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Number of files in a folder and those below it; 0 where there is none. */
export function countFiles(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce(
      (n, each) => n + (each.isDirectory() ? countFiles(join(folder, each.name)) : 1),
      0,
    );
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return 0;
    throw error;
  }
}
