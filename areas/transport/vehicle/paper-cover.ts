// What a paper is worth on a day (areas/transport.md 3.1): pure, for the board, the lists and the checks of the server. The last
// day counts until midnight in India. The database says the same by paper_status().
import { addDays, type Day, daysBetween, formatDate } from '@aangan/contract/period.ts';

export type PaperStatus = 'VALID' | 'DUE_SOON' | 'EXPIRED';
export const paperStatusLabels = { VALID: 'Valid', DUE_SOON: 'Due soon', EXPIRED: 'Expired' } as const;
export const EXPIRED_WORDS = { missing: 'Not recorded' } as const;

export interface Period {
  readonly startsOn: Day;
  /** Null: for ever. */
  readonly endsOn: Day | null;
}

export interface Cover {
  readonly status: PaperStatus;
  readonly daysLeft: number | null;
  readonly endsOn: Day | null;
  readonly words: string;
}

export const paperStatus = (today: Day, endsOn: Day | null, soonDays: number): PaperStatus => {
  if (endsOn === null || daysBetween(today, endsOn) > soonDays) return 'VALID';
  return endsOn >= today ? 'DUE_SOON' : 'EXPIRED';
};

/** "12 days left", "1 day left"; what ends today holds until midnight. */
export const daysText = (days: number): string =>
  days === 0 ? 'Last day today' : `${days} ${days === 1 ? 'day' : 'days'} left`;

/** The end of what holds on the day, with the papers that follow it without a day between; undefined when none holds. */
function endOfChain(periods: readonly Period[], today: Day): Day | null | undefined {
  let end: Day | null | undefined;
  for (const { startsOn, endsOn } of periods.toSorted((a, b) => a.startsOn.localeCompare(b.startsOn))) {
    if (end === null) return null;
    const reaches = end === undefined ? startsOn <= today : startsOn <= addDays(end, 1);
    if (reaches && (endsOn === null || (endsOn >= today && (end === undefined || endsOn > end))))
      end = endsOn;
  }
  return end;
}

/** Whether the vehicle is covered by these papers, and until when. A day between two of them is a warning before it comes. */
export function coverOf(periods: readonly Period[], today: Day, soonDays: number): Cover {
  const end = endOfChain(periods, today);
  if (end === null) return { status: 'VALID', daysLeft: null, endsOn: null, words: 'For life' };
  if (end === undefined) return notCovered(periods, today);
  const daysLeft = daysBetween(today, end);
  const next = nextAfter(periods, end);
  const status = paperStatus(today, end, soonDays);
  if (next === undefined) return { status, daysLeft, endsOn: end, words: daysText(daysLeft) };
  const gap = `Gap ${formatDate(addDays(end, 1))} to ${formatDate(addDays(next, -1))}`;
  return { status: 'DUE_SOON', daysLeft, endsOn: end, words: gap };
}

const nextAfter = (periods: readonly Period[], day: Day): Day | undefined =>
  periods
    .map(({ startsOn }) => startsOn)
    .filter((startsOn) => startsOn > day)
    .toSorted()[0];

function notCovered(periods: readonly Period[], today: Day): Cover {
  const ended = periods
    .flatMap(({ endsOn }) => (endsOn !== null && endsOn < today ? [endsOn] : []))
    .toSorted();
  const last = ended.at(-1) ?? null;
  const next = nextAfter(periods, today);
  const words = last
    ? `Ended on ${formatDate(last)}`
    : next
      ? `Begins on ${formatDate(next)}`
      : EXPIRED_WORDS.missing;
  return {
    status: 'EXPIRED',
    daysLeft: last === null ? null : daysBetween(today, last),
    endsOn: last,
    words,
  };
}
