// What a day of a person is: the one truth about attendance (areas/staff.md 3.1). Pure, for server, screens and tests.
import type { Day } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';

/** P present, A absent, L leave, OD on duty, WO week off, H holiday; NONE: not employed, or not over yet. */
export const halfCodes = ['P', 'A', 'L', 'OD', 'WO', 'H', 'NONE'] as const;
export type HalfCode = (typeof halfCodes)[number];
export type HalfName = 'fn' | 'an';

export const dayFlags = [
  'Late',
  'Early',
  'Offline',
  'Outside',
  'No position',
  'No check-out',
  'Worked',
  'Corrected',
] as const;
export type DayFlag = (typeof dayFlags)[number];

export interface LeaveHalf {
  /** Of the leave type: CL. */
  readonly code: string;
  readonly paid: boolean;
}

export interface Half {
  readonly code: HalfCode;
  readonly leave: LeaveHalf | null;
  /** Why it is so, in words for whoever asks. */
  readonly why: string;
}

/** Times in minutes of the day, 0–1440. */
export interface ShiftTimes {
  readonly startsAt: number;
  readonly halfAt: number;
  readonly endsAt: number;
  readonly graceMinutes: number;
  /** Least minutes of presence that make a half. */
  readonly halfMinutes: number;
  readonly weeklyOff: readonly string[];
  readonly saturdayRule: 'WORKING' | 'OFF' | 'SECOND_FOURTH_OFF';
}

export interface PunchAt {
  readonly kind: 'IN' | 'OUT';
  readonly at: number;
  readonly offline: boolean;
  /** Null: the device gave no position. */
  readonly outside: boolean | null;
}

export interface DayFacts {
  readonly day: Day;
  readonly now: { readonly day: Day; readonly minute: number };
  readonly employed: boolean;
  readonly category: string;
  readonly shift: ShiftTimes;
  /** What the centre's calendar says (academics `dayKind`). */
  readonly calendar: {
    readonly kind: 'WORKING' | 'HALF_DAY' | 'OFF' | 'HOLIDAY' | 'VACATION' | 'CLOSED_UNPLANNED';
    readonly staffWorks: boolean;
    readonly title: string | null;
  };
  readonly punches: readonly PunchAt[];
  /** What somebody marked. */
  readonly marked: Readonly<Record<HalfName, 'P' | 'A' | 'OD' | null>>;
  readonly leave: Readonly<Record<HalfName, LeaveHalf | null>>;
}

export interface StaffDay {
  readonly fn: Half;
  readonly an: Half;
  readonly letter: string;
  readonly flags: DayFlag[];
  readonly firstIn: number | null;
  readonly lastOut: number | null;
  /** Minutes from the first check-in to the last check-out. */
  readonly worked: number;
  readonly late: number;
  readonly early: number;
}

const DAY_END = 1440;

/** Minute of the day as people read it: 507 -> '08:27'. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** '08:27' or '08:27:00' -> 507. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** How far the day has come: whole when it is past, 0 when it is ahead. */
const elapsed = ({ day, now }: DayFacts): number =>
  day < now.day ? DAY_END : day > now.day ? 0 : now.minute;

function presenceOf(facts: DayFacts) {
  const firstIn = facts.punches.find((punch) => punch.kind === 'IN')?.at ?? null;
  const lastOut = facts.punches.findLast((punch) => punch.kind === 'OUT' && punch.at >= (firstIn ?? 0))?.at;
  // Without a check-out the shift's end counts, and today what has passed of it.
  const until = lastOut ?? Math.min(elapsed(facts), facts.shift.endsAt);
  return { firstIn, lastOut: firstIn === null ? null : (lastOut ?? null), until };
}

/** A day nobody has to come: holiday before week off; the shift knows the week, the calendar the rest. */
export function offHalf(
  { calendar, category, shift, day }: Pick<DayFacts, 'calendar' | 'category' | 'shift' | 'day'>,
  name: HalfName,
): Half | null {
  const { kind, title, staffWorks } = calendar;
  const holiday = (): Half => ({ code: 'H', leave: null, why: title ?? 'Holiday' });
  const closed = kind === 'HOLIDAY' || kind === 'CLOSED_UNPLANNED' || kind === 'VACATION';
  // Children stay away in the vacation; the office does not.
  const forAll = kind !== 'VACATION' || category === 'TEACHING' || category === 'CARE';
  if (closed && !staffWorks && forAll) return holiday();
  // Only a working day instead of a day off has a title.
  const instead = kind === 'WORKING' && title !== null;
  if (!instead && isWeekOff(shift, day)) return { code: 'WO', leave: null, why: 'Week off' };
  return kind === 'HALF_DAY' && name === 'an' ? holiday() : null;
}

function isWeekOff({ weeklyOff, saturdayRule }: ShiftTimes, day: Day): boolean {
  const weekday = weekdayOf(day);
  if (weeklyOff.includes(weekday)) return true;
  if (weekday !== 'SAT' || saturdayRule === 'WORKING') return false;
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return saturdayRule === 'OFF' || nth === 2 || nth === 4;
}

/** The first rule that applies decides a half. */
function halfOf(facts: DayFacts, name: HalfName): Half {
  const half = (code: HalfCode, why: string): Half => ({ code, leave: null, why });
  if (!facts.employed) return half('NONE', 'Not employed');
  const marked = facts.marked[name];
  if (marked) return half(marked, 'Marked by the centre');
  const leave = facts.leave[name];
  if (leave) return { code: 'L', leave, why: `Leave ${leave.code}` };
  const off = offHalf(facts, name);
  if (off) return off;
  const { shift } = facts;
  const [from, to] = name === 'fn' ? [shift.startsAt, shift.halfAt] : [shift.halfAt, shift.endsAt];
  const { firstIn, until } = presenceOf(facts);
  const present = firstIn === null ? 0 : Math.max(0, Math.min(until, to) - Math.max(firstIn, from));
  if (firstIn !== null && present >= shift.halfMinutes) return half('P', `Present for ${present} minutes`);
  if (elapsed(facts) < to) return half('NONE', 'Not over yet');
  if (firstIn === null) return half('A', 'No check-in');
  return half('A', `Present for ${present} of the ${shift.halfMinutes} minutes needed`);
}

/** What stands in the month for a day: P, A, HD, ½L, L/L, or both halves side by side. */
export function letterOf(fn: Half, an: Half): string {
  const word = (half: Half) => (half.code === 'NONE' ? '–' : half.code);
  if (fn.code === 'L' && an.code === 'L') return fn.leave?.code === an.leave?.code ? 'L' : 'L/L';
  if (fn.code === an.code) return word(fn);
  const both = new Set([fn.code, an.code]);
  if (both.has('P') && both.has('A')) return 'HD';
  if (both.has('P') && both.has('L')) return '½L';
  return `${word(fn)}/${word(an)}`;
}

/** What both halves are of a day that `letterOf` wrote. */
export function codesOf(letter: string): readonly string[] {
  if (letter === 'HD') return ['P', 'A'];
  return letter === '½L' ? ['P', 'L'] : letter.split('/');
}

export function staffDay(facts: DayFacts): StaffDay {
  const [fn, an] = [halfOf(facts, 'fn'), halfOf(facts, 'an')];
  const { firstIn, lastOut } = presenceOf(facts);
  const { shift } = facts;
  const byPresence = (name: HalfName, half: Half) =>
    facts.marked[name] === null && (half.code === 'P' || half.code === 'A');
  const late = firstIn !== null && byPresence('fn', fn) ? Math.max(0, firstIn - shift.startsAt) : 0;
  const early = lastOut !== null && byPresence('an', an) ? Math.max(0, shift.endsAt - lastOut) : 0;
  const off = [fn, an].some((half) => half.code === 'H' || half.code === 'WO');
  const is: Readonly<Record<DayFlag, boolean>> = {
    Late: late > shift.graceMinutes,
    Early: early > shift.graceMinutes,
    Offline: facts.punches.some((punch) => punch.offline),
    Outside: facts.punches.some((punch) => punch.outside === true),
    'No position': facts.punches.some((punch) => punch.outside === null),
    'No check-out': firstIn !== null && lastOut === null && facts.day < facts.now.day,
    Worked: off && firstIn !== null,
    Corrected: facts.marked.fn !== null || facts.marked.an !== null,
  };
  return {
    fn,
    an,
    letter: letterOf(fn, an),
    flags: dayFlags.filter((flag) => is[flag]),
    firstIn,
    lastOut,
    worked: firstIn !== null && lastOut !== null ? lastOut - firstIn : 0,
    late,
    early,
  };
}

export interface DayTotals {
  /** Halves by what they are; leave without pay is in `unpaid` too. */
  readonly halves: Readonly<Record<Exclude<HalfCode, 'NONE'>, number>>;
  readonly unpaid: number;
  /** P + OD + paid L + WO + H: what is paid, in halves. */
  readonly payable: number;
  readonly lateDays: number;
  readonly workedMinutes: number;
}

/** Sums of a month or of any days. */
export function totalsOf(days: readonly StaffDay[]): DayTotals {
  const all = days.flatMap((day) => [day.fn, day.an]);
  const count = (code: HalfCode) => all.filter((half) => half.code === code).length;
  const halves = {
    P: count('P'),
    A: count('A'),
    L: count('L'),
    OD: count('OD'),
    WO: count('WO'),
    H: count('H'),
  };
  const unpaid = all.filter((half) => half.leave?.paid === false).length;
  return {
    halves,
    unpaid,
    payable: halves.P + halves.OD + halves.L - unpaid + halves.WO + halves.H,
    lateDays: days.filter((day) => day.flags.includes('Late')).length,
    workedMinutes: days.reduce((sum, day) => sum + day.worked, 0),
  };
}
