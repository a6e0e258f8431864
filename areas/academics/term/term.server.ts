import {
  academicYearDays,
  academicYearLabel,
  academicYearOf,
  type Day,
  daysBetween,
  formatDate,
} from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { academicsModules as m } from '../modules.ts';
import { type TermRow, termContract } from './term.contract.ts';
import { shiftProblems, type TermDates, termDateProblems } from './term-dates.ts';

/** Longer holidays between two terms are a mistake in a date. */
const MOST_GAP_DAYS = 60;

export const listTerms = handle(termContract.list, async ({ db, actor, input }) => {
  const yearId = chosenYear(actor);
  return {
    year: { id: yearId, label: academicYearLabel(yearId), ...academicYearDays(yearId) },
    rows: await termsOf(db, actor, { yearId, classId: input.classId }),
    can: { add: ofNetwork(actor) },
  };
});

export const getTerm = handle(termContract.get, async ({ db, actor, input }) =>
  ensureFound((await termsOf(db, actor, { id: input.id }))[0]),
);

export const saveTerm = handle(termContract.save, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const yearId = chosenYear(actor);
  const { classIds, ...term } = input;
  ensureDates(term, yearId);
  for (const classId of [...new Set(classIds)].sort((a, b) => a - b)) {
    await ensureRoom(db, { yearId, classId, term });
    await db
      .insertInto('term_map')
      .values({
        academic_year_id: yearId,
        class_id: classId,
        term_no: term.termNo,
        name: term.name,
        ...columnsOf(term),
      })
      .execute();
  }
  return { added: new Set(classIds).size };
});

export const changeTerm = handle(termContract.change, async ({ db, actor, input, version }) => {
  ensureNetwork(actor);
  const row = await lockTerm(db, input.id);
  ensureFresh(row.version === version ? 1 : 0);
  ensureDates(input, row.academic_year_id);
  await ensureRoom(db, {
    yearId: row.academic_year_id,
    classId: row.class_id,
    term: { ...input, termNo: row.term_no },
    except: row.id,
  });
  await db
    .updateTable('term_map')
    .set({ name: input.name, ...columnsOf(input) })
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const overrideTerm = handle(termContract.override, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const row = ensureFound(
    await db.selectFrom('term_map').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  ensureDates(input, row.academic_year_id);
  const problems = shiftProblems(input, datesOf(row));
  if (Object.keys(problems).length > 0) throw refuseAcademics('term.shift', { fields: problems });
  const clash = (await termsOf(db, actor, { yearId: row.academic_year_id, classId: row.class_id })).find(
    (other) => other.id !== row.id && other.fromOn <= input.toOn && input.fromOn <= other.toOn,
  );
  if (clash) throw overlap(row.name, clash, clash.className, input);
  const values = { ...columnsOf(input), reason: input.reason };
  await db
    .insertInto('term_override')
    .values({ franchisee_id: franchiseeId, term_map_id: row.id, ...values })
    .onConflict((oc) => oc.columns(['franchisee_id', 'term_map_id']).doUpdateSet(values))
    .execute();
  return {};
});

export const resetTerm = handle(termContract.reset, async ({ db, actor, input }) => {
  await db
    .deleteFrom('term_override')
    .where('franchisee_id', '=', chosenCentre(actor))
    .where('term_map_id', '=', input.id)
    .execute();
  return {};
});

/** The term of a class on a day at a centre, with the centre's own dates; null between terms. */
export async function termFor(
  db: Db,
  { franchiseeId, classId }: { franchiseeId: number; classId: number },
  day: Day,
): Promise<{ id: string; name: string; fromOn: Day; toOn: Day; entryFrom: Day; entryTo: Day } | null> {
  const rows = await termRows(db, franchiseeId, { yearId: academicYearOf(day), classId });
  return rows.find((row) => row.fromOn <= day && day <= row.toOn) ?? null;
}

/** The terms of a class in a year at a centre, with the centre's own dates, in their order. */
export const termsOfClass = (
  db: Db,
  { franchiseeId, yearId, classId }: { franchiseeId: number; yearId: number; classId: number },
) => termRows(db, franchiseeId, { yearId, classId });

interface Which {
  id?: string;
  yearId?: number;
  classId?: number | undefined;
}

async function termRows(db: Db, franchiseeId: number | null, which: Which) {
  const rows = await db
    .selectFrom('term_map as t')
    .innerJoin('class as k', 'k.id', 't.class_id')
    .leftJoin('term_override as o', (join) =>
      // Without a centre there are no own dates: 0 is nobody's number.
      join.onRef('o.term_map_id', '=', 't.id').on('o.franchisee_id', '=', franchiseeId ?? 0),
    )
    .select([
      't.id',
      't.class_id as classId',
      'k.name as className',
      't.term_no as termNo',
      't.name',
      't.from_on as networkFrom',
      't.to_on as networkTo',
      't.entry_from as networkEntryFrom',
      't.entry_to as networkEntryTo',
      't.publish_on as networkPublish',
      'o.from_on as ownFrom',
      'o.to_on as ownTo',
      'o.entry_from as ownEntryFrom',
      'o.entry_to as ownEntryTo',
      'o.publish_on as ownPublish',
      'o.reason',
      't.version',
    ])
    .$if(which.id !== undefined, (q) => q.where('t.id', '=', which.id ?? ''))
    .$if(which.yearId !== undefined, (q) => q.where('t.academic_year_id', '=', which.yearId ?? 0))
    .$if(which.classId !== undefined, (q) => q.where('t.class_id', '=', which.classId ?? 0))
    .orderBy('k.position')
    .orderBy('t.term_no')
    .execute();
  return rows.map((row) => {
    const network: TermDates = {
      fromOn: row.networkFrom,
      toOn: row.networkTo,
      entryFrom: row.networkEntryFrom,
      entryTo: row.networkEntryTo,
      publishOn: row.networkPublish,
    };
    // The columns of an own row are there together.
    const moved = row.ownFrom !== null;
    const dates: TermDates = moved
      ? {
          fromOn: row.ownFrom ?? '',
          toOn: row.ownTo ?? '',
          entryFrom: row.ownEntryFrom ?? '',
          entryTo: row.ownEntryTo ?? '',
          publishOn: row.ownPublish,
        }
      : network;
    const { id, classId, className, termNo, name, reason, version } = row;
    return {
      id,
      classId,
      className,
      termNo,
      name,
      ...dates,
      network: moved ? network : null,
      reason,
      version,
    };
  });
}

async function termsOf(db: Db, actor: Actor, which: Which): Promise<TermRow[]> {
  const may = holds(actor, m.Terms, true);
  const rows = await termRows(db, actor.franchiseeId, which);
  return rows.map((row) => ({
    ...row,
    can: {
      change: ofNetwork(actor),
      override: may && actor.franchiseeId !== null,
      reset: may && row.network !== null,
    },
  }));
}

/** The network's terms are head office's (academics.md D28); with a centre chosen the screens offer that centre's own dates. */
const ofNetwork = (actor: Actor): boolean =>
  actor.wholeNetwork && actor.franchiseeId === null && holds(actor, m.Terms, true);

function ensureNetwork(actor: Actor): void {
  if (!actor.wholeNetwork) throw refuse('module.missing');
}

function ensureDates(dates: TermDates, yearId: number): void {
  const problems = termDateProblems(dates, yearId);
  if (Object.keys(problems).length > 0) throw refuse('input.invalid', { fields: problems });
}

/** Nothing else of the class is at these dates, nor too far from them. Locks the class: two saves follow each other. */
async function ensureRoom(
  db: Db,
  {
    yearId,
    classId,
    term,
    except,
  }: { yearId: number; classId: number; term: TermDates & { termNo: number; name: string }; except?: string },
): Promise<void> {
  const owner = ensureFound(
    await db
      .selectFrom('class')
      .select(['id', 'name'])
      .where('id', '=', classId)
      .forUpdate()
      .executeTakeFirst(),
  );
  const others = (await termRows(db, null, { yearId, classId })).filter((row) => row.id !== except);
  if (others.some((row) => row.termNo === term.termNo))
    throw refuseAcademics('term.exists', {
      fields: { termNo: 'This number is taken' },
      details: { class: owner.name, no: term.termNo, year: academicYearLabel(yearId) },
    });
  const clash = others.find((row) => row.fromOn <= term.toOn && term.fromOn <= row.toOn);
  if (clash) throw overlap(term.name, clash, owner.name, term);
  const before = others.filter((row) => row.toOn < term.fromOn).at(-1);
  if (before && daysBetween(before.toOn, term.fromOn) - 1 > MOST_GAP_DAYS)
    throw refuseAcademics('term.gap', {
      fields: { fromOn: `At most ${MOST_GAP_DAYS} days after ${formatDate(before.toOn)}` },
      details: { other: before.name, date: formatDate(before.toOn), class: owner.name },
    });
}

const overlap = (
  name: string,
  other: { name: string; fromOn: Day; toOn: Day },
  className: string,
  term: TermDates,
) => {
  // The day at which the two meet.
  const meets = term.fromOn <= other.toOn && term.fromOn >= other.fromOn ? other.toOn : other.fromOn;
  return refuseAcademics('term.overlap', {
    fields: { fromOn: `${other.name} runs from ${formatDate(other.fromOn)} to ${formatDate(other.toOn)}` },
    details: { term: name, other: other.name, date: formatDate(meets), class: className },
  });
};

async function lockTerm(db: Db, id: string) {
  return ensureFound(
    await db.selectFrom('term_map').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
}

const columnsOf = (dates: TermDates) => ({
  from_on: dates.fromOn,
  to_on: dates.toOn,
  entry_from: dates.entryFrom,
  entry_to: dates.entryTo,
  publish_on: dates.publishOn,
});

const datesOf = (row: ReturnType<typeof columnsOf>): TermDates => ({
  fromOn: row.from_on,
  toOn: row.to_on,
  entryFrom: row.entry_from,
  entryTo: row.entry_to,
  publishOn: row.publish_on,
});
