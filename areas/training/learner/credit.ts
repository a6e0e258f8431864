// What a report of the player is worth: new seconds count once, and never faster than time went by. Pure.
import { mergeSpans, type Span, secondsOf } from '@aangan/contract/watched.ts';

/** Fastest speed of the player. */
const SPEED = 2;
const SLACK_S = 10;
/** The player reports every quarter of a minute; without a report before, one is worth as much. */
const REPORT_S = 15;
/** Where nothing may be skipped, a piece begins at most so far beyond what was seen. */
const STEP_S = 5;
/** A longer silence was no playing. */
const MOST_WALL_S = 60;

export interface Watched {
  intervals: readonly Span[];
  furthest: number;
  /** Of the last report; null: there was none. */
  lastAt: Date | null;
}
interface Report {
  spans: readonly Span[];
  length: number;
  noSeek: boolean;
  now: Date;
}

/** Longest beginning of a piece with so many new seconds at most. */
function upTo(
  had: readonly Span[],
  [from, to]: Span,
  { length, most }: { length: number; most: number },
): number {
  const fresh = (end: number) => secondsOf(mergeSpans([...had, [from, end]], length)) - secondsOf(had);
  let [low, high] = [from, to];
  if (fresh(high) <= most) return high;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fresh(middle) <= most) low = middle;
    else high = middle;
  }
  return low;
}

/** The pieces after a report, in the order reported, until the time that went by is used up. */
export function credit(
  { intervals, furthest, lastAt }: Watched,
  { spans, length, noSeek, now }: Report,
): { intervals: Span[]; seconds: number; furthest: number } {
  const since = lastAt === null ? REPORT_S : Math.max(0, (now.getTime() - lastAt.getTime()) / 1000);
  const wall = Math.min(since, MOST_WALL_S);
  let left = Math.floor(wall * SPEED + SLACK_S);
  let had = mergeSpans(intervals, length);
  let reached = furthest;
  for (const span of spans) {
    const [piece] = mergeSpans([span], length);
    if (!piece || (noSeek && piece[0] > reached + STEP_S)) continue;
    const end = upTo(had, piece, { length, most: left });
    const next = mergeSpans([...had, [piece[0], end]], length);
    left -= secondsOf(next) - secondsOf(had);
    had = next;
    reached = Math.max(reached, end);
  }
  return { intervals: had, seconds: secondsOf(had), furthest: reached };
}

/** Whether so many seconds are the part of a film that has to be seen. */
export const isEnough = (seconds: number, length: number, pct: number): boolean =>
  length > 0 && seconds * 100 >= pct * Math.floor(length);
