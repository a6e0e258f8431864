// How far a section is with its plan (areas/curriculum.md 3): pure, for server, demo and tests.
import type { Day } from '@aangan/contract/period.ts';

export interface Shift {
  fromPosition: number;
  idleDays: number;
}

/** The how manieth day of the section a position falls on: shifts at or before it move it on. */
export const turnOf = (position: number, shifts: readonly Shift[]): number =>
  shifts.reduce(
    (sum, { fromPosition, idleDays }) => (fromPosition <= position ? sum + idleDays : sum),
    position,
  );

/** The dates of positions 1 to `count`; null where the section's days end before. */
export const datesOf = (
  days: readonly Day[],
  { count, shifts }: { count: number; shifts: readonly Shift[] },
): (Day | null)[] => Array.from({ length: count }, (_, i) => days[turnOf(i + 1, shifts) - 1] ?? null);

export interface Counted {
  done: number;
  partly: number;
  skipped: number;
  /** Skipped because the centre was closed: they count neither for nor against. */
  excluded: number;
}

export interface Figures extends Counted {
  due: number;
  unmarked: number;
  behind: number;
  /** Two for a day that was done, one for one in part. */
  points: number;
}

/** `reached`: positions whose day has come, today's only once it is marked; `marks` are those among them. */
export function figuresOf(reached: number, marks: Counted): Figures {
  const { done, partly, skipped, excluded } = marks;
  const due = reached - excluded;
  return {
    ...marks,
    due,
    unmarked: due - done - partly - skipped,
    behind: due - done - partly,
    points: 2 * done + partly,
  };
}

/** Basis points, half up; null while nothing was due. */
export const adherenceBp = ({ points, due }: Pick<Figures, 'points' | 'due'>): number | null =>
  due === 0 ? null : Math.round((points * 5000) / due);

export const GREEN_BP = 9000;
export const AMBER_BP = 7500;
