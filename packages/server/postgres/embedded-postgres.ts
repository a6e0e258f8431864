import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { fileOwner, prepareRun, runProgram } from './embedded-postgres-binaries.ts';
import { type Cluster, makeCluster, makeFolder, OWNER, readPassword } from './embedded-postgres-cluster.ts';
import {
  addHolder,
  isAlive,
  isPostgres,
  livingHolders,
  removeHolder,
  withLock,
} from './embedded-postgres-processes.ts';
import { type PostgresPurpose, serverSettings } from './embedded-postgres-settings.ts';

export type StartPostgresOptions = {
  /** Folder that holds the cluster (`data/`), its password and its log; made when missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1; a free one when not given. A server that already runs keeps its port. */
  port?: number;
  purpose: PostgresPurpose;
  /** Receives one short line per slow step. */
  log?: (line: string) => void;
};

export type RunningPostgres = {
  /** Address of the database `aangan` as its owner. Holds the password: never log it. */
  url: string;
  /** Process id of the PostgreSQL server. */
  pid: number;
  port: number;
  /** Lets go of the server; the last living process that holds it stops it. Safe to call twice. */
  stop(): Promise<void>;
};

const START_SECONDS = 60;
const CRASH_WAIT_TRIES = 20;
const STOP_TRIES = 250;
// Larger than any process id a system gives.
const NOBODYS_PID = '99999999';

/**
 * Starts PostgreSQL in `dataDir`, making the cluster on first use; a server that already runs there is shared.
 * Survives being killed at any point: a half-made cluster is made again, a stale pid file is dealt with, and
 * PostgreSQL recovers its own log.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<RunningPostgres> {
  const log = options.log ?? (() => undefined);
  const folder = resolve(options.dataDir);
  makeFolder(folder);
  const { binaries, as } = prepareRun(folder);
  const owner = fileOwner(as);
  if (owner) chownSync(folder, owner.uid, owner.gid);

  return withLock(join(folder, 'lock'), async () => {
    const cluster: Cluster = {
      folder,
      data: join(folder, 'data'),
      binaries,
      as,
      password: readPassword(folder),
    };
    if (!existsSync(cluster.data)) {
      log('Making the database (once, a few seconds)');
      await makeCluster(cluster, options.purpose);
    }
    const running = (await findRunning(cluster)) ?? (await startServer(cluster, options, log));
    await ensureDatabase(cluster, running.port);
    addHolder(join(folder, 'holders'));
    return { ...running, url: urlOf(cluster, running.port, OWNER), stop: () => release(cluster) };
  });
}

type Running = { pid: number; port: number };

async function findRunning(cluster: Cluster): Promise<Running | undefined> {
  const file = join(cluster.data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const running = { pid: Number(lines[0]), port: Number(lines[3]) };
  if (isPostgres(running.pid) && (await waitUntilReady(cluster, running))) return running;
  // A dead server's number may belong to another program now, or stay as a zombie. Only the number is replaced:
  // PostgreSQL still reads the rest of the file to make sure no old backend is attached to the data.
  if (isAlive(running.pid)) writeFileSync(file, [NOBODYS_PID, ...lines.slice(1)].join('\n'));
  return undefined;
}

async function startServer(
  cluster: Cluster,
  options: StartPostgresOptions,
  log: (line: string) => void,
): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const logFile = join(cluster.folder, 'postgres.log');
    rmSync(logFile, { force: true });
    const settings = Object.entries(serverSettings(options.purpose, port)).map(
      ([key, value]) => `-c ${key}=${value}`,
    );
    const args = ['start', '-w', '-t', String(START_SECONDS), '-D', cluster.data, '-l', logFile];
    try {
      await runProgram(cluster.binaries.pgCtl, [...args, '-o', settings.join(' ')], cluster.as);
      const pid = Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      if (await waitUntilReady(cluster, { pid, port })) return { pid, port };
      throw new Error('The database ended right after its start.');
    } catch (error) {
      const reason = existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
      // After a kill -9 the old backends need a moment to notice; a free port may be taken by then.
      const passes = /pre-existing shared memory|lock file/.test(reason);
      const portTaken = /could not bind/.test(reason) && options.port === undefined;
      if (attempt >= CRASH_WAIT_TRIES || !(passes || portTaken)) throw startFailure(error, reason);
      log('Waiting for the previous database process to end');
      await sleep(500);
    }
  }
}

function startFailure(error: unknown, serverLog: string): Error {
  const tail = serverLog.trim().split('\n').slice(-5).join('\n');
  return new Error(`The database did not start.\n${tail}`, { cause: error });
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? done(address.port) : failed(new Error('No port')),
      );
    });
  });
}

function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${OWNER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

// False when the server dies meanwhile.
async function waitUntilReady(cluster: Cluster, { pid, port }: Running): Promise<boolean> {
  const deadline = Date.now() + START_SECONDS * 1000;
  const connectionString = urlOf(cluster, port, 'postgres');
  for (;;) {
    const client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      return true;
    } catch (error) {
      if (!isPostgres(pid)) return false;
      const details = `The database (process ${pid}) does not answer. Its log: ${join(cluster.folder, 'postgres.log')}`;
      if (Date.now() > deadline) throw new Error(details, { cause: error });
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  const client = new Client({ connectionString: urlOf(cluster, port, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [OWNER]);
    if (found.rowCount === 0) await client.query(`create database ${OWNER}`);
  } finally {
    await client.end();
  }
}

async function release(cluster: Cluster): Promise<void> {
  await withLock(join(cluster.folder, 'lock'), async () => {
    removeHolder(join(cluster.folder, 'holders'));
    const pid = await findRunningPid(cluster);
    if (livingHolders(join(cluster.folder, 'holders')) > 0 || !pid) return;
    await stopServer(cluster, pid, 'fast').catch(() => stopServer(cluster, pid, 'immediate'));
  });
}

async function stopServer(
  { binaries, data, as }: Pick<Cluster, 'binaries' | 'data' | 'as'>,
  pid: number,
  mode: 'fast' | 'immediate',
): Promise<void> {
  await runProgram(binaries.pgCtl, ['stop', '-w', '-t', '20', '-m', mode, '-D', data], as);
  // pg_ctl waits for the pid file to go, which the server deletes a moment before it ends.
  for (let tries = 0; isPostgres(pid) && tries < STOP_TRIES; tries++) await sleep(20);
}

async function findRunningPid(cluster: Pick<Cluster, 'data'>): Promise<number | undefined> {
  const file = join(cluster.data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return isPostgres(pid) ? pid : undefined;
}

/**
 * Stops the server of a throw-away cluster and deletes its folder. Leaves it alone, and answers false, while another
 * living process uses it.
 */
export async function destroyPostgres(dataDir: string): Promise<boolean> {
  const folder = resolve(dataDir);
  const holders = join(folder, 'holders');
  removeHolder(holders);
  if (livingHolders(holders) > 0) return false;
  const data = join(folder, 'data');
  const running = await findRunningPid({ data });
  if (running) {
    await stopServer({ ...prepareRun(folder), data }, running, 'immediate');
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return true;
}
