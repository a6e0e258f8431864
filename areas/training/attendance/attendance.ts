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

/** Moments in whole seconds. */
export interface Interval {
  from: number;
  to: number;
}
export interface Presence {
  /** Seconds of the held window somebody was there; a drop no longer than the bridge counts as there. */
  attendedS: number;
  heldS: number;
  /** From the start of the window until they were there. */
  lateS: number;
  /** How often they were away in between, for however short a time. */
  drops: number;
}

/** What the connections of one person come to within what was held: two at once count once. */
export function presenceOf(connections: readonly Interval[], held: Interval, bridgeS: number): Presence {
  const within = connections
    .map(({ from, to }) => ({ from: Math.max(from, held.from), to: Math.min(to, held.to) }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
  let attendedS = 0;
  let drops = 0;
  let until: number | null = null;
  for (const { from, to } of within) {
    if (until === null || to > until) {
      const gap: number = until === null ? 0 : Math.max(0, from - until);
      if (gap > 0) drops += 1;
      attendedS += to - Math.max(from, until ?? from) + (gap > 0 && gap <= bridgeS ? gap : 0);
      until = to;
    }
  }
  const heldS = Math.max(0, held.to - held.from);
  return { attendedS, heldS, lateS: within[0] ? within[0].from - held.from : 0, drops };
}

/** "48 of 56 min, came 5 min late, dropped twice" */
export function presenceSentence({ attendedS, heldS, lateS, drops }: Presence): string {
  if (attendedS === 0) return 'Was not in the meeting.';
  const times = ['', 'once', 'twice'][drops] ?? `${drops} times`;
  const late = minutesOf(lateS);
  return `${[
    `${minutesOf(attendedS)} of ${minutesOf(heldS)} min`,
    ...(late > 0 ? [`came ${late} min late`] : []),
    ...(drops > 0 ? [`dropped ${times}`] : []),
  ].join(', ')}.`;
}
