// A child becomes a student: child, family, guardians, student, enrolment and placement in the caller's transaction.
import type { Day } from '@aangan/contract/period.ts';
import { nameKey } from '@aangan/contract/phone.ts';
import { blindIndex } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseStudent } from '../refusals.ts';
import { type AdmittedDetails, addDetails } from './admitted-details.server.ts';

export interface NewGuardian {
  name: string;
  relation: 'MOTHER' | 'FATHER' | 'GUARDIAN' | 'GRANDPARENT' | 'OTHER';
  mobile: string | null;
  email: string | null;
  isPrimary: boolean;
  mobileVerifiedAt?: string | null;
}

export interface AdmittedChild {
  franchiseeId: number;
  /** The admission's id becomes the first enrolment's (README §4 decision 1). */
  admissionId: string;
  academicYearId: number;
  admissionNo: string;
  classId: number;
  daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
  startOn: Day;
  today: Day;
  child: { name: string; callName: string | null; dateOfBirth: Day; gender: 'MALE' | 'FEMALE' | 'OTHER' };
  /** An existing family to join, else a new one is made. */
  familyId: string | null;
  family: { address: string | null; pincode: string | null; language: string };
  guardians: readonly NewGuardian[];
  /** What the forms told beyond the register; absent where the family gave none. */
  more?: AdmittedDetails;
}

/** Opens the id under which plan, payments and enrolment of a child will stand. */
export async function newStudentAdmission(
  db: Db,
  key: { franchiseeId: number; yearId: number; id?: string },
): Promise<string> {
  const row = await db
    .insertInto('student_admission')
    .values({
      franchisee_id: key.franchiseeId,
      academic_year_id: key.yearId,
      ...(key.id ? { id: key.id } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Luhn check digit over the eight digits of a child number ('A' + 9 digits). */
export function childNumber(n: number): string {
  const digits = String(n).padStart(8, '0');
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return `A${digits}${(10 - (sum % 10)) % 10}`;
}

/** Keys under which the same child would be found at any centre, without telling anything about it. */
function matchKey(child: AdmittedChild['child'], mobile: string | null): Buffer {
  return blindIndex(`child:${nameKey(child.name) ?? ''}:${child.dateOfBirth}:${mobile ?? ''}`);
}

/**
 * Makes child, family, guardians, student, enrolment and placement of an admitted child, once per admission
 * (a repeated call gives the first result). Refuses `student.duplicate` when this family has that child here already.
 */
export async function createStudentFromAdmission(
  db: Db,
  a: AdmittedChild,
): Promise<{ studentId: string; familyId: string; enrolmentNo: string }> {
  const admission = await db
    .selectFrom('student_admission')
    .select('student_id')
    .where('franchisee_id', '=', a.franchiseeId)
    .where('id', '=', a.admissionId)
    .forUpdate()
    .executeTakeFirst();
  if (!admission) throw refuseStudent('student.no-admission');
  if (admission.student_id) return firstResult(db, a, admission.student_id);
  const familyId = a.familyId ?? (await newFamily(db, a));
  await refuseTwin(db, a, familyId);
  const childId = await newChild(db, a);
  const studentId = await newStudent(db, a, childId, familyId);
  await addGuardians(db, a, familyId, studentId);
  const enrolmentNo = await enrol(db, a, studentId);
  if (a.more) await addDetails(db, { franchiseeId: a.franchiseeId, studentId }, a.more);
  await db
    .updateTable('student_admission')
    .set({ student_id: studentId })
    .where('franchisee_id', '=', a.franchiseeId)
    .where('id', '=', a.admissionId)
    .execute();
  return { studentId, familyId, enrolmentNo };
}

async function firstResult(db: Db, a: AdmittedChild, studentId: string) {
  const row = await db
    .selectFrom('student as s')
    .innerJoin('enrolment as e', (j) =>
      j.onRef('e.franchisee_id', '=', 's.franchisee_id').on('e.id', '=', a.admissionId),
    )
    .select(['s.family_id', 'e.enrolment_no'])
    .where('s.franchisee_id', '=', a.franchiseeId)
    .where('s.id', '=', studentId)
    .executeTakeFirstOrThrow();
  return { studentId, familyId: row.family_id, enrolmentNo: row.enrolment_no };
}

async function newFamily(db: Db, a: AdmittedChild): Promise<string> {
  const name = `${a.child.callName ?? a.child.name.split(' ')[0] ?? a.child.name}'s family`.slice(0, 80);
  const row = await db
    .insertInto('family')
    .values({
      franchisee_id: a.franchiseeId,
      name,
      address: a.family.address,
      pincode: a.family.pincode,
      language: a.family.language as 'en',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function refuseTwin(db: Db, a: AdmittedChild, familyId: string): Promise<void> {
  const same = await db
    .selectFrom('student')
    .select(['id', 'name'])
    .where('franchisee_id', '=', a.franchiseeId)
    .where('family_id', '=', familyId)
    .where('date_of_birth', '=', a.child.dateOfBirth)
    .where('merged_into', 'is', null)
    .execute();
  if (same.some((row) => nameKey(row.name) === nameKey(a.child.name)))
    throw refuseStudent('student.duplicate');
}

async function newChild(db: Db, a: AdmittedChild): Promise<string> {
  const { rows } = await sql<{ n: number }>`select nextval('child_number') as n`.execute(db);
  const child = await db
    .insertInto('child')
    .values({ child_no: childNumber((rows[0] as { n: number }).n) })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const guardian of a.guardians) {
    if (guardian.mobile)
      await sql`select add_child_match_key('NAME', ${matchKey(a.child, guardian.mobile)}, ${child.id})`.execute(
        db,
      );
  }
  return child.id;
}

async function newStudent(db: Db, a: AdmittedChild, childId: string, familyId: string): Promise<string> {
  const row = await db
    .insertInto('student')
    .values({
      franchisee_id: a.franchiseeId,
      child_id: childId,
      family_id: familyId,
      admission_no: a.admissionNo,
      name: a.child.name,
      call_name: a.child.callName,
      date_of_birth: a.child.dateOfBirth,
      gender: a.child.gender,
      state: a.startOn <= a.today ? 'STUDYING' : 'UPCOMING',
      current_enrolment_id: a.admissionId,
      search_text: [a.child.name, a.child.callName ?? '', a.admissionNo].join(' ').toLowerCase(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function addGuardians(db: Db, a: AdmittedChild, familyId: string, studentId: string): Promise<void> {
  for (const guardian of a.guardians) {
    const known = guardian.mobile
      ? await db
          .selectFrom('guardian')
          .select('id')
          .where('franchisee_id', '=', a.franchiseeId)
          .where('family_id', '=', familyId)
          .where('mobile', '=', guardian.mobile)
          .where('relation_default', '=', guardian.relation)
          .executeTakeFirst()
      : undefined;
    const { id } =
      known ??
      (await db
        .insertInto('guardian')
        .values({
          franchisee_id: a.franchiseeId,
          family_id: familyId,
          name: guardian.name,
          mobile: guardian.mobile,
          email: guardian.email,
          relation_default: guardian.relation,
          mobile_verified_at: guardian.mobileVerifiedAt ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow());
    await db
      .insertInto('student_guardian')
      .values({
        franchisee_id: a.franchiseeId,
        student_id: studentId,
        guardian_id: id,
        relation: guardian.relation,
        is_primary: guardian.isPrimary,
        payer_share_bp: guardian.isPrimary ? 10_000 : 0,
      })
      .execute();
  }
}

type Programme = 'REGULAR' | 'PARENT_TODDLER' | 'BRIDGE' | 'HYBRID';

/** By the class's category as the specification spells it; both toddler categories are one programme. */
const programmes: Readonly<Record<string, Programme>> = {
  'Bridge Course': 'BRIDGE',
  'Intellibaby Parent Toddler Circle (1Year - 2Years)': 'PARENT_TODDLER',
  Hybrid: 'HYBRID',
  'Parent Toddler': 'PARENT_TODDLER',
};

/** The programme of a class. */
export async function programmeOf(db: Db, classId: number): Promise<Programme> {
  const { category } = await db
    .selectFrom('class')
    .select('category')
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
  return programmes[category ?? ''] ?? 'REGULAR';
}

async function enrol(db: Db, a: AdmittedChild, studentId: string): Promise<string> {
  const enrolmentNo = `${a.admissionNo}/${String(a.academicYearId).slice(-2)}`;
  const status = a.startOn <= a.today ? 'ACTIVE' : 'UPCOMING';
  await db
    .insertInto('enrolment')
    .values({
      franchisee_id: a.franchiseeId,
      id: a.admissionId,
      student_id: studentId,
      academic_year_id: a.academicYearId,
      programme: await programmeOf(db, a.classId),
      class_id: a.classId,
      day_session: a.daySession,
      enrolment_no: enrolmentNo,
      status,
      joined_on: a.startOn,
      admission_id: a.admissionId,
    })
    .execute();
  await db
    .insertInto('placement')
    .values({
      franchisee_id: a.franchiseeId,
      enrolment_id: a.admissionId,
      class_id: a.classId,
      day_session: a.daySession,
      from_on: a.startOn,
    })
    .execute();
  return enrolmentNo;
}
