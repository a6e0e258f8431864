// The running product: HTTP, workers and, in the demo, the outside services' stand-ins. bin/start.ts calls it.

import path from 'node:path';
import { syncCatalogue } from '@aangan/areas/system/public.server.ts';
import { currentYear } from '@aangan/contract/period.ts';
import { startWorkers } from '@aangan/server/background/working-process.ts';
import { apiBaseOf, basesOf } from '@aangan/server/config.ts';
import { uploadPlugin } from '@aangan/server/files/upload.ts';
import { installationKeys } from '@aangan/server/installation-keys.ts';
import { createLogger, type Logger } from '@aangan/server/logging.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { assertPrepares } from '@aangan/server/postgres/pooler.ts';
import { openReplica } from '@aangan/server/postgres/replica.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { useKeys } from '@aangan/server/work/seal.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { actorOf } from './actor-of.ts';
import { buildApp, ownProxy } from './app.ts';
import { areaServers, authenticatorOf } from './areas.ts';
import { type OutsideServices, outsideServices } from './outside-services.ts';

export interface StartApiOptions {
  /** Owner of the database: jobs keep their own schema with it. */
  adminUrl: string;
  /** Runtime login; row security holds. */
  apiUrl: string;
  /** The same login without a pooler; absent: `apiUrl` leads to none. */
  apiSessionUrl?: string;
  host: string;
  port: number;
  webDir: string;
  filesDir: string;
}

/** Starts serving; resolves when it listens. `close` drains requests, stops the workers and ends the pools. */
export async function startApi(options: StartApiOptions): Promise<{ close(): Promise<void> }> {
  const log = createLogger();
  const database = await openPool(options, log);
  useKeys(await installationKeys(database.pool, path.dirname(options.filesDir)));
  await inUnitOfWork(database, systemActor(), { command: 'start.sync-catalogue' }, (db) =>
    syncCatalogue(
      db,
      areaServers.map((server) => server.area),
    ),
  );
  basesOf(process.env); // a bad address stops the start, not a family on a thank-you page
  const origin = process.env.AANGAN_ORIGIN ?? `http://localhost:${options.port}`;
  const demo = await isDemo(database);
  const outside = await outsideServices({
    demo,
    origin,
    dataDir: path.dirname(options.filesDir),
  });
  const ports = { config: { ...process.env, ...outside.config }, origin };
  const app = await buildApp({
    database,
    areas: areaServers,
    authenticate: authenticatorOf(database),
    ports,
    log,
    defaultYear: () => currentYear(new Date()),
    checkout: outside.checkout,
    webDir: options.webDir,
    apiBase: apiBaseOf(process.env),
    live: true,
    docs: demo || process.env.AANGAN_API_DOCS === 'true',
    trustProxy: process.env.AANGAN_TRUST_PROXY === 'true' ? ownProxy : false,
    plugins: [
      uploadPlugin({ database, authenticate: authenticatorOf(database), filesDir: options.filesDir, log }),
    ],
  });
  const workers = await startWorkers({
    database,
    url: options.adminUrl,
    areas: areaServers,
    ports,
    log,
    actorOf: actorOf(database),
  });
  await app.listen({ host: options.host, port: options.port });
  return { close: () => closeAll(app, workers, outside, database) };
}

async function openPool({ apiUrl, apiSessionUrl }: StartApiOptions, log: Logger): Promise<Database> {
  const prepares = process.env.AANGAN_PREPARED_STATEMENTS !== 'no';
  if (prepares && apiSessionUrl) await assertPrepares(apiUrl);
  const max = Number(process.env.AANGAN_POOL ?? 10);
  const primary = openDatabase(apiUrl, { max, sessionUrl: apiSessionUrl, prepares });
  const url = process.env.READ_DATABASE_URL;
  if (!url) return primary;
  const maxLagMs = 1000 * Number(process.env.AANGAN_READ_LAG ?? 5);
  const replica = await openReplica({ primary, url, maxLagMs, max, log });
  return {
    ...primary,
    replica,
    close: async () => {
      await replica.close();
      await primary.close();
    },
  };
}

async function closeAll(
  app: { close(): Promise<unknown> },
  workers: { stop(): Promise<void> },
  outside: OutsideServices,
  database: Database,
): Promise<void> {
  await app.close();
  await workers.stop();
  await outside.close();
  await database.close();
}

/** Set by the demo seed, on an empty database only (migration 0010). */
async function isDemo(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query<{ demo: boolean }>('select demo from installation');
  return rows[0]?.demo ?? false;
}
