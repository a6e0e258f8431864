// The children of a section on a day, as the register needs them.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export interface RosterChild {
  studentAdmissionId: string;
  studentId: string;
  name: string;
  rollNo: number | null;
  hasAllergy: boolean;
  status: string;
}

export async function rosterOf(
  db: Db,
  { franchiseeId, sectionId, on }: { franchiseeId: number; sectionId: string; on: Day },
): Promise<RosterChild[]> {
  const { rows } = await sql<RosterChild>`
    select e.id as "studentAdmissionId", s.id as "studentId", s.name, e.roll_no as "rollNo",
           coalesce(p.has_allergy, false) as "hasAllergy", e.status
      from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
      left join student_private p on p.franchisee_id = s.franchisee_id and p.student_id = s.id
     where l.franchisee_id = ${franchiseeId} and l.section_id = ${sectionId} and l.from_on <= ${on}::date
       and (l.before_on is null or l.before_on > ${on}::date) and e.joined_on <= ${on}::date
       and coalesce(e.left_on, 'infinity') >= ${on}::date and e.status <> 'CANCELLED'
     order by e.roll_no nulls last, s.name, s.id`.execute(db);
  return rows;
}
