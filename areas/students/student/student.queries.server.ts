import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { cappedTotal, contains, countUpToCap, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { type Cursor, readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
import { mySectionRows } from '../../academics/public.server.ts';
import { studentModules } from '../modules.ts';
import { privateOf } from './admitted-details.server.ts';
import { careNotesOf } from './care-note.contract.ts';
import { studentContract, type studentRow } from './student.contract.ts';
import { resolveStudentRef } from './student-refs.server.ts';

const ORDER = 'name';

interface ListInput {
  q?: string | undefined;
  classId?: number | undefined;
  sectionId?: string | undefined;
  gender?: 'MALE' | 'FEMALE' | 'OTHER' | undefined;
  state?: string | undefined;
  /** `MM-DD` */
  birthdays?: readonly string[] | undefined;
  allergy?: 'yes' | undefined;
  /** Only of the sections the person acts for on this day. */
  ownOn?: Day | undefined;
  daySession?: 'MORNING' | 'AFTERNOON' | 'FULL_DAY' | undefined;
  programme?: 'REGULAR' | 'PARENT_TODDLER' | 'BRIDGE' | 'HYBRID' | undefined;
  editStatus?: 'pending' | 'completed' | undefined;
  /** One child's page: shown without an enrolment that holds a seat, too. */
  evenLeft?: true;
  after?: string | undefined;
  limit: number;
}

type Wanted = Omit<ListInput, 'limit'> & { limit?: number };

/** Students and their enrolment of one year; without an enrolment in it a student is shown only when searched for. */
function studentsOfYear(db: Db, yearId: number) {
  return db
    .selectFrom('student as s')
    .leftJoin('enrolment as e', (join) =>
      join
        .onRef('e.franchisee_id', '=', 's.franchisee_id')
        .onRef('e.student_id', '=', 's.id')
        .on('e.academic_year_id', '=', yearId)
        .on('e.status', 'not in', ['CANCELLED', 'WITHDRAWN', 'TRANSFERRED']),
    )
    .where('s.merged_into', 'is', null);
}

const like = (text: string) => contains(text.toLowerCase());

/** `MM-DD` of today, or of today and the six days after; a child of 29 February has it on the 28th of other years. */
export function birthdaysOf(when: 'today' | 'week', today: Day): string[] {
  const days = Array.from({ length: when === 'today' ? 1 : 7 }, (_, i) => addDays(today, i));
  return days.flatMap((day) =>
    day.endsWith('-02-28') && addDays(day, 1).endsWith('-03-01') ? ['02-28', '02-29'] : [day.slice(5)],
  );
}

/** Rows of the student list, not yet chosen columns of: the home's cards count the same rows. */
export function narrowed(db: Db, actor: Actor, input: Wanted) {
  let rows = studentsOfYear(db, actor.academicYearId ?? 0);
  // The centre stands in the statement too: same rows as row security, and the planner sees it (reliability.md 3.1).
  rows = rows.where(inChosenCentre(actor, 's.franchisee_id'));
  if (input.q) rows = rows.where('s.search_text', 'like', like(input.q));
  else if (!input.evenLeft) rows = rows.where('e.id', 'is not', null);
  if (input.classId !== undefined) rows = rows.where('e.class_id', '=', input.classId);
  if (input.sectionId) rows = rows.where('e.section_id', '=', input.sectionId);
  if (input.daySession) rows = rows.where('e.day_session', '=', input.daySession);
  if (input.programme) rows = rows.where('e.programme', '=', input.programme);
  if (input.editStatus) rows = rows.where('e.edit_status', '=', input.editStatus);
  if (input.gender) rows = rows.where('s.gender', '=', input.gender);
  if (input.state) rows = rows.where('s.state', '=', input.state as 'STUDYING');
  if (input.allergy)
    rows = rows.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('student_private as p')
          .select('p.student_id')
          .whereRef('p.franchisee_id', '=', 's.franchisee_id')
          .whereRef('p.student_id', '=', 's.id')
          .where('p.has_allergy', '=', true),
      ),
    );
  if (input.ownOn)
    rows = rows.where(
      sql<boolean>`e.section_id in (select o.section_id from ${mySectionRows(actor, input.ownOn)} o)`,
    );
  if (input.birthdays)
    rows = rows
      .where('s.state', '=', 'STUDYING')
      .where(sql`to_char(s.date_of_birth, 'MM-DD')`, 'in', [...input.birthdays]);
  return rows;
}

const ownColumns = [
  's.id',
  's.name',
  's.call_name as callName',
  's.admission_no as admissionNo',
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
] as const;
const columns = [
  ...ownColumns,
  'c.child_no as childNo',
  'k.name as className',
  'sec.name as sectionName',
  'g.name as guardianName',
  'g.mobile as guardianMobile',
] as const;

function withLabels(db: Db, actor: Actor, input: ListInput) {
  return narrowed(db, actor, input)
    .innerJoin('child as c', 'c.id', 's.child_id')
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

const canOf = (actor: Actor) => {
  const update = holds(actor, studentModules.student, true);
  return { update, restrict: update && holdsCode(actor, 'STUDENT_COURT_PAPERS') };
};

type PageRow = Omit<z.output<typeof studentRow>, 'can'> & { n: number };

/**
 * One page in one statement: names, class and guardian are joined to its rows only, not to all that could stand on it.
 * `n` counts up to the cap; a chosen centre's rows are all looked at for the order anyway.
 */
async function pageOfStudents(db: Db, actor: Actor, input: ListInput, cursor: Cursor | null) {
  const n = cursor
    ? sql<number>`0`
    : actor.franchiseeId === null
      ? countUpToCap(narrowed(db, actor, input))
      : sql<number>`(count(*) over ())::int`;
  let page = narrowed(db, actor, input)
    .select(ownColumns)
    .select(['s.child_id as childId', 'e.section_id as sectionId', n.as('n')])
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(pageLimit(input.limit));
  if (cursor) page = page.where(sql<boolean>`(s.name, s.id) > (${cursor.value}, ${cursor.id}::uuid)`);
  const { rows } = await sql<PageRow>`with p as materialized (${page})
    select p.*, c.child_no as "childNo", k.name as "className", sec.name as "sectionName", g.name as "guardianName", g.mobile as "guardianMobile"
      from p join child c on c.id = p."childId" left join class k on k.id = p."classId"
      left join section sec on sec.franchisee_id = p."franchiseeId" and sec.id = p."sectionId"
      left join student_guardian sg on sg.franchisee_id = p."franchiseeId" and sg.student_id = p.id and sg.is_primary
      left join guardian g on g.franchisee_id = p."franchiseeId" and g.id = sg.guardian_id
     order by p.name, p.id`.execute(db);
  return rows;
}

export const listStudents = handle(studentContract.list, async ({ db, actor, input: asked, now }) => {
  const { birthday, own, ...rest } = asked;
  const today = todayIst(now);
  const input = {
    ...rest,
    ...(own ? { ownOn: today } : {}),
    ...(birthday ? { birthdays: birthdaysOf(birthday, today) } : {}),
  };
  const cursor = input.after ? readCursor(input.after, ORDER) : null;
  const found = await pageOfStudents(db, actor, input, cursor);
  const total = cursor?.total ?? cappedTotal(found[0]?.n ?? 0);
  const page = cutPage(found, input, { sort: ORDER, total, at: (last) => last.name });
  const can = canOf(actor);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      guardianMobile: row.guardianMobile ? maskPhone(row.guardianMobile) : null,
      can,
    })),
  };
});

/** Academics' module of whoever writes health remarks: class teachers and the heads of a centre. */
const HEALTH_MODULE = 'StudentHealthRemark';

const profileColumns = [
  's.blood_group as bloodGroup',
  's.mother_tongue as motherTongue',
  's.nationality',
  's.photo_file_id as photoFileId',
  's.identity_locked as identityLocked',
] as const;

export const getStudent = handle(studentContract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound(
    (await profileOf(db, actor, input.id)) ?? (await profileOf(db, actor, await childOf(db, input.id))),
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
    guardians: await guardiansOf(db, row.franchiseeId, row.id, todayIst(now)),
    photoUrl:
      row.photoFileId === null
        ? null
        : `${fileUrl({ franchiseeId: row.franchiseeId, fileId: row.photoFileId }, now)}&inline=1`,
    care: holds(actor, HEALTH_MODULE, false)
      ? careNotesOf(await privateOf(db, { franchiseeId: row.franchiseeId, studentId: row.id }))
      : null,
    enrolments: await enrolmentsOf(db, row.franchiseeId, row.id),
  };
});

/** The child in the chosen year; in the latest one it has where that year has none of it. */
const profileOf = async (db: Db, actor: Actor, studentId: string | null) =>
  studentId === null
    ? undefined
    : ((await withLabels(
        db,
        { ...actor, academicYearId: actor.academicYearId ?? (await latestYearOf(db, studentId)) },
        { q: '', limit: 1, state: undefined },
      )
        .where('s.id', '=', studentId)
        .clearSelect()
        .select(columns)
        .select(profileColumns)
        .executeTakeFirst()) ?? (await withoutEnrolment(db, studentId)));

/** Links of other areas carry the enrolment or the admission. */
const childOf = async (db: Db, anyId: string): Promise<string | null> =>
  (await resolveStudentRef(db, anyId))?.studentId ?? null;

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
    evenLeft: true,
    limit: 1,
  })
    .where('s.id', '=', studentId)
    .select(profileColumns)
    .executeTakeFirst();
}

const guardiansOf = (db: Db, franchiseeId: number, studentId: string, today: Day) =>
  db
    .selectFrom('student_guardian as sg')
    .innerJoin('guardian as g', (j) =>
      j.onRef('g.franchisee_id', '=', 'sg.franchisee_id').onRef('g.id', '=', 'sg.guardian_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'g.user_id')
    .select([
      'g.id',
      'g.name',
      'sg.relation',
      'g.mobile',
      'g.email',
      'sg.is_primary as isPrimary',
      'sg.restricted',
      'g.occupation',
      'sg.portal',
      'sg.gets_messages as getsMessages',
      'sg.may_pick_up as mayPickUp',
      'sg.lives_with as livesWith',
      'sg.payer_share_bp as shareBp',
    ])
    .select(
      sql<
        'NONE' | 'INVITED' | 'ACTIVE'
      >`case u.state when 'ACTIVE' then 'ACTIVE' when 'INVITED' then 'INVITED' else 'NONE' end`.as('signIn'),
    )
    .where('sg.franchisee_id', '=', franchiseeId)
    .where('sg.student_id', '=', studentId)
    .where((or) => or.or([or('sg.valid_to', 'is', null), or('sg.valid_to', '>=', today)]))
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
      'e.hold_to as holdTo',
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
