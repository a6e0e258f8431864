import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAcademics } from '../academics.refusals.ts';
import { type AssignmentRow, assignmentContract } from './assignment.contract.ts';
import { ensureNetwork, scalesOf } from './skill-tree.server.ts';

/** Entries of a term are counted no further. */
const MOST_COUNTED = 10_000;

interface Which {
  yearId: number;
  classId: number;
}

export const getAssignment = handle(assignmentContract.get, async ({ db, actor, input }) => {
  const which = { yearId: chosenYear(actor), classId: input.classId };
  await ensureClass(db, input.classId);
  const there = await assigned(db, which);
  const { rows } = await sql<Omit<AssignmentRow, 'terms'>>`
    select p.id as "parameterId", p.name, g.name as "subSkill", s.name as skill, p.active and g.active and s.active as active
      from skill_parameter p join sub_skill g on g.id = p.sub_skill_id join skill s on s.id = g.skill_id
     order by s.position, s.name, g.position, g.name, p.position, p.name`.execute(db);
  return {
    terms: (await termsWithEntries(db, which)).map((term) => ({
      termNo: term.termNo,
      name: term.name,
      scaleId: there.find((one) => one.term_no === term.termNo)?.scale_id ?? null,
      entries: term.entries,
    })),
    scales: await scalesOf(db),
    // What is not in use any more is offered no more; where it was assigned it stays in sight.
    rows: rows
      .map((row) => ({
        ...row,
        terms: Object.fromEntries(
          there
            .filter((one) => one.parameter_id === row.parameterId)
            .map((one) => [
              String(one.term_no),
              one.required ? ('REQUIRED' as const) : ('OPTIONAL' as const),
            ]),
        ),
      }))
      .filter((row) => row.active || Object.keys(row.terms).length > 0),
    can: { save: actor.wholeNetwork && mayCall(actor, assignmentContract.save) },
  };
});

export const saveAssignment = handle(assignmentContract.save, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const which = { yearId: chosenYear(actor), classId: input.classId };
  const terms = await lockTerms(db, which);
  const there = await assigned(db, which);
  let saved = 0;
  for (const wanted of input.terms) {
    const term = terms.find(({ termNo }) => termNo === wanted.termNo);
    if (!term) throw refuseAcademics('skill-assignment.no-term', { details: { no: wanted.termNo } });
    const before = there.filter(({ term_no }) => term_no === wanted.termNo);
    const parameters = new Map(wanted.parameters.map((one) => [one.parameterId, one.required]));
    if (term.entries > 0) ensureOnlyAdded(term, before, wanted.scaleId, parameters);
    await ensureKnown(db, wanted.scaleId, [...parameters.keys()]);
    const stays = (one: Assigned) =>
      one.scale_id === wanted.scaleId && parameters.get(one.parameter_id) === one.required;
    const gone = before.filter((one) => !stays(one)).map(({ parameter_id }) => parameter_id);
    if (gone.length > 0)
      await db
        .deleteFrom('skill_assignment')
        .where('academic_year_id', '=', which.yearId)
        .where('class_id', '=', which.classId)
        .where('term_no', '=', wanted.termNo)
        .where('parameter_id', 'in', gone)
        .execute();
    const kept = new Set(before.filter(stays).map(({ parameter_id }) => parameter_id));
    await insertAssigned(
      db,
      which,
      [...parameters]
        .filter(([parameterId]) => !kept.has(parameterId))
        .map(([parameterId, required]) => ({
          termNo: wanted.termNo,
          scaleId: wanted.scaleId,
          parameterId,
          required,
        })),
    );
    saved += parameters.size;
  }
  return { saved };
});

export const copyAssignment = handle(assignmentContract.copy, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const which = { yearId: chosenYear(actor), classId: input.classId };
  const terms = await lockTerms(db, which);
  const filled = new Set((await assigned(db, which)).map(({ term_no }) => term_no));
  const source = await assigned(db, { yearId: input.fromYearId, classId: input.fromClassId });
  const active = new Set(
    (await db.selectFrom('skill_parameter').select('id').where('active', '=', true).execute()).map(
      ({ id }) => id,
    ),
  );
  const taken = source.filter(
    (one) =>
      active.has(one.parameter_id) &&
      !filled.has(one.term_no) &&
      terms.some(({ termNo }) => termNo === one.term_no),
  );
  if (taken.length === 0) throw refuseAcademics('skill-assignment.nothing-to-copy');
  const competencies = await insertAssigned(
    db,
    which,
    taken.map((one) => ({
      termNo: one.term_no,
      scaleId: one.scale_id,
      parameterId: one.parameter_id,
      required: one.required,
    })),
  );
  return { terms: new Set(taken.map(({ term_no }) => term_no)).size, competencies };
});

const ensureClass = async (db: Db, classId: number): Promise<void> => {
  ensureFound(await db.selectFrom('class').select('id').where('id', '=', classId).executeTakeFirst());
};

const assigned = (db: Db, { yearId, classId }: Which) =>
  db
    .selectFrom('skill_assignment')
    .select(['term_no', 'parameter_id', 'scale_id', 'required'])
    .where('academic_year_id', '=', yearId)
    .where('class_id', '=', classId)
    .execute();
type Assigned = Awaited<ReturnType<typeof assigned>>[number];

interface TermEntries {
  termNo: number;
  name: string;
  entries: number;
}

async function termsWithEntries(db: Db, { yearId, classId }: Which): Promise<TermEntries[]> {
  const { rows } = await sql<TermEntries>`
    select t.term_no as "termNo", t.name, (select count(*)::int from (select from grade_entry e where e.term_map_id = t.id limit ${MOST_COUNTED}) n) as entries
      from term_map t where t.academic_year_id = ${yearId} and t.class_id = ${classId} order by t.term_no`.execute(
    db,
  );
  return rows;
}

/** The terms, locked: an entry of a grade names its term, so none begins meanwhile. */
async function lockTerms(db: Db, which: Which): Promise<TermEntries[]> {
  await ensureClass(db, which.classId);
  await db
    .selectFrom('term_map')
    .select('id')
    .where('academic_year_id', '=', which.yearId)
    .where('class_id', '=', which.classId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return termsWithEntries(db, which);
}

/** After the first entry the scale stands, and what was asked stays as it was: only optional ones come to it. */
function ensureOnlyAdded(
  term: TermEntries,
  before: readonly Assigned[],
  scaleId: string,
  wanted: ReadonlyMap<string, boolean>,
): void {
  const details = { term: term.name, n: term.entries };
  if (before.some((one) => one.scale_id !== scaleId))
    throw refuseAcademics('skill-assignment.scale-fixed', { details });
  const known = new Map(before.map((one) => [one.parameter_id, one.required]));
  const kept = before.every((one) => wanted.get(one.parameter_id) === one.required);
  const added = [...wanted].filter(([id]) => !known.has(id));
  if (!kept || added.some(([, required]) => required))
    throw refuseAcademics('skill-assignment.used', { details });
}

async function ensureKnown(db: Db, scaleId: string, parameterIds: readonly string[]): Promise<void> {
  const scale = await db.selectFrom('rating_scale').select('id').where('id', '=', scaleId).executeTakeFirst();
  if (!scale) throw refuse('input.invalid', { fields: { terms: 'Choose a scale of the list' } });
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from skill_parameter where id = any (${[...parameterIds]}::uuid[])`.execute(db);
  if (rows[0]?.n !== parameterIds.length)
    throw refuse('input.invalid', { fields: { terms: 'Choose competencies of the list' } });
}

async function insertAssigned(
  db: Db,
  { yearId, classId }: Which,
  rows: readonly { termNo: number; scaleId: string; parameterId: string; required: boolean }[],
): Promise<number> {
  if (rows.length > 0)
    await db
      .insertInto('skill_assignment')
      .values(
        rows.map((row) => ({
          academic_year_id: yearId,
          class_id: classId,
          term_no: row.termNo,
          parameter_id: row.parameterId,
          scale_id: row.scaleId,
          required: row.required,
        })),
      )
      .execute();
  return rows.length;
}
