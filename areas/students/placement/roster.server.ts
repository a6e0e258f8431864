// Who is in a section on a day, and who is enrolled: what other areas ask (areas/students.md 7).
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

export interface RosterChild {
  studentAdmissionId: string;
  studentId: string;
  name: string;
  callName: string | null;
  admissionNo: string;
  /** Of the section the child is in today; null for a section it has left since. */
  rollNo: number | null;
  gender: 'MALE' | 'FEMALE' | 'OTHER';
  dateOfBirth: Day;
  photoFileId: string | null;
  hasAllergy: boolean;
  status: EnrolmentStatus;
  joinedOn: Day;
  daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
}

export type EnrolmentStatus =
  | 'UPCOMING'
  | 'ACTIVE'
  | 'ON_HOLD'
  | 'COMPLETED'
  | 'WITHDRAWN'
  | 'TRANSFERRED'
  | 'CANCELLED';

/** Enrolments that hold a seat. */
export const live = sql`('UPCOMING', 'ACTIVE', 'ON_HOLD')`;

/** Columns of a child of a roster; `rollNo` stands before them, it depends on the day. */
const childColumns = sql`e.id as "studentAdmissionId", s.id as "studentId", s.name, s.call_name as "callName",
  s.admission_no as "admissionNo", s.gender, s.date_of_birth as "dateOfBirth", s.photo_file_id as "photoFileId",
  coalesce(p.has_allergy, false) as "hasAllergy", e.status, e.joined_on as "joinedOn", e.day_session as "daySession"`;

const ofChild = sql`join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
  left join student_private p on p.franchisee_id = s.franchisee_id and p.student_id = s.id`;

/**
 * The children of a section on a day by their placement, as a table of a query. A child stands in it from its first day
 * to its last one; whoever begins later is not there yet. Needs a role that reads care notes: not for families.
 */
export const rosterRows = (at: {
  /** A centre, or the query's own column. */
  franchiseeId: number | RawBuilder<number>;
  sectionId: string | RawBuilder<string>;
  on: Day | RawBuilder<Day>;
}): RawBuilder<RosterChild> => sql<RosterChild>`
    select case when e.section_id = l.section_id then e.roll_no end as "rollNo", ${childColumns}
      from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id ${ofChild}
     where l.franchisee_id = ${at.franchiseeId} and l.section_id = ${at.sectionId} and l.from_on <= ${at.on}::date
       and (l.before_on is null or l.before_on > ${at.on}::date) and e.joined_on <= ${at.on}::date
       and coalesce(e.left_on, 'infinity') >= ${at.on}::date and e.status <> 'CANCELLED'`;

/** The same by roll number and name. */
export async function rosterOf(
  db: Db,
  at: { franchiseeId: number; sectionId: string; on: Day },
): Promise<RosterChild[]> {
  const { rows } =
    await sql<RosterChild>`${rosterRows(at)} order by "rollNo" nulls last, s.name, s.id`.execute(db);
  return rows;
}

/** The children of a class as they stand today, those who begin later among them, each with the section's id. */
export async function childrenOfClass(
  db: Db,
  { franchiseeId, yearId, classId }: { franchiseeId: number; yearId: number; classId: number },
): Promise<(RosterChild & { sectionId: string | null })[]> {
  const { rows } = await sql<RosterChild & { sectionId: string | null }>`
    select e.roll_no as "rollNo", e.section_id as "sectionId", ${childColumns} from enrolment e ${ofChild}
     where e.franchisee_id = ${franchiseeId} and e.academic_year_id = ${yearId} and e.class_id = ${classId} and e.status in ${live}
     order by e.roll_no nulls last, s.name, s.id`.execute(db);
  return rows;
}

export interface EnrolmentFacts {
  studentAdmissionId: string;
  studentId: string;
  classId: number;
  sectionId: string | null;
  daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
  programme: 'REGULAR' | 'PARENT_TODDLER' | 'BRIDGE' | 'HYBRID';
  rollNo: number | null;
  status: EnrolmentStatus;
  joinedOn: Day;
  leftOn: Day | null;
}

export interface EnrolmentsWanted {
  franchiseeId: number;
  yearId: number;
  classId?: number;
  /** The section of today. */
  sectionId?: string;
  /** Default: those that hold a seat (starting, active, on hold). */
  status?: readonly EnrolmentStatus[];
}

/** Enrolments of a centre in a year, by class and name. */
export async function enrolmentsIn(db: Db, wanted: EnrolmentsWanted): Promise<EnrolmentFacts[]> {
  const { franchiseeId, yearId, classId, sectionId, status = ['UPCOMING', 'ACTIVE', 'ON_HOLD'] } = wanted;
  const also: RawBuilder<unknown>[] = [
    ...(classId === undefined ? [] : [sql`e.class_id = ${classId}`]),
    ...(sectionId === undefined ? [] : [sql`e.section_id = ${sectionId}`]),
    sql`e.status = any (${[...status]}::text[])`,
  ];
  const { rows } = await sql<EnrolmentFacts>`
    select e.id as "studentAdmissionId", e.student_id as "studentId", e.class_id as "classId", e.section_id as "sectionId",
      e.day_session as "daySession", e.programme, e.roll_no as "rollNo", e.status, e.joined_on as "joinedOn", e.left_on as "leftOn"
      from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where e.franchisee_id = ${franchiseeId} and e.academic_year_id = ${yearId} and ${sql.join(also, sql` and `)}
     order by e.class_id, s.name, s.id`.execute(db);
  return rows;
}

export interface ClassChildren {
  franchiseeId: number;
  classId: number;
  children: number;
  boys: number;
  girls: number;
  /** Not in a section yet. */
  unplaced: number;
}

/** How many children hold a seat, by centre and class; classes without any are left out. Seats are network's `strengthOf`. */
export async function strengthOf(
  db: Db,
  franchiseeIds: readonly number[],
  yearId: number,
): Promise<ClassChildren[]> {
  const { rows } = await sql<ClassChildren>`
    select e.franchisee_id as "franchiseeId", e.class_id as "classId", count(*)::int as children,
      count(*) filter (where s.gender = 'MALE')::int as boys, count(*) filter (where s.gender = 'FEMALE')::int as girls,
      count(*) filter (where e.section_id is null)::int as unplaced
      from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where e.franchisee_id = any (${[...franchiseeIds]}::int[]) and e.academic_year_id = ${yearId} and e.status in ${live}
     group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
