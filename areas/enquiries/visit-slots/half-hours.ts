// The half-hours in which a family may come: pure, from opening hours to instants.
import { addDays, type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import type { OpenWindow, WorkingCalendar } from '@aangan/contract/working-time.ts';

export const HALF_HOUR_MS = 30 * 60_000;
const DAYS_AHEAD = 14;
/** Somebody must see it before the family stands at the gate. */
const LEAD_MS = 2 * 3_600_000;

/** Hours of the centre itself, 'HH:MM'; null = those of the desk. */
export interface CentreHours {
  opensAt: string | null;
  closesAt: string | null;
}

/** Begin of the half-hour in which an instant lies. Half-hours of India are those of UTC. */
export const halfHourOf = (at: Date | string): number =>
  Math.floor(new Date(at).getTime() / HALF_HOUR_MS) * HALF_HOUR_MS;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function windowsOn(calendar: WorkingCalendar, day: Day): readonly OpenWindow[] {
  if (calendar.always) return [['00:00', '24:00']];
  return calendar.days[day] ?? calendar.windows[weekdayOf(day)] ?? [];
}

/** Every half-hour of the next two weeks that lies in the desk's and the centre's hours, in order. */
export function openHalfHours(calendar: WorkingCalendar, hours: CentreHours, now: Date): Date[] {
  const first = now.getTime() + LEAD_MS;
  const opens = hours.opensAt ? minutesOf(hours.opensAt) : 0;
  const closes = hours.closesAt ? minutesOf(hours.closesAt) : 24 * 60;
  const today = todayIst(now);
  const found: Date[] = [];
  for (let n = 0; n < DAYS_AHEAD; n++) {
    const day = addDays(today, n);
    const start = startOfDay(day).getTime();
    for (const [from, to] of windowsOn(calendar, day)) {
      const end = Math.min(minutesOf(to), closes);
      for (let at = Math.ceil(Math.max(minutesOf(from), opens) / 30) * 30; at + 30 <= end; at += 30)
        if (start + at * 60_000 >= first) found.push(new Date(start + at * 60_000));
    }
  }
  return found;
}

/** Free instants by day, as pages show them. */
export function byDay(slots: readonly Date[]): { day: Day; times: string[] }[] {
  const days = new Map<Day, string[]>();
  for (const slot of slots) {
    const day = todayIst(slot);
    days.set(day, [...(days.get(day) ?? []), slot.toISOString()]);
  }
  return [...days].map(([day, times]) => ({ day, times }));
}
