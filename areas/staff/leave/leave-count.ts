// How many half days a leave takes (areas/staff.md 3.3). Pure, for server, preview and tests.
import type { Day } from '@aangan/contract/period.ts';

export type HalfOfDay = 'FN' | 'AN';

/** A half inside the leave; `off` says why nobody works then, null: a working half. */
export interface LeaveSlot {
  readonly day: Day;
  readonly half: HalfOfDay;
  readonly off: string | null;
}

export interface CountedHalf extends LeaveSlot {
  readonly counted: boolean;
}

/**
 * Working halves count. Days off count only with `countsBetween`, and only between two working halves of the leave: a
 * Sunday at its edge is nobody's leave.
 */
export function countHalves(slots: readonly LeaveSlot[], countsBetween: boolean): CountedHalf[] {
  const first = slots.findIndex(({ off }) => off === null);
  const last = slots.findLastIndex(({ off }) => off === null);
  return slots.map((slot, at) => ({
    ...slot,
    counted: slot.off === null || (countsBetween && first >= 0 && at > first && at < last),
  }));
}

/** Calendar year in which the leave year (April to March) of a day begins. */
export const leaveYearOf = (day: Day): number =>
  Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 4 ? 1 : 0);

/** Halves as people say them: 5 -> '2.5 days'. */
export const daysOf = (halves: number): string => `${halves / 2} ${halves === 2 ? 'day' : 'days'}`;

/** '4 halves; not counted: Sat 15-08 Holiday' -> the free days in words, each once. */
export function freeDays(halves: readonly CountedHalf[]): { day: Day; why: string }[] {
  const free = new Map<Day, string>();
  for (const { day, off, counted } of halves) if (!counted && off !== null) free.set(day, off);
  return [...free].map(([day, why]) => ({ day, why }));
}
