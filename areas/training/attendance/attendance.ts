// From seconds to a mark (areas/training.md 3.3). Whole numbers only: minutes are shown, never compared. Pure.
export type Mark = 'PRESENT' | 'PARTIAL' | 'ABSENT';

export interface Limits {
  presentPct: number;
  partialPct: number;
}

/** The mark of so many seconds of what was held. */
export function markOf(attendedS: number, heldS: number, { presentPct, partialPct }: Limits): Mark {
  if (attendedS * 100 >= presentPct * heldS) return 'PRESENT';
  return attendedS * 100 >= partialPct * heldS ? 'PARTIAL' : 'ABSENT';
}

/** What a mark made by hand counts for: present is the whole session, partial half of it. */
export const secondsOfMark = (mark: Mark, heldS: number): number =>
  mark === 'PRESENT' ? heldS : mark === 'PARTIAL' ? Math.floor(heldS / 2) : 0;

export const minutesOf = (seconds: number): number => Math.round(seconds / 60);
