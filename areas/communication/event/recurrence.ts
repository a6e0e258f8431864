// The dates of an event (areas/communication.md 3.9): pure, for the form, the server and the tests.
import { addDays, addMonths, type Day, formatDate } from '@aangan/contract/period.ts';
import { mondayOf, type Weekday, weekdayLabels, weekdayOf } from '@aangan/contract/weekday.ts';

export const repeats = {
  NONE: 'Does not repeat',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  MONTHLY: 'Every month',
} as const;
export type Repeat = keyof typeof repeats;

export const MOST_DATES = 200;
/** An event repeats within two years. */
export const MOST_DAYS = 731;

export interface Recurrence {
  readonly fromOn: Day;
  readonly repeat: Repeat;
  /** Every so many days, weeks or months. */
  readonly every: number;
  /** Of a weekly one; none: the weekday of the first date. */
  readonly weekdays: readonly Weekday[];
  readonly until: Day | null;
  /** How many dates, closed days among them; null: up to `until`. */
  readonly count: number | null;
}

/** All dates of a rule in order, at most one more than `MOST_DATES`, so that too many can be told from enough. */
export function occurrences(rule: Recurrence): Day[] {
  if (rule.repeat === 'NONE') return [rule.fromOn];
  const last = addDays(rule.fromOn, MOST_DAYS);
  const until = rule.until !== null && rule.until < last ? rule.until : last;
  const most = Math.min(rule.count ?? MOST_DATES + 1, MOST_DATES + 1);
  const dates: Day[] = [];
  for (let step = 0; dates.length < most; step += 1) {
    const found = datesOfStep(rule, step * rule.every);
    if (found.begins > until) break;
    for (const day of found.days)
      if (day >= rule.fromOn && day <= until && dates.length < most) dates.push(day);
  }
  return dates;
}

/** The dates of one day, week or month of the rule, and the first day that it covers. */
function datesOfStep(rule: Recurrence, ahead: number): { begins: Day; days: Day[] } {
  if (rule.repeat === 'DAILY') {
    const day = addDays(rule.fromOn, ahead);
    return { begins: day, days: [day] };
  }
  if (rule.repeat === 'WEEKLY') {
    const monday = addDays(mondayOf(rule.fromOn), 7 * ahead);
    const wanted = rule.weekdays.length > 0 ? rule.weekdays : [weekdayOf(rule.fromOn)];
    const week = Array.from({ length: 7 }, (_, n) => addDays(monday, n));
    return { begins: monday, days: week.filter((day) => wanted.includes(weekdayOf(day))) };
  }
  const month = addMonths(`${rule.fromOn.slice(0, 7)}-01`, ahead);
  const day = `${month.slice(0, 7)}-${rule.fromOn.slice(8)}`;
  // A month without that day has no date: the 31st of April is not the 1st of May.
  return { begins: month, days: addMonths(rule.fromOn, ahead) === day ? [day] : [] };
}

export type ClosedDays = 'KEEP' | 'DROP';

export interface PlannedDate {
  onDate: Day;
  /** Why the centre is closed; null on a working day. */
  closed: string | null;
  /** The event takes place: not removed by hand and not on a closed day that is dropped. */
  kept: boolean;
}

/** The dates of a rule with what closes them, and which of them stay. */
export function planDates(
  rule: Recurrence,
  with_: { closed: (day: Day) => string | null; closedDays: ClosedDays; removed: readonly Day[] },
): PlannedDate[] {
  return occurrences(rule).map((onDate) => {
    const closed = with_.closed(onDate);
    // A single date was chosen by hand: it stays, and the screen says that the centre is closed.
    const dropped = closed !== null && with_.closedDays === 'DROP' && rule.repeat !== 'NONE';
    return { onDate, closed, kept: !dropped && !with_.removed.includes(onDate) };
  });
}

const UNITS = { DAILY: ['day', 'days'], WEEKLY: ['week', 'weeks'], MONTHLY: ['month', 'months'] } as const;

/** The rule in words: "Every Friday until 31-12-2026". */
export function inWords(rule: Recurrence): string {
  if (rule.repeat === 'NONE') return repeats.NONE;
  const [one, many] = UNITS[rule.repeat];
  const names = rule.weekdays.length > 0 ? rule.weekdays : [weekdayOf(rule.fromOn)];
  const days = names.map((day) => weekdayLabels[day]).join(', ');
  const head =
    rule.repeat === 'WEEKLY'
      ? rule.every === 1
        ? `Every ${days}`
        : `Every ${rule.every} weeks on ${days}`
      : rule.every === 1
        ? `Every ${one}`
        : `Every ${rule.every} ${many}`;
  const on = rule.repeat === 'MONTHLY' ? ` on day ${Number(rule.fromOn.slice(8))}` : '';
  const end = rule.until
    ? ` until ${formatDate(rule.until)}`
    : rule.count !== null
      ? `, ${rule.count} times`
      : '';
  return `${head}${on}${end}`;
}
