// The moment the demo is made at. What came today came before it; people are awake and centres open when things happen.
import { addDays, type Day, IST_OFFSET_MS, todayIst } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';

export interface Clock {
  today: Day;
  now: Date;
}

const on = (day: Day, time: string): number => Date.parse(`${day}T${time}:00+05:30`);

/** Of this very day it is now; another day (of tests) is told as in its early afternoon. */
export const momentOf = (today: Day, now: Date): Date =>
  todayIst(now) === today ? now : new Date(on(today, '13:30'));

/** An instant in Indian time, as the stories write theirs: their texts sort as the instants do. */
export const istText = (instant: Date): string =>
  `${new Date(instant.getTime() + IST_OFFSET_MS).toISOString().slice(0, 19)}+05:30`;

/** `share` (0 to 1) of the way through today as far as it has come; made before nine, of the last evening of a desk day. */
export function soFar({ today, now }: Clock, share: number): Date {
  const early = now.getTime() < on(today, '09:00');
  const day = early ? deskDay(addDays(today, -1)) : today;
  const from = on(day, early ? '17:30' : '08:00');
  const until = Math.min(on(day, '21:30'), early ? Infinity : now.getTime() - 60_000);
  return new Date(from + Math.floor((share * (until - from)) / 1000) * 1000);
}

/** The day, or the Saturday before it: on Sundays the desk is closed. */
export const deskDay = (day: Day): Day => (weekdayOf(day) === 'SUN' ? addDays(day, -1) : day);

/** `time` of a day the desk was open: the last one before today, or so many before that. */
export function deskTime({ today }: Clock, back: number, time: string): Date {
  let day = deskDay(addDays(today, -1));
  for (let n = 1; n < back; n += 1) day = deskDay(addDays(day, -1));
  return new Date(on(day, time));
}
