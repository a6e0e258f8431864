// The services of a child in a year, one card each: what runs, what is asked for, what waits for a seat.
import { todayIst } from '@aangan/contract/period.ts';
import { weekdaysOf } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { serviceAssignmentContract } from '../assignment/service-assignment.contract.ts';
import type { ServiceAssignmentStatus } from '../assignment/service-assignment.states.ts';
import { mayAssign, type ServiceEnquiryStatus } from '../enquiry/service-enquiry.states.ts';
import { assignedServiceContract as contract, type PauseView } from './assigned-service.contract.ts';
import type { PauseStatus } from './pause.states.ts';

interface CardRow {
  assignmentId: string | null;
  version: number;
  enquiryId: string;
  code: string;
  service: string;
  serviceType: string | null;
  enquiryStatus: ServiceEnquiryStatus;
  status: ServiceAssignmentStatus | null;
  startsOn: string | null;
  endsOn: string | null;
  holdUntil: string | null;
  weekdays: number | null;
  direction: 'PICKUP' | 'DROPOFF' | 'BOTH' | null;
  distanceM: number | null;
  stopText: string | null;
  slab: string | null;
  bySlab: boolean;
  planId: string | null;
  plan: string | null;
  billed: number;
  paid: number;
  nextDueOn: string | null;
  nextDue: number;
  noticeDays: number;
  pauseMinDays: number;
  waits: boolean;
  place: number | null;
  offerUntil: string | null;
}

export const assignedServices = handle(contract.get, async ({ db, actor, input, now }) => {
  const own = ensureFound(
    await db
      .selectFrom('service_enquiry as e')
      .innerJoin('franchisee as f', 'f.id', 'e.franchisee_id')
      .select(['e.child_name', 'e.guardian_name', 'e.child_key', 'f.company_name'])
      .where('e.id', '=', input.enquiryId)
      .where('e.franchisee_id', '=', input.franchiseeId)
      .where('e.academic_year_id', '=', input.academicYearId)
      .$if(actor.franchiseeId !== null, (query) =>
        query.where('e.franchisee_id', '=', actor.franchiseeId ?? 0),
      )
      .executeTakeFirst(),
  );
  const rows = await cardsOf(db, { ...input, childKey: own.child_key });
  const pauses = await pausesOf(db, actor, { franchiseeId: input.franchiseeId, rows, today: todayIst(now) });
  return {
    childName: own.child_name,
    centre: own.company_name,
    guardianName: own.guardian_name,
    cards: rows.map((row) => cardOf(row, actor, { pauses, today: todayIst(now) })),
  };
});

/** Enquiries of the child that are not lost; each with its newest service. */
async function cardsOf(
  db: Db,
  of: { franchiseeId: number; academicYearId: number; childKey: string },
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select a.id as "assignmentId", coalesce(a.version, e.version) as version, e.id as "enquiryId", e.enquiry_code as code, s.name as service,
      c.service_type as "serviceType", e.status as "enquiryStatus", a.status, a.starts_on as "startsOn", a.ends_on as "endsOn",
      a.hold_until as "holdUntil", a.weekdays, a.direction, a.distance_m as "distanceM", a.stop_text as "stopText", a.slab,
      exists (select from service_fare_slab x where x.franchisee_id = a.franchisee_id and x.offering_id = a.offering_id) as "bySlab",
      p.id as "planId", p.name as plan, coalesce(l.billed, 0)::bigint as billed, coalesce(l.paid, 0)::bigint as paid, d.due_on as "nextDueOn",
      coalesce(d.open, 0)::bigint as "nextDue", s.notice_days as "noticeDays", s.pause_min_days as "pauseMinDays",
      w.id is not null as waits,
      case when w.status = 'WAITING' then (select count(*)::int from service_waitlist o where o.franchisee_id = w.franchisee_id
        and o.offering_id = w.offering_id and o.status = 'WAITING' and (o.joined_at, o.id) <= (w.joined_at, w.id)) end as place,
      case when w.status = 'OFFERED' then to_char(w.offer_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as "offerUntil"
      from service_enquiry e join service s on s.id = e.service_id join service_category c on c.id = s.category_id
      left join lateral (select * from service_assignment x where x.franchisee_id = e.franchisee_id and x.service_enquiry_id = e.id
        order by x.status in ('DRAFT', 'PENDING', 'HELD', 'ACTIVE') desc, x.created_at desc limit 1) a on true
      left join fee_assignment g on g.franchisee_id = a.franchisee_id and g.id = a.fee_assignment_id left join fee_plan p on p.id = g.fee_plan_id
      left join lateral (select sum(net) as billed, sum(allocated) as paid from fee_line f where f.franchisee_id = g.franchisee_id
        and f.fee_assignment_id = g.id and f.state = 'OPEN') l on true
      left join lateral (select f.due_on, sum(f.net - f.allocated) as open from fee_line f where f.franchisee_id = g.franchisee_id
        and f.fee_assignment_id = g.id and f.state = 'OPEN' and f.allocated < f.net group by f.due_on order by f.due_on limit 1) d on true
      left join service_waitlist w on w.franchisee_id = e.franchisee_id and w.service_enquiry_id = e.id and w.status in ('WAITING', 'OFFERED')
     where e.franchisee_id = ${of.franchiseeId} and e.academic_year_id = ${of.academicYearId} and e.child_key = ${of.childKey} and e.status <> 'LOST'
     order by array_position(array['ACTIVE', 'APPROVED', 'PENDING', 'ASSIGNED'], e.status) nulls last, e.created_at desc limit 40`.execute(
    db,
  );
  return rows;
}

interface Viewed {
  pauses: ReadonlyMap<string, PauseView[]>;
  today: string;
}

function cardOf(row: CardRow, actor: Actor, { pauses, today }: Viewed) {
  const { waits, bySlab, weekdays, ...card } = row;
  const own = row.assignmentId === null ? [] : (pauses.get(row.assignmentId) ?? []);
  const runs = row.status === 'ACTIVE' && row.endsOn !== null && row.endsOn >= today;
  return {
    ...card,
    weekdays: weekdaysOf(weekdays ?? 0),
    paused: runs && own.some(({ status, from, to }) => status === 'APPROVED' && from <= today && today <= to),
    pauses: own,
    can: {
      pause: runs && mayCall(actor, contract.pause),
      stop: runs && mayCall(actor, contract.stop),
      changeSlab: runs && bySlab && mayCall(actor, contract.changeSlab),
      offer: waits && row.offerUntil === null && mayCall(actor, contract.offer),
      leave: waits && mayCall(actor, contract.leave),
      assign: mayCall(actor, serviceAssignmentContract.save) && mayAssign(row.enquiryStatus),
    },
  };
}

interface PauseRow {
  id: string;
  assignmentId: string;
  version: number;
  from: string;
  to: string;
  status: PauseStatus;
  reason: string;
  maker: string;
  askedBy: string | null;
  decidedBy: string | null;
  credit: number;
}

async function pausesOf(
  db: Db,
  actor: Actor,
  of: { franchiseeId: number; rows: readonly CardRow[]; today: string },
): Promise<Map<string, PauseView[]>> {
  const ids = of.rows.flatMap(({ assignmentId }) => (assignmentId ? [assignmentId] : []));
  const { rows } = await sql<PauseRow>`
    select p.id, p.service_assignment_id as "assignmentId", p.version, p.from_on as "from", p.to_on as "to", p.status, p.reason,
      p.requested_by as maker, ${personName('u')} as "askedBy", ${personName('d')} as "decidedBy", p.credit
      from service_pause p left join app_user u on u.id = p.requested_by left join app_user d on d.id = p.decided_by
     where p.franchisee_id = ${of.franchiseeId} and p.service_assignment_id = any(${ids}::uuid[]) order by p.from_on desc`.execute(
    db,
  );
  const views = rows.map(({ maker, assignmentId, ...row }) => ({
    assignmentId,
    view: {
      ...row,
      can: {
        decide: row.status === 'PENDING' && maker !== actor.userId && mayCall(actor, contract.decidePause),
        resume: row.status === 'APPROVED' && row.to > of.today && mayCall(actor, contract.resume),
      },
    },
  }));
  return new Map(
    [...Map.groupBy(views, ({ assignmentId }) => assignmentId)].map(([id, own]) => [
      id,
      own.map(({ view }) => view),
    ]),
  );
}
