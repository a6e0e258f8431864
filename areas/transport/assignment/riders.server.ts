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
    .executeTakeFirst();
  // Nobody's vehicle: named where it is judged.
  if (!vehicle) return;
  const all = { franchiseeId: route.franchisee_id, routeId: route.id, direction: 'BOTH', days: 127 } as const;
  const over = (await takenSeats(db, { ...all, from: today, to: last })).find(
    ({ taken }) => taken > vehicle.child_seats,
  );
  ensure(!over, () =>
    refuseTransport('route.vehicle-small', {
      details: {
        reg: formatPlate(vehicle.reg_no),
        seats: vehicle.child_seats,
        n: over?.taken ?? 0,
        weekday: weekdayLabels[over?.day ?? 'MON'],
        date: formatDate(over?.at ?? today),
      },
    }),
  );
}
