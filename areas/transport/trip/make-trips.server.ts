// Trips of a day from the routes of its year, with their stops and the children whose seats run that day. Run again it brings those
// that have not started up to date; what has started keeps its list.
import type { Day } from '@aangan/contract/period.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { weekdayMask, weekdayOf } from '@aangan/contract/weekday.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { chosenCentre, ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { isOperatingDay } from '../../academics/public.server.ts';
import { tripContract as contract } from './trip.contract.ts';

interface At {
  readonly franchiseeId: number;
  readonly day: Day;
  readonly now: Date;
}
/** From today on; the week can be prepared. */
const AHEAD = 6;

const at = (day: Day, column: string) =>
  sql`((${day}::date + ${sql.ref(column)}) at time zone 'Asia/Kolkata')`;

/** How many are new. A run whose time is over is not made any more. */
export async function makeTrips(db: Db, { franchiseeId, day, now }: At): Promise<number> {
  if (!(await isOperatingDay(db, { franchiseeId }, day))) return 0;
  const bit = weekdayMask([weekdayOf(day)]);
  const { rows } = await sql<{ made: boolean }>`
    with plan as (
      select r.id, d.direction, r.vehicle_id,
             case d.direction when 'PICKUP' then ${at(day, 'r.pickup_start')} else ${at(day, 'r.dropoff_start')} end as starts,
             -- From the last pick-up to the centre at the pace of a town, and never at once.
             (select max(case d.direction when 'PICKUP' then ${at(day, 's.pickup_at')} + make_interval(mins => greatest(5, s.distance_m / 300))
                    else ${at(day, 's.dropoff_at')} end)
                from bus_stop s where s.franchisee_id = r.franchisee_id and s.route_id = r.id) as ends
        from bus_route r join academic_year y on y.id = r.academic_year_id and ${day}::date between y.starts_on and y.ends_on
       cross join unnest('{PICKUP,DROPOFF}'::text[]) d (direction)
       where r.franchisee_id = ${franchiseeId} and r.status = 'ACTIVE' and r.days_mask & ${bit}::int <> 0 and r.runs in (d.direction, 'ROUND_TRIP')
         and exists (select from bus_stop s where s.franchisee_id = r.franchisee_id and s.route_id = r.id)),
    staffed as (
      select p.*, ${postedAs(franchiseeId, day, ['DRIVER'])} as driver_id, ${postedAs(franchiseeId, day, ['ATTENDANT', 'CONDUCTOR'])} as attendant_id from plan p)
    insert into trip as t (franchisee_id, route_id, service_date, direction, vehicle_id, driver_id, attendant_id, planned_start, planned_end)
    select ${franchiseeId}, id, ${day}::date, direction, vehicle_id, driver_id, attendant_id, starts, greatest(ends, starts + interval '5 minutes')
      from staffed where starts is not null and greatest(ends, starts + interval '5 minutes') > ${now.toISOString()}::timestamptz
    on conflict (franchisee_id, route_id, service_date, direction) do update set
      planned_start = excluded.planned_start, planned_end = excluded.planned_end,
      vehicle_id = case when t.swapped then t.vehicle_id else excluded.vehicle_id end,
      driver_id = case when t.swapped then t.driver_id else excluded.driver_id end,
      attendant_id = case when t.swapped then t.attendant_id else excluded.attendant_id end
      where t.status = 'SCHEDULED'
    returning xmax = 0 as made`.execute(db);
  await followRoute(db, { franchiseeId, day });
  return rows.filter(({ made }) => made).length;
}

const postedAs = (franchiseeId: number, day: Day, roles: readonly string[]) =>
  sql`(select v.person_id from vehicle_staff v where v.franchisee_id = ${franchiseeId} and v.vehicle_id = p.vehicle_id
      and v.role = any (${[...roles]}::text[]) and v.from_on <= ${day}::date and coalesce(v.to_on, 'infinity') >= ${day}::date
     order by v.role, v.from_on limit 1)`;

/** Stops and children of trips that have not started, or of one of them, as routes and seats say now. */
export async function followRoute(
  db: Db,
  { franchiseeId, day, tripId = null }: { franchiseeId: number; day: Day; tripId?: string | null },
): Promise<void> {
  const bit = weekdayMask([weekdayOf(day)]);
  const trips = sql`trip t where t.franchisee_id = ${franchiseeId} and t.service_date = ${day}::date and t.status = 'SCHEDULED'
    and (${tripId}::uuid is null or t.id = ${tripId}::uuid)`;
  // Held seats do not ride yet.
  const rides = sql`select t.id as trip_id, a.enrolment_id, a.student_id, a.stop_id
    from (select t.* from ${trips}) t join route_assignment a on a.franchisee_id = t.franchisee_id and a.route_id = t.route_id
     and a.direction in (t.direction, 'BOTH') and a.days_mask & ${bit}::int <> 0 and ${day}::date between a.from_on and a.to_on and a.status <> 'HELD'`;
  await sql`delete from trip_child c using trip t where c.franchisee_id = ${franchiseeId} and c.franchisee_id = t.franchisee_id and c.trip_id = t.id
      and c.state = 'EXPECTED' and t.id in (select t.id from ${trips})
      and not exists (select from (${rides}) r where r.trip_id = c.trip_id and r.enrolment_id = c.enrolment_id)`.execute(
    db,
  );
  await sql`insert into trip_stop as s (franchisee_id, trip_id, stop_id, seq, planned_at)
    select ${franchiseeId}, t.id, b.id, b.seq, case t.direction when 'PICKUP' then ${at(day, 'b.pickup_at')} else ${at(day, 'b.dropoff_at')} end
      from (select t.* from ${trips}) t join bus_stop b on b.franchisee_id = t.franchisee_id and b.route_id = t.route_id
    on conflict (franchisee_id, trip_id, stop_id) do update set seq = excluded.seq, planned_at = excluded.planned_at
      where (s.seq, s.planned_at) is distinct from (excluded.seq, excluded.planned_at)`.execute(db);
  await sql`insert into trip_child as c (franchisee_id, trip_id, enrolment_id, student_id, stop_id)
    select distinct on (r.trip_id, r.enrolment_id) ${franchiseeId}, r.trip_id, r.enrolment_id, r.student_id, r.stop_id from (${rides}) r
    on conflict (franchisee_id, trip_id, enrolment_id) do update set stop_id = excluded.stop_id where c.stop_id <> excluded.stop_id`.execute(
    db,
  );
}

export const makeTripsNow = handle(contract.make, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  ensure(input.date >= today && input.date <= addDays(today, AHEAD), () =>
    refuse('input.invalid', { fields: { date: 'Choose today or one of the next six days' } }),
  );
  return { made: await makeTrips(db, { franchiseeId: chosenCentre(actor), day: input.date, now }) };
});

/** At half past midnight: today's trips and those of the week, centre by centre. */
export const makeTripsJob: JobDeclaration = {
  name: 'transport.make-trips',
  title: 'Make the bus trips of the week',
  schedule: '30 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 6 * 3600,
  timeoutS: 600,
  run: async (tools) => {
    const centres = await tools.work(null, async (db) => {
      const { rows } = await sql<{
        id: number;
      }>`select distinct franchisee_id as id from bus_route where status = 'ACTIVE' order by 1`.execute(db);
      return rows;
    });
    const today = todayIst(tools.now);
    return eachPart(
      centres,
      ({ id }) => `trips of centre ${id}`,
      ({ id: franchiseeId }) =>
        tools.work(franchiseeId, async (db) => {
          let made = 0;
          for (let n = 0; n <= AHEAD; n += 1)
            made += await makeTrips(db, { franchiseeId, day: addDays(today, n), now: tools.now });
          return made;
        }),
    );
  },
};
