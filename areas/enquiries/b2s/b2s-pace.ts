// How full the season should be on a day, and how far ahead or behind it is (enquiries.md 3.9). Whole numbers only: a
// share is basis points, a line between two points is a fraction that is divided once, at the end.
import { addDays, type Day, daysBetween } from '@aangan/contract/period.ts';

export interface CurvePoint {
  on: Day;
  /** Share of the target, basis points. */
  bp: number;
}
/** Points in the order of their days, the first day of the season (0) before them. */
export interface Curve {
  from: Day;
  points: readonly CurvePoint[];
}

const WHOLE = 10_000;

/** What is wrong with a curve, or null: days and shares rise, and the last share is the whole. */
export function curveTrouble({ from, points }: Curve): string | null {
  const rises = points.every((point, i) => {
    const before = points[i - 1] ?? { on: addDays(from, -1), bp: 0 };
    return point.on > before.on && point.bp >= before.bp;
  });
  return rises && points.length > 0 && points.at(-1)?.bp === WHOLE
    ? null
    : 'The curve must rise and end at 100 %.';
}

/** Share of a day as a fraction of basis points: `n / d`. */
function shareOn({ from, points }: Curve, day: Day): { n: number; d: number } {
  const all = [{ on: from, bp: 0 }, ...points];
  const next = all.findIndex((point) => point.on > day);
  if (next === 0) return { n: 0, d: 1 };
  if (next === -1) return { n: all.at(-1)?.bp ?? 0, d: 1 };
  const left = all[next - 1] ?? { on: from, bp: 0 };
  const right = all[next] ?? left;
  const d = daysBetween(left.on, right.on);
  return { n: left.bp * d + (right.bp - left.bp) * daysBetween(left.on, day), d };
}

/** Seats that should be achieved on a day: floor(target × share). */
export function expectedOn(target: number, curve: Curve, day: Day): number {
  const { n, d } = shareOn(curve, day);
  return Math.floor((target * n) / (d * WHOLE));
}

export interface Pace {
  expected: number;
  /** Achieved minus expected. */
  gap: number;
  /** Days ahead of the curve (behind: negative). */
  days: number;
}

/** Null without a target: nothing can be ahead or behind of nothing. */
export function paceOf(target: number, achieved: number, curve: Curve, day: Day): Pace | null {
  if (target <= 0) return null;
  const expected = expectedOn(target, curve, day);
  const gap = achieved - expected;
  // A number of seats is asked for on several days in a row: who has them is on pace on each of these.
  return { expected, gap, days: gap === 0 ? 0 : daysBetween(day, dayReaching(target, achieved, curve)) };
}

/** The first day on which the curve asks for so many seats; its last day when it never asks for that many. */
export function dayReaching(target: number, seats: number, curve: Curve): Day {
  const last = curve.points.at(-1)?.on ?? curve.from;
  let low = 0;
  let high = daysBetween(curve.from, last);
  // The curve never falls, so the first day can be found by halving.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (expectedOn(target, curve, addDays(curve.from, middle)) >= seats) high = middle;
    else low = middle + 1;
  }
  return addDays(curve.from, low);
}
