// What a season will come to (enquiries.md 11.6): who misses its target, and how many more visits would bring it there.
import { addDays, type Day } from '@aangan/contract/period.ts';
import { type Curve, expectedOn } from './b2s-pace.ts';

/** Visits that a centre's own rate is worth against the network's: a centre with few visits is judged by all. */
const WEIGHT = 20;

export interface Visits {
  visits: number;
  admitted: number;
}

/** Admissions for each visit, (admitted + 20 × network rate) ÷ (visits + 20); null when nobody was ever admitted. */
export function visitRate(own: Visits, network: Visits): number | null {
  if (network.visits === 0 || network.admitted === 0) return null;
  // More admitted than visited (children who came by a form alone) is no more than one for each visit.
  return Math.min(1, (own.admitted + WEIGHT * (network.admitted / network.visits)) / (own.visits + WEIGHT));
}

/** A curve that comes so many days later (or earlier); the season keeps its first day. */
export const shiftCurve = ({ from, points }: Curve, days: number): Curve => ({
  from,
  points: points
    .map((point) => ({ ...point, on: addDays(point.on, days) }))
    .filter((point) => point.on > from),
});

/** A target that is raised or lowered, in whole seats. */
export const scaledTarget = (seats: number, basisPoints: number): number =>
  Math.round((seats * basisPoints) / 10_000);

interface Rehearsed {
  expected: number;
  /** Seats at the end of the season, as it goes now. */
  projected: number;
  miss: number;
  /** Null: no rate is known. */
  visits: number | null;
}

/**
 * `rest` = what last year's season achieved after the same week; without one the curve itself says how much is still to
 * come: achieved ÷ its share of today.
 */
export function rehearse(at: {
  target: number;
  achieved: number;
  rest: number | null;
  rate: number | null;
  curve: Curve;
  day: Day;
}): Rehearsed {
  const { target, achieved, rest, rate, curve, day } = at;
  const whole = 10_000;
  const share = expectedOn(whole, curve, day);
  const projected =
    rest !== null ? achieved + rest : share === 0 ? achieved : Math.floor((achieved * whole) / share);
  const miss = Math.max(0, target - projected);
  return {
    expected: expectedOn(target, curve, day),
    projected,
    miss,
    visits: miss === 0 ? 0 : rate === null ? null : Math.ceil(miss / rate),
  };
}
