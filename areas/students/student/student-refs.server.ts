import type { Db } from '@aangan/server/work/unit-of-work.ts';

/** Any id that a path may carry (student, enrolment, admission) to the child and its latest enrolment; null when absent. */
export async function resolveStudentRef(
  db: Db,
  anyId: string,
  yearId?: number,
): Promise<{ franchiseeId: number; studentId: string | null; studentAdmissionId: string } | null> {
  const direct = await db
    .selectFrom('student_admission')
    .select(['franchisee_id', 'id', 'student_id'])
    .where('id', '=', anyId)
    .executeTakeFirst();
  if (direct)
    return {
      franchiseeId: direct.franchisee_id,
      studentId: direct.student_id,
      studentAdmissionId: direct.id,
    };
  let query = db
    .selectFrom('enrolment')
    .select(['franchisee_id', 'id', 'student_id'])
    .where('student_id', '=', anyId)
    .orderBy('academic_year_id', 'desc');
  if (yearId !== undefined) query = query.where('academic_year_id', '=', yearId);
  const row = await query.executeTakeFirst();
  return row
    ? { franchiseeId: row.franchisee_id, studentId: row.student_id, studentAdmissionId: row.id }
    : null;
}

export interface StudentBrief {
  label: string;
  callName: string | null;
  admissionNo: string;
  photoFileId: string | null;
  className: string | null;
  sectionName: string | null;
  rollNo: number | null;
  studentAdmissionId: string | null;
}

/** What other screens show of a child, by student id; families may ask it of their own. Allergies stand in `rosterOf`. */
export async function studentBrief(db: Db, ids: readonly string[]): Promise<Map<string, StudentBrief>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('student as s')
    .leftJoin('enrolment as e', (j) =>
      j.onRef('e.franchisee_id', '=', 's.franchisee_id').onRef('e.id', '=', 's.current_enrolment_id'),
    )
    .leftJoin('class as k', 'k.id', 'e.class_id')
    .leftJoin('section as c', (j) =>
      j.onRef('c.franchisee_id', '=', 'e.franchisee_id').onRef('c.id', '=', 'e.section_id'),
    )
    .select([
      's.id',
      's.name as label',
      's.call_name as callName',
      's.admission_no as admissionNo',
      's.photo_file_id as photoFileId',
      'k.name as className',
      'c.name as sectionName',
      'e.roll_no as rollNo',
      'e.id as studentAdmissionId',
    ])
    .where('s.id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, ...brief }) => [id, brief]));
}

/** Ids of the children who are enrolled at a centre in a year: starting, active or on hold. */
export async function enrolledStudentIds(db: Db, franchiseeId: number, yearId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('enrolment')
    .select('student_id')
    .distinct()
    .where('franchisee_id', '=', franchiseeId)
    .where('academic_year_id', '=', yearId)
    .where('status', 'in', ['UPCOMING', 'ACTIVE', 'ON_HOLD'])
    .execute();
  return rows.map((row) => row.student_id);
}
