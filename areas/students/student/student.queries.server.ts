import { maskPhone } from '@aangan/contract/phone.ts';
import { type Actor, holds } from '@aangan/server/actor.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { readCursor, writeCursor } from '@aangan/server/record-cursor.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { studentModules } from '../modules.ts';
import { studentContract } from './student.contract.ts';

const COUNT_CAP = 10_000;
const ORDER = 'name';

interface ListInput {
  q?: string | undefined;
  classId?: number | undefined;
  sectionId?: string | undefined;
  state?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/** Students and their enrolment of one year; without an enrolment in it a student is shown only when searched for. */
function studentsOfYear(db: Db, yearId: number) {
  return db
    .selectFrom('student as s')
    .innerJoin('child as c', 'c.id', 's.child_id')
    .leftJoin('enrolment as e', (join) =>
      join
        .onRef('e.franchisee_id', '=', 's.franchisee_id')
        .onRef('e.student_id', '=', 's.id')
        .on('e.academic_year_id', '=', yearId)
        .on('e.status', 'not in', ['CANCELLED', 'WITHDRAWN', 'TRANSFERRED']),
    )
    .where('s.merged_into', 'is', null);
}

const like = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

function narrowed(db: Db, actor: Actor, input: ListInput) {
  let rows = studentsOfYear(db, actor.academicYearId ?? 0);
  // The centre stands in the statement too: same rows as row security, and the planner sees it (reliability.md 3.1).
  if (actor.franchiseeId !== null) rows = rows.where('s.franchisee_id', '=', actor.franchiseeId);
  if (input.q) rows = rows.where('s.search_text', 'like', like(input.q));
  else rows = rows.where('e.id', 'is not', null);
  if (input.classId !== undefined) rows = rows.where('e.class_id', '=', input.classId);
  if (input.sectionId) rows = rows.where('e.section_id', '=', input.sectionId);
  if (input.state) rows = rows.where('s.state', '=', input.state as 'STUDYING');
  return rows;
}

async function countStudents(db: Db, actor: Actor, input: ListInput): Promise<{ n: number; more: boolean }> {
  const some = narrowed(db, actor, input)
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_CAP + 1)
    .as('some');
  const { n } = await db
    .selectFrom(some)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { n: Math.min(n, COUNT_CAP), more: n > COUNT_CAP };
}

const columns = [
  's.id',
  's.name',
  's.call_name as callName',
  's.admission_no as admissionNo',
  'c.child_no as childNo',
  's.gender',
  's.date_of_birth as dateOfBirth',
  's.state',
  's.franchisee_id as franchiseeId',
  's.version',
  's.family_id as familyId',
  'e.id as studentAdmissionId',
  'e.class_id as classId',
  'e.roll_no as rollNo',
  'e.day_session as daySession',
  'e.joined_on as joinedOn',
  'e.edit_status as editStatus',
  'k.name as className',
  'sec.name as sectionName',
  'g.name as guardianName',
  'g.mobile as guardianMobile',
] as const;

function withLabels(db: Db, actor: Actor, input: ListInput) {
  return narrowed(db, actor, input)
    .leftJoin('class as k', 'k.id', 'e.class_id')
    .leftJoin('section as sec', (j) =>
      j.onRef('sec.franchisee_id', '=', 'e.franchisee_id').onRef('sec.id', '=', 'e.section_id'),
    )
    .leftJoin('student_guardian as sg', (j) =>
      j
        .onRef('sg.franchisee_id', '=', 's.franchisee_id')
        .onRef('sg.student_id', '=', 's.id')
        .on('sg.is_primary', '=', true),
    )
    .leftJoin('guardian as g', (j) =>
      j.onRef('g.franchisee_id', '=', 'sg.franchisee_id').onRef('g.id', '=', 'sg.guardian_id'),
    )
    .select(columns);
}

const canOf = (actor: Actor) => ({ update: holds(actor, studentModules.student, true) });

export const listStudents = handle(studentContract.list, async ({ db, actor, input }) => {
  const cursor = input.after ? readCursor(input.after, ORDER) : null;
  const total = cursor?.total ?? (await countStudents(db, actor, input));
  let page = withLabels(db, actor, input)
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(input.limit + 1);
  if (cursor) page = page.where(sql<boolean>`(s.name, s.id) > (${cursor.value}, ${cursor.id}::uuid)`);
  const found = await page.execute();
  const rows = found.slice(0, input.limit);
  const last = rows.at(-1);
  const next =
    found.length > input.limit && last
      ? writeCursor({ sort: ORDER, value: last.name, id: last.id, total })
      : null;
  const can = canOf(actor);
  return {
    rows: rows.map((row) => ({
      ...row,
      guardianMobile: row.guardianMobile ? maskPhone(row.guardianMobile) : null,
      can,
    })),
    next,
    total,
  };
});

export const getStudent = handle(studentContract.get, async ({ db, actor, input }) => {
  const row = ensureFound(
    (await withLabels(
      db,
      { ...actor, academicYearId: actor.academicYearId ?? (await latestYearOf(db, input.id)) },
      { q: '', limit: 1, state: undefined },
    )
      .where('s.id', '=', input.id)
      .clearSelect()
      .select(columns)
      .select(['s.blood_group as bloodGroup', 's.mother_tongue as motherTongue'])
      .executeTakeFirst()) ?? (await withoutEnrolment(db, input.id)),
  );
  const family = await db
    .selectFrom('family')
    .select(['name', 'address', 'pincode', 'language'])
    .where('franchisee_id', '=', row.franchiseeId)
    .where('id', '=', row.familyId)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    can: canOf(actor),
    familyName: family.name,
    address: family.address,
    pincode: family.pincode,
    language: family.language,
    guardians: await guardiansOf(db, row.franchiseeId, row.id),
    enrolments: await enrolmentsOf(db, row.franchiseeId, row.id),
  };
});

async function latestYearOf(db: Db, studentId: string): Promise<number> {
  const row = await db
    .selectFrom('enrolment')
    .select('academic_year_id')
    .where('student_id', '=', studentId)
    .orderBy('academic_year_id', 'desc')
    .executeTakeFirst();
  return row?.academic_year_id ?? 0;
}

// A child whose chosen year has no enrolment is still somebody's page.
async function withoutEnrolment(db: Db, studentId: string) {
  return withLabels(db, { academicYearId: await latestYearOf(db, studentId), franchiseeId: null } as Actor, {
    q: '',
    limit: 1,
  })
    .where('s.id', '=', studentId)
    .select(['s.blood_group as bloodGroup', 's.mother_tongue as motherTongue'])
    .executeTakeFirst();
}

const guardiansOf = (db: Db, franchiseeId: number, studentId: string) =>
  db
    .selectFrom('student_guardian as sg')
    .innerJoin('guardian as g', (j) =>
      j.onRef('g.franchisee_id', '=', 'sg.franchisee_id').onRef('g.id', '=', 'sg.guardian_id'),
    )
    .select([
      'g.id',
      'g.name',
      'sg.relation',
      'g.mobile',
      'g.email',
      'sg.is_primary as isPrimary',
      'sg.restricted',
    ])
    .where('sg.franchisee_id', '=', franchiseeId)
    .where('sg.student_id', '=', studentId)
    .orderBy('sg.is_primary', 'desc')
    .orderBy('g.name')
    .execute();

const enrolmentsOf = (db: Db, franchiseeId: number, studentId: string) =>
  db
    .selectFrom('enrolment as e')
    .innerJoin('class as k', 'k.id', 'e.class_id')
    .leftJoin('section as sec', (j) =>
      j.onRef('sec.franchisee_id', '=', 'e.franchisee_id').onRef('sec.id', '=', 'e.section_id'),
    )
    .select([
      'e.id',
      'e.academic_year_id as academicYearId',
      'k.name as className',
      'sec.name as sectionName',
      'e.day_session as daySession',
      'e.status',
      'e.joined_on as joinedOn',
      'e.left_on as leftOn',
      'e.enrolment_no as enrolmentNo',
    ])
    .where('e.franchisee_id', '=', franchiseeId)
    .where('e.student_id', '=', studentId)
    .orderBy('e.academic_year_id', 'desc')
    .execute();

export const countByClass = handle(studentContract.count, async ({ db, actor }) => {
  const rows = await narrowed(db, actor, { limit: 0 })
    .innerJoin('class as k', 'k.id', 'e.class_id')
    .select(({ fn }) => [
      'k.id as classId',
      'k.name as className',
      's.state',
      'e.edit_status as editStatus',
      fn.countAll<number>().as('n'),
    ])
    .groupBy(['k.id', 'k.name', 'k.position', 's.state', 'e.edit_status'])
    .orderBy('k.position')
    .execute();
  const sum = (test: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(test).reduce((n, row) => n + row.n, 0);
  const classes = new Map(rows.map((row) => [row.classId, row.className]));
  return {
    studying: sum((row) => row.state === 'STUDYING'),
    upcoming: sum((row) => row.state === 'UPCOMING'),
    profilesPending: sum((row) => row.editStatus === 'pending'),
    byClass: [...classes].map(([classId, className]) => ({
      classId,
      className,
      n: sum((row) => row.classId === classId),
    })),
  };
});
