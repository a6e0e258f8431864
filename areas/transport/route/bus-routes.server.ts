// Bus routes as they are read: with their stops, their length and what their vehicle is worth today.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import { judgeVehicles } from '../vehicle/readiness.server.ts';
import { type BusRoute, busRouteContract as contract } from './bus-route.contract.ts';
import { alongM, type Point } from './geometry.ts';
import { pathOf } from './route-path.ts';

type Row = Omit<BusRoute, 'vehicle' | 'lengthM'> & { readonly vehicleId: string | null };

/** Where the centre is; null while nobody entered it. */
export const centrePoint = async (db: Db, franchiseeId: number): Promise<Point | null> =>
  (await franchisee(db, franchiseeId))?.point ?? null;

async function routesOf(
  db: Db,
  of: { franchiseeId: number; yearId?: number; id?: string; now: Date },
): Promise<{ centre: Point | null; routes: BusRoute[] }> {
  const { franchiseeId, yearId = null, id = null, now } = of;
  const centre = await centrePoint(db, franchiseeId);
  const { rows } = await sql<Row>`
    select r.id, r.version, r.code, r.name, r.shift, r.runs, r.days, r.status, r.vehicle_id as "vehicleId",
           to_char(r.pickup_start, 'HH24:MI') as "pickupStart", to_char(r.dropoff_start, 'HH24:MI') as "dropoffStart",
           coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'version', s.version, 'seq', s.seq, 'name', s.name, 'landmark', s.landmark,
               'lat', s.lat_e7 / 1e7, 'lng', s.lng_e7 / 1e7, 'radiusM', s.radius_m, 'pickupAt', to_char(s.pickup_at, 'HH24:MI'),
               'dropoffAt', to_char(s.dropoff_at, 'HH24:MI'), 'distanceM', s.distance_m) order by s.seq)
              from bus_stop s where s.franchisee_id = r.franchisee_id and s.route_id = r.id), '[]') as stops
      from bus_route r where r.franchisee_id = ${franchiseeId} and (${yearId}::int is null or r.academic_year_id = ${yearId}::int)
       and (${id}::uuid is null or r.id = ${id}::uuid) order by r.code limit 200`.execute(db);
  const ids = rows.flatMap(({ vehicleId }) => (vehicleId === null ? [] : [vehicleId]));
  const { vehicles } = await judgeVehicles(db, { franchiseeId, today: todayIst(now), now, ids });
  const known = new Map(vehicles.map((one) => [one.id, one]));
  return {
    centre,
    routes: rows.map(({ vehicleId, ...row }) => {
      const vehicle = known.get(vehicleId ?? '');
      return {
        ...row,
        vehicle: vehicle
          ? {
              id: vehicle.id,
              regNo: vehicle.regNo,
              childSeats: vehicle.childSeats,
              readiness: vehicle.readiness,
              reasons: vehicle.reasons,
            }
          : null,
        lengthM: alongM(pathOf(row.runs, row.stops, centre)),
      };
    }),
  };
}

export const busRouteOverview = handle(contract.overview, ({ db, actor, now }) =>
  routesOf(db, { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor), now }),
);

export const busRoutePlan = handle(contract.plan, async ({ db, actor, input, now }) => {
  const found = await db
    .selectFrom('bus_route')
    .select('franchisee_id')
    .where('id', '=', input.id)
    .executeTakeFirst();
  const { franchisee_id: franchiseeId } = ensureFound(found);
  const { centre, routes } = await routesOf(db, { franchiseeId, id: input.id, now });
  return { centre, route: ensureFound(routes[0]), can: { change: mayCall(actor, contract.change) } };
});
