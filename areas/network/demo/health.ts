// The health of the centres: today's as the product counts it, and the half-year before as a believable way there.
import { collectionsHealth } from '@aangan/areas/finance/centre-health.server.ts';
import {
  type CentreHealth,
  measureHealth,
  seatsHealth,
  storeHealth,
} from '@aangan/areas/network/franchisee/franchisee-health.server.ts';
import { partsOf, scoreOf } from '@aangan/areas/network/franchisee/health-score.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { centres } from '../../../db/demo/places.ts';
import { work } from '../../../db/demo/product.ts';
import { rngOf } from '../../../db/demo/random.ts';

const WEEKS = 26;

export async function writeHealth(database: Database, today: Day): Promise<void> {
  await work(database, systemActor(), 'health', async (db) => {
    const ids = centres.map((one) => one.id);
    const now = await measureHealth(db, ids, today, [seatsHealth, collectionsHealth]);
    await storeHealth(db, now, today);
    for (let week = 1; week <= WEEKS; week += 1) {
      const day = addDays(today, -7 * week);
      await storeHealth(db, new Map([...now].map(([id, health]) => [id, before(health, id, week)])), day);
    }
  });
}

/** The same parts some weeks ago: what was counted then differs by a few points, more the longer ago. */
function before({ parts }: CentreHealth, id: number, week: number): CentreHealth {
  const rng = rngOf(`health ${id}`);
  const slope = rng.int(-4, 6);
  const wave = rngOf(`health ${id} ${week}`).int(-2, 2);
  const share = 100 - Math.trunc((slope * week) / 6) + wave;
  const then = partsOf(
    Object.fromEntries(
      parts.map(({ key, n, d }) => [key, { n: Math.min(d, Math.round((n * share) / 100)), d }]),
    ),
  );
  return { parts: then, score: scoreOf(then) };
}
