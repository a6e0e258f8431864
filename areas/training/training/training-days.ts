// The sessions of a training: one on each ticked day, from the same time to the same time, in India. Pure.
import { addDays } from '@aangan/contract/period.ts';
import { WEEKDAYS, type Weekday, weekdayOf } from '@aangan/contract/weekday.ts';

export const WORKING: readonly Weekday[] = WEEKDAYS.filter((day) => day !== 'SUN');

export interface When {
  fromDate: string;
  toDate: string;
  /** HH:mm */
  fromTime: string;
  toTime: string;
  weekdays: readonly Weekday[];
}
export interface Session {
  startsAt: string;
  endsAt: string;
}

const MOST_DAYS = 31;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const instant = (day: string, time: string): string => `${day}T${time}:00+05:30`;

export function sessionsOf({ fromDate, toDate, fromTime, toTime, weekdays: ticked }: When): Session[] {
  const found: Session[] = [];
  for (let day = fromDate; day <= toDate && found.length < MOST_DAYS; day = addDays(day, 1)) {
    if (ticked.includes(weekdayOf(day)))
      found.push({ startsAt: instant(day, fromTime), endsAt: instant(day, toTime) });
  }
  return found;
}

/** What is wrong with the days and times, by field; empty when nothing is. */
export function whenFaults(when: When, now: Date): Record<string, string> {
  if (when.toDate < when.fromDate) return { toDate: 'Choose the first day or a later one' };
  if (when.toDate > addDays(when.fromDate, MOST_DAYS - 1)) return { toDate: 'At most 31 days' };
  const minutes = minutesOf(when.toTime) - minutesOf(when.fromTime);
  if (minutes < 15) return { toTime: 'At least 15 minutes after the start' };
  if (minutes > 480) return { toTime: 'At most 8 hours after the start' };
  const [first] = sessionsOf(when);
  if (!first) return { weekdays: 'None of these days lies between the two dates' };
  if (Date.parse(first.startsAt) < now.getTime() + 5 * 60_000)
    return { fromTime: 'The first session starts in five minutes at the earliest' };
  return {};
}
