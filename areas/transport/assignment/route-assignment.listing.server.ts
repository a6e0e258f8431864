import { todayIst } from '@aangan/contract/period.ts';
import { formatWeekdays } from '@aangan/contract/weekday.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { routeAssignmentContract as contract } from './route-assignment.contract.ts';
import { routeAssignments } from './route-assignment.listing.ts';
import type { Direction } from './route-assignment.states.ts';
import { seatState, seatsOf, takenSeats } from './seats.server.ts';

export const assignmentListing = serveListing(routeAssignments, {
  from: sql`route_assignment a join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id
    join bus_route r on r.franchisee_id = a.franchisee_id and r.id = a.route_id
    join bus_stop p on p.franchisee_id = a.franchisee_id and p.id = a.stop_id`,
  alias: 'a',
  joins: sql`join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id left join class k on k.id = e.class_id
    left join service_assignment x on x.franchisee_id = a.franchisee_id and x.id = a.service_assignment_id left join service y on y.id = x.service_id`,
  columns: {
    child: 's.name',
    admissionNo: 's.admission_no',
    className: 'k.name',
    route: 'r.code',
    stop: 'p.name',
    direction: 'a.direction',
    days: sql`''::text`,
    fromOn: 'a.from_on',
    toOn: 'a.to_on',
    seats: sql`''::text`,
    service: 'y.name',
    holdUntil: 'a.hold_until',
    state: seatState,
    ends: sql`a.status = 'ENDED'`,
    routeId: 'a.route_id',
    stopId: 'a.stop_id',
    studentId: 'a.student_id',
    daysMask: 'a.days_mask',
  },
  map: async (rows, { db }) => {
    const seats = new Map<string, string>();
    for (const { franchiseeId, routeId } of rows)
      if (!seats.has(routeId)) seats.set(routeId, await takenOf(db, franchiseeId, routeId));
    return rows.map((row) => ({
      ...row,
      days: formatWeekdays(row.daysMask),
      seats: row.state === 'ENDED' ? '–' : (seats.get(row.routeId) ?? '–'),
    }));
  },
  can: (row, actor) => {
    const open = row.state !== 'ENDED';
    return {
      edit: open && !row.ends && mayCall(actor, contract.change),
      end: open && mayCall(actor, contract.end),
    };
  },
});

/** On the fullest day from today on. */
async function takenOf(db: Db, franchiseeId: number, routeId: string): Promise<string> {
  const route = await db
    .selectFrom('bus_route as r')
    .innerJoin('academic_year as y', 'y.id', 'r.academic_year_id')
    .select(['r.franchisee_id', 'r.vehicle_id', 'r.days_mask', 'r.runs', 'y.ends_on'])
    .where('r.franchisee_id', '=', franchiseeId)
    .where('r.id', '=', routeId)
    .executeTakeFirst();
  const from = todayIst(Date.now());
  const seats = route ? await seatsOf(db, route) : null;
  if (!route || seats === null || route.ends_on < from) return '–';
  const direction: Direction = route.runs === 'ROUND_TRIP' ? 'BOTH' : route.runs;
  const days = { franchiseeId, routeId, direction, days: route.days_mask, from, to: route.ends_on };
  const most = Math.max(0, ...(await takenSeats(db, days)).map(({ taken }) => taken));
  return `${most} of ${seats}`;
}

export const { handlers } = assignmentListing;
