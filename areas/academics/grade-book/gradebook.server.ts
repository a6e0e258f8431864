// What grid, remarks and submission of a section and term have in common.
import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type RosterChild, rosterOf, rosterRows } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { ensureMySection, mySections, type PlacedSection } from '../structure/sections.server.ts';
import { termsOfClass } from '../term/term.server.ts';
import type { Competency, GradeCell } from './grade.contract.ts';
import { sheetLabels } from './grade.states.ts';

/** Who joined later than this before the end of the term may be left out (academics.md 3.6). */
const TOO_EARLY_DAYS = 30;

export type Term = Awaited<ReturnType<typeof termsOfClass>>[number];
export type Sheet = RowIn<'grade_sheet'>;

export interface SheetChoice {
  sections: { id: string; label: string }[];
  section: PlacedSection | null;
  terms: Term[];
  term: Term | null;
}

/** The section and term that were asked for, else the first of the own ones and the term whose entries are open. */
export async function chooseSheet(
  db: Db,
  actor: Actor,
  wanted: { sectionId?: string | undefined; termId?: string | undefined },
  now: Date,
): Promise<SheetChoice> {
  const today = todayIst(now);
  const mine = await mySections(db, actor, today);
  const section = wanted.sectionId
    ? (mine.find(({ id }) => id === wanted.sectionId) ??
      (await ensureMySection(db, actor, wanted.sectionId, today)))
    : await usualSection(db, mine);
  const sections = mine.map(({ id, label }) => ({ id, label }));
  if (!section) return { sections, section, terms: [], term: null };
  const terms = await termsOfClass(db, section);
  const usual =
    terms.find((one) => one.entryFrom <= today && today <= one.entryTo) ??
    terms.findLast((one) => one.fromOn <= today) ??
    terms[0] ??
    null;
  const term = wanted.termId ? ensureFound(terms.find(({ id }) => id === wanted.termId)) : usual;
  return { sections, section, terms, term };
}

/** The first whose class has terms: the circle of parents and toddlers, which is not graded, often stands first. */
async function usualSection(db: Db, mine: readonly PlacedSection[]): Promise<PlacedSection | null> {
  for (const section of mine) if ((await termsOfClass(db, section)).length > 0) return section;
  return mine[0] ?? null;
}

/** The section and term of a command: 404 or 403 when they are not the actor's. */
export async function ensureSheet(
  db: Db,
  actor: Actor,
  wanted: { sectionId: string; termId: string },
  now: Date,
): Promise<{ section: PlacedSection; term: Term }> {
  const { section, term } = await chooseSheet(db, actor, wanted, now);
  return { section: ensureFound(section), term: ensureFound(term) };
}

function placeOf({ franchiseeId, id: sectionId }: PlacedSection, term: Term, now: Date) {
  const today = todayIst(now);
  return { franchiseeId, sectionId, on: today < term.toOn ? today : term.toOn };
}

/** The children of the term: as they stand in the section today, after its end as on its last day, without those who left since. */
export async function childrenOf(
  db: Db,
  section: PlacedSection,
  term: Term,
  now: Date,
): Promise<RosterChild[]> {
  const roster = await rosterOf(db, placeOf(section, term, now));
  return roster.filter(staysGraded);
}

const staysGraded = ({ status }: RosterChild): boolean => status !== 'WITHDRAWN' && status !== 'TRANSFERRED';

export const joinedLately = (child: RosterChild, term: Term): boolean =>
  child.joinedOn > addDays(term.toOn, -TOO_EARLY_DAYS);

/** What a class is graded on in a term, in the order of the tree. */
export async function competenciesOf(
  db: Db,
  { yearId, classId }: PlacedSection,
  term: Term,
): Promise<{ scaleId: string | null; competencies: Competency[] }> {
  const { rows } = await sql<Competency & { scaleId: string }>`
    select p.id as "parameterId", p.name, p.guidance, s.name as skill, g.name as "subSkill", a.required, a.scale_id as "scaleId"
      from skill_assignment a join skill_parameter p on p.id = a.parameter_id
      join sub_skill g on g.id = p.sub_skill_id join skill s on s.id = g.skill_id
     where a.academic_year_id = ${yearId} and a.class_id = ${classId} and a.term_no = ${term.termNo}
     order by s.position, s.name, g.position, g.name, p.position, p.name`.execute(db);
  return {
    scaleId: rows[0]?.scaleId ?? null,
    competencies: rows.map(({ scaleId: _scale, ...row }) => row),
  };
}

/** Every cell that was written, emptied ones among them, with who wrote it last. */
export async function cellsOf(
  db: Db,
  { franchiseeId }: PlacedSection,
  termId: string,
  enrolmentIds: readonly string[],
): Promise<(GradeCell & { by: string | null })[]> {
  const { rows } = await sql<GradeCell & { by: string | null }>`
    select e.enrolment_id as "enrolmentId", e.parameter_id as "parameterId", e.level_id as "levelId", e.not_observed as "notObserved",
           e.version, ${personName('u')} as by
      from grade_entry e left join app_user u on u.id = coalesce(e.updated_by, e.created_by)
     where e.franchisee_id = ${franchiseeId} and e.term_map_id = ${termId} and e.enrolment_id = any (${[...enrolmentIds]}::uuid[])
     order by e.enrolment_id, e.parameter_id`.execute(db);
  return rows;
}

/** A child of the term with what was entered for it. */
export interface ChildWithCells {
  child: RosterChild;
  cells: GradeCell[];
}

interface PackedCells {
  /** `parameter version level` of each cell, by the parameter's id; the level is empty where none was given. */
  cells: string | null;
  /** Why a competency was not observed, by its id. */
  notObserved: Record<string, string> | null;
}

/**
 * The children of the term, each with its cells, in one statement. A child's cells are one text of ids and numbers: as 700
 * rows they cost database and driver twice the time.
 */
export async function gradedChildren(
  db: Db,
  section: PlacedSection,
  term: Term,
  now: Date,
): Promise<ChildWithCells[]> {
  const { rows } = await sql<RosterChild & PackedCells>`
    select r.*, c.cells, c."notObserved" from (${rosterRows(placeOf(section, term, now))}) r
     cross join lateral (
       select string_agg(e.parameter_id || ' ' || e.version || ' ' || coalesce(e.level_id::text, ''), ',' order by e.parameter_id) as cells,
              json_object_agg(e.parameter_id, e.not_observed) filter (where e.not_observed is not null) as "notObserved"
         from grade_entry e
        where e.franchisee_id = ${section.franchiseeId} and e.term_map_id = ${term.id} and e.enrolment_id = r."studentAdmissionId") c
     order by r."rollNo" nulls last, r.name, r."studentId"`.execute(db);
  return rows
    .filter(staysGraded)
    .map(({ cells, notObserved, ...child }) => ({ child, cells: unpacked(child, { cells, notObserved }) }));
}

const unpacked = (child: RosterChild, { cells, notObserved }: PackedCells): GradeCell[] =>
  (cells?.split(',') ?? []).map((packed) => {
    const [parameterId = '', version, levelId] = packed.split(' ');
    return {
      enrolmentId: child.studentAdmissionId,
      parameterId,
      levelId: levelId || null,
      notObserved: notObserved?.[parameterId] ?? null,
      version: Number(version),
    };
  });

/** Children left out of a term, with the reason. */
export async function leftOut(
  db: Db,
  { franchiseeId }: PlacedSection,
  termId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('too_early')
    .select(['enrolment_id', 'reason'])
    .where('franchisee_id', '=', franchiseeId)
    .where('term_map_id', '=', termId)
    .execute();
  return new Map(rows.map((row) => [row.enrolment_id, row.reason]));
}

const sheetQuery = (db: Db, { franchiseeId, id }: PlacedSection, termId: string) =>
  db
    .selectFrom('grade_sheet')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('section_id', '=', id)
    .where('term_map_id', '=', termId);

export const sheetOf = async (db: Db, section: PlacedSection, termId: string): Promise<Sheet | null> =>
  (await sheetQuery(db, section, termId).executeTakeFirst()) ?? null;

/** The sheet, made at the first entry and locked: two who enter follow each other. */
export async function lockSheet(db: Db, section: PlacedSection, termId: string): Promise<Sheet> {
  // Whoever changes what is graded in the term waits for this, and this for them (assignment.server.ts).
  await db.selectFrom('term_map').select('id').where('id', '=', termId).forKeyShare().execute();
  await db
    .insertInto('grade_sheet')
    .values({ franchisee_id: section.franchiseeId, section_id: section.id, term_map_id: termId })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return ensureFound(await sheetQuery(db, section, termId).forUpdate().executeTakeFirst());
}

/** Why nothing can be entered now; null while it can. What was returned may be corrected after the last day of entry. */
export function closedWhy(
  sheet: Pick<Sheet, 'status'> | null,
  term: Term,
  today: Day,
): { code: 'grade.window' | 'grade.sheet-closed'; details: Record<string, string> } | null {
  const status = sheet?.status ?? 'OPEN';
  if (status === 'RETURNED') return null;
  if (status !== 'OPEN')
    return { code: 'grade.sheet-closed', details: { status: sheetLabels[status].toLowerCase() } };
  if (term.entryFrom <= today && today <= term.entryTo) return null;
  return {
    code: 'grade.window',
    details: { from: formatDate(term.entryFrom), to: formatDate(term.entryTo) },
  };
}

/** Refuses a sheet that was given away, or a day outside the entry window. */
export function ensureOpenSheet(sheet: Sheet, term: Term, now: Date): void {
  const why = closedWhy(sheet, term, todayIst(now));
  if (why) throw refuseAcademics(why.code, { details: why.details });
}
