import { spawn, spawnSync } from 'node:child_process';

/** Major version of a program of Postgres's client package. Throws, saying what to install, when it is not there. */
export function majorOf(tool: 'pg_dump' | 'pg_restore'): number {
  const { stdout, error } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  const major = /(\d+)(?:\.\d+)?/.exec(stdout ?? '')?.[1];
  if (error || !major)
    throw new Error(
      `${tool} is not on this machine. Install the client programs of PostgreSQL (postgresql-client).`,
    );
  return Number(major);
}

/** Runs a program of Postgres on the database at `url`. The password goes by the environment: other users see arguments. */
export async function runPgTool(
  tool: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn(tool, [...args, '--dbname', address.href], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  const code = await new Promise<number>((done, failed) => {
    child.on('error', failed);
    child.on('close', (status) => done(status ?? 1));
  });
  if (code !== 0) throw new Error(`${tool} failed:\n${errors.trim()}`);
}
