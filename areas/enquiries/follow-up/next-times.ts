// The chips under an outcome: likely next dates and times, so that a hand stays on the keys.
import { addDays, type Day, formatDate, startOfDay } from '@aangan/contract/period.ts';
import { mondayOf } from '@aangan/contract/weekday.ts';
import { nextWorkingDay } from '../enquiry/cadence.ts';
import type { Outcome } from '../enquiry/follow-up.contract.ts';

export interface NextTime {
  label: string;
  on: Day | null;
  /** ISO instant, where the time matters. */
  at: string | null;
}

const HOUR_MS = 3_600_000;
const at = (day: Day, hour: number): string =>
  new Date(startOfDay(day).getTime() + hour * HOUR_MS).toISOString();
const time = (label: string, day: Day, hour: number): NextTime => ({ label, on: null, at: at(day, hour) });
const date = (label: string, on: Day): NextTime => ({ label, on, at: null });

const LATEST_HOUR = 17;

/** What is offered after an outcome; the first one is proposed. None for an outcome whose date the cadence sets. */
export function nextTimes(outcome: Outcome, today: Day, now: Date): NextTime[] {
  const tomorrow = nextWorkingDay(today);
  const later = nextWorkingDay(tomorrow);
  const onMonday = addDays(mondayOf(today), 7);
  if (outcome === 'APPOINTMENT')
    return [
      time('Next working day 11 AM', tomorrow, 11),
      time('Next working day 4 PM', tomorrow, 16),
      time(`${formatDate(later)} 11 AM`, later, 11),
    ];
  if (outcome === 'CALL_BACK') {
    const inAnHour = new Date(now.getTime() + HOUR_MS);
    return [
      { label: 'In 1 hour', on: null, at: inAnHour.toISOString() },
      ...(now.getTime() < startOfDay(today).getTime() + LATEST_HOUR * HOUR_MS
        ? [time('Today 5 PM', today, LATEST_HOUR)]
        : []),
      time('Next working day 11 AM', tomorrow, 11),
    ];
  }
  if (outcome === 'DETAILS_SHARED' || outcome === 'INTERESTED' || outcome === 'COUNSELLED')
    return [
      date('Next working day', tomorrow),
      date('+3 days', addDays(today, 3)),
      ...(onMonday === tomorrow ? [] : [date('Monday', onMonday)]),
      date('+1 week', addDays(today, 7)),
    ];
  return [];
}
