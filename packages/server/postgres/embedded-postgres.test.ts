import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { destroyPostgres, startPostgres } from './embedded-postgres.ts';
import { isPostgres } from './embedded-postgres-processes.ts';

const dataDir = join(mkdtempSync(join(tmpdir(), 'aangan-embedded-')), 'postgres');
const start = () => startPostgres({ dataDir, purpose: 'app' });
after(() => destroyPostgres(dataDir));

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  // The server is killed under some of them.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end().catch(() => undefined);
  }
}

test('a new cluster is durable, checksummed, UTF-8 and closed to everybody else', async () => {
  const server = await start();
  const shown = async (name: string) => (await query(server.url, `show ${name}`))[0];
  assert.equal(await shown('fsync'), 'on');
  assert.equal(await shown('synchronous_commit'), 'on');
  assert.equal(await shown('full_page_writes'), 'on');
  assert.equal(await shown('data_checksums'), 'on');
  assert.equal(await shown('server_encoding'), 'UTF8');
  assert.equal(await shown('listen_addresses'), '127.0.0.1');
  assert.equal(await shown('password_encryption'), 'scram-sha-256');
  assert.deepEqual(await query(server.url, "select lower('ÉCOLE') || upper('ñ')"), ['écoleÑ']);
  assert.equal(statSync(join(dataDir, 'password')).mode & 0o777, 0o600);
  const wrong = new URL(server.url);
  wrong.password = 'guess';
  await assert.rejects(query(wrong.href, 'select 1'), /password authentication failed/);
  await server.stop();
  await server.stop();
  assert.equal(isPostgres(server.pid), false);
});

test('no acknowledged write is lost when the server is killed, five times', async () => {
  let server = await start();
  await query(server.url, 'create table kept (n int primary key)');
  for (let round = 1; round <= 5; round++) {
    await query(server.url, `insert into kept values (${round})`);
    process.kill(server.pid, 'SIGKILL');
    server = await start();
    const rows = await query(server.url, 'select n from kept order by n');
    assert.deepEqual(
      rows,
      Array.from({ length: round }, (_, index) => index + 1),
    );
  }
  await server.stop();
});

test('a second start shares the server, and the last one to let go stops it', async () => {
  const server = await start();
  const script = `import { startPostgres } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))};
    const server = await startPostgres({ dataDir: process.argv[1], purpose: 'app' });
    console.log(server.pid);
    await server.stop();`;
  const other = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir], {
    encoding: 'utf8',
  });
  assert.equal(other.stdout.trim(), String(server.pid), other.stderr);
  assert.deepEqual(await query(server.url, 'select 1'), [1]);
  await server.stop();
  assert.equal(isPostgres(server.pid), false);
});

test('starts asked for at the same moment give one server', async () => {
  const servers = await Promise.all([start(), start(), start()]);
  assert.equal(new Set(servers.map(({ pid }) => pid)).size, 1);
  await servers[0]?.stop();
});

test('a pid file that names another living program does not stop the start', async () => {
  const server = await start();
  const pidFile = join(dataDir, 'data', 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  process.kill(server.pid, 'SIGKILL');
  while (isPostgres(server.pid)) await sleep(20);
  // A process of the server's own user: PostgreSQL itself forgives one of another user.
  const { uid, gid } = statSync(join(dataDir, 'data'));
  const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  after(() => stranger.kill());
  writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'));
  const again = await start();
  assert.deepEqual(await query(again.url, 'select count(*)::int from kept'), [5]);
  await again.stop();
});
