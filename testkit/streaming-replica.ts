// A PostgreSQL of its own with a streaming replica, for the tests of reads that may lag and for the drill.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningPostgres, startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';

/** Stops the primary cleanly for a moment and starts it again beside a copy of its files that follows it. */
export async function startWithReplica(
  folder: string,
): Promise<{ primary: RunningPostgres; replica: RunningPostgres }> {
  const [primaryDir, replicaDir] = [join(folder, 'primary'), join(folder, 'replica')];
  const first = await startPostgres({ dataDir: primaryDir, purpose: 'app' });
  await first.stop();
  mkdirSync(replicaDir, { recursive: true, mode: 0o700 });
  // Owners and modes are kept: under root the files belong to another user.
  execFileSync('cp', ['-a', join(primaryDir, 'data'), join(primaryDir, 'password'), `${replicaDir}/`]);
  const primary = await startPostgres({ dataDir: primaryDir, purpose: 'app', port: first.port });
  const from = new URL(primary.url);
  const address = `host=127.0.0.1 port=${primary.port} user=${from.username} password=${from.password}`;
  const data = join(replicaDir, 'data');
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${address}'\n`);
  writeFileSync(join(data, 'standby.signal'), '');
  if (existsSync(join(replicaDir, 'holders'))) rmSync(join(replicaDir, 'holders'), { recursive: true });
  const replica = await startPostgres({ dataDir: replicaDir, purpose: 'app' });
  return { primary, replica };
}
