// Seconds of a film that a person has seen, each counted once: what was seen twice or side by side is merged.

/** From and to, in seconds; `to` is not seen any more. */
export type Span = readonly [from: number, to: number];

/** Of a film's length that has to be seen for it to count as watched. */
const COMPLETE = 0.95;
/** More pieces than this are the work of a script, or of hours of jumping; the shortest are let go. */
const MOST_SPANS = 500;

/** Spans in order, without overlap, within the film; whole seconds. */
export function mergeSpans(spans: readonly Span[], length: number): Span[] {
  const end = Math.ceil(length);
  const within = spans
    .map(([from, to]): Span => [Math.max(0, Math.floor(from)), Math.min(end, Math.floor(to))])
    .filter(([from, to]) => to > from)
    .sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of within) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  if (merged.length <= MOST_SPANS) return merged;
  const kept = new Set([...merged].sort((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, MOST_SPANS));
  return merged.filter((span) => kept.has(span));
}

/** Seconds seen of merged spans. */
export const secondsOf = (merged: readonly Span[]): number =>
  merged.reduce((sum, [from, to]) => sum + to - from, 0);

/** Whether so many seconds are the whole film. */
export const isWatched = (seconds: number, length: number): boolean =>
  length > 0 && seconds >= Math.floor(length) * COMPLETE;
