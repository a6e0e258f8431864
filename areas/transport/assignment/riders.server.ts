// What a route may not lose while children ride on it. Call it with the route locked, as whoever takes a seat locks it.
import { type Day, formatDate } from '@aangan/contract/period.ts';
import { type Weekday, weekdayLabels, weekdayMask } from '@aangan/contract/weekday.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTransport } from '../transport.refusals.ts';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { counts, takenSeats } from './seats.server.ts';

interface Plan {
  readonly runs: 'PICKUP' | 'DROPOFF' | 'ROUND_TRIP';
  readonly days: readonly Weekday[];
  readonly vehicleId?: string | null | undefined;
  readonly status: string;
}

/** Refuses a plan under which somebody who has a seat from today on would stand at the stop. */
export async function ensureRidersFit(
  db: Db,
  route: RowIn<'bus_route'>,
  plan: Plan,
  today: Day,
): Promise<void> {
  const mask = weekdayMask(plan.days);
  const gone = plan.status !== 'ACTIVE' || !plan.vehicleId;
  const { rows } = await sql<{ n: number; last: Day | null }>`
    select (count(distinct a.student_id) filter (where ${gone} or a.days_mask & ~${mask}::int <> 0
        or ${plan.runs} <> 'ROUND_TRIP' and a.direction <> ${plan.runs}))::int as n, max(a.to_on) as last from route_assignment a
     where a.franchisee_id = ${route.franchisee_id} and a.route_id = ${route.id} and a.to_on >= ${today}::date and ${counts}`.execute(
    db,
  );
  const { n = 0, last = null } = rows[0] ?? {};
  ensure(n === 0, () => refuseTransport('route.in-use', { details: { n, code: route.code } }));
  if (last === null || !plan.vehicleId || plan.vehicleId === route.vehicle_id) return;
  const vehicle = await db
    .selectFrom('vehicle')
    .select(['reg_no', 'child_seats'])
    .where('franchisee_id', '=', route.franchisee_id)
    .where('id', '=', plan.vehicleId)
    .forUpdate()
    .executeTakeFirst();
  // Nobody's vehicle: named where it is judged.
  if (vehicle) await ensureRoom(db, route, { vehicle, today, last });
}

interface Room {
  readonly vehicle: Pick<RowIn<'vehicle'>, 'reg_no' | 'child_seats'>;
  readonly today: Day;
  readonly last: Day;
}

/** Refuses, by weekday and count, where more ride from today on than the vehicle has seats. Call it with the vehicle locked. */
async function ensureRoom(
  db: Db,
  route: Pick<RowIn<'bus_route'>, 'franchisee_id' | 'id' | 'code'>,
  { vehicle, today, last }: Room,
): Promise<void> {
  const all = { franchiseeId: route.franchisee_id, routeId: route.id, direction: 'BOTH', days: 127 } as const;
  const over = (await takenSeats(db, { ...all, from: today, to: last })).find(
    ({ taken }) => taken > vehicle.child_seats,
  );
  ensure(!over, () =>
    refuseTransport('route.vehicle-small', {
      details: {
        reg: formatPlate(vehicle.reg_no),
        code: route.code,
        seats: vehicle.child_seats,
        n: over?.taken ?? 0,
        weekday: weekdayLabels[over?.day ?? 'MON'],
        date: formatDate(over?.at ?? today),
      },
    }),
  );
}

/** Fewer seats on a vehicle: not below what is given on a route that it drives. Whoever takes a seat keeps the vehicle as it is. */
export async function ensureSeatsStay(
  db: Db,
  vehicle: Pick<RowIn<'vehicle'>, 'franchisee_id' | 'id' | 'reg_no' | 'child_seats'>,
  today: Day,
): Promise<void> {
  const { rows: routes } = await sql<{ franchisee_id: number; id: string; code: string; last: Day }>`
    select r.franchisee_id, r.id, r.code, max(a.to_on) as last from bus_route r
      join route_assignment a on a.franchisee_id = r.franchisee_id and a.route_id = r.id and a.to_on >= ${today}::date and ${counts}
     where r.franchisee_id = ${vehicle.franchisee_id} and r.vehicle_id = ${vehicle.id} group by 1, 2, 3 order by 3, 2`.execute(
    db,
  );
  for (const { last, ...route } of routes) await ensureRoom(db, route, { vehicle, today, last });
}
