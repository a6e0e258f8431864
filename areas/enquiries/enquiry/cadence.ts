// When to try again after a failed attempt (enquiries.md 3.4): days since the cycle began; Sundays move on to Monday.
import { addDays, type Day, daysBetween } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';

const COLD_DAYS = [1, 3, 5, 8, 13];
const HOT_DAYS = [1, 2, 3, 4, 5, 8, 13];
const LATER_EVERY = 30;

const working = (day: Day): Day => (weekdayOf(day) === 'SUN' ? addDays(day, 1) : day);

/** The next date after a failed attempt on `today`; never before tomorrow. */
export function nextAfterFailed(cycleStart: Day, today: Day, hot = false): Day {
  const gone = Math.max(0, daysBetween(cycleStart, today));
  const days = hot ? HOT_DAYS : COLD_DAYS;
  const last = days.at(-1) ?? 0;
  const step =
    days.find((day) => day > gone) ?? last + (Math.floor((gone - last) / LATER_EVERY) + 1) * LATER_EVERY;
  const next = working(addDays(cycleStart, step));
  return next > today ? next : working(addDays(today, 1));
}

/** Today, or Monday when today is a Sunday: the first date of a new enquiry. */
export const firstFollowUp = (today: Day): Day => working(today);
/** The next day the desk works. */
export const nextWorkingDay = (today: Day): Day => working(addDays(today, 1));

export const NEXT_DATE_MAX_DAYS = 90;
export const NOT_THIS_YEAR_MAX_DAYS = 400;
