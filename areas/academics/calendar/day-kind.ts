// What a day is at a centre: the one truth about working days (areas/academics.md 3.1). Pure, for server and planner.
import { addDays, type Day } from '@aangan/contract/period.ts';
import { inMask, weekdayMask, weekdayOf } from '@aangan/contract/weekday.ts';

export const calendarDayKinds = {
  HOLIDAY: 'Holiday',
  VACATION: 'Vacation',
  HALF_DAY: 'Half day',
  WORKING_OFF_DAY: 'Working day instead of a day off',
  CLOSED_UNPLANNED: 'Closed at short notice',
  EVENT: 'Event',
} as const;
export type CalendarDayKind = keyof typeof calendarDayKinds;

export const saturdayRules = {
  WORK: 'Every Saturday works',
  OFF: 'Every Saturday is off',
  SECOND_FOURTH_OFF: 'Second and fourth Saturday off',
} as const;
export type SaturdayRule = keyof typeof saturdayRules;

export interface CalendarDay {
  readonly onDate: Day;
  readonly kind: CalendarDayKind;
  readonly title: string;
  /** Classes it holds for; null = all. */
  readonly classIds: number[] | null;
  /** Staff works although the children do not. */
  readonly staffWorks: boolean;
}

export interface CalendarRules {
  /** Weekday mask without Saturday. */
  readonly weekOff: number;
  readonly saturdays: SaturdayRule;
  readonly days: readonly CalendarDay[];
}

/** Until a calendar is published: Monday to Friday. */
export const NO_CALENDAR: CalendarRules = { weekOff: weekdayMask(['SUN']), saturdays: 'OFF', days: [] };

export interface DayVerdict {
  readonly kind: 'WORKING' | 'HALF_DAY' | 'OFF' | 'HOLIDAY' | 'VACATION' | 'CLOSED_UNPLANNED';
  /** Children come. */
  readonly works: boolean;
  readonly staffWorks: boolean;
  /** Of the entry that decided; null for a plain working day or day off. */
  readonly title: string | null;
}

const CLOSING = ['CLOSED_UNPLANNED', 'HOLIDAY', 'VACATION'] as const;

/** What a day is, for one class or for the whole centre (then only entries for all classes count). @throws RangeError */
export function dayKindOf(rules: CalendarRules, day: Day, classId?: number): DayVerdict {
  const entries = rules.days.filter(
    (entry) =>
      entry.onDate === day &&
      (entry.classIds === null || (classId !== undefined && entry.classIds.includes(classId))),
  );
  const of = (kind: CalendarDayKind) => entries.find((entry) => entry.kind === kind);
  for (const kind of CLOSING) {
    const closed = of(kind);
    if (closed) return { kind, works: false, staffWorks: closed.staffWorks, title: closed.title };
  }
  const instead = of('WORKING_OFF_DAY');
  if (!instead && isWeeklyOff(rules, day))
    return { kind: 'OFF', works: false, staffWorks: false, title: null };
  const half = of('HALF_DAY');
  if (half) return { kind: 'HALF_DAY', works: true, staffWorks: true, title: half.title };
  return { kind: 'WORKING', works: true, staffWorks: true, title: instead?.title ?? null };
}

function isWeeklyOff(rules: CalendarRules, day: Day): boolean {
  if (weekdayOf(day) !== 'SAT') return inMask(rules.weekOff, day);
  if (rules.saturdays !== 'SECOND_FOURTH_OFF') return rules.saturdays === 'OFF';
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return nth === 2 || nth === 4;
}

/** Working days from one day to another, both included; a half day counts as one. @throws RangeError */
export function workingDaysIn(rules: CalendarRules, from: Day, to: Day, classId?: number): number {
  let count = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) if (dayKindOf(rules, day, classId).works) count += 1;
  return count;
}

/** No calendar is closed for longer; what looks further does not end. */
const HORIZON_DAYS = 800;

/** The nth working day from `from` on (1 = the first, `from` itself when it works); null when there is none within 800 days. */
export function nthWorkingDayFrom(rules: CalendarRules, from: Day, n: number, classId?: number): Day | null {
  let left = n;
  for (let ahead = 0; ahead < HORIZON_DAYS; ahead += 1) {
    const day = addDays(from, ahead);
    if (dayKindOf(rules, day, classId).works) left -= 1;
    if (left === 0) return day;
  }
  return null;
}
