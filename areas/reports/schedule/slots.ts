import {
  addDays,
  type Day,
  daysInMonth,
  formatClock,
  startOfDay,
  todayIst,
} from '@aangan/contract/period.ts';
import { type Weekday, weekdayLabels, weekdayOf } from '@aangan/contract/weekday.ts';

export interface Rhythm {
  readonly every: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY';
  readonly weekday: Weekday | null;
  /** 31 stands for the last day. */
  readonly dayOfMonth: number | null;
  /** 'HH:mm' in India. */
  readonly at: string;
}

/** The first moment after `now` at which a rhythm falls; a quarter's months are April, July, October, January. */
export function nextSlot(rhythm: Rhythm, now: Date): Date {
  let day = todayIst(now);
  // A quarter has at most 92 days.
  for (let i = 0; i <= 93; i += 1, day = addDays(day, 1)) {
    const slot = momentOf(day, rhythm.at);
    if (slot > now && fallsOn(rhythm, day)) return slot;
  }
  throw new RangeError('This rhythm falls on no day');
}

function fallsOn({ every, weekday, dayOfMonth }: Rhythm, day: Day): boolean {
  if (every === 'DAILY') return true;
  if (every === 'WEEKLY') return weekdayOf(day) === weekday;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  if (every === 'QUARTERLY' && month % 3 !== 1) return false;
  return date === Math.min(dayOfMonth ?? 1, daysInMonth(year, month));
}

function momentOf(day: Day, at: string): Date {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  return new Date(startOfDay(day).getTime() + (hour * 60 + minute) * 60_000);
}

/** 'Every month on the last day at 07:00 AM'. */
export function rhythmWords({ every, weekday, dayOfMonth, at }: Rhythm): string {
  const day = (dayOfMonth ?? 1) >= 31 ? 'the last day' : `day ${dayOfMonth}`;
  const when = {
    DAILY: 'Every day',
    WEEKLY: `Every ${weekdayLabels[weekday ?? 'MON']}`,
    MONTHLY: `Every month on ${day}`,
    QUARTERLY: `Every quarter on ${day} of its first month`,
  }[every];
  return `${when} at ${formatClock(at)}`;
}
