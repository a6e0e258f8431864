import { randomUUID } from 'node:crypto';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { aad, open, seal } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { rosterOf } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { ensureMySection, mySections, type PlacedSection } from '../structure/sections.server.ts';
import { healthContract } from './health.contract.ts';
import { rangeProblems, toGrams, toMm } from './health-range.ts';

type Check = 'OK' | 'CHECK' | 'NOT_DONE';
interface Texts {
  remark?: string;
  allergies?: string;
  advice?: string;
}
interface Place {
  franchiseeId: number;
  id: string;
}

/** What is written of a child's health is sealed as one JSON at the row's place: no dump shows a word of it. */
const placeOf = ({ franchiseeId, id }: Place): string => aad('health_remark', 'private', franchiseeId, id);
const sealTexts = (at: Place, texts: Texts): Buffer | null =>
  Object.keys(texts).length === 0 ? null : seal(JSON.stringify(texts), placeOf(at));
const openTexts = (at: Place, sealed: Buffer | null): Texts =>
  sealed === null ? {} : (JSON.parse(open(sealed, placeOf(at))) as Texts);

interface Measure {
  id: string;
  enrolmentId: string;
  measuredOn: Day;
  heightMm: number | null;
  weightG: number | null;
  vision: Check;
  dental: Check;
  hearing: Check;
  private: Buffer | null;
  by: string | null;
}

const measuresOf = async (
  db: Db,
  franchiseeId: number,
  enrolmentIds: readonly string[],
): Promise<Measure[]> => {
  const { rows } = await sql<Measure>`
    select h.id, h.enrolment_id as "enrolmentId", h.measured_on as "measuredOn", h.height_mm as "heightMm", h.weight_g as "weightG",
           h.vision, h.dental, h.hearing, h.private, ${personName('u')} as by
      from health_remark h left join app_user u on u.id = h.written_by
     where h.franchisee_id = ${franchiseeId} and h.enrolment_id = any (${[...enrolmentIds]}::uuid[])
     order by h.measured_on desc`.execute(db);
  return rows;
};

const difference = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a === null || a === undefined || b === null || b === undefined ? null : a - b;

export const listHealth = handle(healthContract.list, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const mine = await mySections(db, actor, today);
  const section = input.sectionId ? await ensureMySection(db, actor, input.sectionId, today) : mine[0];
  const head = { sections: mine.map(({ id, label }) => ({ id, label })), sectionId: section?.id ?? null };
  const allowed = { save: mayCall(actor, healthContract.save) };
  if (!section) return { ...head, rows: [], can: allowed };
  const { franchiseeId, id: sectionId } = section;
  const roster = await rosterOf(db, { franchiseeId, sectionId, on: today });
  const measures = await measuresOf(
    db,
    franchiseeId,
    roster.map(({ studentAdmissionId }) => studentAdmissionId),
  );
  return {
    ...head,
    rows: roster.map((child) => {
      const own = measures.filter(({ enrolmentId }) => enrolmentId === child.studentAdmissionId);
      const [last] = own;
      const tall = own.filter(({ heightMm }) => heightMm !== null);
      const heavy = own.filter(({ weightG }) => weightG !== null);
      return {
        enrolmentId: child.studentAdmissionId,
        name: child.name,
        rollNo: child.rollNo,
        hasAllergy: child.hasAllergy,
        last: last ?? null,
        grownMm: difference(tall[0]?.heightMm, tall[1]?.heightMm),
        gainedG: difference(heavy[0]?.weightG, heavy[1]?.weightG),
      };
    }),
    can: allowed,
  };
});

export const childHealth = handle(healthContract.child, async ({ db, actor, input, now }) => {
  const child = await childOf(db, actor, input.enrolmentId, todayIst(now));
  const { franchiseeId } = child.section;
  const rows = await measuresOf(db, franchiseeId, [input.enrolmentId]);
  return {
    name: child.name,
    rows: rows.map(({ private: sealed, ...row }) => {
      const {
        remark = null,
        allergies = null,
        advice = null,
      } = openTexts({ franchiseeId, id: row.id }, sealed);
      return { ...row, remark, allergies, advice };
    }),
    can: { save: mayCall(actor, healthContract.save) },
  };
});

export const saveHealth = handle(healthContract.save, async ({ db, actor, input, now }) => {
  const { enrolmentId, measuredOn } = input;
  const today = todayIst(now);
  const { section } = await childOf(db, actor, enrolmentId, today);
  ensureDay(measuredOn, today);
  const problems = rangeProblems({ height: input.height, weight: input.weight });
  if (Object.keys(problems).length > 0) throw refuseAcademics('health.range', { fields: problems });
  const id = await idOf(db, section.franchiseeId, enrolmentId, measuredOn);
  const texts = Object.fromEntries(
    Object.entries({ remark: input.remark, allergies: input.allergies, advice: input.advice }).filter(
      ([, text]) => text,
    ),
  ) as Texts;
  await write(db, { franchiseeId: section.franchiseeId, id, enrolmentId, measuredOn }, actor, {
    height_mm: toMm(input.height),
    weight_g: toGrams(input.weight),
    vision: input.vision,
    dental: input.dental,
    hearing: input.hearing,
    private: sealTexts({ franchiseeId: section.franchiseeId, id }, texts),
  });
  return {};
});

export const measureSection = handle(healthContract.measure, async ({ db, actor, input, now }) => {
  const { sectionId, measuredOn, rows } = input;
  const today = todayIst(now);
  const section = await ensureMySection(db, actor, sectionId, today);
  ensureDay(measuredOn, today);
  const { franchiseeId } = section;
  const roster = await rosterOf(db, { franchiseeId, sectionId, on: today });
  const known = new Set(roster.map(({ studentAdmissionId }) => studentAdmissionId));
  const problems: Record<string, string> = {};
  rows.forEach((row, index) => {
    if (!known.has(row.enrolmentId)) problems[`rows.${index}.enrolmentId`] = 'Not in this section';
    for (const [name, text] of Object.entries(rangeProblems(row))) problems[`rows.${index}.${name}`] = text;
  });
  if (Object.keys(problems).length > 0) throw refuseAcademics('health.range', { fields: problems });
  let saved = 0;
  for (const { enrolmentId, height, weight } of rows) {
    if (height === null && weight === null) continue;
    const id = await idOf(db, franchiseeId, enrolmentId, measuredOn);
    // What was left empty stays as it stands.
    await write(db, { franchiseeId, id, enrolmentId, measuredOn }, actor, {
      ...(height === null ? {} : { height_mm: toMm(height) }),
      ...(weight === null ? {} : { weight_g: toGrams(weight) }),
    });
    saved += 1;
  }
  return { saved };
});

function ensureDay(day: Day, today: Day): void {
  if (day > today)
    throw refuse('input.invalid', { fields: { measuredOn: 'Choose today or an earlier day' } });
}

/** The child and the section it is in, when the section is the actor's: else 404 or 403. */
async function childOf(
  db: Db,
  actor: Actor,
  enrolmentId: string,
  today: Day,
): Promise<{ name: string; section: PlacedSection }> {
  const child = ensureFound(
    await db
      .selectFrom('enrolment as e')
      .innerJoin('student as s', (join) =>
        join.onRef('s.franchisee_id', '=', 'e.franchisee_id').onRef('s.id', '=', 'e.student_id'),
      )
      .select(['s.name', 'e.section_id as sectionId'])
      .where('e.id', '=', enrolmentId)
      .executeTakeFirst(),
  );
  const section = await ensureMySection(db, actor, ensureFound(child.sectionId), today);
  return { name: child.name, section };
}

/** The id of the row of a day: texts are sealed for the row's place, so it is known before the row is written. */
async function idOf(db: Db, franchiseeId: number, enrolmentId: string, day: Day): Promise<string> {
  const there = await db
    .selectFrom('health_remark')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('enrolment_id', '=', enrolmentId)
    .where('measured_on', '=', day)
    .forUpdate()
    .executeTakeFirst();
  return there?.id ?? randomUUID();
}

async function write(
  db: Db,
  row: { franchiseeId: number; id: string; enrolmentId: string; measuredOn: Day },
  actor: Actor,
  values: Partial<{
    height_mm: number | null;
    weight_g: number | null;
    vision: Check;
    dental: Check;
    hearing: Check;
    private: Buffer | null;
  }>,
): Promise<void> {
  const set = { ...values, written_by: actor.userId };
  await db
    .insertInto('health_remark')
    .values({
      franchisee_id: row.franchiseeId,
      id: row.id,
      enrolment_id: row.enrolmentId,
      measured_on: row.measuredOn,
      ...set,
    })
    .onConflict((oc) => oc.columns(['franchisee_id', 'id']).doUpdateSet(set))
    .execute();
}
