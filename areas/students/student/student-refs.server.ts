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

/** What other screens show of a child: label, admission number, class. */
export async function studentBrief(
  db: Db,
  ids: readonly string[],
): Promise<
  Map<
    string,
    { label: string; admissionNo: string; className: string | null; studentAdmissionId: string | null }
  >
> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('student as s')
    .leftJoin('enrolment as e', (j) =>
      j.onRef('e.franchisee_id', '=', 's.franchisee_id').onRef('e.id', '=', 's.current_enrolment_id'),
    )
    .leftJoin('class as k', 'k.id', 'e.class_id')
    .select(['s.id', 's.name', 's.admission_no', 'k.name as class_name', 'e.id as enrolment_id'])
    .where('s.id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map((r) => [
      r.id,
      {
        label: r.name,
        admissionNo: r.admission_no,
        className: r.class_name,
        studentAdmissionId: r.enrolment_id,
      },
    ]),
  );
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
