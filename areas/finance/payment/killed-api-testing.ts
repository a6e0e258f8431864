// Starting and killing what payments run on: the API's process and the PostgreSQL of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningPostgres, startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';

export const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer().on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? done(address.port) : failed(new Error('No port')),
      );
    });
  });

export interface KillableApi {
  readonly url: string;
  /** Times it ended by itself: must stay 0. */
  crashes(): number;
  /** What it wrote to stderr of its own accord. */
  complaints(): string;
  /** kill -9, then a new one at once. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the API on a port of its own and keeps it running until stopped. */
export async function startKillableApi(env: Record<string, string>): Promise<KillableApi> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let crashes = 0;
  let complaints = '';
  let wanted = true;
  let expected: ChildProcess | null = null;
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'api-process-testing.ts')], {
      env: { ...process.env, AANGAN_LOG: 'silent', NODE_TEST_CONTEXT: undefined, ...env, PORT: String(port) },
      // The pipe to its input closes with this process, however that ends: then it ends too.
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (text: Buffer) => {
      complaints = `${complaints}${text.toString()}`.slice(-4000);
    });
    child.once('exit', () => {
      if (wanted && expected !== child) {
        crashes += 1;
        running = start();
      }
    });
    return child;
  };
  let running = start();
  const end = async (): Promise<void> => {
    const child = running;
    expected = child;
    const gone = new Promise<void>((done) =>
      child.exitCode === null && child.signalCode === null ? void child.once('exit', () => done()) : done(),
    );
    child.kill('SIGKILL');
    await gone;
  };
  await untilUp(url);
  return {
    url,
    crashes: () => crashes,
    complaints: () => complaints,
    kill: async () => {
      await end();
      running = start();
      await untilUp(url);
    },
    stop: async () => {
      wanted = false;
      await end();
    },
  };
}

async function untilUp(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${url}/nothing-here`).catch(() => null);
    await answer?.body?.cancel();
    if (answer) return;
    await sleep(100);
  }
  throw new Error('The API did not start within a minute');
}

/** kill -9 of the postmaster and all its children, as a power cut would, then a start that recovers. */
export async function killPostgres(server: RunningPostgres, dataDir: string): Promise<RunningPostgres> {
  const children = childrenOf(server.pid);
  for (const pid of [server.pid, ...children]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // ended in this moment
    }
  }
  return startPostgres({ dataDir, port: server.port, purpose: 'app' });
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name in brackets may hold spaces; the parent's id is the second field after it.
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}
