// From figures to what the dashboard shows. Pure: the same for a count of this moment and for a tally.
import { bucketSlugs, buckets } from '../enquiry/bucket.ts';
import { reachable } from './board-filters.ts';
import type { Answers, Board } from './board-shape.ts';
import { type Figures, medianOf } from './figures.ts';

const at = (figures: Figures, figure: string, key = ''): number => figures.get(figure)?.get(key) ?? 0;

/** `3|40`: what stands behind the bar, of the keys that begin with what stands before it. */
function countsBehind(counts: ReadonlyMap<string, number> | undefined, before: string): [number, number][] {
  const start = `${before}|`;
  return [...(counts ?? [])].flatMap(([key, n]) =>
    key.startsWith(start) ? [[Number(key.slice(start.length)), n] as [number, number]] : [],
  );
}

const answersAt = (figures: Figures, prefix: string, key: string, minutes: [number, number][]): Answers => ({
  medianMinutes: medianOf(minutes),
  inTime: at(figures, `${prefix}.in-time`, key),
  late: at(figures, `${prefix}.late`, key),
  unanswered: at(figures, `${prefix}.unanswered`, key),
});

export const totalsOf = (figures: Figures) => ({
  total: at(figures, 'all.n'),
  open: at(figures, 'all.open'),
  yetToCall: at(figures, 'all.yetToCall'),
  due: at(figures, 'all.due'),
  overdue: at(figures, 'all.overdue'),
  unallocated: at(figures, 'all.unallocated'),
  admitted: at(figures, 'all.admitted'),
  answers: answersAt(
    figures,
    'all',
    '',
    [...(figures.get('minutes.n') ?? [])].map(([key, n]) => [Number(key), n]),
  ),
});

export const bucketsOf = (figures: Figures): Board['buckets'] =>
  bucketSlugs.map((slug) => ({ key: slug, label: buckets[slug], n: at(figures, `all.${slug}`) }));

/** Enquiries that came at least so far, from counts by the furthest step (0 = Suspect). */
const atLeast = (counts: ReadonlyMap<string, number>, step: number): number =>
  [...counts].reduce((sum, [key, n]) => (Number(key) >= step ? sum + n : sum), 0);

const share = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part * 10_000) / whole) : null;

export function funnelOf(figures: Figures, lastYear: ReadonlyMap<string, number> | null): Board['funnel'] {
  const reached = figures.get('reached.n') ?? new Map<string, number>();
  return reachable.map((status, i) => ({
    status,
    n: atLeast(reached, i),
    conversionBp: i === 0 ? null : share(atLeast(reached, i), atLeast(reached, i - 1)),
    lastYearBp: i === 0 || !lastYear ? null : share(atLeast(lastYear, i), atLeast(lastYear, i - 1)),
    medianDays: medianOf(countsBehind(figures.get('step.n'), status)),
  }));
}

/** Counts by id with their names, most first. */
export const namedOf = (
  counts: ReadonlyMap<string, number>,
  names: ReadonlyMap<string, string>,
  other: string,
): Board['lostReasons'] =>
  [...counts]
    .map(([key, n]) => ({ key, label: names.get(key) ?? other, n }))
    .sort((a, b) => b.n - a.n || a.label.localeCompare(b.label));

export const arrivalsOf = (figures: Figures): Board['arrivals'] =>
  [...(figures.get('arrival.n') ?? [])].map(([key, n]) => {
    const [weekday = 1, hour = 0] = key.split('-').map(Number);
    return { weekday, hour, n, answered: at(figures, 'arrival.answered', key) };
  });

const OWNERS = 50;

export function ownersOf(figures: Figures, names: ReadonlyMap<string, string>): Board['owners'] {
  const minutes = figures.get('owner-minutes.n');
  return [...(figures.get('owner.n') ?? [])]
    .map(([key, n]) => ({
      id: key || null,
      name: key ? (names.get(key) ?? 'Somebody who left') : 'Nobody',
      n,
      open: at(figures, 'owner.open', key),
      due: at(figures, 'owner.due', key),
      overdue: at(figures, 'owner.overdue', key),
      calledToday: at(figures, 'owner.called', key),
      answers: answersAt(figures, 'owner', key, countsBehind(minutes, key)),
      visits: at(figures, 'owner.visits', key),
      admitted: at(figures, 'owner.admitted', key),
    }))
    .sort((a, b) => b.open - a.open || b.n - a.n || a.name.localeCompare(b.name))
    .slice(0, OWNERS);
}

export function centresOf(
  figures: Figures,
  names: ReadonlyMap<number, string>,
  mondays: readonly string[],
): Board['centres'] {
  const minutes = figures.get('centre-minutes.n');
  return [...names]
    .map(([id, label]) => {
      const key = String(id);
      return {
        id,
        label,
        n: at(figures, 'centre.n', key),
        yetToCall: at(figures, 'centre.yetToCall', key),
        overdue: at(figures, 'centre.overdue', key),
        answers: answersAt(figures, 'centre', key, countsBehind(minutes, key)),
        visits: at(figures, 'centre.visits', key),
        admitted: at(figures, 'centre.admitted', key),
        trend: mondays.map((monday) => at(figures, 'centre-week.n', `${key}|${monday}`)),
      };
    })
    .filter((centre) => centre.n > 0)
    .sort((a, b) => b.admitted * a.n - a.admitted * b.n || b.n - a.n || a.label.localeCompare(b.label));
}
