// When to try again after a failed attempt (enquiries.md 3.4): days since the cycle began, moved on over Sundays and
// holidays of the desk.
import { addDays, type Day, daysBetween } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { type Cadence, cadenceSetting } from './cadence-setting.ts';
import { type Limits, limitsSetting } from './limits-setting.ts';

type Holidays = ReadonlySet<Day>;
const none: Holidays = new Set();

/** Whether somebody works at the desk that day. */
export const isWorkingDay = (day: Day, holidays: Holidays = none): boolean =>
  weekdayOf(day) !== 'SUN' && !holidays.has(day);

const working = (day: Day, holidays: Holidays): Day => {
  let found = day;
  while (!isWorkingDay(found, holidays)) found = addDays(found, 1);
  return found;
};

interface Desk {
  holidays?: Holidays;
  cadence?: Cadence;
}

/** The next date after a failed attempt on `today`; never before tomorrow. */
export function nextAfterFailed(
  cycleStart: Day,
  today: Day,
  hot = false,
  { holidays = none, cadence = cadenceSetting.default }: Desk = {},
): Day {
  const gone = Math.max(0, daysBetween(cycleStart, today));
  const days = hot ? cadence.hot : cadence.cold;
  const every = cadence.laterEvery;
  const last = days.at(-1) ?? 0;
  const step = days.find((day) => day > gone) ?? last + (Math.floor((gone - last) / every) + 1) * every;
  const next = working(addDays(cycleStart, step), holidays);
  return next > today ? next : working(addDays(today, 1), holidays);
}

/** Today, or Monday when today is a Sunday: the first date of a new enquiry. */
export const firstFollowUp = (today: Day, holidays: Holidays = none): Day => working(today, holidays);
/** The next day the desk works. */
export const nextWorkingDay = (today: Day, holidays: Holidays = none): Day =>
  working(addDays(today, 1), holidays);

/** A visit lies at most so far ahead (enquiries.md 2.3). */
export const VISIT_MAX_DAYS = 90;

/** How far ahead the next date may lie: a family that wants no seat this year is called again for the next one. */
export const mostDaysAhead = (
  subStatus: string | null | undefined,
  limits: Limits = limitsSetting.default,
): number => (subStatus === 'Not this year' ? limits.daysAheadNextYear : limits.daysAhead);
