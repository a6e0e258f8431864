// What other areas may ask of students (areas/README §3). Writes happen in the caller's unit of work.
import type { Day } from '@aangan/contract/period.ts';
import { nameKey } from '@aangan/contract/phone.ts';
import type { Recipient } from '@aangan/server/handle.ts';
import { blindIndex } from '@aangan/server/seal.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseStudent } from './refusals.ts';

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

/** Families of this centre that a mobile or e-mail belongs to. */
export async function findFamily(
  db: Db,
  by: { phones: readonly string[]; emails: readonly string[] },
): Promise<{ familyId: string; name: string; children: string[] }[]> {
  if (by.phones.length + by.emails.length === 0) return [];
  const rows = await db
    .selectFrom('guardian as g')
    .innerJoin('family as f', (j) =>
      j.onRef('f.franchisee_id', '=', 'g.franchisee_id').onRef('f.id', '=', 'g.family_id'),
    )
    .leftJoin('student as s', (j) =>
      j.onRef('s.franchisee_id', '=', 'f.franchisee_id').onRef('s.family_id', '=', 'f.id'),
    )
    .select(['f.id', 'f.name', 's.name as child'])
    .where((eb) =>
      eb.or([
        ...(by.phones.length ? [eb('g.mobile', 'in', [...by.phones])] : []),
        ...(by.emails.length ? [eb('g.email', 'in', [...by.emails])] : []),
      ]),
    )
    .distinct()
    .execute();
  const families = new Map<string, { familyId: string; name: string; children: string[] }>();
  for (const row of rows) {
    const family = families.get(row.id) ?? { familyId: row.id, name: row.name, children: [] };
    if (row.child) family.children.push(row.child);
    families.set(row.id, family);
  }
  return [...families.values()];
}

/** The children a parent's sign-in is linked to, today and not restricted (students.md 3.9). */
export async function linkedStudents(
  db: Db,
  userId: string,
  today: Day,
): Promise<{ franchiseeId: number; studentId: string; studentAdmissionId: string | null; name: string }[]> {
  return db
    .selectFrom('guardian as g')
    .innerJoin('student_guardian as sg', (j) =>
      j.onRef('sg.franchisee_id', '=', 'g.franchisee_id').onRef('sg.guardian_id', '=', 'g.id'),
    )
    .innerJoin('student as s', (j) =>
      j.onRef('s.franchisee_id', '=', 'sg.franchisee_id').onRef('s.id', '=', 'sg.student_id'),
    )
    .select([
      's.franchisee_id as franchiseeId',
      's.id as studentId',
      's.current_enrolment_id as studentAdmissionId',
      's.name',
    ])
    .where('g.user_id', '=', userId)
    .where('sg.portal', '<>', 'NONE')
    .where('sg.restricted', '=', false)
    .where('sg.valid_from', '<=', today)
    .where((eb) => eb.or([eb('sg.valid_to', 'is', null), eb('sg.valid_to', '>=', today)]))
    .execute();
}

/** Guardians to tell about these children: those who get messages, are not restricted and are alive; siblings once. */
export async function guardiansToTell(
  db: Db,
  studentIds: readonly string[],
  franchiseeId: number,
): Promise<Recipient[]> {
  if (studentIds.length === 0) return [];
  const rows = await db
    .selectFrom('student_guardian as sg')
    .innerJoin('guardian as g', (j) =>
      j.onRef('g.franchisee_id', '=', 'sg.franchisee_id').onRef('g.id', '=', 'sg.guardian_id'),
    )
    .innerJoin('family as f', (j) =>
      j.onRef('f.franchisee_id', '=', 'g.franchisee_id').onRef('f.id', '=', 'g.family_id'),
    )
    .select([
      'g.id',
      'g.name',
      'g.mobile',
      'g.email',
      'g.user_id',
      'g.family_id',
      'f.language',
      'sg.student_id',
    ])
    .where('sg.franchisee_id', '=', franchiseeId)
    .where('sg.student_id', 'in', [...studentIds])
    .where('sg.gets_messages', '=', true)
    .where('sg.restricted', '=', false)
    .where('g.deceased', '=', false)
    .execute();
  const byGuardian = new Map<string, Recipient & { studentIds: string[] }>();
  for (const row of rows) {
    const known = byGuardian.get(row.id);
    if (known) known.studentIds.push(row.student_id);
    else
      byGuardian.set(row.id, {
        kind: 'GUARDIAN',
        id: row.id,
        name: row.name,
        language: row.language,
        mobile: row.mobile,
        email: row.email,
        userId: row.user_id,
        familyId: row.family_id,
        studentIds: [row.student_id],
      });
  }
  return [...byGuardian.values()];
}
