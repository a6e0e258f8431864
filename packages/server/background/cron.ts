// Cron texts in IST, with five fields or six (seconds first). IST has no summer time, so its clock is UTC + 05:30 and a
// slot can neither be doubled nor lost at a change of clocks.
const IST_MS = 19_800_000;
const DAY_MS = 86_400_000;
const FIELDS = [
  { name: 'second', min: 0, max: 59 },
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'weekday', min: 0, max: 7 },
] as const;

export interface Schedule {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  readonly lastDay: boolean;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** Cron's own rule: when both are restricted, either one is enough. */
  readonly anyDay: boolean;
  readonly anyWeekday: boolean;
}

/** Reads a cron text: `*`, `*\/n`, `a`, `a-b`, `a-b/n`, lists, and `L` (last day of the month). Throws on anything else. */
export function parseCron(text: string): Schedule {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5 && parts.length !== 6)
    throw new Error(`Cron text '${text}' has ${parts.length} fields`);
  const all = parts.length === 5 ? ['0', ...parts] : parts;
  const values = FIELDS.map((field, i) =>
    field.name === 'day' && all[i] === 'L' ? [] : valuesOf(all[i] as string, field, text),
  );
  const [seconds, minutes, hours, days, months, weekdays] = values as [
    number[],
    number[],
    number[],
    number[],
    number[],
    number[],
  ];
  return {
    seconds,
    minutes,
    hours,
    days: new Set(days),
    lastDay: all[3] === 'L',
    months: new Set(months),
    weekdays: new Set(weekdays.map((d) => d % 7)),
    anyDay: all[3] === '*',
    anyWeekday: all[5] === '*',
  };
}

function valuesOf(part: string, field: (typeof FIELDS)[number], text: string): number[] {
  const out = new Set<number>();
  for (const item of part.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(item);
    const low = match?.[1] === undefined ? field.min : Number(match[1]);
    const high =
      match?.[2] !== undefined
        ? Number(match[2])
        : match?.[1] !== undefined && match[3] === undefined
          ? low
          : field.max;
    const step = Number(match?.[3] ?? 1);
    if (!match || low < field.min || high > field.max || low > high || step < 1)
      throw new Error(`Cron text '${text}': '${item}' is no ${field.name}`);
    for (let value = low; value <= high; value += step) out.add(value);
  }
  return [...out].sort((a, b) => a - b);
}

function isDay(schedule: Schedule, midnight: number): boolean {
  const date = new Date(midnight); // shifted: UTC fields are IST fields
  if (!schedule.months.has(date.getUTCMonth() + 1)) return false;
  const last = schedule.lastDay && new Date(midnight + DAY_MS).getUTCDate() === 1;
  const day = last || schedule.days.has(date.getUTCDate());
  const weekday = schedule.weekdays.has(date.getUTCDay());
  if (schedule.anyDay) return weekday;
  return schedule.anyWeekday ? day : day || weekday;
}

// 29 February of a leap year is at most 8 years away.
const MAX_DAYS = 366 * 8 + 2;

/** The first slot after `after`. Throws when there is none (31 February). */
export function nextSlot(schedule: Schedule, after: Date): Date {
  const from = Math.floor((after.getTime() + IST_MS) / 1000) * 1000 + 1000;
  let midnight = Math.floor(from / DAY_MS) * DAY_MS;
  for (let n = 0; n < MAX_DAYS; n += 1, midnight += DAY_MS) {
    if (!isDay(schedule, midnight)) continue;
    const slot = firstTime(schedule, Math.max(0, from - midnight));
    if (slot !== null) return new Date(midnight + slot - IST_MS);
  }
  throw new Error('This schedule has no slot');
}

/** The newest slot at or before `until` and not before `from`; null when there is none. */
export function newestSlot(schedule: Schedule, from: Date, until: Date): Date | null {
  const low = from.getTime() + IST_MS;
  const high = Math.floor((until.getTime() + IST_MS) / 1000) * 1000;
  for (let midnight = Math.floor(high / DAY_MS) * DAY_MS; midnight > low - DAY_MS; midnight -= DAY_MS) {
    if (!isDay(schedule, midnight)) continue;
    const slot = lastTime(schedule, Math.min(high - midnight, DAY_MS - 1000));
    if (slot !== null) return midnight + slot >= low ? new Date(midnight + slot - IST_MS) : null;
  }
  return null;
}

const ms = (hour: number, minute: number, second: number): number =>
  ((hour * 60 + minute) * 60 + second) * 1000;

function firstTime(s: Schedule, fromMs: number): number | null {
  for (const hour of s.hours) {
    if (ms(hour, 59, 59) < fromMs) continue;
    for (const minute of s.minutes) {
      if (ms(hour, minute, 59) < fromMs) continue;
      for (const second of s.seconds) if (ms(hour, minute, second) >= fromMs) return ms(hour, minute, second);
    }
  }
  return null;
}

function lastTime(s: Schedule, untilMs: number): number | null {
  for (const hour of s.hours.toReversed()) {
    if (ms(hour, 0, 0) > untilMs) continue;
    for (const minute of s.minutes.toReversed()) {
      if (ms(hour, minute, 0) > untilMs) continue;
      for (const second of s.seconds.toReversed())
        if (ms(hour, minute, second) <= untilMs) return ms(hour, minute, second);
    }
  }
  return null;
}

/** True for schedules that come more often than once a minute. */
export const isSubMinute = (schedule: Schedule): boolean => schedule.seconds.length > 1;
