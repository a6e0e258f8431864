// What other areas ask about days (areas/README §3): in the caller's unit of work, from the calendar that holds.
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import { inMask } from '@aangan/contract/weekday.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  type CalendarDay,
  type CalendarRules,
  type DayVerdict,
  dayKindOf,
  NO_CALENDAR,
  nthWorkingDayFrom,
  workingDaysIn,
} from './day-kind.ts';

/** The entries of a calendar, by date. */
export async function daysOfCalendar(
  db: Db,
  franchiseeId: number,
  calendarId: string,
): Promise<CalendarDay[]> {
  return db
    .selectFrom('academic_calendar_day')
    .select(['on_date as onDate', 'kind', 'title', 'class_ids as classIds', 'staff_works as staffWorks'])
    .where('franchisee_id', '=', franchiseeId)
    .where('calendar_id', '=', calendarId)
    .orderBy('on_date')
    .orderBy('kind')
    .execute();
}

/**
 * The rules that hold at a centre in a year, as a table of a query; without a row they are NO_CALENDAR. With `only` they say
 * nothing of other days.
 */
export const calendarRulesRow = (
  franchiseeId: number | RawBuilder<number>,
  yearId: number | RawBuilder<number>,
  only?: { from: Day | RawBuilder<Day>; to: Day | RawBuilder<Day> },
): RawBuilder<CalendarRules> => sql<CalendarRules>`
    select c.week_off as "weekOff", c.saturdays, coalesce((
        select json_agg(json_build_object('onDate', d.on_date, 'kind', d.kind, 'title', d.title, 'classIds', d.class_ids, 'staffWorks', d.staff_works) order by d.on_date, d.kind)
          from academic_calendar_day d where d.franchisee_id = c.franchisee_id and d.calendar_id = c.id
           and ${only ? sql`d.on_date between ${only.from} and ${only.to}` : sql`true`}), '[]') as days
      from academic_calendar c
     where c.academic_year_id = ${yearId} and c.status = 'PUBLISHED' and c.franchisee_id in (${sql.lit(HEAD_OFFICE)}, ${franchiseeId})
     order by c.franchisee_id desc limit 1`; // a centre's number is above head office's

/**
 * The rules that hold at a centre in a year: its own published calendar, else the network's, else Monday to Friday. With
 * `only` they say nothing of other days.
 */
export async function calendarRules(
  db: Db,
  franchiseeId: number,
  yearId: number,
  only?: { from: Day; to: Day },
): Promise<CalendarRules> {
  const { rows } = await calendarRulesRow(franchiseeId, yearId, only).execute(db);
  return rows[0] ?? NO_CALENDAR;
}

interface DayQuestion {
  franchiseeId: number;
  classId?: number;
}

/** What a day is at a centre, for a class or for all. */
export async function dayKind(db: Db, { franchiseeId, classId }: DayQuestion, day: Day): Promise<DayVerdict> {
  const rules = await calendarRules(db, franchiseeId, academicYearOf(day), { from: day, to: day });
  return dayKindOf(rules, day, classId);
}

/** What every day of a stretch is at a centre, for all classes; it may run over the end of an academic year. */
export async function dayKinds(
  db: Db,
  franchiseeId: number,
  { from, to }: { from: Day; to: Day },
): Promise<ReadonlyMap<Day, DayVerdict>> {
  const rules = new Map<number, CalendarRules>();
  for (let year = academicYearOf(from); year <= academicYearOf(to); year += 1)
    rules.set(year, await calendarRules(db, franchiseeId, year, { from, to }));
  const kinds = new Map<Day, DayVerdict>();
  for (let day = from; day <= to; day = addDays(day, 1))
    kinds.set(day, dayKindOf(rules.get(academicYearOf(day)) ?? NO_CALENDAR, day));
  return kinds;
}

/** Whether children come on a day. */
export const isOperatingDay = async (db: Db, at: DayQuestion, day: Day): Promise<boolean> =>
  (await dayKind(db, at, day)).works;

/** Working days from one day to another, both included; both lie in one academic year. */
export async function workingDays(
  db: Db,
  { franchiseeId, classId }: DayQuestion,
  from: Day,
  to: Day,
): Promise<number> {
  return workingDaysIn(await calendarRules(db, franchiseeId, academicYearOf(from)), from, to, classId);
}

/** The nth working day from a day on, within its academic year's calendar; null when there is none. */
export async function nthWorkingDay(
  db: Db,
  { franchiseeId, classId }: DayQuestion,
  from: Day,
  n: number,
): Promise<Day | null> {
  return nthWorkingDayFrom(await calendarRules(db, franchiseeId, academicYearOf(from)), from, n, classId);
}

interface SectionDays {
  franchiseeId: number;
  classId: number;
  /** Weekday mask of its own days; null = every working day. */
  days: number | null;
}

/** No plan goes on for longer than two years. */
const LONGEST = 800;

/**
 * Asks for the days of sections, each centre's calendar read once: the first `most` days from one on (until `to`) on which
 * a section comes, by the calendar of the year it begins in.
 */
export function sectionDays(db: Db) {
  const kept = new Map<string, Promise<CalendarRules>>();
  return async (
    { franchiseeId, classId, days }: SectionDays,
    { from, to, most }: { from: Day; to?: Day; most: number },
  ): Promise<Day[]> => {
    const year = academicYearOf(from);
    const key = `${franchiseeId} ${year}`;
    const rules = kept.get(key) ?? calendarRules(db, franchiseeId, year);
    kept.set(key, rules);
    const calendar = await rules;
    const last = to ?? addDays(from, LONGEST);
    const found: Day[] = [];
    for (let day = from; day <= last && found.length < most; day = addDays(day, 1)) {
      const verdict = dayKindOf(calendar, day, classId);
      if (verdict.works && (days === null || inMask(days, day) || verdict.title !== null)) found.push(day);
    }
    return found;
  };
}
