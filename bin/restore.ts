// npm run restore -- --from FOLDER --into URL: a backup into an empty database, checked: rows, files, ledger.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyCommand } from '@aangan/areas/finance/ledger/verify.cli.ts';
import pg from 'pg';
import { readSchemaFiles } from '../db/schema-files.ts';
import { serverMajor } from './backup.ts';
import {
  countFiles,
  countRows,
  DUMP,
  FILES,
  MANIFEST,
  type Manifest,
  rowsThatDiffer,
  sha256Of,
} from './backup-parts.ts';
import { majorOf, runPgTool } from './pg-tool.ts';

const OWN_FILES = resolve(import.meta.dirname, '../.aangan/files');
/** Nothing was sealed between backup and restore; the nightly check asks that again. */
const SEALED_LATER_S = String(10 * 366 * 86_400);

export interface RestoreOptions {
  from: string;
  /** A superuser of the server, at an empty database: row security hides rows from everybody else. */
  into: string;
  filesDir?: string;
  print?: (line: string) => void;
}

/** Throws, saying what to do, when the backup is damaged, the database is not empty, or what came out differs. */
export async function restore({
  from,
  into,
  filesDir = OWN_FILES,
  print = () => {},
}: RestoreOptions): Promise<void> {
  const manifest = readManifest(from);
  const dump = join(from, DUMP);
  if ((await sha256Of(dump)) !== manifest.dumpSha256)
    throw new Error(`${dump} is not the file that was written: damaged.`);
  if (typeof manifest.files === 'number') refuseOtherFiles(filesDir, manifest.files);
  const client = new pg.Client({ connectionString: into, application_name: 'aangan-restore' });
  await client.connect();
  try {
    await prepare(client);
    await runPgTool('pg_restore', into, ['--exit-on-error', dump]);
    await client.query('analyze');
    await client.query('set row_security = off');
    const differ = rowsThatDiffer(manifest.rows, await countRows(client));
    if (differ.length > 0) throw new Error(`The rows are not those of the backup:\n  ${differ.join('\n  ')}`);
    print(`${Object.keys(manifest.rows).length} tables with the rows of ${manifest.at}`);
  } finally {
    await client.end();
  }
  if (typeof manifest.files === 'number') {
    if (manifest.files > 0)
      cpSync(join(from, FILES), filesDir, { recursive: true, preserveTimestamps: true });
    const n = countFiles(filesDir);
    if (n !== manifest.files) throw new Error(`${n} files in ${filesDir}, ${manifest.files} in the backup.`);
    print(`${n} files in ${filesDir}`);
  } else print(`Files: bucket ${manifest.files}, with its own versions`);
  if ((await verifyCommand(into, ['--seal-within', SEALED_LATER_S], print)) !== 0)
    throw new Error('The ledger of this backup does not verify.');
}

function readManifest(from: string): Manifest {
  const file = join(from, MANIFEST);
  if (!existsSync(file)) throw new Error(`${file} is missing: this is no finished backup.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

function refuseOtherFiles(filesDir: string, wanted: number): void {
  if (wanted > 0 && existsSync(filesDir) && readdirSync(filesDir).length > 0)
    throw new Error(`${filesDir} holds files already. Move them away, or name another folder with --files.`);
}

/** The roles and what the dump does not hold of a database: migration 0001 makes both. */
async function prepare(client: pg.Client): Promise<void> {
  const server = await serverMajor(client);
  if (majorOf('pg_restore') < server)
    throw new Error(`pg_restore is older than PostgreSQL ${server}. Install postgresql-client-${server}.`);
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  if (rows[0]?.n !== 0) throw new Error('The database is not empty. Restore into a new one.');
  const { rows: who } = await client.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_roles where rolname = current_user',
  );
  if (!who[0]?.superuser)
    throw new Error('Restore as a superuser of the server: nobody else can count the rows of every centre.');
  const first = (await readSchemaFiles()).find((each) => each.first);
  await client.query(first?.text ?? '');
  await client.query(GIVE_TO_OWNER);
}

// The owner of the database is who runs `npm start`; the roles were made by somebody else here.
const GIVE_TO_OWNER = `do $$
declare owner text := (select pg_get_userbyid(datdba) from pg_database where datname = current_database());
begin
  if owner <> current_user then
    execute format('grant aangan_owner, rt_centre, rt_network, rt_family, rt_public, aangan_api to %I with admin option', owner);
  end if;
end $$`;

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, into: { type: 'string' }, files: { type: 'string' } },
  });
  try {
    if (!values.from || !values.into)
      throw new Error(
        'Say from where and into which database: npm run restore -- --from /backups/2026-11-24 --into postgres://…/aangan_new',
      );
    await restore({
      from: resolve(values.from),
      into: values.into,
      ...(values.files ? { filesDir: resolve(values.files) } : {}),
      print: console.log,
    });
    console.log('Restored. Start with the same keys (secrets.json or AANGAN_SEAL_KEY and AANGAN_SIGN_KEY).');
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
