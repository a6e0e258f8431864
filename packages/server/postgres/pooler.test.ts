// Through PgBouncer in transaction mode, where this machine has it.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { TEST_API_PASSWORD } from '@aangan/testkit/postgres.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { prepareApiLogin } from '../../../db/api-login.ts';
import { systemActor } from '../work/actor.ts';
import { inUnitOfWork } from '../work/unit-of-work.ts';
import { type Database, openDatabase } from './database.ts';
import { assertPrepares } from './pooler.ts';

const version = versionOfPooler();
const skip = version === null ? 'this machine has no PgBouncer' : false;
const keepsStatements = version !== null && version >= 1.21;
/** Fewer than the clients, so that they have to share. */
const SERVER_CONNECTIONS = 3;

let db: TestDatabase;
let pooler: { url: string; stop(): Promise<void> };
let database: Database;

before(async () => {
  if (skip) return;
  db = await testDatabase();
  await prepareApiLogin({ adminUrl: db.adminUrl, password: TEST_API_PASSWORD, anew: false });
  pooler = await startPooler(db.url);
  database = openDatabase(pooler.url, { max: 12, sessionUrl: db.url, prepares: keepsStatements });
});
after(async () => {
  if (skip) return;
  await database.close();
  await pooler.stop();
  await db.drop();
});

test('a start says in words when the pooler loses prepared statements', { skip }, async () => {
  if (keepsStatements) await assertPrepares(pooler.url);
  else
    await assert.rejects(
      assertPrepares(pooler.url),
      /does not keep prepared statements.*PREPARED_STATEMENTS=no/s,
    );
});

test('units of work share few connections, each with its own scope and the limits of the login', {
  skip,
}, async () => {
  const seen = await Promise.all(
    Array.from({ length: 240 }, async (_, n) => {
      const centre = (n % 7) + 1;
      const { rows } = await inUnitOfWork(
        database,
        systemActor(centre),
        { command: 'test.pooler', readOnly: n % 2 === 0 },
        (unit) =>
          sql<{ centres: string; role: string; statement: string; lock: string; zone: string; pid: number }>`
            select current_setting('app.centres') as centres, current_user as role, pg_backend_pid() as pid,
              current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
              current_setting('timezone') as zone`.execute(unit),
      );
      assert.equal(rows[0]?.centres, String(centre));
      return rows[0];
    }),
  );
  assert.ok(new Set(seen.map((row) => row?.pid)).size <= SERVER_CONNECTIONS);
  const [first] = seen;
  assert.deepEqual(
    [first?.role, first?.statement, first?.lock, first?.zone],
    ['rt_centre', '5s', '2s', 'Asia/Kolkata'],
  );
});

test('nothing of a unit of work is left on the connection it used', { skip }, async () => {
  await inUnitOfWork(database, systemActor(3), { command: 'test.pooler' }, (unit) =>
    sql`select 1`.execute(unit),
  );
  const client = new pg.Client({ connectionString: pooler.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select current_user as role, coalesce(current_setting('app.centres', true), '') as centres",
    );
    assert.deepEqual(rows, [{ role: 'aangan_api', centres: '' }]);
  } finally {
    await client.end();
  }
});

function versionOfPooler(): number | null {
  try {
    const text = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' });
    return Number(/PgBouncer (\d+\.\d+)/.exec(text)?.[1]);
  } catch {
    return null;
  }
}

async function startPooler(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new URL(url);
  const folder = mkdtempSync(path.join(tmpdir(), 'aangan-pooler-'));
  const port = await freePort();
  const name = server.pathname.slice(1);
  writeFileSync(
    path.join(folder, 'pooler.ini'),
    `[databases]
${name} = host=${server.hostname} port=${server.port} dbname=${name} password=${TEST_API_PASSWORD}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
${keepsStatements ? 'max_prepared_statements = 1000' : ''}
`,
  );
  writeFileSync(path.join(folder, 'users.txt'), `"${server.username}" "${TEST_API_PASSWORD}"\n`);
  chmodSync(folder, 0o755);
  // It refuses to run as root; 65534 is nobody.
  const person = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const child = spawn('pgbouncer', ['-q', path.join(folder, 'pooler.ini')], { stdio: 'ignore', ...person });
  const pooled = new URL(url);
  pooled.hostname = '127.0.0.1';
  pooled.port = String(port);
  await answers(pooled.href, child);
  return {
    url: pooled.href,
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
      return;
    } catch (error) {
      if (child.exitCode !== null) throw new Error('PgBouncer ended', { cause: error });
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
