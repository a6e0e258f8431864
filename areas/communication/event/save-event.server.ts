import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { academicYearOf, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { weekdayMask } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { eventContract } from './event.contract.ts';
import { refuseEvent } from './event.refusals.ts';
import { eventStates } from './event.states.ts';
import {
  clockOf,
  type EventRow,
  expecting,
  plannedDates,
  takenPlaces,
  tellCancelled,
  tellChanged,
} from './event-rules.server.ts';

type Input = ParsedInputOf<typeof eventContract.save>;

export const saveEvent = handle(eventContract.save, async ({ db, actor, input, now }) => {
  ensure(input.kind !== 'HOLIDAY', () => refuseEvent('event.holiday'));
  ensureFits(input);
  const before = input.id === null ? null : await lockRow(db, 'event', input.id, input.version ?? 0);
  ensure(before?.status !== 'CANCELLED', () => refuseEvent('event.cancelled'));
  const franchiseeId = before?.franchisee_id ?? chosenCentre(actor);
  const dates = (await plannedDates(db, franchiseeId, input)).filter(({ kept }) => kept);
  ensure(dates.length > 0, () => refuseEvent('event.rule', { fields: { fromOn: 'No date is left' } }));
  await ensureKnown(db, input);
  const today = todayIst(now);
  const expected = before?.status === 'PUBLISHED' ? await expecting(db, before, today) : [];
  const row = before ? await change(db, before, input) : await add(db, franchiseeId, input);
  const moved = await replaceDates(db, row, { days: dates.map(({ onDate }) => onDate), toOn: input.toOn });
  await ensureRoom(db, row);
  if (before?.status === 'PUBLISHED') {
    const told = await tellMoved(db, { before, row, expected, moved, tell: input.tell });
    return { id: row.id, status: row.status, told };
  }
  if (!input.publish) return { id: row.id, status: row.status, told: 0 };
  const { status } = await publishRow(db, row, now);
  return { id: row.id, status, told: 0 };
});

export const publishEvent = handle(eventContract.publish, async ({ db, input, version, now }) => {
  await publishRow(db, await lockRow(db, 'event', input.id, version), now);
  return {};
});

const publishRow = (db: Db, row: EventRow, now: Date): Promise<EventRow> =>
  moveStatus(db, { states: eventStates, table: 'event', row, action: 'publish', set: { published_at: now } });

/** Rules over several fields, each named where it is mended. */
function ensureFits(input: Input): void {
  const fields: Record<string, string> = {};
  const single = input.repeat === 'NONE';
  if (input.toOn !== null && input.toOn < input.fromOn) fields['toOn'] = 'Not before the first day';
  if (input.toOn !== null && input.toOn > input.fromOn && !single)
    fields['toOn'] = 'An event that repeats lasts one day';
  if ((input.startsAt === null) !== (input.endsAt === null))
    fields[input.startsAt === null ? 'startsAt' : 'endsAt'] = 'Give both times, or neither for all day';
  if (input.startsAt !== null && input.endsAt !== null && input.endsAt <= input.startsAt)
    fields['endsAt'] = 'After the start';
  if (!single && input.until === null && input.count === null)
    fields['until'] = 'Say until when, or how many times';
  if (!single && input.until !== null && input.until < input.fromOn)
    fields['until'] = 'Not before the first day';
  if (input.answers === 'NONE' && input.places !== null) fields['places'] = 'Places need answers';
  if (input.answers === 'NONE' && input.answerUntil !== null) fields['answerUntil'] = 'No answers are wanted';
  if (input.answers !== 'NONE' && input.people === 'STAFF') fields['answers'] = 'Only families answer';
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
}

async function ensureKnown(db: Db, input: Input): Promise<void> {
  const { rows } = await sql<{ year: boolean; classes: number }>`
    select exists (select from academic_year where id = ${academicYearOf(input.fromOn)}) as year,
           (select count(*)::int from class where active and id = any (${input.classIds}::int[])) as classes`.execute(
    db,
  );
  if (!rows[0]?.year)
    throw refuse('input.invalid', { fields: { fromOn: 'There is no academic year for this day yet' } });
  if (rows[0].classes < new Set(input.classIds).size)
    throw refuse('input.invalid', { fields: { classIds: 'Choose from the list' } });
}

const columnsOf = (input: Input) => ({
  academic_year_id: academicYearOf(input.fromOn),
  title: input.title,
  title_hi: input.titleHi,
  description: input.description,
  kind: input.kind as EventRow['kind'], // HOLIDAY was refused
  colour: input.colour,
  from_on: input.fromOn,
  to_on: input.toOn ?? input.fromOn,
  starts_at: input.startsAt,
  ends_at: input.endsAt,
  repeat: input.repeat,
  repeat_every: input.every,
  repeat_weekdays: weekdayMask(input.weekdays),
  repeat_until: input.repeat === 'NONE' ? null : input.until,
  repeat_count: input.repeat === 'NONE' ? null : input.count,
  closed_days: input.closedDays,
  removed_dates: [...input.removed],
  place: input.place,
  people: input.people,
  class_ids: [...new Set(input.classIds)],
  answers: input.answers,
  answer_until: input.answerUntil,
  places: input.places,
});

const add = (db: Db, franchiseeId: number, input: Input): Promise<EventRow> =>
  db
    .insertInto('event')
    .values({ franchisee_id: franchiseeId, id: randomUUID(), ...columnsOf(input) })
    .returningAll()
    .executeTakeFirstOrThrow();

const isElsewhen = (before: EventRow, input: Input): boolean =>
  clockOf(before.starts_at) !== input.startsAt ||
  clockOf(before.ends_at) !== input.endsAt ||
  before.place !== input.place ||
  before.from_on !== input.fromOn ||
  before.to_on !== (input.toOn ?? input.fromOn);

const change = (db: Db, before: EventRow, input: Input): Promise<EventRow> =>
  db
    .updateTable('event')
    .set({
      ...columnsOf(input),
      sequence: before.sequence + (before.status === 'PUBLISHED' && isElsewhen(before, input) ? 1 : 0),
    })
    .where('franchisee_id', '=', before.franchisee_id)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();

interface Moved {
  /** The one date of a single event went to another day, and its answers with it. */
  single: { from: Day; to: Day } | null;
  dropped: Day[];
}

async function replaceDates(
  db: Db,
  row: EventRow,
  { days, toOn }: { days: readonly Day[]; toOn: Day | null },
): Promise<Moved> {
  const there = await db
    .selectFrom('event_date')
    .select('on_date')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('event_id', '=', row.id)
    .execute();
  const had = there.map(({ on_date }) => on_date);
  const [only, to] = [had[0], days[0]];
  const moves =
    had.length === 1 && days.length === 1 && only !== undefined && to !== undefined && only !== to;
  const dropped = moves ? [] : had.filter((day) => !days.includes(day));
  if (moves)
    await sql`update event_date set on_date = ${to}, to_on = ${toOn ?? to}
      where franchisee_id = ${row.franchisee_id} and event_id = ${row.id}`.execute(db);
  if (dropped.length > 0)
    await sql`delete from event_date where franchisee_id = ${row.franchisee_id} and event_id = ${row.id}
      and on_date = any (${dropped}::date[])`.execute(db);
  await sql`insert into event_date (franchisee_id, event_id, on_date, to_on)
    select ${row.franchisee_id}, ${row.id}, day, coalesce(${toOn}::date, day) from unnest(${[...days]}::date[]) day
    on conflict (franchisee_id, event_id, on_date) do update set to_on = excluded.to_on`.execute(db);
  return { single: moves ? { from: only, to } : null, dropped };
}

/** Nobody who was promised a place loses it. */
async function ensureRoom(db: Db, row: EventRow): Promise<void> {
  if (row.places === null) return;
  const dates = await db
    .selectFrom('event_rsvp')
    .select('on_date')
    .distinct()
    .where('franchisee_id', '=', row.franchisee_id)
    .where('event_id', '=', row.id)
    .execute();
  for (const { on_date } of dates) {
    const taken = await takenPlaces(db, row, on_date, null);
    ensure(taken <= (row.places ?? taken), () =>
      refuseEvent('event.places-taken', {
        details: { taken, date: formatDate(on_date) },
        fields: { places: `At least ${taken}` },
      }),
    );
  }
}

interface Telling {
  before: EventRow;
  row: EventRow;
  expected: Awaited<ReturnType<typeof expecting>>;
  moved: Moved;
  tell: boolean;
}

/** A date that is gone is told in any case: nobody should come for nothing. */
async function tellMoved(db: Db, { before, row, expected, moved, tell }: Telling): Promise<number> {
  let told = 0;
  for (const one of expected) {
    if (moved.dropped.includes(one.onDate))
      told += await tellCancelled(db, row, one, 'This date does not take place.');
    else if (tell && row.sequence > before.sequence)
      told += await tellChanged(db, row, { ...one, onDate: moved.single?.to ?? one.onDate });
  }
  return told;
}
