// From figures to what the dashboard shows. Pure: the same for a count of this moment and for a tally.
import { bucketSlugs, buckets } from '../enquiry/bucket.ts';
import { reachable } from './board-filters.ts';
import type { Answers, Board } from './board-shape.ts';
import { type Figures, figureAt, medianOf, oncePerFigures } from './figures.ts';

type Counts = [value: number, n: number][];

// A large network's figures are kept between requests; so is what was grouped of them.
const grouped = new WeakMap<ReadonlyMap<string, number>, ReadonlyMap<string, Counts>>();

/** Counts with keys like `3|40`: the values behind the bar by what stands before it, all in one walk. */
function byFirstPart(counts: ReadonlyMap<string, number> = new Map()): ReadonlyMap<string, Counts> {
  const known = grouped.get(counts);
  if (known) return known;
  const out = new Map<string, Counts>();
  for (const [key, n] of counts) {
    const bar = key.lastIndexOf('|');
    const first = key.slice(0, bar);
    const some = out.get(first) ?? [];
    out.set(first, some);
    some.push([Number(key.slice(bar + 1)), n]);
  }
  grouped.set(counts, out);
  return out;
}

const answersAt = (figures: Figures, prefix: string, key: string, minutes: Counts = []): Answers => ({
  medianMinutes: medianOf(minutes),
  inTime: figureAt(figures, `${prefix}.in-time`, key),
  late: figureAt(figures, `${prefix}.late`, key),
  unanswered: figureAt(figures, `${prefix}.unanswered`, key),
  waiting: figureAt(figures, `${prefix}.waiting`, key),
});

export const totalsOf = (figures: Figures) => ({
  total: figureAt(figures, 'all.n'),
  open: figureAt(figures, 'all.open'),
  yetToCall: figureAt(figures, 'all.yetToCall'),
  due: figureAt(figures, 'all.due'),
  overdue: figureAt(figures, 'all.overdue'),
  unallocated: figureAt(figures, 'all.unallocated'),
  admitted: figureAt(figures, 'all.admitted'),
  answers: answersAt(
    figures,
    'all',
    '',
    [...(figures.get('minutes.n') ?? [])].map(([key, n]) => [Number(key), n]),
  ),
});

export const bucketsOf = (figures: Figures): Board['buckets'] =>
  bucketSlugs.map((slug) => ({ key: slug, label: buckets[slug], n: figureAt(figures, `all.${slug}`) }));

/** Enquiries that came at least so far, from counts by the furthest step (0 = Suspect). */
const atLeast = (counts: ReadonlyMap<string, number>, step: number): number =>
  [...counts].reduce((sum, [key, n]) => (Number(key) >= step ? sum + n : sum), 0);

const share = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part * 10_000) / whole) : null;

export function funnelOf(figures: Figures, lastYear: ReadonlyMap<string, number> | null): Board['funnel'] {
  const reached = figures.get('reached.n') ?? new Map<string, number>();
  const steps = byFirstPart(figures.get('step.n'));
  return reachable.map((status, i) => ({
    status,
    n: atLeast(reached, i),
    conversionBp: i === 0 ? null : share(atLeast(reached, i), atLeast(reached, i - 1)),
    lastYearBp: i === 0 || !lastYear ? null : share(atLeast(lastYear, i), atLeast(lastYear, i - 1)),
    medianDays: medianOf(steps.get(status) ?? []),
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

export const arrivalsOf = oncePerFigures((figures): Board['arrivals'] =>
  [...(figures.get('arrival.n') ?? [])]
    .map(([key, n]) => {
      const [weekday = 1, hour = 0] = key.split('-').map(Number);
      return { weekday, hour, n, answered: figureAt(figures, 'arrival.answered', key) };
    })
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour),
);

const OWNERS = 50;

/** Owners with the most open enquiries first, as many as are shown; '' is nobody. */
export const busiestOwners = oncePerFigures((figures): readonly string[] =>
  [...(figures.get('owner.n') ?? [])]
    .map(([key, n]) => ({ key, n, open: figureAt(figures, 'owner.open', key) }))
    .sort((a, b) => b.open - a.open || b.n - a.n || (a.key < b.key ? -1 : 1))
    .slice(0, OWNERS)
    .map((one) => one.key),
);

/** The rows of `keys`, in their order. */
export function ownersOf(
  figures: Figures,
  keys: readonly string[],
  names: ReadonlyMap<string, string>,
): Board['owners'] {
  const minutes = byFirstPart(figures.get('owner-minutes.n'));
  return keys.map((key) => ({
    id: key || null,
    name: key ? (names.get(key) ?? 'Somebody who left') : 'Nobody',
    n: figureAt(figures, 'owner.n', key),
    open: figureAt(figures, 'owner.open', key),
    due: figureAt(figures, 'owner.due', key),
    overdue: figureAt(figures, 'owner.overdue', key),
    calledToday: figureAt(figures, 'owner.called', key),
    answers: answersAt(figures, 'owner', key, minutes.get(key)),
    visits: figureAt(figures, 'owner.visits', key),
    admitted: figureAt(figures, 'owner.admitted', key),
  }));
}

/** Centres with enquiries, by the share they admit. */
export const rankedCentres = oncePerFigures((figures): readonly number[] =>
  [...(figures.get('centre.n') ?? [])]
    .map(([key, n]) => ({ id: Number(key), n, admitted: figureAt(figures, 'centre.admitted', key) }))
    .filter((one) => one.n > 0)
    .sort((a, b) => b.admitted * a.n - a.admitted * b.n || b.n - a.n || a.id - b.id)
    .map((one) => one.id),
);

/** The rows of `ids`, in their order. */
export function centresOf(
  figures: Figures,
  ids: readonly number[],
  { names, mondays }: { names: ReadonlyMap<number, string>; mondays: readonly string[] },
): Board['centres'] {
  const minutes = byFirstPart(figures.get('centre-minutes.n'));
  return ids.map((id) => {
    const key = String(id);
    return {
      id,
      label: names.get(id) ?? '',
      n: figureAt(figures, 'centre.n', key),
      yetToCall: figureAt(figures, 'centre.yetToCall', key),
      overdue: figureAt(figures, 'centre.overdue', key),
      answers: answersAt(figures, 'centre', key, minutes.get(key)),
      visits: figureAt(figures, 'centre.visits', key),
      admitted: figureAt(figures, 'centre.admitted', key),
      trend: mondays.map((monday) => figureAt(figures, 'centre-week.n', `${key}|${monday}`)),
    };
  });
}
