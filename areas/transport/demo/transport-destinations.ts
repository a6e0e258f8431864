// Where children are brought instead of their stop: to a day care that the bus passes, to a grandmother, on one day to a museum; one
// child's only receiver may come no more, and one place has ended.
import { addDays, type Day } from '@aangan/contract/period.ts';
import { weekdayMask, weekdayOf } from '@aangan/contract/weekday.ts';
import type { Client } from 'pg';
import { teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const WEEK = 31;
const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI'];
const PLACES = [
  ['daycare', 'Little Stars Day Care', 'DAYCARE', 'Shop 2, Palm Court, Link Road'],
  ['grandmother', 'Grandmother, Sai Niwas', 'HOME', 'Flat 4, Sai Niwas, Station Road'],
  ['museum', 'Science museum', 'EVENT', 'Museum Road, Gate 3'],
  ['club', 'Swimming club', 'OTHER', null],
] as const;
type Place = (typeof PLACES)[number][0];

interface Plan {
  /** By place in the list of children on the way home. */
  readonly child: number;
  readonly place: Place;
  readonly way?: 'PICKUP';
  readonly days?: number;
  /** Days from today. */
  readonly from: number;
  readonly to?: number;
  readonly oneDay?: true;
  /** Named is only somebody whose days are over. */
  readonly nobody?: true;
}
const PLANS: readonly Plan[] = [
  { child: 0, place: 'daycare', from: -40 },
  { child: 0, place: 'grandmother', from: 1, to: 1, oneDay: true },
  { child: 1, place: 'grandmother', days: 0b01010, from: -20 },
  { child: 2, place: 'museum', from: 5, to: 5 },
  { child: 3, place: 'daycare', from: -30, nobody: true },
  { child: 4, place: 'daycare', from: -80, to: -15 },
  { child: 5, place: 'club', way: 'PICKUP', from: -10 },
];

interface Child {
  readonly enrolment: string;
  readonly student: string;
  readonly guardian: string;
}

export async function writeTransportDestinations(client: Client, today: Day): Promise<void> {
  const rows: Record<'place' | 'vehicle' | 'student' | 'person', Row[]> = {
    place: [],
    vehicle: [],
    student: [],
    person: [],
  };
  for (const centre of [ANDHERI, BANER]) {
    const placeId = (key: Place) => demoUuid('destination', centre, key);
    const created_by = teamAt(centre).head.id;
    for (const [key, name, kind, address] of PLACES)
      rows.place.push({ franchisee_id: centre, id: placeId(key), name, kind, address, created_by });
    const { rows: vehicles } = await client.query<{ id: string }>(
      `select distinct vehicle_id as id from bus_route where franchisee_id = $1 and code in ('R1H', 'R2') and vehicle_id is not null order by 1`,
      [centre],
    );
    for (const { id } of vehicles)
      rows.vehicle.push({
        franchisee_id: centre,
        id: demoUuid('vehicle-destination', centre, id),
        vehicle_id: id,
        destination_id: placeId('daycare'),
        direction: 'DROPOFF',
        days: WEEKDAYS,
        arrive_at: '13:40',
        from_on: addDays(today, -60),
        to_on: null,
        created_by,
      });
    const { rows: children } = await client.query<Child>(
      `select distinct on (a.student_id) a.enrolment_id as enrolment, a.student_id as student, g.guardian_id as guardian
         from route_assignment a join bus_route r on r.franchisee_id = a.franchisee_id and r.id = a.route_id and r.code = 'R1H'
         join student_guardian g on g.franchisee_id = a.franchisee_id and g.student_id = a.student_id and g.is_primary
        where a.franchisee_id = $1 and a.status = 'ACTIVE' and a.direction = 'DROPOFF' order by a.student_id`,
      [centre],
    );
    for (const plan of PLANS) {
      const child = children[plan.child];
      if (!child) continue;
      const from = addDays(today, plan.from);
      const gone = demoUuid('pickup-person', centre, 'gone', child.student);
      if (plan.nobody)
        rows.person.push({
          franchisee_id: centre,
          id: gone,
          student_id: child.student,
          name: 'Rekha Joshi',
          relation: 'GRANDPARENT',
          mobile: '+919820077310',
          valid_from: addDays(today, -60),
          valid_to: addDays(today, -3),
          status: 'ACTIVE',
        });
      rows.student.push({
        franchisee_id: centre,
        id: demoUuid('student-destination', centre, plan.child, plan.place),
        enrolment_id: child.enrolment,
        student_id: child.student,
        destination_id: placeId(plan.place),
        direction: plan.way ?? 'DROPOFF',
        days_mask: plan.oneDay ? weekdayMask([weekdayOf(from)]) : (plan.days ?? WEEK),
        from_on: from,
        to_on: plan.to === undefined ? null : addDays(today, plan.to),
        one_day: plan.oneDay ?? false,
        receiver_ids: plan.way ? [] : [plan.nobody ? gone : child.guardian],
        created_by,
      });
    }
  }
  await insertRows(client, 'destination', rows.place);
  await insertRows(client, 'vehicle_destination', rows.vehicle);
  await insertRows(client, 'pickup_person', rows.person);
  await insertRows(client, 'student_destination', rows.student);
}
