// npm run bench: five requests under 32 connections, each beside its floor in the same run on the same machine, so the
// ratio says something even where the milliseconds do not. BENCH_SCALE: share of the large network (default 1/20).
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { devPostgresUrl, TEST_API_PASSWORD, withClient, withDatabase } from '@aangan/testkit/postgres.ts';
import autocannon from 'autocannon';
import { demoUuid } from '../db/demo/random.ts';
import { seedDemo } from '../db/demo/run.ts';
import { migrate } from '../db/migrate.ts';
import { type BenchLine, lines } from './lines.ts';

const LARGE = 1_000_000;
const CONNECTIONS = 32;
const CENTRE = 2;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const WARM_SECONDS = 2;
const scale = Number(process.env['BENCH_SCALE'] ?? 1 / 20);
const students = Math.round(LARGE * scale);

interface Servers {
  appUrl: string;
  floorUrl: string;
}

async function prepare(adminUrl: string): Promise<{ token: string; accounts: string[] }> {
  await migrate(adminUrl, { apiPassword: TEST_API_PASSWORD });
  await seedDemo(adminUrl, { scale: 'large', students, log: (line) => console.log(`  ${line}`) });
  const token = `pps_${randomBytes(32).toString('base64url')}`;
  return withClient(adminUrl, async (client) => {
    const session = await client.query<{ id: string }>(
      `insert into session (user_id, ip, user_agent, started_at, last_seen_at, idle_seconds, absolute_until, step_up_until)
       values ($1, '127.0.0.1', 'bench', now(), now(), 43200, now() + interval '12 hours', now() + interval '1 hour') returning id`,
      [demoUuid('user', 'superadmin')],
    );
    await client.query(
      'insert into session_token (token_hash, session_id, issued_at) values ($1, $2, now())',
      [createHash('sha256').update(token).digest(), session.rows[0]?.id],
    );
    await client.query(
      'create table if not exists bench_floor (name text primary key, body text not null); create table if not exists bench_floor_write (id bigint generated always as identity primary key, body text not null)',
    );
    const { rows } = await client.query<{ id: string }>(
      'select id from fee_account where franchisee_id = $1 order by id limit 500',
      [CENTRE],
    );
    return { token, accounts: rows.map((row) => row.id) };
  });
}

function startServers(adminUrl: string): Promise<Servers & { stop(): void }> {
  const apiUrl = withDatabase(adminUrl, new URL(adminUrl).pathname.slice(1), {
    user: 'aangan_api',
    password: TEST_API_PASSWORD,
  });
  const child = fork(new URL('./server.ts', import.meta.url), [], {
    env: { ...process.env, BENCH_API_URL: apiUrl, BENCH_ADMIN_URL: adminUrl },
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}`)));
    child.once('message', (urls) => done({ ...(urls as Servers), stop: () => void child.send('stop') }));
  });
}

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  bad: number;
}

let sent = 0;

async function load(
  base: string,
  line: BenchLine,
  given: { seconds: number; headers: Record<string, string>; accounts: readonly string[]; floor: boolean },
): Promise<Figures> {
  const result = await autocannon({
    url: base,
    connections: CONNECTIONS,
    duration: given.seconds,
    requests: [
      {
        setupRequest: (request) => {
          const wanted = line.request(sent++, given.accounts);
          return {
            ...request,
            method: wanted.method,
            path: given.floor ? `/${line.name}` : wanted.path,
            headers: { ...given.headers, ...wanted.headers },
            ...(wanted.body ? { body: wanted.body } : {}),
          };
        },
      },
    ],
  });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bad: result.non2xx + result.errors,
  };
}

async function measure(
  servers: Servers,
  line: BenchLine,
  given: { headers: Record<string, string>; accounts: readonly string[]; adminUrl: string },
): Promise<{ app: Figures; floor: Figures; bytes: number }> {
  const one = line.request(sent++, given.accounts);
  const response = await fetch(`${servers.appUrl}${one.path}`, {
    method: one.method,
    headers: { ...given.headers, ...one.headers },
    ...(one.body ? { body: one.body } : {}),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${line.title}: ${response.status} ${body.slice(0, 300)}`);
  await withClient(given.adminUrl, (client) =>
    client.query(
      'insert into bench_floor values ($1, $2) on conflict (name) do update set body = excluded.body',
      [line.name, body],
    ),
  );
  const at = (floor: boolean, seconds: number) =>
    load(floor ? servers.floorUrl : servers.appUrl, line, { ...given, floor, seconds });
  await at(false, WARM_SECONDS);
  const app = await at(false, SECONDS);
  await at(true, 1);
  return { app, floor: await at(true, SECONDS), bytes: Buffer.byteLength(body) };
}

async function main(): Promise<void> {
  const server = process.env['DATABASE_URL'] ?? (await devPostgresUrl());
  const name = `bench_${students}_${process.pid}`;
  const admin = withDatabase(server, 'postgres');
  await withClient(admin, (client) => client.query(`create database ${name}`));
  const adminUrl = withDatabase(server, name);
  try {
    console.log(
      `${students} children (1/${Math.round(1 / scale)} of the large network), ${CONNECTIONS} connections, ${SECONDS} s a line`,
    );
    const { token, accounts } = await prepare(adminUrl);
    const servers = await startServers(adminUrl);
    const headers = { authorization: token, 'x-franchisee-id': String(CENTRE), 'x-academic-year-id': '2026' };
    const table: Record<string, string | number>[] = [];
    for (const line of lines) {
      const { app, floor, bytes } = await measure(servers, line, { headers, accounts, adminUrl }).catch(
        (error: Error) => {
          console.error(error.message);
          process.exitCode = 1;
          return { app: null, floor: null, bytes: 0 };
        },
      );
      if (!app || !floor) continue;
      if (app.bad + floor.bad > 0) process.exitCode = 1;
      table.push({
        line: line.title,
        bytes,
        'req/s': Math.round(app.perSecond),
        'floor req/s': Math.round(floor.perSecond),
        ratio: Number((floor.perSecond / app.perSecond).toFixed(2)),
        p50: app.p50,
        p99: app.p99,
        'floor p50': floor.p50,
        'floor p99': floor.p99,
        failed: app.bad + floor.bad,
      });
      console.log(
        `${line.title}: ${Math.round(app.perSecond)}/s, floor ${Math.round(floor.perSecond)}/s (${(floor.perSecond / app.perSecond).toFixed(2)} x), p50 ${app.p50} ms, p99 ${app.p99} ms, floor p99 ${floor.p99} ms, failed ${app.bad + floor.bad}`,
      );
    }
    console.table(table);
    servers.stop();
  } finally {
    if (!process.env['BENCH_KEEP'])
      await withClient(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
  }
}

await main();
process.exit();
