// The real server in a test: every area, the real database, real sessions of the named world. No sockets: requests go
// in through Fastify's inject, which runs everything but the network card.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Endpoint, encodeQuery, type InputOf, type OutputOf } from '@aangan/contract/endpoint.ts';
import type { Authenticator } from '@aangan/server/endpoint/endpoint-runner.ts';
import type { ErrorBody } from '@aangan/server/endpoint/errors.ts';
import type { AreaServer } from '@aangan/server/endpoint/handle.ts';
import { uploadPlugin } from '@aangan/server/files/upload.ts';
import type { Ports } from '@aangan/server/ports.ts';
import { type Database, openDatabase } from '@aangan/server/postgres/database.ts';
import { useKeys } from '@aangan/server/work/seal.ts';
import type { FastifyInstance } from 'fastify';
import { Client, type QueryResultRow } from 'pg';
import pino from 'pino';
import { type AppOptions, buildApp } from '../apps/api/app.ts';
import { demoDatabase } from './demo-database.ts';
import { type TestDatabase, testDatabase } from './harness.ts';
import { makeWorld } from './make-world.ts';
import { beginRateWindows } from './rate-windows.ts';
import { testKeys } from './test-keys.ts';
import { openSession, type PersonName, people, YEAR } from './world.ts';
import { syncAreas, worldDatabase } from './world-database.ts';

export interface CallOptions {
  /** Becomes If-Match. */
  version?: number;
  /** Idempotency-Key; money commands get a fresh one when none is given. */
  key?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Answer<T = unknown> {
  status: number;
  body: T;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** Somebody who calls the API. */
export interface Caller {
  /** Calls and expects 200; anything else fails the test with the server's words. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>>;
  /** Calls and expects this refusal. */
  refused<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    code: string,
    options?: CallOptions,
  ): Promise<ErrorBody>;
  /** Calls and gives whatever came; the input is not typed, so that wrong ones can be sent. */
  raw(endpoint: Endpoint, input: unknown, options?: CallOptions): Promise<Answer>;
  /** The headers of this caller, for requests that are not endpoints. */
  headers(): Promise<Record<string, string>>;
}

export interface CallerOptions {
  /** The chosen centre; `null` = none ("Select All"). Default: the person's own centre, none for network people. */
  centre?: number | null;
  /** The chosen academic year. Default 2026. */
  year?: number | null;
  /** As if a fresh one-time password had been entered. */
  steppedUp?: boolean;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly pool: Database;
  readonly areas: readonly AreaServer[];
  readonly ports: Omit<Ports, 'afterCommit'>;
  as(name: PersonName, options?: CallerOptions): Caller;
  /** Nobody signed in. */
  readonly stranger: Caller;
  /** The holder of a public link. */
  link(token: string): Caller;
  /** Looks behind, as the owner of the database (row security does not hold). */
  sql<R extends QueryResultRow = QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Moves the server's clock; null = the real time again. */
  moveClock(to: Date | null): void;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** `demo`: the demo network with the named people in it, instead of the small world. Takes some seconds at first. */
  data?: 'world' | 'demo';
  /** Default: every area of the product. */
  areas?: readonly AreaServer[];
  /** Default: real sessions of the shell area. */
  authenticate?: (database: Database) => Authenticator;
  /** Connections of the API's pool. */
  pool?: number;
  statementTimeoutMs?: number;
  app?: Partial<AppOptions>;
}

// Tests sign in without a browser's key (areas/shell.md 3.12).
const config = { NODE_ENV: 'test', AANGAN_DEMO: '', AANGAN_ALLOW_KEYLESS: 'true' };
// Fixed keys: what one test process seals another may open.
useKeys(testKeys);

/** A fresh database with the named world, and the server on it. Call `close` in `after`. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await databaseFor(options);
  const pool = openDatabase(database.url, {
    max: options.pool ?? 4,
    ...(options.statementTimeoutMs ? { statementTimeoutMs: options.statementTimeoutMs } : {}),
  });
  const areas = options.areas ?? (await import('../apps/api/areas.ts')).areaServers;
  const authenticate =
    options.authenticate?.(pool) ?? (await import('../apps/api/areas.ts')).authenticatorOf(pool);
  const ports = { config, origin: 'http://aangan.test' };
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const filesDir = await mkdtemp(path.join(tmpdir(), 'aangan-test-files-'));
  await syncAreas(database.url, areas);
  let clock: Date | null = null;
  const app = await buildApp({
    database: pool,
    areas,
    authenticate,
    ports,
    log,
    now: () => clock ?? new Date(),
    defaultYear: () => YEAR,
    checkout: {
      script: 'https://checkout.test',
      frame: 'https://checkout.test',
      connect: 'https://checkout.test',
    },
    ...options.app,
    plugins: [...(options.app?.plugins ?? []), uploadPlugin({ database: pool, authenticate, filesDir, log })],
  });
  const owner = new Client({ connectionString: database.adminUrl });
  await owner.connect();
  await beginRateWindows((text) => owner.query(text));
  const sessions = new Map<string, Promise<string>>();
  const tokenOf = (name: PersonName, steppedUp: boolean): Promise<string> => {
    const key = `${name} ${steppedUp}`;
    const known = sessions.get(key) ?? openSession(database.adminUrl, name, { steppedUp });
    sessions.set(key, known);
    return known;
  };
  return {
    app,
    database,
    pool,
    areas,
    ports,
    as: (name, choice = {}) =>
      callerOf(app, async () => ({
        authorization: await tokenOf(name, choice.steppedUp ?? false),
        ...contextOf(name, choice),
      })),
    stranger: callerOf(app, async () => ({})),
    link: (token) => callerOf(app, async () => ({ authorization: `Link ${token}` })),
    sql: async <R extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await owner.query<R>(text, [...values])).rows,
    moveClock: (to) => {
      clock = to;
    },
    close: async () => {
      await app.close();
      await owner.end();
      await pool.close();
      await database.drop();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}

async function databaseFor({ data, areas }: TestAppOptions): Promise<TestDatabase> {
  if (data === 'demo') return demoDatabase();
  // Made-up areas begin without the catalogue of the real ones.
  if (!areas) return worldDatabase();
  const database = await testDatabase();
  await makeWorld(database.adminUrl);
  return database;
}

function contextOf(name: PersonName, { centre, year }: CallerOptions): Record<string, string> {
  const { at, roles } = people[name];
  // Without a role nobody reaches any centre.
  const own = typeof at === 'number' && roles.length > 0 ? at : null;
  const chosen = centre === undefined ? own : centre;
  const chosenYear = year === undefined ? YEAR : year;
  return {
    ...(chosen === null ? {} : { 'x-franchisee-id': String(chosen) }),
    ...(chosenYear === null ? {} : { 'x-academic-year-id': String(chosenYear) }),
  };
}

/** A caller over a server that sends these headers with every request. */
export function callerOf(app: FastifyInstance, headersOf: () => Promise<Record<string, string>>): Caller {
  const raw: Caller['raw'] = async (endpoint, input, options = {}) => {
    const headers: Record<string, string> = { ...(await headersOf()) };
    if (options.version !== undefined) headers['if-match'] = `"${options.version}"`;
    if (options.key ?? endpoint.money) headers['idempotency-key'] = options.key ?? randomUUID();
    return send(app, endpoint, input, { ...headers, ...options.headers });
  };
  return {
    raw,
    headers: headersOf,
    call: async (endpoint, input, options) => {
      const { status, body } = await raw(endpoint, input, options);
      if (status !== 200) throw new Error(`${endpoint.name} answered ${status}: ${JSON.stringify(body)}`);
      return body as OutputOf<typeof endpoint>;
    },
    refused: async (endpoint, input, code, options) => {
      const { status, body } = await raw(endpoint, input, options);
      const error = body as ErrorBody;
      if (status < 400 || error.code !== code)
        throw new Error(
          `${endpoint.name} should be refused with '${code}' but answered ${status}: ${JSON.stringify(body)}`,
        );
      return error;
    },
  };
}

async function send(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const values = (input ?? {}) as Record<string, unknown>;
  const rest = { ...values };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(values[name]));
  });
  const isGet = endpoint.method === 'GET';
  const query = isGet ? encodeQuery(endpoint.input, rest).toString() : '';
  const response = await app.inject({
    method: endpoint.method,
    url: query ? `${path}?${query}` : path,
    headers,
    ...(isGet ? {} : { payload: input === undefined ? {} : (input as object) }),
  });
  return {
    status: response.statusCode,
    body: parseBody(response.body, response.headers['content-type']),
    headers: response.headers,
  };
}

const parseBody = (text: string, type: unknown): unknown =>
  String(type).includes('application/json') ? JSON.parse(text) : text;
