// What services and students ask of seats, inside their own work (areas/README §3): the seat and the fare are one fact.
import { addDays, type Day } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { moveStatus, noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { assignmentStates, type Direction } from './route-assignment.states.ts';
import {
  type Assignment,
  counts,
  lockForSeat,
  type SeatDays,
  seatsOf,
  takenSeats,
  takeSeat,
} from './seats.server.ts';

const move = { states: assignmentStates, table: 'route_assignment' } as const;

/** The days from `from` on are given up for another seat; those before stay what they were, held or ridden. */
export async function cutSeat(db: Db, row: Assignment, from: Day): Promise<void> {
  await db
    .updateTable('route_assignment')
    .set({ to_on: addDays(from, -1) })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  const step = { subject: 'route_assignment', action: 'change', from: row.status, to: row.status };
  await noteStep(db, { franchiseeId: row.franchisee_id, id: row.id, ...step });
}

/**
 * Its last day becomes `on`; one that never began, or was only held, takes up no day at all. What ends already is only cut
 * shorter.
 */
export async function endSeat(
  db: Db,
  row: Assignment,
  { on, reason }: { on: Day; reason: string },
): Promise<void> {
  const last = on < row.from_on || row.status === 'HELD' ? addDays(row.from_on, -1) : on;
  const to_on = last < row.to_on ? last : row.to_on;
  if (row.status === 'ENDED') {
    await db
      .updateTable('route_assignment')
      .set({ to_on })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
    return;
  }
  const set = { to_on, hold_until: null, end_reason: reason.slice(0, 300) };
  await moveStatus(db, { ...move, row, action: 'end', reason, set });
}

type Whose = { readonly serviceAssignmentId: string } | { readonly enrolmentId: string };

/** Seats with a day on or after this one. */
const seatsFrom = (db: Db, whose: Whose, day: Day): Promise<Assignment[]> =>
  db
    .selectFrom('route_assignment')
    .selectAll()
    .where('to_on', '>=', day)
    .whereRef('to_on', '>=', 'from_on')
    .where((eb) =>
      'enrolmentId' in whose
        ? eb('enrolment_id', '=', whose.enrolmentId)
        : eb('service_assignment_id', '=', whose.serviceAssignmentId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

interface ServiceSeat {
  readonly serviceAssignmentId: string;
  readonly enrolmentId: string;
  readonly stopId: string;
  readonly direction: Direction;
  /** Bit 0 = Monday. */
  readonly days: number;
  readonly from: Day;
  readonly to: Day;
  readonly state: 'HELD' | 'ACTIVE';
  /** Needed while it is held. */
  readonly holdUntil?: Day | null;
}

const routeOfStop = async (db: Db, franchiseeId: number, stopId: string): Promise<string> =>
  ensureFound(
    await db
      .selectFrom('bus_stop')
      .select('route_id')
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', stopId)
      .executeTakeFirst(),
  ).route_id;

/** The seat of an approved service; refuses as the screen of transport does (`route.full`, `assignment.overlap`). */
export async function assignTransport(db: Db, seat: ServiceSeat): Promise<string> {
  const enrolment = ensureFound(
    await db
      .selectFrom('enrolment')
      .select(['franchisee_id', 'student_id'])
      .where('id', '=', seat.enrolmentId)
      .executeTakeFirst(),
  );
  const franchiseeId = enrolment.franchisee_id;
  return takeSeat(db, {
    franchiseeId,
    enrolmentId: seat.enrolmentId,
    studentId: enrolment.student_id,
    routeId: await routeOfStop(db, franchiseeId, seat.stopId),
    stopId: seat.stopId,
    direction: seat.direction,
    days: seat.days,
    from: seat.from,
    to: seat.to,
    status: seat.state,
    holdUntil: seat.state === 'HELD' ? (seat.holdUntil ?? seat.from) : null,
    serviceAssignmentId: seat.serviceAssignmentId,
  });
}

export interface RouteStop {
  readonly id: string;
  readonly route: string;
  readonly name: string;
  readonly distanceM: number;
}

/** Stops of the routes that run at a centre in a year. */
export async function stopsOf(
  db: Db,
  { franchiseeId, yearId }: { franchiseeId: number; yearId: number },
): Promise<RouteStop[]> {
  const { rows } = await sql<RouteStop>`
    select p.id, r.code as route, p.name, p.distance_m as "distanceM" from bus_route r
      join bus_stop p on p.franchisee_id = r.franchisee_id and p.route_id = r.id
     where r.franchisee_id = ${franchiseeId} and r.academic_year_id = ${yearId} and r.status = 'ACTIVE'
     order by r.code, p.seq limit 500`.execute(db);
  return rows;
}

/** Another stop from a day on for the seats of a service; the days before stay as they were. */
export async function moveTransport(
  db: Db,
  { serviceAssignmentId, stopId, from }: { serviceAssignmentId: string; stopId: string; from: Day },
): Promise<void> {
  const service = await db
    .selectFrom('route_assignment')
    .select(['franchisee_id', 'enrolment_id', 'student_id'])
    .where('service_assignment_id', '=', serviceAssignmentId)
    .executeTakeFirst();
  if (!service) return;
  const [franchiseeId, routeId] = [
    service.franchisee_id,
    await routeOfStop(db, service.franchisee_id, stopId),
  ];
  const of = { franchiseeId, enrolmentId: service.enrolment_id, studentId: service.student_id, routeId };
  await lockForSeat(db, of);
  for (const row of await seatsFrom(db, { serviceAssignmentId }, from)) {
    if (row.status === 'ENDED') continue;
    if (row.from_on < from) await cutSeat(db, row, from);
    else await endSeat(db, row, { on: addDays(row.from_on, -1), reason: 'Moved to another stop' });
    await takeSeat(db, {
      franchiseeId: row.franchisee_id,
      enrolmentId: row.enrolment_id,
      studentId: row.student_id,
      routeId,
      stopId,
      direction: row.direction,
      days: row.days_mask,
      from: row.from_on > from ? row.from_on : from,
      to: row.to_on,
      status: row.status === 'HELD' ? 'HELD' : 'ACTIVE',
      holdUntil: row.hold_until,
      serviceAssignmentId,
    });
  }
}

export interface Ride {
  readonly studentId: string;
  readonly route: string;
  readonly stop: string;
  readonly direction: Direction;
  readonly days: number;
  readonly status: 'HELD' | 'RIDES';
}

/** Where children ride on a day. */
export async function transportOf(
  db: Db,
  { studentIds, on }: { studentIds: readonly string[]; on: Day },
): Promise<Ride[]> {
  const { rows } = await sql<Ride>`
    select a.student_id as "studentId", r.code as route, p.name as stop, a.direction, a.days_mask as days,
           case when a.status = 'HELD' then 'HELD' else 'RIDES' end as status
      from route_assignment a join bus_route r on r.franchisee_id = a.franchisee_id and r.id = a.route_id
      join bus_stop p on p.franchisee_id = a.franchisee_id and p.id = a.stop_id
     where a.student_id = any (${[...studentIds]}::uuid[]) and ${on}::date between a.from_on and a.to_on and ${counts}
     order by a.student_id, r.code`.execute(db);
  return rows;
}

/** The service is paid: its held seat is the child's. Nothing when there is none, or when it is already. */
export async function activateTransport(
  db: Db,
  { serviceAssignmentId }: { serviceAssignmentId: string },
): Promise<void> {
  const held = await db
    .selectFrom('route_assignment')
    .selectAll()
    .where('service_assignment_id', '=', serviceAssignmentId)
    .where('status', '=', 'HELD')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of held)
    await moveStatus(db, { ...move, row, action: 'activate', set: { hold_until: null } });
}

/** Ends every seat of a service or of an enrolment after the day `on`; asked for again it finds nothing. */
export async function endTransport(
  db: Db,
  { on, reason, ...whose }: Whose & { on: Day; reason: string },
): Promise<void> {
  for (const row of await seatsFrom(db, whose, addDays(on, 1))) await endSeat(db, row, { on, reason });
  if ('enrolmentId' in whose) await endPlaces(db, whose.enrolmentId, on);
}

/** Where a child that leaves was brought instead of its stop ends with it. */
const endPlaces = (db: Db, enrolmentId: string, on: Day) =>
  sql`update student_destination set to_on = greatest(from_on - 1, ${on}::date)
    where enrolment_id = ${enrolmentId} and coalesce(to_on, 'infinity') > ${on}::date and coalesce(to_on, 'infinity') >= from_on`.execute(
    db,
  );

/** Seats left on every day of a range; null while the route has no vehicle. */
export async function routeSeatsLeft(db: Db, of: SeatDays): Promise<number | null> {
  const route = await db
    .selectFrom('bus_route')
    .select(['franchisee_id', 'vehicle_id'])
    .where('franchisee_id', '=', of.franchiseeId)
    .where('id', '=', of.routeId)
    .executeTakeFirst();
  const seats = route ? await seatsOf(db, route) : null;
  if (seats === null) return null;
  return Math.max(seats - Math.max(0, ...(await takenSeats(db, of)).map(({ taken }) => taken)), 0);
}
