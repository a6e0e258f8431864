import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { lockSection, type PlacedSection } from '../../academics/public.server.ts';
import { followPlacements } from '../placement/follow-placements.server.ts';
import { moveToSection } from '../placement/place-enrolments.server.ts';
import { refuseStudent } from '../refusals.ts';
import { toddlerContract } from './toddler.contract.ts';
import { type ProgrammeDay, programmeDayNames, toddlerStates } from './toddler.states.ts';
import { attendedSince } from './toddler-facts.server.ts';
import { clashOf, lastSession, placesLeft, slotEnd, yearEnd } from './toddler-place.server.ts';

type Assignment = RowIn<'programme_assignment'>;
const fault = (field: string, text: string) => refuse('input.invalid', { fields: { [field]: text } });

export interface AskedPlace {
  days: readonly ProgrammeDay[];
  slotFrom: string;
  from: Day;
  sessions: number;
  /** Sessions used before, of those asked for. */
  before?: number;
  /** The assignment that gives way. */
  instead?: string | undefined;
}

/** Weighs a place of a child in a batch: its last day, or a refusal. The section is locked by whoever gives it. */
export async function weighPlace(
  db: Db,
  enrolment: RowIn<'enrolment'>,
  section: PlacedSection,
  asked: AskedPlace,
): Promise<{ toOn: Day }> {
  ensure(asked.days.length > 0, () => fault('days', 'Choose at least one day'));
  ensure(enrolment.programme === 'PARENT_TODDLER' && ['UPCOMING', 'ACTIVE'].includes(enrolment.status), () =>
    refuseStudent('toddler.not-enrolled'),
  );
  ensure(
    section.active && section.classId === enrolment.class_id && section.yearId === enrolment.academic_year_id,
    () => refuseStudent('toddler.other-class'),
  );
  ensure(asked.from >= enrolment.joined_on, () => fault('from', 'Not before the first day of the child'));
  const toOn = await lastSession(db, section.franchiseeId, {
    from: asked.from,
    days: asked.days,
    sessions: asked.sessions - (asked.before ?? 0),
  });
  ensure(toOn !== null && toOn <= yearEnd(enrolment.academic_year_id), () =>
    refuseStudent('toddler.sessions'),
  );
  const place = { ...asked, enrolmentId: enrolment.id, section, fromOn: asked.from, toOn };
  const clash = await clashOf(db, place);
  ensure(!clash, () =>
    refuseStudent('toddler.clash', { details: { batch: clash?.batch ?? '', slot: clash?.slot ?? '' } }),
  );
  const left = await placesLeft(db, place);
  const full = asked.days.filter((day) => (left.get(day) ?? 0) <= 0);
  if (full.length > 0) {
    const free = programmeDayNames
      .filter((day) => (left.get(day) ?? 0) > 0)
      .map((day) => `${day} ${asked.slotFrom} (${left.get(day)})`);
    throw refuseStudent('toddler.batch-full', {
      details: {
        batch: `${section.name} ${full.join(', ')} ${asked.slotFrom}`,
        capacity: section.capacity,
        free: free.length > 0 ? `Free: ${free.join(' · ')}.` : 'No day of this hour is free.',
      },
    });
  }
  return { toOn };
}

export const assignToddler = handle(toddlerContract.assign, async ({ db, input, now }) => {
  const enrolment = await lockRow(db, 'enrolment', input.enrolmentId);
  return give(
    db,
    enrolment,
    input.sectionId,
    { ...askedIn(input), companion: input.companion ?? null },
    todayIst(now),
  );
});

export const changeToddler = handle(toddlerContract.change, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'programme_assignment', input.id, version);
  const enrolment = await lockRow(db, 'enrolment', row.enrolment_id);
  const [today, companion] = [todayIst(now), input.companion ?? null];
  ensure(row.status === 'SCHEDULED' || row.status === 'RUNNING', () => refuse('row.wrong-state'));
  if (row.status === 'SCHEDULED') {
    const section = await lockSection(db, input.sectionId);
    const asked = { ...askedIn(input), before: row.sessions_before, instead: row.id };
    const { toOn } = await weighPlace(db, enrolment, section, asked);
    await db
      .updateTable('programme_assignment')
      .set({ ...valuesOf(section, asked, toOn), companion_name: companion })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
    await place(db, section, enrolment.id, asked.from, today);
    return { id: row.id, studentId: enrolment.student_id, toOn };
  }
  ensure(input.from > today && input.from <= row.to_on, () =>
    fault('from', 'A running place is changed from a later day on, before it ends'),
  );
  const used = row.sessions_before + (await attendedSince(db, row));
  ensure(input.sessions > used, () => fault('sessions', `${used} are used already`));
  await db
    .updateTable('programme_assignment')
    .set({ to_on: sql<string>`${input.from}::date - 1` })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return give(
    db,
    enrolment,
    input.sectionId,
    { ...askedIn(input), companion, before: used, instead: row.id, follows: row.id },
    today,
  );
});

const askedIn = (input: {
  days: ProgrammeDay[];
  slotFrom: string;
  from: Day;
  sessions: number;
}): AskedPlace => ({
  days: input.days,
  slotFrom: input.slotFrom,
  from: input.from,
  sessions: input.sessions,
});

async function give(
  db: Db,
  enrolment: RowIn<'enrolment'>,
  sectionId: string,
  asked: AskedPlace & { companion: string | null; follows?: string },
  today: Day,
): Promise<{ id: string; studentId: string; toOn: Day }> {
  const section = await lockSection(db, sectionId);
  const { toOn } = await weighPlace(db, enrolment, section, asked);
  ensure(asked.from >= today, () => fault('from', 'Today or later'));
  const { id } = await db
    .insertInto('programme_assignment')
    .values({
      ...valuesOf(section, asked, toOn),
      franchisee_id: enrolment.franchisee_id,
      enrolment_id: enrolment.id,
      sessions_before: asked.before ?? 0,
      companion_name: asked.companion,
      follows: asked.follows ?? null,
      status: asked.from <= today ? 'RUNNING' : 'SCHEDULED',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await place(db, section, enrolment.id, asked.from, today);
  return { id, studentId: enrolment.student_id, toOn };
}

const valuesOf = (section: PlacedSection, asked: AskedPlace, toOn: Day) => ({
  section_id: section.id,
  days: sql<string[]>`${[...asked.days]}::text[]`,
  slot_from: asked.slotFrom,
  slot_to: slotEnd(asked.slotFrom),
  from_on: asked.from,
  to_on: toOn,
  sessions_total: asked.sessions,
});

/** The register of the batch knows the child from that day on. */
async function place(
  db: Db,
  section: PlacedSection,
  enrolmentId: string,
  from: Day,
  today: Day,
): Promise<void> {
  await moveToSection(db, section, { ids: [enrolmentId], from });
  await followPlacements(db, { franchiseeId: section.franchiseeId, today, ids: [enrolmentId] });
}

async function end(
  db: Db,
  row: Assignment,
  step: { action: 'stop' | 'cancel'; reason: string; set: { to_on?: Day } },
): Promise<{ id: string }> {
  await moveStatus(db, {
    states: toddlerStates,
    table: 'programme_assignment',
    row,
    action: step.action,
    reason: step.reason,
    set: { ...step.set, stop_reason: step.reason },
  });
  return { id: row.id };
}

export const stopToddler = handle(toddlerContract.stop, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'programme_assignment', input.id, version);
  return end(db, row, { action: 'stop', reason: input.reason, set: { to_on: todayIst(now) } });
});

export const cancelToddler = handle(toddlerContract.cancel, async ({ db, input, version }) =>
  end(db, await lockRow(db, 'programme_assignment', input.id, version), {
    action: 'cancel',
    reason: input.reason,
    set: {},
  }),
);
