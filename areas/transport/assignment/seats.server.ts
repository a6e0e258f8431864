// Seats of a bus, counted on every day of a range. Whoever takes one holds the route, so the last seat goes once. Locks, everywhere:
// services' own (enquiry, assignment, offering), enrolment, route, child, vehicle, finance's, seat.
import { randomUUID } from 'node:crypto';
import { type Day, formatDate } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { formatWeekdays, WEEKDAYS, type Weekday, weekdayLabels } from '@aangan/contract/weekday.ts';
import { istDay } from '@aangan/server/sql.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTransport } from '../transport.refusals.ts';
import type { Direction } from './route-assignment.states.ts';

export type Assignment = RowIn<'route_assignment'>;
type Route = RowIn<'bus_route'>;

const TODAY = istDay(sql`now()`);
/** Ended before its first day it is nobody's seat. A held one is the child's until services ends it: it may be paid any moment. */
export const counts = sql`(a.to_on >= a.from_on)`;
/** What a seat is worth today: one that ends on a day to come is still ridden. */
export const seatState = sql<
  'HELD' | 'ACTIVE' | 'ENDED'
>`case when a.to_on < ${TODAY} or a.to_on < a.from_on then 'ENDED' when a.status = 'HELD' then 'HELD' else 'ACTIVE' end`;

export interface SeatDays {
  readonly franchiseeId: number;
  readonly routeId: string;
  readonly direction: Direction;
  /** Bit 0 = Monday. */
  readonly days: number;
  readonly from: Day;
  readonly to: Day;
  /** A seat that is given up for the one asked about. */
  readonly without?: string | null;
}
export interface Taken {
  readonly day: Weekday;
  /** First date on which that many ride. */
  readonly at: Day;
  readonly taken: number;
}

/** Of every weekday the date on which most children ride; it can only rise where somebody begins. */
export async function takenSeats(db: Db, of: SeatDays): Promise<Taken[]> {
  const ways = of.direction === 'BOTH' ? ['PICKUP', 'DROPOFF'] : [of.direction];
  const { rows } = await sql<{ bit: number; at: Day; taken: number }>`
    with rides as (select a.id, a.direction, a.days_mask, a.from_on, a.to_on from route_assignment a
        where a.franchisee_id = ${of.franchiseeId} and a.route_id = ${of.routeId} and a.id is distinct from ${of.without ?? null}::uuid
          and a.from_on <= ${of.to}::date and a.to_on >= ${of.from}::date and ${counts}),
      starts as (select ${of.from}::date as day union select from_on from rides where from_on > ${of.from}::date),
      dates as (select distinct w.bit, s.day + (w.bit + 8 - extract(isodow from s.day)::int) % 7 as at
        from starts s cross join generate_series(0, 6) w (bit) where (${of.days}::int >> w.bit) & 1 = 1),
      taken as (select d.bit, d.at, w.way, count(r.id)::int as n from dates d cross join unnest(${ways}::text[]) w (way)
        left join rides r on d.at between r.from_on and r.to_on and (r.days_mask >> d.bit) & 1 = 1 and r.direction in (w.way, 'BOTH')
        where d.at <= ${of.to}::date group by 1, 2, 3)
    select distinct on (bit) bit, at, n as taken from taken order by bit, n desc, at`.execute(db);
  return rows.map(({ bit, at, taken }) => ({ day: WEEKDAYS[bit] ?? 'MON', at, taken }));
}

/** Child seats of the vehicle of a route; null: it has none yet. Kept so until the work ends, where a seat is taken of them. */
export async function seatsOf(
  db: Db,
  route: Pick<Route, 'franchisee_id' | 'vehicle_id'>,
  keep = false,
): Promise<number | null> {
  if (route.vehicle_id === null) return null;
  const vehicle = await db
    .selectFrom('vehicle')
    .select('child_seats')
    .where('franchisee_id', '=', route.franchisee_id)
    .where('id', '=', route.vehicle_id)
    .$if(keep, (query) => query.forShare())
    .executeTakeFirst();
  return vehicle?.child_seats ?? null;
}

export interface WantedSeat extends Omit<SeatDays, 'to'> {
  readonly enrolmentId: string;
  readonly studentId: string;
  readonly stopId: string;
  /** Null: to the end of the route's year. */
  readonly to: Day | null;
  readonly status: 'HELD' | 'ACTIVE';
  readonly holdUntil: Day | null;
  readonly serviceAssignmentId: string | null;
}
export interface CheckedSeat extends Omit<WantedSeat, 'to'> {
  readonly to: Day;
  readonly yearId: number;
}

const RIDES = ['UPCOMING', 'ACTIVE', 'ON_HOLD'];

/** Enrolment, route and child, in the order of all; before the lock of a seat. Refuses a child that is not here in the route's year. */
export async function lockForSeat(
  db: Db,
  of: Pick<WantedSeat, 'franchiseeId' | 'enrolmentId' | 'studentId' | 'routeId'>,
): Promise<Route> {
  const enrolment = await db
    .selectFrom('enrolment')
    .select(['academic_year_id', 'status'])
    .where('franchisee_id', '=', of.franchiseeId)
    .where('id', '=', of.enrolmentId)
    .forShare()
    .executeTakeFirst();
  ensure(enrolment && RIDES.includes(enrolment.status), () =>
    refuse('input.invalid', { fields: { studentId: 'The child is not enrolled any more' } }),
  );
  const route = await lockRow(db, 'bus_route', of.routeId);
  ensure(route.franchisee_id === of.franchiseeId, () => refuse('row.not-found'));
  ensure(route.academic_year_id === enrolment.academic_year_id, () =>
    refuse('input.invalid', {
      fields: { routeId: `${route.code} runs in another year than the one of this enrolment` },
    }),
  );
  await sql`select pg_advisory_xact_lock(hashtextextended(${`route-seat ${of.studentId}`}, 0))`.execute(db);
  return route;
}

/** Refuses what the route does not do, days that the child rides already, and a full bus. */
export async function checkSeat(db: Db, wanted: WantedSeat): Promise<CheckedSeat> {
  const route = await lockForSeat(db, wanted);
  ensure(route.status === 'ACTIVE', () =>
    refuseTransport('route.not-running', { details: { code: route.code } }),
  );
  ensureRouteDoes(route, wanted);
  const stop = await db
    .selectFrom('bus_stop')
    .select('id')
    .where('franchisee_id', '=', route.franchisee_id)
    .where('route_id', '=', route.id)
    .where('id', '=', wanted.stopId)
    .executeTakeFirst();
  ensure(stop, () => refuse('input.invalid', { fields: { stopId: 'Choose a stop of the route' } }));
  const seat = { ...wanted, yearId: route.academic_year_id, to: await lastDay(db, route, wanted) };
  await ensureNoOverlap(db, seat);
  await ensureFree(db, route, seat);
  return seat;
}

function ensureRouteDoes(route: Route, { direction, days }: WantedSeat): void {
  ensure(route.runs === 'ROUND_TRIP' || route.runs === direction, () =>
    refuse('input.invalid', {
      fields: {
        direction: `${route.code} runs for the ${route.runs === 'PICKUP' ? 'pick-up' : 'drop-off'} only`,
      },
    }),
  );
  ensure(days !== 0 && (days & ~route.days_mask) === 0, () =>
    refuse('input.invalid', { fields: { days: `${route.code} runs ${formatWeekdays(route.days_mask)}` } }),
  );
}

async function lastDay(db: Db, route: Route, { from, to }: WantedSeat): Promise<Day> {
  const year = ensureFound(
    await db
      .selectFrom('academic_year')
      .select(['starts_on', 'ends_on'])
      .where('id', '=', route.academic_year_id)
      .executeTakeFirst(),
  );
  const last = to ?? year.ends_on;
  ensure(from >= year.starts_on && from <= year.ends_on, () =>
    refuse('input.invalid', {
      fields: { fromOn: `Between ${formatDate(year.starts_on)} and ${formatDate(year.ends_on)}` },
    }),
  );
  ensure(last >= from && last <= year.ends_on, () =>
    refuse('input.invalid', {
      fields: { toOn: `Between ${formatDate(from)} and ${formatDate(year.ends_on)}` },
    }),
  );
  return last;
}

async function ensureNoOverlap(db: Db, seat: CheckedSeat): Promise<void> {
  const { rows } = await sql<{ code: string }>`select r.code from route_assignment a
      join bus_route r on r.franchisee_id = a.franchisee_id and r.id = a.route_id
     where a.franchisee_id = ${seat.franchiseeId} and a.student_id = ${seat.studentId} and a.id is distinct from ${seat.without ?? null}::uuid
       and a.from_on <= ${seat.to}::date and a.to_on >= ${seat.from}::date and a.days_mask & ${seat.days}::int <> 0
       and (a.direction = ${seat.direction} or 'BOTH' in (a.direction, ${seat.direction})) and ${counts} limit 1`.execute(
    db,
  );
  const [other] = rows;
  ensure(!other, () => refuseTransport('assignment.overlap', { details: { route: other?.code ?? '' } }));
}

async function ensureFree(db: Db, route: Route, seat: CheckedSeat): Promise<void> {
  const seats = await seatsOf(db, route, true);
  ensure(seats !== null, () => refuseTransport('route.no-vehicle', { details: { code: route.code } }));
  const full = (await takenSeats(db, seat)).find(({ taken }) => taken >= seats);
  ensure(!full, () =>
    refuseTransport('route.full', {
      details: {
        weekday: weekdayLabels[full?.day ?? 'MON'],
        date: formatDate(full?.at ?? seat.from),
        n: (full?.taken ?? 0) + 1,
        seats,
      },
    }),
  );
}

/** Takes the seat for good or holds it. Call it inside the caller's work, after the caller's own rows are locked. */
export async function takeSeat(db: Db, wanted: WantedSeat): Promise<string> {
  const seat = await checkSeat(db, wanted);
  const id = randomUUID();
  const { franchiseeId } = seat;
  await db
    .insertInto('route_assignment')
    .values({
      franchisee_id: franchiseeId,
      id,
      academic_year_id: seat.yearId,
      enrolment_id: seat.enrolmentId,
      student_id: seat.studentId,
      route_id: seat.routeId,
      stop_id: seat.stopId,
      direction: seat.direction,
      days_mask: seat.days,
      from_on: seat.from,
      to_on: seat.to,
      status: seat.status,
      hold_until: seat.holdUntil,
      service_assignment_id: seat.serviceAssignmentId,
    })
    .execute();
  await noteStep(db, {
    franchiseeId,
    subject: 'route_assignment',
    id,
    action: 'assign',
    from: '',
    to: seat.status,
  });
  return id;
}
