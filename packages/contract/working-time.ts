import { type Day, dayNumber, type Instant, IST_OFFSET_MS, isDay, toMs } from './period.ts';
import { WEEKDAYS, type Weekday, weekdayIndex } from './weekday.ts';

/** Open from (included) to (excluded), 'HH:MM' in IST; '24:00' closes a day at midnight. */
export type OpenWindow = readonly [from: string, to: string];

/** The working hours of a `working_calendar` row with its days (areas/README.md 2). */
export interface WorkingCalendar {
  /** 24×7: windows and days are ignored. */
  readonly always: boolean;
  /** Open windows by weekday, in order and apart; a missing weekday is closed. */
  readonly windows: Readonly<Partial<Record<Weekday, readonly OpenWindow[]>>>;
  /** Single days that differ: [] is a holiday or a closed day of the centre, else the special windows. */
  readonly days: Readonly<Record<Day, readonly OpenWindow[]>>;
}

/** From `at` on the clock runs or pauses, on this calendar, until the next span begins. Spans are in order of `at`. */
export interface ClockSpan {
  readonly at: Instant;
  readonly runs: boolean;
  readonly calendar: WorkingCalendar;
}

/** Why a calendar cannot be used, as a user's text, or null. */
export function calendarProblem(calendar: WorkingCalendar): string | null {
  if (calendar.always) return null;
  if (Object.keys(calendar.days).some((day) => !isDay(day))) return 'A special day does not exist.';
  const lists = [...Object.values(calendar.windows), ...Object.values(calendar.days)];
  for (const list of lists) {
    const edges = list.flat();
    if (!edges.every((edge) => /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(edge)))
      return 'Write times as 09:30, up to 24:00.';
    if (edges.some((edge, index) => index > 0 && edge <= (edges[index - 1] ?? ''))) {
      return 'Working hours must follow each other without overlapping.';
    }
  }
  const open = Object.values(calendar.windows).some((list) => list.length > 0);
  return open ? null : 'Give at least one weekday working hours.';
}

/** Whole working seconds in [from, to); 0 when `to` is not later. Parts of a second are cut off both instants. */
export function workingSeconds(calendar: WorkingCalendar, from: Instant, to: Instant): number {
  const [start, end] = [istSecond(from), istSecond(to)];
  if (end <= start) return 0;
  if (calendar.always) return end - start;
  const hours = hoursOf(calendar);
  let sum = 0;
  for (let day = Math.floor(start / DAY); day * DAY < end; day += 1) {
    for (const [opens, closes] of openOn(hours, day)) {
      sum += Math.max(0, Math.min(day * DAY + closes, end) - Math.max(day * DAY + opens, start));
    }
  }
  return sum;
}

/**
 * The earliest instant at which `seconds` working seconds have passed since `from`; `from` itself for 0.
 * @throws RangeError when `seconds` is negative or no whole number, or when the calendar is closed for more than ten years
 */
export function addWorking(calendar: WorkingCalendar, from: Instant, seconds: number): Date {
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new RangeError('Not a number of seconds');
  const start = istSecond(from);
  if (seconds === 0 || calendar.always) return fromIstSecond(start + seconds);
  const hours = hoursOf(calendar);
  let left = seconds;
  let closedDays = 0;
  for (let day = Math.floor(start / DAY); closedDays < LONGEST_CLOSURE_DAYS; day += 1) {
    closedDays += 1;
    for (const [opens, closes] of openOn(hours, day)) {
      const begin = Math.max(day * DAY + opens, start);
      const open = day * DAY + closes - begin;
      if (open <= 0) continue;
      if (left <= open) return fromIstSecond(begin + left);
      left -= open;
      closedDays = 0;
    }
  }
  throw new RangeError('The working calendar is closed for more than ten years');
}

/** Working seconds the clock has run until `now`; spans that begin later do not count. @throws RangeError for spans out of order */
export function elapsed(spans: readonly ClockSpan[], now: Instant): number {
  const end = toMs(now);
  let sum = 0;
  for (const [index, span] of spans.entries()) {
    const until = Math.min(spanEnd(spans, index), end);
    if (span.runs) sum += workingSeconds(span.calendar, span.at, until);
  }
  return sum;
}

/**
 * The earliest instant at which the clock has run `targetSeconds`, if its last span goes on as it is.
 * Null while it is paused (or has no span) before the target is reached. @throws RangeError
 */
export function dueAt(spans: readonly ClockSpan[], targetSeconds: number): Date | null {
  let left = targetSeconds;
  for (const [index, span] of spans.entries()) {
    const until = spanEnd(spans, index);
    if (!span.runs) continue;
    if (until === Number.POSITIVE_INFINITY) return addWorking(span.calendar, span.at, left);
    const ran = workingSeconds(span.calendar, span.at, until);
    if (left <= ran) return addWorking(span.calendar, span.at, left);
    left -= ran;
  }
  return null;
}

const DAY = 86_400;
const LONGEST_CLOSURE_DAYS = 3660;

function spanEnd(spans: readonly ClockSpan[], index: number): number {
  const [span, next] = [spans[index], spans[index + 1]];
  if (!span || !next) return Number.POSITIVE_INFINITY;
  const end = toMs(next.at);
  if (end < toMs(span.at)) throw new RangeError('Spans are not in order');
  return end;
}

/** Seconds since 1970-01-01 00:00 IST, so that a day number is a plain division. */
const istSecond = (instant: Instant): number => Math.floor((toMs(instant) + IST_OFFSET_MS) / 1000);

const fromIstSecond = (second: number): Date => new Date(second * 1000 - IST_OFFSET_MS);

type Seconds = readonly (readonly [opens: number, closes: number])[];

interface Hours {
  readonly week: readonly Seconds[];
  readonly days: ReadonlyMap<number, Seconds>;
}

// Parsing text for each of thousands of tickets would cost more than the arithmetic; a calendar object is never changed.
const parsed = new WeakMap<WorkingCalendar, Hours>();

function hoursOf(calendar: WorkingCalendar): Hours {
  const known = parsed.get(calendar);
  if (known) return known;
  const hours = {
    week: WEEKDAYS.map((weekday) => (calendar.windows[weekday] ?? []).map(toSeconds)),
    days: new Map(
      Object.entries(calendar.days).map(([day, windows]) => [dayNumber(day), windows.map(toSeconds)]),
    ),
  };
  parsed.set(calendar, hours);
  return hours;
}

const openOn = (hours: Hours, day: number): Seconds =>
  hours.days.get(day) ?? hours.week[weekdayIndex(day)] ?? [];

const toSeconds = ([from, to]: OpenWindow): readonly [number, number] => [secondOfDay(from), secondOfDay(to)];

const secondOfDay = (time: string): number => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60;
