// PostgreSQL of this machine as an operator sets it up: its own programs, a primary and a streaming replica.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fileOwner,
  prepareRun,
  type RunAs,
  runProgram,
} from '@aangan/server/postgres/embedded-postgres-binaries.ts';
import { withClient } from '@aangan/testkit/postgres.ts';

const OWNER = 'aangan';
const PASSWORD = 'drill';

export interface Cluster {
  readonly folder: string;
  readonly port: number;
  /** As the owner, who is a superuser here. */
  readonly url: string;
}

export interface ClusterPlace {
  folder: string;
  port: number;
}

/** Folder of PostgreSQL's programs, the newest that is installed. Throws, saying what to install. */
export function programs(): string {
  const asked = process.env['PATH']?.split(':') ?? [];
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...asked];
  const found = folders.find((folder) =>
    ['initdb', 'pg_ctl', 'pg_basebackup', 'pg_dump'].every((program) => existsSync(join(folder, program))),
  );
  if (!found)
    throw new Error(
      'The drill needs PostgreSQL 15 or newer on this machine: initdb, pg_ctl, pg_basebackup and pg_dump.',
    );
  return found;
}

const runAs = (folder: string): RunAs => prepareRun(folder).as;
const urlOf = (port: number) => `postgresql://${OWNER}:${PASSWORD}@127.0.0.1:${port}/aangan`;

/** A new cluster with the empty database `aangan`. */
export async function startPrimary({ folder, port }: ClusterPlace): Promise<Cluster> {
  const as = makeFolder(folder);
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  const owner = fileOwner(as);
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  const args = [`--pgdata=${join(folder, 'data')}`, `--username=${OWNER}`, `--pwfile=${passwordFile}`];
  const rules = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
  await runProgram(join(programs(), 'initdb'), [...args, ...rules], as);
  await start({ folder, port });
  const url = urlOf(port);
  await withClient(url.replace(/aangan$/, 'postgres'), (client) => client.query('create database aangan'));
  return { folder, port, url };
}

/** A replica of `primary`; resolves when it streams and answers. */
export async function startReplica(primary: Cluster, { folder, port }: ClusterPlace): Promise<Cluster> {
  const as = makeFolder(folder);
  const data = join(folder, 'data');
  const source = `host=127.0.0.1 port=${primary.port} user=${OWNER} password=${PASSWORD} application_name=drill`;
  const args = ['--pgdata', data, '--dbname', source, '--write-recovery-conf', '--checkpoint=fast'];
  await runProgram(join(programs(), 'pg_basebackup'), args, as);
  await start({ folder, port });
  return { folder, port, url: urlOf(port) };
}

function makeFolder(folder: string): RunAs {
  mkdirSync(folder, { recursive: true });
  const as = runAs(folder);
  const owner = fileOwner(as);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return as;
}

async function start({ folder, port }: ClusterPlace): Promise<void> {
  const data = join(folder, 'data');
  const settings = {
    port: String(port),
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: "''",
    max_connections: '200',
    shared_buffers: "'256MB'",
    wal_compression: 'on',
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
  appendFileSync(join(data, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  await control(folder, ['start', '-w', '-t', '60', '-l', join(folder, 'log')]);
}

/** From here on a commit is acknowledged only when the replica has it too. */
export async function commitOnBoth(primary: Cluster): Promise<void> {
  await withClient(primary.url, async (client) => {
    await client.query("alter system set synchronous_standby_names = 'ANY 1 (drill)'");
    await client.query('select pg_reload_conf()');
    for (let both = false; !both; ) {
      const { rows } = await client.query<{ sync_state: string }>(
        'select sync_state from pg_stat_replication',
      );
      both = rows.some((row) => row.sync_state === 'quorum' || row.sync_state === 'sync');
    }
  });
}

export const promote = ({ folder }: Cluster): Promise<void> => control(folder, ['promote', '-w', '-t', '60']);

/** As a power cut would: the server and all its processes, nothing written any more. */
export function killCluster({ folder }: Cluster): void {
  execFileSync('pkill', ['-9', '-f', '--', `-D ${join(folder, 'data')}`]);
}

export const stopCluster = ({ folder }: Cluster): Promise<void> =>
  control(folder, ['stop', '-m', 'immediate', '-w']).catch(() => undefined);

async function control(folder: string, args: string[]): Promise<void> {
  await runProgram(join(programs(), 'pg_ctl'), [...args, '-D', join(folder, 'data')], runAs(folder));
}
