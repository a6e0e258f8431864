// The days of an online class and of its series, and what is wrong with days and times. Pure.
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import { type Weekday, weekdayOf } from '@aangan/contract/weekday.ts';

export interface ClassTimes {
  date: Day;
  /** HH:mm */
  fromTime: string;
  toTime: string;
  weekdays: readonly Weekday[];
  until: Day | null;
}

const MOST_DAYS = 60;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const instantOf = (day: Day, time: string): string =>
  new Date(`${day}T${time.slice(0, 5)}:00+05:30`).toISOString();

/** The first day, and each ticked weekday after it until the last one. */
export function classDays({ date, weekdays, until }: ClassTimes): Day[] {
  const days = [date];
  if (until === null) return days;
  for (let day = addDays(date, 1); day <= until && day <= addDays(date, MOST_DAYS); day = addDays(day, 1))
    if (weekdays.includes(weekdayOf(day))) days.push(day);
  return days;
}

/** What is wrong, by field; empty when nothing is. */
export function timesFaults(times: ClassTimes, yearId: number, now: Date): Record<string, string> {
  const { date, fromTime, toTime, weekdays, until } = times;
  const minutes = minutesOf(toTime) - minutesOf(fromTime);
  if (minutes < 10) return { toTime: 'At least 10 minutes after the start' };
  if (minutes > 180) return { toTime: 'At most 3 hours after the start' };
  if (academicYearOf(date) !== yearId) return { date: 'Choose a day of the chosen academic year' };
  if (Date.parse(instantOf(date, fromTime)) <= now.getTime())
    return { fromTime: 'Choose a time that is still to come' };
  if (weekdays.length > 0 && until === null) return { until: 'Say until when it repeats' };
  if (until === null) return {};
  if (weekdays.length === 0) return { weekdays: 'Tick the days on which it repeats' };
  if (until <= date) return { until: 'Choose a day after the first one' };
  if (until > addDays(date, MOST_DAYS)) return { until: `At most ${MOST_DAYS} days after the first day` };
  if (academicYearOf(until) !== yearId) return { until: 'Choose a day of the same academic year' };
  return {};
}
