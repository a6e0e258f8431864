import { studentContract } from '@aangan/areas/students/student/student.contract.ts';
import { encodeQuery } from '@aangan/contract/endpoint.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { writeCursor } from '@aangan/server/record/record-cursor.ts';
import { readRequest, type Scenario } from '../scenario.ts';

const page = (filter = ''): string => `
  with page as materialized (
    select s.id, s.child_id, s.name, s.call_name, s.admission_no, s.gender, s.date_of_birth, s.state, s.version,
      e.id as enrolment_id, e.class_id, e.section_id, e.roll_no, e.day_session, e.joined_on, e.edit_status, count(*) over ()::int as n
    from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
    where e.franchisee_id = $1 and e.academic_year_id = $2 and e.status not in ('CANCELLED', 'WITHDRAWN', 'TRANSFERRED') and s.merged_into is null ${filter}
    order by s.name, s.id limit $3)
  select p.id, p.enrolment_id as "studentAdmissionId", p.name, p.call_name as "callName", p.admission_no as "admissionNo", c.child_no as "childNo",
    p.gender, p.date_of_birth as "dateOfBirth", p.state, p.class_id as "classId", k.name as "className", sec.name as "sectionName", p.roll_no as "rollNo",
    p.day_session as "daySession", p.joined_on as "joinedOn", p.edit_status as "editStatus", g.name as "guardianName", g.mobile as "guardianMobile", p.version, p.n
  from page p join child c on c.id = p.child_id left join class k on k.id = p.class_id
  left join section sec on sec.franchisee_id = $1 and sec.id = p.section_id
  left join student_guardian sg on sg.franchisee_id = $1 and sg.student_id = p.id and sg.is_primary
  left join guardian g on g.franchisee_id = $1 and g.id = sg.guardian_id
  order by p.name, p.id`;

interface Row {
  id: string;
  name: string;
  guardianMobile: string | null;
  n: number;
}

/** What is asked of the list beside the name, with the condition an expert writes for it. */
const filters: readonly { input: Record<string, unknown>; sql: string }[] = [
  { input: { classId: 3, gender: 'FEMALE' }, sql: `and e.class_id = 3 and s.gender = 'FEMALE'` },
  {
    input: { daySession: 'MORNING', editStatus: 'pending' },
    sql: `and e.day_session = 'MORNING' and e.edit_status = 'pending'`,
  },
  {
    input: { programme: 'REGULAR', state: 'STUDYING' },
    sql: `and e.programme = 'REGULAR' and s.state = 'STUDYING'`,
  },
  {
    input: { allergy: 'yes' },
    sql: `and exists (select from student_private p where p.franchisee_id = s.franchisee_id and p.student_id = s.id and p.has_allergy)`,
  },
];
/** By what the browser sends: one of several words travels as it is, a word that stands alone in quotes. */
const sent = filters.map(({ input }) => [...encodeQuery(studentContract.list.input, input)]);
const filterOf = (query: Readonly<Record<string, string>>): number =>
  sent.findIndex((pairs) => pairs.every(([key, value]) => query[key] === value));

/** Every fifth child has an allergy on the private page. */
const ALLERGIES = `insert into student_private (franchisee_id, student_id, has_allergy) select franchisee_id, id, true from student where franchisee_id = 2 and hashtext(id::text) % 5 = 0 on conflict do nothing;`;

const floorOf =
  (filterAt: (query: Readonly<Record<string, string>>) => number): Scenario['floor'] =>
  async ({ pool, query, centre, year }) => {
    const limit = Number(query['limit']);
    const at = filterAt(query);
    const { rows } = await pool.query<Row>({
      name: `students${at}`,
      text: page(filters[at]?.sql),
      values: [centre, year, limit + 1],
    });
    const n = rows[0]?.n ?? 0;
    const total = { n: Math.min(n, 10_000), more: n > 10_000 };
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      rows: rows.slice(0, limit).map(({ n: _n, guardianMobile, ...row }) => ({
        ...row,
        guardianMobile: guardianMobile && maskPhone(guardianMobile),
        franchiseeId: centre,
        can: { update: true, restrict: true },
      })),
      next: last ? writeCursor({ sort: 'name', value: last.name, id: last.id, total }) : null,
      total,
    };
  };

export const studentList: Scenario = {
  name: 'students',
  title: 'Student list, page of 50',
  request: () => readRequest(studentContract.list, { limit: 50 }),
  floor: floorOf(() => -1),
};

export const studentsFiltered: Scenario = {
  name: 'students-filtered',
  title: 'Student list by its filters, page of 50',
  prepare: ALLERGIES,
  request: (n) => readRequest(studentContract.list, { limit: 50, ...filters[n % filters.length]?.input }),
  floor: floorOf(filterOf),
};
