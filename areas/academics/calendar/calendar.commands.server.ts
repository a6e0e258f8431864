import { randomUUID } from 'node:crypto';
import {
  academicYearDays,
  academicYearLabel,
  academicYearOf,
  type Day,
  formatDate,
  todayIst,
} from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { weekdayMask } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { enrolledStudentIds } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { cancelRegisters, registersOf } from '../attendance/cancel-registers.server.ts';
import { calendarContract } from './calendar.contract.ts';
import { calendarOwner, changesCalendar } from './calendar.queries.server.ts';
import { calendarStates } from './calendar.states.ts';
import { type CalendarDay, type CalendarRules, dayKindOf } from './day-kind.ts';
import { calendarRules, daysOfCalendar } from './school-days.server.ts';

export const createCalendar = handle(calendarContract.create, async ({ db, actor, input }) => {
  const yearId = chosenYear(actor);
  const owner = ownerOf(actor);
  if (await calendarOfYear(db, owner, yearId))
    throw refuseAcademics('calendar.exists', { details: { year: academicYearLabel(yearId) } });
  if (input.from === 'EMPTY') return { id: await insertCalendar(db, owner, yearId, EMPTY) };
  const source = await (input.from === 'NETWORK'
    ? calendarOfYear(db, HEAD_OFFICE, yearId)
    : calendarOfYear(db, owner, yearId - 1));
  if (!source) throw refuseAcademics('calendar.no-source');
  return { id: await copyCalendar(db, source, owner, yearId) };
});

export const saveCalendar = handle(calendarContract.save, async ({ db, actor, input, version, now }) => {
  const row = await lockOwn(db, actor, input.id, version);
  const { from, to } = academicYearDays(row.academic_year_id);
  const problems = dayProblems(input.days, from, to);
  if (Object.keys(problems).length > 0) throw refuse('input.invalid', { fields: problems });
  const before = await daysOfCalendar(db, row.franchisee_id, row.id);
  const set = { name: input.name, week_off: weekdayMask(input.weekOff), saturdays: input.saturdays };
  const rulesChange = set.week_off !== row.week_off || set.saturdays !== row.saturdays;
  const today = todayIst(now);
  const touchesPast =
    (rulesChange && from < today) || changedDays(before, input.days).some((onDate) => onDate < today);
  if (row.status === 'PUBLISHED' && touchesPast && !input.reason)
    throw refuseAcademics('calendar.past-without-reason', {
      fields: { reason: 'Say why a day that is over changes' },
    });
  await writeDays(db, row, before, input.days);
  const closes = row.status === 'PUBLISHED' && row.franchisee_id !== HEAD_OFFICE;
  if (closes) {
    const after = { weekOff: set.week_off, saturdays: set.saturdays, days: input.days };
    await cancelClosed(db, row.franchisee_id, after, { from, to: today }, input);
  }
  if (row.status === 'PUBLISHED')
    await moveStatus(db, {
      states: calendarStates,
      table: 'academic_calendar',
      row,
      action: 'change',
      reason: input.reason ?? null,
      set: { ...set, revision: row.revision + 1 },
    });
  else
    await db
      .updateTable('academic_calendar')
      .set(set)
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
  return {};
});

export const publishCalendar = handle(
  calendarContract.publish,
  async ({ db, actor, input, version, now }) => {
    const row = await lockOwn(db, actor, input.id, version);
    await moveStatus(db, {
      states: calendarStates,
      table: 'academic_calendar',
      row,
      action: 'publish',
      set: { revision: 1, published_by: userIdOf(actor), published_at: now },
    });
    return {};
  },
);

export const closeDay = handle(calendarContract.closeDay, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  if (!changesCalendar(actor, franchiseeId)) throw refuse('row.not-found');
  const { onDate, title } = input;
  if (onDate < todayIst(now))
    throw refuseAcademics('calendar.close-past', { fields: { onDate: 'Choose today or a later day' } });
  const yearId = academicYearOf(onDate);
  const verdict = dayKindOf(await calendarRules(db, franchiseeId, yearId), onDate);
  if (!verdict.works)
    throw refuseAcademics('calendar.closed-already', {
      details: { title: verdict.title ?? 'Weekly day off', date: formatDate(onDate) },
    });
  const row = await ownPublished(db, actor, franchiseeId, yearId, now);
  await insertDays(db, row, [{ onDate, kind: 'CLOSED_UNPLANNED', title, classIds: null, staffWorks: false }]);
  await moveStatus(db, {
    states: calendarStates,
    table: 'academic_calendar',
    row,
    action: 'change',
    reason: `${formatDate(onDate)}: ${title}`,
    set: { revision: row.revision + 1 },
  });
  const registers = await cancelRegisters(db, { franchiseeId, onDate, reason: title });
  const studentIds = await enrolledStudentIds(db, franchiseeId, yearId);
  if (studentIds.length > 0)
    await queueMessage(db, {
      kind: 'academics.centre-closed',
      franchiseeId,
      about: { studentIds },
      values: { centre: await centreName(db, franchiseeId), date: onDate, title },
      dedupeKey: `${franchiseeId}:${onDate}`,
      source: { kind: 'academic-calendar', id: row.id },
    });
  return { calendarId: row.id, children: studentIds.length, registers };
});

export const calendarRegisters = handle(calendarContract.registers, async ({ db, actor, input }) => ({
  rows: (await registersOf(db, chosenCentre(actor), { from: input.onDate, to: input.onDate })).map(
    ({ section, status, marked }) => ({ section, submitted: status === 'SUBMITTED', marked }),
  ),
}));

const MOST_NAMED = 5;

/** Registers of days that work no more: named first, then cancelled (academics story 10). */
async function cancelClosed(
  db: Db,
  franchiseeId: number,
  rules: CalendarRules,
  days: { from: Day; to: Day },
  { cancelRegisters: agreed, reason }: { cancelRegisters: boolean; reason?: string | undefined },
): Promise<void> {
  const meets = (await registersOf(db, franchiseeId, days)).filter(
    ({ onDate, classId }) => !dayKindOf(rules, onDate, classId).works,
  );
  if (meets.length === 0) return;
  if (!agreed) {
    const named = meets
      .slice(0, MOST_NAMED)
      .map(({ section, onDate }) => `${section} (${formatDate(onDate)})`);
    const more = meets.length - named.length;
    throw refuseAcademics('calendar.registers', {
      details: { list: named.join(', ') + (more > 0 ? ` and ${more} more` : '') },
    });
  }
  for (const { id, onDate } of meets)
    await cancelRegisters(db, { franchiseeId, onDate, id, reason: reason ?? 'Calendar changed' });
}

const EMPTY = { name: '', week_off: weekdayMask(['SUN']), saturdays: 'OFF' as const };

function ownerOf(actor: Actor): number {
  const owner = calendarOwner(actor);
  if (owner === null) throw refuse('context.centre-needed');
  return owner;
}

type CalendarRow = RowIn<'academic_calendar'>;

/** Locked for a change; the network's own is head office's (academics.md D28). */
async function lockOwn(db: Db, actor: Actor, id: string, version: number): Promise<CalendarRow> {
  const row = await lockRow(db, 'academic_calendar', id, version);
  if (!changesCalendar(actor, row.franchisee_id)) throw refuseAcademics('academics.network-only');
  return row;
}

const calendarOfYear = (db: Db, franchiseeId: number, yearId: number): Promise<CalendarRow | undefined> =>
  db
    .selectFrom('academic_calendar')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('academic_year_id', '=', yearId)
    .executeTakeFirst();

async function insertCalendar(
  db: Db,
  franchiseeId: number,
  yearId: number,
  from: Pick<CalendarRow, 'week_off' | 'saturdays' | 'name'>,
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('academic_calendar')
    .values({
      franchisee_id: franchiseeId,
      id,
      academic_year_id: yearId,
      name: `Academic calendar ${academicYearLabel(yearId)}`,
      week_off: from.week_off,
      saturdays: from.saturdays,
    })
    .execute();
  return id;
}

/** A copy with its days; into another year, planned days move to the same date of it and short-notice closings stay behind. */
async function copyCalendar(
  db: Db,
  source: CalendarRow,
  franchiseeId: number,
  yearId: number,
): Promise<string> {
  const id = await insertCalendar(db, franchiseeId, yearId, source);
  const ahead = yearId - source.academic_year_id;
  const days = (await daysOfCalendar(db, source.franchisee_id, source.id))
    .filter((day) => ahead === 0 || day.kind !== 'CLOSED_UNPLANNED')
    .map((day) => ({ ...day, onDate: inLaterYear(day.onDate, ahead) }))
    .filter((day): day is CalendarDay => day.onDate !== null);
  await insertDays(db, { franchisee_id: franchiseeId, id }, days);
  return id;
}

/** The same date some years later; null for a 29 February that the year does not have. */
function inLaterYear(day: Day, years: number): Day | null {
  const moved = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return day.endsWith('-02-29') && years % 4 !== 0 ? null : moved;
}

/** The centre's published calendar, locked; made from the one that holds so far when it has none of its own. */
async function ownPublished(
  db: Db,
  actor: Actor,
  franchiseeId: number,
  yearId: number,
  now: Date,
): Promise<CalendarRow> {
  const own = await calendarOfYear(db, franchiseeId, yearId);
  if (own?.status === 'PUBLISHED') return lockRow(db, 'academic_calendar', own.id);
  if (own) throw refuseAcademics('calendar.draft');
  const network = await calendarOfYear(db, HEAD_OFFICE, yearId);
  const id =
    network?.status === 'PUBLISHED'
      ? await copyCalendar(db, network, franchiseeId, yearId)
      : await insertCalendar(db, franchiseeId, yearId, EMPTY);
  return moveStatus(db, {
    states: calendarStates,
    table: 'academic_calendar',
    row: await lockRow(db, 'academic_calendar', id),
    action: 'publish',
    set: { revision: 1, published_by: userIdOf(actor), published_at: now },
  });
}

const keyOf = (day: CalendarDay): string => `${day.onDate} ${day.kind}`;
const textOf = (day: CalendarDay): string => JSON.stringify([day.title, day.classIds, day.staffWorks]);

/** Dates whose entries differ between two states of a calendar. */
function changedDays(before: readonly CalendarDay[], after: readonly CalendarDay[]): Day[] {
  const [was, is] = [before, after].map((days) => new Map(days.map((day) => [keyOf(day), day])));
  const all = new Map([...(was ?? []), ...(is ?? [])]);
  return [...all].flatMap(([key, day]) => {
    const [a, b] = [was?.get(key), is?.get(key)];
    return a && b && textOf(a) === textOf(b) ? [] : [day.onDate];
  });
}

function dayProblems(days: readonly CalendarDay[], from: Day, to: Day): Record<string, string> {
  const problems: Record<string, string> = {};
  const seen = new Set<string>();
  days.forEach((day, index) => {
    if (day.onDate < from || day.onDate > to)
      problems[`days.${index}.onDate`] = `${formatDate(day.onDate)} is outside the year`;
    if (seen.has(keyOf(day)))
      problems[`days.${index}.kind`] = `${formatDate(day.onDate)} has this kind twice`;
    seen.add(keyOf(day));
  });
  return problems;
}

async function writeDays(
  db: Db,
  row: Pick<CalendarRow, 'franchisee_id' | 'id'>,
  before: readonly CalendarDay[],
  after: readonly CalendarDay[],
): Promise<void> {
  const wanted = new Map(after.map((day) => [keyOf(day), textOf(day)]));
  const had = new Map(before.map((day) => [keyOf(day), textOf(day)]));
  const gone = before.filter((day) => wanted.get(keyOf(day)) !== textOf(day));
  for (const day of gone)
    await db
      .deleteFrom('academic_calendar_day')
      .where('franchisee_id', '=', row.franchisee_id)
      .where('calendar_id', '=', row.id)
      .where('on_date', '=', day.onDate)
      .where('kind', '=', day.kind)
      .execute();
  await insertDays(
    db,
    row,
    after.filter((day) => had.get(keyOf(day)) !== textOf(day)),
  );
}

async function insertDays(
  db: Db,
  row: Pick<CalendarRow, 'franchisee_id' | 'id'>,
  days: readonly CalendarDay[],
): Promise<void> {
  if (days.length === 0) return;
  await db
    .insertInto('academic_calendar_day')
    .values(
      days.map((day) => ({
        franchisee_id: row.franchisee_id,
        calendar_id: row.id,
        on_date: day.onDate,
        kind: day.kind,
        title: day.title,
        class_ids: day.classIds === null ? null : [...day.classIds],
        staff_works: day.staffWorks,
      })),
    )
    .execute();
}

async function centreName(db: Db, franchiseeId: number): Promise<string> {
  const row = await db
    .selectFrom('franchisee')
    .select('company_name')
    .where('id', '=', franchiseeId)
    .executeTakeFirst();
  return row?.company_name ?? '';
}
