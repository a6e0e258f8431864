import { formatWeekdays } from '@aangan/contract/weekday.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { studentDestinationContract as contract } from './student-destination.contract.ts';
import { studentDestinations } from './student-destination.listing.ts';

const TODAY = istDay(sql`now()`);
/** The day it is judged by: today, or its first one while it is planned. */
const DAY = sql`greatest(d.from_on, ${TODAY})`;

/** Those named who may receive the child: a right that was taken away since counts at once. */
const named = sql`(select string_agg(n.name, ', ' order by n.name) from (
  select g.name from student_guardian sg join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id
   where sg.franchisee_id = d.franchisee_id and sg.student_id = d.student_id and sg.guardian_id = any (d.receiver_ids) and sg.may_pick_up
     and not sg.restricted and not g.deceased and sg.valid_from <= ${DAY} and coalesce(sg.valid_to, 'infinity') >= ${DAY}
  union all select x.name from pickup_person x
   where x.franchisee_id = d.franchisee_id and x.student_id = d.student_id and x.id = any (d.receiver_ids) and x.status = 'ACTIVE'
     and x.valid_from <= ${DAY} and coalesce(x.valid_to, 'infinity') >= ${DAY}) n)`;

const goesThere = sql`exists (select from route_assignment a join bus_route r on r.franchisee_id = a.franchisee_id and r.id = a.route_id
    join vehicle_destination v on v.franchisee_id = r.franchisee_id and v.vehicle_id = r.vehicle_id
   where a.franchisee_id = d.franchisee_id and a.student_id = d.student_id and a.direction in (d.direction, 'BOTH') and a.status <> 'HELD'
     and a.from_on <= ${DAY} and a.to_on >= ${DAY} and v.destination_id = d.destination_id and v.direction = d.direction
     and v.from_on <= ${DAY} and coalesce(v.to_on, 'infinity') >= ${DAY} and d.days_mask & ~(v.days_mask & a.days_mask)::int = 0)`;

export const destinationListing = serveListing(studentDestinations, {
  from: sql`student_destination d join student s on s.franchisee_id = d.franchisee_id and s.id = d.student_id
    join destination p on p.franchisee_id = d.franchisee_id and p.id = d.destination_id
    join enrolment e on e.franchisee_id = d.franchisee_id and e.id = d.enrolment_id`,
  alias: 'd',
  joins: sql`left join class k on k.id = e.class_id`,
  columns: {
    child: 's.name',
    admissionNo: 's.admission_no',
    className: 'k.name',
    destination: 'p.name',
    kind: 'p.kind',
    direction: 'd.direction',
    days: sql`''::text`,
    fromOn: 'd.from_on',
    toOn: 'd.to_on',
    receivers: named,
    bus: sql`(case when p.kind in ('STOP', 'HOME') then 'STOP' when ${goesThere} then 'YES' else 'NO' end)`,
    oneDay: sql`(case when d.one_day then 'YES' else 'NO' end)`,
    state: sql`(case when d.to_on < ${TODAY} or d.to_on < d.from_on then 'ENDED' when d.from_on > ${TODAY} then 'PLANNED' else 'ACTIVE' end)`,
    studentId: 'd.student_id',
    destinationId: 'd.destination_id',
    classId: 'e.class_id',
    daysMask: 'd.days_mask',
    receiverIds: 'd.receiver_ids',
    nobody: sql`(case when d.direction = 'DROPOFF' and ${named} is null then 'YES' else 'NO' end)`,
    address: 'p.address',
  },
  map: async (rows) => rows.map((row) => ({ ...row, days: formatWeekdays(row.daysMask) })),
  can: (row, actor) => {
    const open = row.state !== 'ENDED';
    return { change: open && mayCall(actor, contract.change), end: open && mayCall(actor, contract.end) };
  },
});

export const { handlers } = destinationListing;
