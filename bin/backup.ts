// npm run backup -- --to FOLDER: database and files of one moment, with the counts that a restore is held against.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { countFiles, countRows, DUMP, FILES, MANIFEST, type Manifest, sha256Of } from './backup-parts.ts';
import { majorOf, runPgTool } from './pg-tool.ts';

const OWN_FILES = resolve(import.meta.dirname, '../.aangan/files');

export interface BackupOptions {
  /** A role that may read everything: superuser, or BYPASSRLS with pg_read_all_data. */
  url: string;
  to: string;
  filesDir?: string;
  /** Name of the bucket that holds the files instead of a folder. */
  bucket?: string | undefined;
  print?: (line: string) => void;
}

/** Writes `database.dump`, `files/` and `manifest.json` into an empty folder. Throws, saying what to do; a backup without a manifest is none. */
export async function backup({
  url,
  to,
  filesDir = OWN_FILES,
  bucket,
  print = () => {},
}: BackupOptions): Promise<Manifest> {
  if (existsSync(to) && readdirSync(to).length > 0) throw new Error(`${to} is not empty. Name a new folder.`);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: url, application_name: 'aangan-backup' });
  await client.connect();
  try {
    const server = await serverMajor(client);
    if (majorOf('pg_dump') < server)
      throw new Error(
        `pg_dump ${majorOf('pg_dump')} cannot read PostgreSQL ${server}. Install postgresql-client-${server}.`,
      );
    // Counts and dump see the same moment.
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local row_security = off');
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    const dump = join(to, DUMP);
    await runPgTool('pg_dump', url, ['--format=custom', `--snapshot=${rows[0]?.snapshot}`, `--file=${dump}`]);
    const counts = await countRows(client);
    await client.query('commit');
    // After the dump: files are only ever added, so every file the rows name is there.
    if (!bucket && existsSync(filesDir))
      cpSync(filesDir, join(to, FILES), { recursive: true, preserveTimestamps: true });
    const manifest: Manifest = {
      at: new Date().toISOString(),
      server,
      dumpSha256: await sha256Of(dump),
      rows: counts,
      files: bucket ?? countFiles(join(to, FILES)),
    };
    writeFileSync(join(to, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
    print(
      `${Object.keys(counts).length} tables, ${total} rows, ${bucket ? `files in bucket ${bucket}` : `${manifest.files} files`}: ${to}`,
    );
    return manifest;
  } finally {
    await client.end();
  }
}

export async function serverMajor(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select current_setting('server_version_num')::int / 10000 as n",
  );
  return rows[0]?.n ?? 0;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { to: { type: 'string' }, files: { type: 'string' } } });
  try {
    if (!values.to) throw new Error('Say where to: npm run backup -- --to /backups/2026-11-24');
    await backup({
      url: process.env['DATABASE_URL'] ?? '',
      to: resolve(values.to),
      ...(values.files ? { filesDir: resolve(values.files) } : {}),
      bucket: process.env['AANGAN_S3_BUCKET'],
      print: console.log,
    });
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
