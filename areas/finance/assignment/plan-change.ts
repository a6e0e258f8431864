// What a change of a running service does to the lines of its plan. Preview and posting both call this one function, so
// what was shown is what is booked (areas/services.md 3).
import { addDays, type Day, daysBetween } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { prorate } from '@aangan/money/proration.ts';
import { splitByWeights } from '@aangan/money/split.ts';
import type { Period } from '../fee-plan/due-dates.ts';

export interface RunningLine {
  readonly id: string;
  readonly seq: number;
  /** The bill it stands in; null before it is billed. */
  readonly entryId: string | null;
  readonly label: string;
  readonly dueOn: Day;
  readonly net: number;
  readonly allocated: number;
  /** Corrected or paid before, beside its bill: reversing the bill alone would leave the correction standing. */
  readonly touched: boolean;
  /** What it pays for. */
  readonly period: Period | null;
  /** DAYS: by the days served. WHOLE: all of it or nothing. STAYS: never given back (admission, kit, paid once). */
  readonly follows: 'DAYS' | 'WHOLE' | 'STAYS';
}

/** Days for which the service is paid, and those taken out of them before. */
export interface Served extends Period {
  readonly paused: readonly Period[];
}

/** An instalment of the plan that comes instead. */
export interface AddedPart {
  readonly seq: number;
  readonly label: string;
  readonly dueOn: Day;
  readonly net: number;
}

export interface LineChange {
  /** CANCEL: the bill is reversed. CREDIT, DEBIT: a note. NEW: billed anew. */
  readonly way: 'CANCEL' | 'CREDIT' | 'DEBIT' | 'NEW';
  /** null where a new line or a debit note carries it. */
  readonly lineId: string | null;
  readonly seq: number;
  readonly label: string;
  readonly dueOn: Day;
  readonly before: number;
  readonly after: number;
  readonly formula: string | null;
  /** Paise paid on it that come free. */
  readonly freed: number;
}

const MOST_DAYS = 400;
const daysIn = ({ from, to }: Period): number => Math.max(0, daysBetween(from, to) + 1);
const common = (a: Period, b: Period): Period => ({
  from: a.from > b.from ? a.from : b.from,
  to: a.to < b.to ? a.to : b.to,
});

/** Days of a range that are neither outside the service nor paused. */
function servedIn(range: Period, { paused, ...days }: Served): number {
  const own = common(range, days);
  let n = 0;
  for (let day = own.from; day <= own.to && n < MOST_DAYS; day = addDays(day, 1))
    if (!paused.some((pause) => pause.from <= day && day <= pause.to)) n += 1;
  return n;
}

interface Kept {
  readonly line: RunningLine;
  readonly kept: number;
  readonly formula: string | null;
}

/** What is left to pay of a line when the days of `gone` fall away. */
function keptOf(line: RunningLine, served: Served, gone: Period): Kept {
  const whole = line.period === null || line.follows === 'STAYS' ? 0 : servedIn(line.period, served);
  const lost = whole === 0 || line.period === null ? 0 : servedIn(common(line.period, gone), served);
  if (lost === 0) return { line, kept: line.net, formula: null };
  if (lost === whole) return { line, kept: 0, formula: null };
  if (line.follows === 'WHOLE') return { line, kept: line.net, formula: null };
  return {
    line,
    kept: prorate(paise(line.net), whole - lost, whole),
    formula: `${whole - lost} of ${whole} days`,
  };
}

export interface Change {
  readonly served: Served;
  /** Days that fall away. */
  readonly gone: Period;
  /** Instalments of another plan for those days. */
  readonly added?: readonly AddedPart[];
  readonly today: Day;
}

/** The lines that change, by due day. Lines that stay as they are do not appear. */
export function changeOf(
  lines: readonly RunningLine[],
  { served, gone, added = [], today }: Change,
): LineChange[] {
  if (daysIn(gone) === 0) return [];
  const all = lines.map((line) => keptOf(line, served, gone));
  const falls = ({ line, kept }: Kept) =>
    kept === 0 && line.allocated === 0 && !line.touched && line.dueOn > today;
  // A bill is reversed as a whole or not at all.
  const cancelled = new Set(
    all.filter((one) => falls(one) && all.filter((other) => sameBill(other, one)).every(falls)),
  );
  const stays = all.filter((one) => !cancelled.has(one));
  return [
    ...[...cancelled].map(({ line }) => changed('CANCEL', line, 0, null)),
    ...stays
      .filter(({ line, kept }) => kept < line.net && !added.some(({ seq }) => seq === line.seq))
      .map(({ line, kept, formula }) => changed('CREDIT', line, kept, formula)),
    ...added.flatMap((part) =>
      instead(
        part,
        stays.filter(({ line }) => line.seq === part.seq),
      ),
    ),
  ].sort((a, b) => (a.dueOn === b.dueOn ? 0 : a.dueOn < b.dueOn ? -1 : 1));
}

const sameBill = (a: Kept, b: Kept): boolean =>
  a.line === b.line || (a.line.entryId !== null && a.line.entryId === b.line.entryId);

const changed = (
  way: LineChange['way'],
  line: RunningLine,
  after: number,
  formula: string | null,
): LineChange => ({
  way,
  lineId: line.id,
  seq: line.seq,
  label: line.label,
  dueOn: line.dueOn,
  before: line.net,
  after,
  formula,
  freed: Math.max(0, line.allocated - after),
});

/** A part of another plan beside what is kept of the same instalment: the difference alone is a note. */
function instead(part: AddedPart, old: readonly Kept[]): LineChange[] {
  if (old.length === 0)
    return [
      {
        way: 'NEW',
        lineId: null,
        seq: part.seq,
        label: part.label,
        dueOn: part.dueOn,
        before: 0,
        after: part.net,
        formula: null,
        freed: 0,
      },
    ];
  const before = old.reduce((sum, { line }) => sum + line.net, 0);
  const after = old.reduce((sum, { kept }) => sum + kept, 0) + part.net;
  const formula = old[0]?.formula ?? null;
  if (after === before) return [];
  if (after > before)
    return [
      {
        way: 'DEBIT',
        lineId: null,
        seq: part.seq,
        label: old[0]?.line.label ?? part.label,
        dueOn: part.dueOn,
        before,
        after,
        formula,
        freed: 0,
      },
    ];
  const less = splitByWeights(
    paise(before - after),
    old.map(({ line }) => line.net),
  );
  return old.map(({ line }, at) => changed('CREDIT', line, line.net - (less[at] ?? 0), formula));
}

export interface ChangeSums {
  readonly cancelled: number;
  readonly credit: number;
  readonly debit: number;
  readonly added: number;
  /** Paid money that becomes advance. */
  readonly freed: number;
}

export const sumsOfChange = (changes: readonly LineChange[]): ChangeSums => {
  const of = (way: LineChange['way']) =>
    changes.filter((one) => one.way === way).reduce((sum, one) => sum + Math.abs(one.after - one.before), 0);
  return {
    cancelled: of('CANCEL'),
    credit: of('CREDIT'),
    debit: of('DEBIT'),
    added: of('NEW'),
    freed: changes.reduce((sum, one) => sum + one.freed, 0),
  };
};
