// The nodes: `npm start` as the manual says for several of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_FLAGS } from '../../bin/bootstrap.mjs';
import { apiLoginUrl } from '../../db/api-login.ts';
import type { Cluster } from './cluster.ts';
import { API_PASSWORD } from './network.ts';
import { poolerVersion } from './surroundings.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const START_TRIES = 1_200;

export interface NodeOptions {
  port: number;
  databasePort: number;
  pooler: { port: number } | null;
  replica: Cluster;
}

/** Starts a node and waits until it is ready. */
export async function startNode({ port, databasePort, pooler, replica }: NodeOptions): Promise<ChildProcess> {
  const at = (to: number) => replica.url.replace(`:${replica.port}/`, `:${to}/`);
  const env: Record<string, string | undefined> = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: at(databasePort),
    AANGAN_API_PASSWORD: API_PASSWORD,
    AANGAN_SEAL_KEY: '07'.repeat(32),
    AANGAN_SIGN_KEY: '09'.repeat(32),
    AANGAN_MIGRATE: 'no',
    AANGAN_LOG: 'silent',
    READ_DATABASE_URL: apiLoginUrl(replica.url, API_PASSWORD),
    npm_lifecycle_event: undefined, // not `npm start`: we end it ourselves
    ...(pooler ? { API_DATABASE_URL: apiLoginUrl(at(pooler.port), API_PASSWORD) } : {}),
    ...(pooler && (poolerVersion() ?? 0) < 1.21 ? { AANGAN_PREPARED_STATEMENTS: 'no' } : {}),
  };
  const child = spawn(process.execPath, [...SERVER_FLAGS, join(ROOT, 'bin/start.ts')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr?.on('data', (text: Buffer) => {
    complaints = `${complaints}${text.toString()}`.slice(-2_000);
  });
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    if (child.exitCode !== null) throw new Error(`A node ended at its start:\n${complaints}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return child;
    await sleep(100);
  }
  throw new Error(`A node did not become ready:\n${complaints}`);
}

/** Ends a node and waits until it is gone. */
export async function endNode(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await gone;
}
