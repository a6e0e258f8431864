// The product's own functions on the admin connection: money goes through the same code as in the API.

import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Ports } from '@aangan/server/ports.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { type NarrowedActor, systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import pg from 'pg';

const AT_ONCE = 3; // two cores: more connections only wait for each other

/** A pool as the owner, with change audit off (one seed is one act) and without waiting for the disk at each commit. */
export function openProduct(adminUrl: string): Database {
  const pool = new pg.Pool({
    connectionString: adminUrl,
    max: AT_ONCE,
    application_name: 'aangan-demo',
    // The tables grow from nothing while plans stay cached: without this every foreign key would be checked by a scan.
    options:
      '-c app.bulk=on -c synchronous_commit=off -c jit=off -c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c timezone=Asia/Kolkata',
  });
  return { pool, sessionUrl: adminUrl, prepares: true, close: () => pool.end() };
}

/** Somebody at one centre who may do everything there. */
export const actorAt = (franchiseeId: number, userId: string): NarrowedActor => ({
  ...systemActor(franchiseeId),
  kind: 'user',
  userId,
  allModules: true,
});

export const work = <T>(
  database: Database,
  actor: NarrowedActor,
  command: string,
  run: (db: Db) => Promise<T>,
): Promise<T> => inUnitOfWork(database, actor, { command: `demo.${command}` }, run);

/** Nobody is told at once: what the seed does lies in the past. */
export const NO_PORTS: Ports = { config: {}, origin: '', afterCommit: () => undefined };

/** A command of the product at a moment of its story, with the input that the API would take. */
export const carryOut = (
  handler: InWorkHandler,
  call: { db: Db; actor: NarrowedActor; now: Date; version: number; input: unknown },
): Promise<unknown> =>
  handler.run({
    ...call,
    input: handler.endpoint.input.parse(call.input) as never,
    request: { id: 'demo', ip: '127.0.0.1', userAgent: 'demo', headers: {} },
    ports: NO_PORTS,
  });

/** `run` for each item, a few at a time; the order inside one item is fixed. */
export async function each<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
    }),
  );
}
