// What others ask about sections (areas/README §3), in the caller's unit of work.
import type { Day } from '@aangan/contract/period.ts';
import { academicYearOf } from '@aangan/contract/period.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { refuseAcademics } from '../academics.refusals.ts';
import { academicsModules as m } from '../modules.ts';

export interface SectionFacts {
  id: string;
  classId: number;
  name: string;
  daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
  startsAt: string;
  endsAt: string;
  capacity: number;
}

/** A section with its place and its class, as registers and pickers name it: "Nursery A". */
export interface PlacedSection extends SectionFacts {
  franchiseeId: number;
  yearId: number;
  className: string;
  label: string;
  active: boolean;
  /** Weekday mask of its own days; null = every working day. */
  days: number | null;
}

// As text and not through the builder: every register and grade sheet asks for its section first, and putting these
// columns together anew each time took a tenth of the server's time for one.
export const sectionColumns =
  sql.raw(`s.id, s.franchisee_id as "franchiseeId", s.academic_year_id as "yearId", s.class_id as "classId",
  k.name as "className", s.name, s.day_session as "daySession", s.starts_at as "startsAt", s.ends_at as "endsAt", s.capacity, s.active, s.days,
  k.name || ' ' || s.name as label`);
const sectionsWhere = (condition: RawBuilder<unknown>): RawBuilder<PlacedSection> => sql<PlacedSection>`
  select ${sectionColumns} from section s join class k on k.id = s.class_id where ${condition}`;

/** The active sections of a centre in a year, by class and name. */
export async function sectionsOf(db: Db, franchiseeId: number, yearId: number): Promise<PlacedSection[]> {
  const { rows } = await sectionsWhere(
    sql`s.franchisee_id = ${franchiseeId} and s.academic_year_id = ${yearId} and s.active order by k.position, s.class_id, s.name`,
  ).execute(db);
  return rows;
}

/** One section, locked until the transaction ends, so that its places can be counted. 404 when it is not in reach. */
export async function lockSection(db: Db, sectionId: string): Promise<PlacedSection> {
  const { rows } = await sectionsWhere(sql`s.id = ${sectionId} for update of s`).execute(db);
  return ensureFound(rows[0]);
}

/** One section, open or closed. 404 when it is not in reach. */
export async function sectionById(db: Db, sectionId: string): Promise<PlacedSection> {
  const { rows } = await sectionsWhere(sql`s.id = ${sectionId}`).execute(db);
  return ensureFound(rows[0]);
}

/**
 * The sections a person acts for on a day: all of the centre with `allSections`, else those where the person teaches
 * (academics.md D5).
 */
export async function mySections(db: Db, actor: Actor, on: Day): Promise<PlacedSection[]> {
  const { rows } = await sectionsWhere(
    sql`${isMine(actor, on)} order by s.franchisee_id, k.position, s.class_id, s.name`,
  ).execute(db);
  return rows;
}

/** Id, class and centre of each of `mySections`, as a subquery: for the condition of another area's list. */
export const mySectionRows = (actor: Actor, on: Day): RawBuilder<unknown> =>
  sql`(select s.id as section_id, s.class_id, s.franchisee_id as centre_id from section s where ${isMine(actor, on)})`;

/** Whether a person acts for every section of the centre, as its head does. */
export const actsForAll = (actor: Actor): boolean => holds(actor, m.allSections, false);

const isMine = (actor: Actor, on: Day): RawBuilder<boolean> =>
  actsIn(actsForAll(actor), {
    year: academicYearOf(on),
    on,
    inCentre: inChosenCentre(actor, 's.franchisee_id'),
    user: actor.userId,
  });

/** Whether a person acts for section `s`: for every one of the year, or for those where the person teaches. */
export function actsIn(
  forAll: boolean,
  of: {
    year: number | RawBuilder<number>;
    on: Day | RawBuilder<Day>;
    inCentre: RawBuilder<boolean>;
    user: string | null | RawBuilder<string | null>;
  },
): RawBuilder<boolean> {
  const all = sql<boolean>`s.academic_year_id = ${of.year} and s.active and ${of.inCentre}`;
  if (forAll) return all;
  // Who left the centre teaches nobody there any more (staff's `staffOf`).
  return sql<boolean>`${all} and exists (select from section_teacher t join staff p on p.franchisee_id = t.franchisee_id and p.id = t.staff_id
    where t.franchisee_id = s.franchisee_id and t.section_id = s.id and t.from_on <= ${of.on} and coalesce(t.to_on, 'infinity') >= ${of.on}
      and p.user_id = ${of.user} and p.status <> 'LEFT')`;
}

/** The section, when the person acts for it on that day: else 404 (another centre) or 403 (another teacher's). */
export async function ensureMySection(
  db: Db,
  actor: Actor,
  sectionId: string,
  on: Day,
): Promise<PlacedSection> {
  const { rows } = await sectionsWhere(sql`${isMine(actor, on)} and s.id = ${sectionId}`).execute(db);
  if (rows[0]) return rows[0];
  await sectionById(db, sectionId);
  throw refuseAcademics('section.not-yours');
}

export interface SectionTeacher {
  id: string;
  sectionId: string;
  staffId: string;
  name: string;
  part: 'CLASS_TEACHER' | 'ASSISTANT' | 'SUBJECT';
  subjectId: string | null;
  subject: string | null;
  fromOn: Day;
  toOn: Day | null;
}

/** Who teaches these sections on a day or later, the class teacher first. */
export async function teachersFrom(
  db: Db,
  sectionIds: readonly string[],
  on: Day,
): Promise<SectionTeacher[]> {
  return db
    .selectFrom('section_teacher as t')
    .innerJoin('staff as p', (join) =>
      join.onRef('p.franchisee_id', '=', 't.franchisee_id').onRef('p.id', '=', 't.staff_id'),
    )
    .leftJoin('subject as u', 'u.id', 't.subject_id')
    .select([
      't.id',
      't.section_id as sectionId',
      't.staff_id as staffId',
      't.part',
      't.subject_id as subjectId',
      'u.name as subject',
      't.from_on as fromOn',
      't.to_on as toOn',
    ])
    .select(sql<string>`coalesce(${personName('p')}, p.employee_code)`.as('name'))
    .where(sql<boolean>`t.section_id = any (${[...sectionIds]}::uuid[])`)
    .where(sql<boolean>`coalesce(t.to_on, 'infinity') >= ${on}`)
    .orderBy(sql`case t.part when 'CLASS_TEACHER' then 0 when 'ASSISTANT' then 1 else 2 end`)
    .orderBy('t.from_on')
    .orderBy('p.name')
    .execute();
}

/** Who teaches a section on a day, the class teacher first. */
export const teachersOfSection = async (db: Db, sectionId: string, on: Day): Promise<SectionTeacher[]> =>
  (await teachersFrom(db, [sectionId], on)).filter(({ fromOn }) => fromOn <= on);

/** Children with a place in these sections on a day or later: what a section's capacity is held against. */
export async function placedIn(
  db: Db,
  sectionIds: readonly string[],
  on: Day,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('placement as p')
    .innerJoin('enrolment as e', (join) =>
      join.onRef('e.franchisee_id', '=', 'p.franchisee_id').onRef('e.id', '=', 'p.enrolment_id'),
    )
    .select(['p.section_id as sectionId', sql<number>`count(distinct p.enrolment_id)::int`.as('n')])
    .where(sql<boolean>`p.section_id = any (${[...sectionIds]}::uuid[])`)
    .where(sql<boolean>`coalesce(p.before_on, 'infinity') > ${on}`)
    .where('e.status', 'in', ['UPCOMING', 'ACTIVE', 'ON_HOLD'])
    .groupBy('p.section_id')
    .execute();
  return new Map(rows.map((row) => [row.sectionId ?? '', row.n]));
}
