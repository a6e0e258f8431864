// What an evaluation and a run read: the rules of a class, its children, and what of the next year is there already.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { attendanceRates, classes } from '../../academics/public.server.ts';
import { studentBalances } from '../../finance/public.server.ts';
import { live } from '../placement/roster.server.ts';
import type { Decision } from './promotion.states.ts';
import type { ChildFacts, PolicyFacts } from './propose.ts';

/** The centre's own rule of a class before the network's; without one the class's next class, and no limits. */
export async function policyOf(db: Db, franchiseeId: number, classId: number): Promise<PolicyFacts> {
  const row = await db
    .selectFrom('promotion_policy')
    .selectAll()
    .where('class_id', '=', classId)
    .where('franchisee_id', 'in', [1, franchiseeId])
    .orderBy('franchisee_id', 'desc')
    .executeTakeFirst();
  const all = await classes(db);
  const toClassId = row ? row.to_class_id : (all.find(({ id }) => id === classId)?.nextClassId ?? null);
  const next = all.find(({ id }) => id === toClassId);
  return {
    toClassId: next?.id ?? null,
    toClassName: next?.name ?? null,
    toAgeMonths: next?.ageFromMonths ?? null,
    minAttendanceBp: row?.min_attendance_bp ?? null,
    maxDues: row?.max_dues ?? null,
    ageCheck: row?.age_check ?? true,
    sectionRule: row?.section_rule ?? 'SAME_NAME',
    planRule: row?.plan_rule ?? 'STANDARD',
  };
}

export interface PromotionChild extends ChildFacts {
  enrolmentId: string;
  studentId: string;
  daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
  advance: number;
}

/** The children of a class, or of one section of it, who would come into the next year. */
export async function childrenToPromote(
  db: Db,
  of: { franchiseeId: number; yearId: number; classId: number; sectionId: string | null; today: Day },
): Promise<PromotionChild[]> {
  const { rows } = await sql<{
    enrolmentId: string;
    studentId: string;
    daySession: PromotionChild['daySession'];
    dateOfBirth: Day;
    outcome: Decision | null;
  }>`
    select e.id as "enrolmentId", s.id as "studentId", e.day_session as "daySession", s.date_of_birth as "dateOfBirth", e.outcome
      from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where e.franchisee_id = ${of.franchiseeId} and e.academic_year_id = ${of.yearId} and e.class_id = ${of.classId}
       and e.status in ${live} and (${of.sectionId}::uuid is null or e.section_id = ${of.sectionId}::uuid)
     order by s.name, s.id`.execute(db);
  const money = await studentBalances(db, { studentIds: rows.map((row) => row.studentId), on: of.today });
  const rates = await attendanceRates(db, {
    franchiseeId: of.franchiseeId,
    yearId: of.yearId,
    enrolmentIds: rows.map((row) => row.enrolmentId),
  });
  return rows.map((row) => ({
    ...row,
    dues: money.get(row.studentId)?.due ?? 0,
    advance: money.get(row.studentId)?.advance ?? 0,
    attendanceBp: rates.get(row.enrolmentId) ?? null,
  }));
}
