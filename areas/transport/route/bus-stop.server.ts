// Stops of a route. Their numbers run from 1 without gaps; whoever changes them holds the route.
import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { istDay } from '@aangan/server/sql.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTransport } from '../transport.refusals.ts';
import { busRouteContract as contract } from './bus-route.contract.ts';
import { centrePoint } from './bus-routes.server.ts';
import { readPoint, roadM } from './geometry.ts';

type Input = Omit<ParsedInputOf<typeof contract.addStop>, 'routeId'>;
const MOST = 60;
const E7 = 10_000_000;

/** The columns of a stop; its distance is measured where nobody knows better. */
async function columnsOf(db: Db, franchiseeId: number, input: Input) {
  const point = readPoint(input.point);
  ensure(typeof point !== 'string', () =>
    refuse('input.invalid', { fields: { point: 'Enter latitude and longitude' } }),
  );
  const centre = input.distanceM == null ? await centrePoint(db, franchiseeId) : null;
  const distance = input.distanceM ?? (centre ? roadM(point, centre) : null);
  ensure(distance !== null, () =>
    refuse('input.invalid', {
      fields: { distanceM: 'The place of the centre is not known. Enter the distance' },
    }),
  );
  ensure(distance <= 100_000, () =>
    refuse('input.invalid', { fields: { point: 'This is more than 100 km from the centre' } }),
  );
  return {
    name: input.name,
    landmark: input.landmark ?? null,
    lat_e7: Math.round(point.lat * E7),
    lng_e7: Math.round(point.lng * E7),
    radius_m: input.radiusM,
    pickup_at: input.pickupAt ?? null,
    dropoff_at: input.dropoffAt ?? null,
    distance_m: distance,
  };
}

const idsOf = async (db: Db, route: { franchisee_id: number; id: string }): Promise<string[]> =>
  (
    await db
      .selectFrom('bus_stop')
      .select('id')
      .where('franchisee_id', '=', route.franchisee_id)
      .where('route_id', '=', route.id)
      .orderBy('seq')
      .execute()
  ).map(({ id }) => id);

const renumber = (db: Db, route: { franchisee_id: number; id: string }, ids: readonly string[]) =>
  sql`update bus_stop s set seq = o.n::smallint from unnest(${[...ids]}::uuid[]) with ordinality as o (id, n)
    where s.franchisee_id = ${route.franchisee_id} and s.route_id = ${route.id} and s.id = o.id and s.seq <> o.n`.execute(
    db,
  );

export const addBusStop = handle(contract.addStop, async ({ db, input }) => {
  const route = await lockRow(db, 'bus_route', input.routeId);
  const seq = (await idsOf(db, route)).length + 1;
  ensure(seq <= MOST, () => refuseTransport('stop.too-many', { details: { most: MOST } }));
  const id = randomUUID();
  const key = { franchisee_id: route.franchisee_id, id, route_id: route.id, seq };
  await db
    .insertInto('bus_stop')
    .values({ ...key, ...(await columnsOf(db, route.franchisee_id, input)) })
    .execute();
  return { id };
});

export const changeBusStop = handle(contract.changeStop, async ({ db, input, version }) => {
  const row = await lockRow(db, 'bus_stop', input.id, version);
  await db
    .updateTable('bus_stop')
    .set(await columnsOf(db, row.franchisee_id, input))
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

/** Whoever takes a seat holds the route, so nobody gets one here meanwhile. */
async function ensureUnused(
  db: Db,
  stop: { franchisee_id: number; id: string; name: string },
): Promise<void> {
  const { rows } = await sql<{ now: number; ever: number }>`
    select (count(distinct student_id) filter (where to_on >= from_on and to_on >= ${istDay(sql`now()`)}))::int as now, count(*)::int as ever from route_assignment
     where franchisee_id = ${stop.franchisee_id} and stop_id = ${stop.id}`.execute(db);
  const { now: n = 0, ever = 0 } = rows[0] ?? {};
  ensure(n === 0, () => refuseTransport('stop.in-use', { details: { n, stop: stop.name } }));
  // A trip that has not started gives the stop up.
  await sql`delete from trip_stop s using trip t where s.franchisee_id = ${stop.franchisee_id} and s.stop_id = ${stop.id}
    and t.franchisee_id = s.franchisee_id and t.id = s.trip_id and t.status = 'SCHEDULED'`.execute(db);
  const called = await db
    .selectFrom('trip_stop')
    .select('id')
    .where('franchisee_id', '=', stop.franchisee_id)
    .where('stop_id', '=', stop.id)
    .executeTakeFirst();
  ensure(ever === 0 && !called, () => refuseTransport('stop.has-history', { details: { stop: stop.name } }));
}

/** Locked after its route, as everybody does who changes the order. */
export const removeBusStop = handle(contract.removeStop, async ({ db, input, version }) => {
  const found = await db
    .selectFrom('bus_stop')
    .select('route_id')
    .where('id', '=', input.id)
    .executeTakeFirst();
  ensure(found, () => refuse('row.not-found'));
  const route = await lockRow(db, 'bus_route', found.route_id);
  const row = await lockRow(db, 'bus_stop', input.id, version);
  await ensureUnused(db, row);
  await db
    .deleteFrom('bus_stop')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await renumber(db, route, await idsOf(db, route));
  return {};
});

export const orderBusStops = handle(contract.orderStops, async ({ db, input }) => {
  const route = await lockRow(db, 'bus_route', input.routeId);
  const wanted = new Set(input.ids);
  const now = await idsOf(db, route);
  ensure(
    wanted.size === input.ids.length && now.length === wanted.size && now.every((id) => wanted.has(id)),
    () => refuseTransport('stop.order-stale'),
  );
  await renumber(db, route, input.ids);
  return {};
});
