// The points of a way in the order of their times, in parts: where nothing came from the phone nothing is drawn. Pure.
import type { TrackPoint } from './track.contract.ts';

const GAP_MS = 90_000;

export function partsOf(points: readonly TrackPoint[]): TrackPoint[][] {
  const parts: TrackPoint[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const point of points.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const at = Date.parse(point.at);
    if (at - last > GAP_MS) parts.push([]);
    parts.at(-1)?.push(point);
    last = at;
  }
  return parts;
}
