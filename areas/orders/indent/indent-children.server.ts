// Children who may be asked a uniform for, with what their size is chosen by.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { uniformIndentContract as contract, type IndentChild } from './uniform-indent.contract.ts';
import { stylesWithStock } from './uniform-styles.server.ts';

interface Which {
  franchiseeId: number;
  yearId: number;
  classId?: number | null;
  enrolmentIds?: readonly string[];
}

export interface ChildRow extends IndentChild {
  studentId: string;
}

/** Enrolled children by class and name; the age counts on the first day of the year, or of the child. */
export async function indentChildren(
  db: Db,
  { franchiseeId, yearId, classId = null, enrolmentIds }: Which,
): Promise<ChildRow[]> {
  const only = enrolmentIds ? [...enrolmentIds] : null;
  const { rows } = await sql<ChildRow>`
    select e.id as "enrolmentId", s.id as "studentId", s.name as child, s.admission_no as "admissionNo", e.class_id as "classId", c.name as "className",
      n.name as section, s.gender, greatest(0, (extract(year from a.age) * 12 + extract(month from a.age))::int) as "ageMonths",
      round(h.height_mm / 10.0)::int as "heightCm", h.measured_on as "measuredOn", i.indent_no as "indentNo", i.id as "indentId"
      from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
      join class c on c.id = e.class_id join academic_year y on y.id = e.academic_year_id
      cross join lateral (select age(greatest(y.starts_on, e.joined_on), s.date_of_birth) as age) a
      left join section n on n.franchisee_id = e.franchisee_id and n.id = e.section_id
      left join lateral (select r.height_mm, r.measured_on from health_remark r join enrolment o on o.franchisee_id = r.franchisee_id and o.id = r.enrolment_id
        where r.franchisee_id = e.franchisee_id and o.student_id = s.id and r.height_mm is not null order by r.measured_on desc limit 1) h on true
      left join lateral (select u.indent_no, u.id from uniform_indent u where u.franchisee_id = e.franchisee_id and u.enrolment_id = e.id
        and u.academic_year_id = e.academic_year_id and u.status <> 'CANCELLED' order by u.set_no desc limit 1) i on true
     where e.franchisee_id = ${franchiseeId} and e.academic_year_id = ${yearId} and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')
       and (${classId}::int is null or e.class_id = ${classId}::int) and (${only}::uuid[] is null or e.id = any (${only}::uuid[]))
     order by c.position, s.name, e.id limit 1000`.execute(db);
  return rows;
}

export const uniformChildren = handle(contract.children, async ({ db, actor, input, now }) => {
  const place = { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor) };
  return {
    children: await indentChildren(db, { ...place, classId: input.classId }),
    styles: await stylesWithStock(db, {
      ...place,
      classIds: input.classId === null ? null : [input.classId],
      on: todayIst(now),
    }),
  };
});
