// A database with the named world and the catalogue of every area in it, planted once for a server and copied from then on.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { syncCatalogue } from '@aangan/areas/system/public.server.ts';
import type { AreaServer } from '@aangan/server/endpoint/handle.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { plantedDatabase, type TestDatabase } from './harness.ts';
import { makeWorld } from './make-world.ts';
import { schemaHash } from './postgres.ts';

/** Gives a fresh copy. Whoever uses it agrees the catalogue with its own areas (`syncAreas`): here it may be of an older state. */
export const worldDatabase = (): Promise<TestDatabase> =>
  plantedDatabase({ kind: 'world', name: hashOf() }, async ({ adminUrl, url }) => {
    await makeWorld(adminUrl);
    await syncAreas(url, (await import('../apps/api/areas.ts')).areaServers);
  });

/**
 * As the real start does: modules and end points of the areas become rows. On a connection of its own, so that the API's
 * pool is untouched when a test hangs a watcher into it.
 */
export async function syncAreas(url: string, areas: readonly AreaServer[]): Promise<void> {
  const own = openDatabase(url, { max: 1 });
  await inUnitOfWork(own, systemActor(), { command: 'start.sync-catalogue' }, (db) =>
    syncCatalogue(
      db,
      areas.map((server) => server.area),
    ),
  );
  await own.close();
}

function hashOf(): string {
  const hash = createHash('sha256').update(schemaHash());
  for (const file of ['world.ts', 'make-world.ts', 'world-families.ts'])
    hash.update(readFileSync(path.join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, 12);
}
