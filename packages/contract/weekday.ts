import { addDays, type Day, dayNumber } from './period.ts';

/** Bit 0 of a mask is Monday, bit 6 Sunday; screens and files say MON…SUN (areas/README.md 28). */
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const weekdayLabels: Readonly<Record<Weekday, string>> = {
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
};

const ALL_DAYS = 127;

/** 0 = Monday … 6 = Sunday for a day number since 1970-01-01, which was a Thursday. */
export const weekdayIndex = (number: number): number => (((number + 3) % 7) + 7) % 7;

/** The weekday of a calendar day. @throws RangeError */
export const weekdayOf = (day: Day): Weekday => nameAt(weekdayIndex(dayNumber(day)));

/** The Monday of a day's week. @throws RangeError */
export const mondayOf = (day: Day): Day => addDays(day, -weekdayIndex(dayNumber(day)));

/** ['MON', 'SUN'] -> 65. Order and repetition do not matter; none -> 0. */
export const weekdayMask = (days: readonly Weekday[]): number =>
  days.reduce((mask, day) => mask | (1 << WEEKDAYS.indexOf(day)), 0);

/** 65 -> ['MON', 'SUN'], in the order of the week. @throws RangeError outside 0–127 */
export function weekdaysOf(mask: number): Weekday[] {
  checkMask(mask);
  return WEEKDAYS.filter((_, index) => (mask >> index) & 1);
}

/** Whether a calendar day falls on one of the mask's weekdays. @throws RangeError */
export function inMask(mask: number, day: Day): boolean {
  checkMask(mask);
  return ((mask >> weekdayIndex(dayNumber(day))) & 1) === 1;
}

/** 'MON, wed;SUN' of a form or file -> 69; null when a word is no weekday. */
export function parseWeekdays(text: string): number | null {
  const words = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const days = words.filter(isWeekday);
  return days.length === words.length ? weekdayMask(days) : null;
}

export const isWeekday = (text: string): text is Weekday => WEEKDAYS.some((day) => day === text);

/** 'Mon–Fri', 'Mon, Wed, Fri', 'Every day', 'No day': runs of three and more days are shortened. @throws RangeError */
export function formatWeekdays(mask: number): string {
  checkMask(mask);
  if (mask === 0) return 'No day';
  if (mask === ALL_DAYS) return 'Every day';
  const runs: number[][] = [];
  for (const day of weekdaysOf(mask).map((name) => WEEKDAYS.indexOf(name))) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => (run.length > 2 ? [`${label(run[0])}–${label(run.at(-1))}`] : run.map(label)))
    .join(', ');
}

const label = (index: number | undefined): string => {
  const name = nameAt(index ?? 0);
  return name.charAt(0) + name.slice(1).toLowerCase();
};

function nameAt(index: number): Weekday {
  const name = WEEKDAYS[index];
  if (name === undefined) throw new RangeError('Not a weekday');
  return name;
}

function checkMask(mask: number): void {
  if (!Number.isInteger(mask) || mask < 0 || mask > ALL_DAYS) throw new RangeError('Not a weekday mask');
}
