// The measured network: a database of its own with a super admin's session, and the two processes under load.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { devPostgresUrl, TEST_API_PASSWORD, withClient, withDatabase } from '@aangan/testkit/postgres.ts';
import { SERVER_FLAGS } from '../bin/bootstrap.mjs';
import { prepareApiLogin } from '../db/api-login.ts';
import { demoUuid } from '../db/demo/random.ts';
import { seedDemo } from '../db/demo/run.ts';
import { migrate } from '../db/migrate.ts';
import type { BareQuery, Part } from './part.ts';
import type { BenchWorld, Scenario } from './scenario.ts';

const CENTRE = 2;
const YEAR = 2026;

export interface Bench {
  readonly adminUrl: string;
  readonly world: BenchWorld;
  /** Who asks, and for which centre and year. */
  readonly headers: Readonly<Record<string, string>>;
  readonly app: Part;
  readonly floor: Part;
}

/** A network of `students` children, seeded and ready. */
export interface Network {
  readonly name: string;
  readonly adminUrl: string;
}

/**
 * Makes the network of `students` children, runs `work` on it and drops it. BENCH_DATABASE names a database that is used
 * again as it is, and kept: seeding takes longer
 * than measuring.
 */
export async function withNetwork<T>(
  students: number,
  suffix: string,
  work: (network: Network) => Promise<T>,
): Promise<T> {
  const server = process.env['DATABASE_URL'] ?? (await devPostgresUrl());
  const kept = process.env['BENCH_DATABASE'];
  const name = `${kept ?? `bench_${students}_${process.pid}`}${suffix}`;
  const admin = withDatabase(server, 'postgres');
  const there = await withClient(admin, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${name}`);
    return found.rowCount === 1;
  });
  const adminUrl = withDatabase(server, name);
  try {
    if (!there) {
      await migrate(adminUrl);
      await prepareApiLogin({ adminUrl, password: TEST_API_PASSWORD, anew: true });
      await seedDemo(adminUrl, { scale: 'large', students, log: (line) => console.log(`  ${line}`) });
    }
    return await work({ name, adminUrl });
  } finally {
    if (!kept)
      await withClient(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
  }
}

/** The network with a super admin signed in, both processes under load, and what these scenarios are measured on. */
export const withBench = <T>(
  students: number,
  suffix: string,
  work: (bench: Bench) => Promise<T>,
  scenarios: readonly Scenario[] = [],
): Promise<T> =>
  withNetwork(students, suffix, async ({ name, adminUrl }) => {
    const token = await signIn(adminUrl);
    const world = await readWorld(adminUrl, scenarios);
    const headers = {
      authorization: token,
      'x-franchisee-id': String(world.centre),
      'x-academic-year-id': String(world.year),
    };
    const parts: Part[] = [];
    try {
      const app = await startPart('app', adminUrl, name);
      parts.push(app);
      const floor = await startPart('floor', adminUrl, name);
      parts.push(floor);
      return await work({ adminUrl, world, headers, app, floor });
    } finally {
      for (const part of parts) part.stop();
    }
  });

/** A super admin's session, as a script has it (no browser key). */
export function signIn(adminUrl: string): Promise<string> {
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
    return token;
  });
}

function readWorld(adminUrl: string, scenarios: readonly Scenario[]): Promise<BenchWorld> {
  return withClient(adminUrl, async (client) => {
    await client.query(
      'drop table if exists bench_payment_event, bench_provider_reference, bench_payment, bench_stored',
    );
    await client.query('create table bench_stored (name text primary key, body text not null)');
    for (const { prepare } of scenarios)
      if (typeof prepare === 'string') await client.query(prepare);
      else await prepare?.(client);
    const { rows } = await client.query<{ id: string }>(
      'select id from fee_account where franchisee_id = $1 order by id limit 500',
      [CENTRE],
    );
    await client.query('vacuum analyze');
    return {
      centre: CENTRE,
      year: YEAR,
      accounts: rows.map((row) => row.id),
      today: todayIst(new Date()),
    };
  });
}

interface Usage {
  usage: { user: number; system: number };
  rss: number;
}

function startPart(part: 'app' | 'floor', adminUrl: string, database: string): Promise<Part> {
  const apiUrl = withDatabase(adminUrl, database, { user: 'aangan_api', password: TEST_API_PASSWORD });
  const child = fork(new URL('./server.ts', import.meta.url), [], {
    env: { ...process.env, BENCH_PART: part, BENCH_API_URL: apiUrl, BENCH_ADMIN_URL: adminUrl },
    execArgv: [
      ...process.execArgv,
      ...SERVER_FLAGS,
      ...(process.env['BENCH_EXEC'] ?? '').split(' ').filter(Boolean),
    ],
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`The ${part} ended with ${code}`)));
    child.once('message', (message) => {
      const { url } = message as { url: string };
      done({
        url,
        usage: () => usageOf(child),
        noteQueries: () => answerTo<void>(child, 'note'),
        notedQueries: () => answerTo<BareQuery[]>(child, 'noted'),
        stop: () => void child.send('stop'),
      });
    });
  });
}

async function usageOf(child: ChildProcess): Promise<{ cpuMs: number; rssMb: number }> {
  const { usage, rss } = await answerTo<Usage>(child, 'usage');
  return { cpuMs: (usage.user + usage.system) / 1000, rssMb: rss / 2 ** 20 };
}

function answerTo<T>(child: ChildProcess, question: string): Promise<T> {
  return new Promise((done) => {
    child.once('message', (message) => done(message as T));
    child.send(question);
  });
}
