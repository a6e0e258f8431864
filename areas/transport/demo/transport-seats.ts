// Who rides: children of two centres on the routes, the parent's own and those with a bus service first; one seat is held, some have ended.
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { parent, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const WEEK = 31;
interface Plan {
  readonly route: string;
  readonly stop: number;
  readonly direction: 'PICKUP' | 'DROPOFF' | 'BOTH';
  readonly days: number;
  /** Days from today; no end: the year's last day. */
  readonly from: number;
  readonly to?: number;
  readonly held?: boolean;
}

const round = (stop: number, days = WEEK): Plan[] => [
  { route: 'R1', stop, direction: 'PICKUP', days, from: -90 },
  { route: 'R1H', stop: 3 - stop, direction: 'DROPOFF', days, from: -90 },
];
/** One entry a child. */
const CHILDREN: readonly (readonly Plan[])[] = [
  round(0),
  round(0),
  round(1),
  round(2),
  round(2, 0b10101),
  round(3),
  [{ route: 'R2', stop: 0, direction: 'BOTH', days: WEEK, from: -60 }],
  [{ route: 'R2', stop: 1, direction: 'BOTH', days: WEEK, from: -60 }],
  [{ route: 'R2', stop: 2, direction: 'PICKUP', days: 0b100011, from: 7 }],
  [{ route: 'R2', stop: 2, direction: 'BOTH', days: WEEK, from: 5, held: true }],
  [{ route: 'R1', stop: 1, direction: 'PICKUP', days: WEEK, from: -100, to: -20 }],
  [
    { route: 'R1', stop: 0, direction: 'PICKUP', days: WEEK, from: -80, to: -31 },
    { route: 'R2', stop: 0, direction: 'PICKUP', days: WEEK, from: -30 },
  ],
];

interface Child {
  readonly id: string;
  readonly student: string;
  readonly service: string | null;
  readonly last: Day;
}

export async function writeTransportSeats(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const seats: Row[] = [];
  const steps: Row[] = [];
  for (const centre of [ANDHERI, BANER]) {
    const { rows } = await client.query<Child>(
      `select e.id, e.student_id as student, y.ends_on::text as last,
              (select a.id from service_assignment a join service_enquiry q on q.franchisee_id = a.franchisee_id and q.id = a.service_enquiry_id
                 join service s on s.id = a.service_id join service_category c on c.id = s.category_id and c.service_type = 'TRANSPORT'
                where a.franchisee_id = e.franchisee_id and q.student_id = e.student_id and a.status = 'ACTIVE' limit 1) as service
         from enrolment e join academic_year y on y.id = e.academic_year_id
        where e.franchisee_id = $1 and e.academic_year_id = $2 and e.status = 'ACTIVE'
        order by exists (select from student_guardian x join guardian g on g.franchisee_id = x.franchisee_id and g.id = x.guardian_id
                          where x.franchisee_id = e.franchisee_id and x.student_id = e.student_id and g.user_id = $4) desc, 4 nulls last, e.id limit $3`,
      [centre, year, CHILDREN.length, parent.id],
    );
    for (const [n, child] of rows.entries())
      for (const plan of CHILDREN[n] ?? []) {
        const id = demoUuid('route-assignment', centre, child.id, plan.route);
        const status = plan.to !== undefined ? 'ENDED' : plan.held ? 'HELD' : 'ACTIVE';
        seats.push({
          franchisee_id: centre,
          id,
          academic_year_id: year,
          enrolment_id: child.id,
          student_id: child.student,
          route_id: demoUuid('bus-route', centre, plan.route),
          stop_id: demoUuid('bus-stop', centre, plan.route, plan.stop),
          direction: plan.direction,
          days_mask: plan.days,
          from_on: [addDays(today, plan.from), child.last].toSorted()[0] ?? child.last,
          to_on: plan.to === undefined ? child.last : addDays(today, plan.to),
          status,
          hold_until: plan.held ? addDays(today, 6) : null,
          service_assignment_id: child.service,
          end_reason: plan.to === undefined ? null : 'The family moved to another lane',
          created_by: teamAt(centre).head.id,
        });
        steps.push({
          franchisee_id: centre,
          subject: 'route_assignment',
          subject_id: id,
          action: 'assign',
          from_status: '',
          to_status: plan.held ? 'HELD' : 'ACTIVE',
          created_by: teamAt(centre).head.id,
        });
      }
  }
  await insertRows(client, 'route_assignment', seats);
  await insertRows(client, 'status_step', steps);
}
