// Age at entry in completed months (admissions.md 3.5); pure, the same for browser and server.
import { addMonths, type Day, daysBetween } from '@aangan/contract/period.ts';

export interface AgeRule {
  /** Null: the class's own ages, nobody's row. */
  readonly id: string | null;
  readonly basis: 'CUT_OFF' | 'JOINING';
  readonly cutOffOn: Day | null;
  readonly minMonths: number;
  readonly maxMonths: number;
  readonly relaxDays: number;
  readonly maxBlocks: boolean;
}

export interface AgeVerdict {
  readonly ok: boolean;
  /** The day on which age was measured. */
  readonly on: Day;
  /** Days the child is too young; 0 when old enough. */
  readonly shortDays: number;
  /** Too young, but near enough to ask for an exception. */
  readonly relaxable: boolean;
  readonly over: boolean;
}

/** `completed(n) = birth + n months, clamped to the month's end, is not after the day of measuring`. */
export function ageCheck(rule: AgeRule, dateOfBirth: Day, joinsOn: Day): AgeVerdict {
  const on = rule.basis === 'JOINING' || rule.cutOffOn === null ? joinsOn : rule.cutOffOn;
  const shortDays = Math.max(0, daysBetween(on, addMonths(dateOfBirth, rule.minMonths)));
  const over = addMonths(dateOfBirth, rule.maxMonths) <= on;
  return {
    ok: shortDays === 0 && !(over && rule.maxBlocks),
    on,
    shortDays,
    relaxable: shortDays > 0 && shortDays <= rule.relaxDays,
    over,
  };
}
