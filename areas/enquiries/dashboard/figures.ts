// Figures that add up over centres: counts by name and key.
export interface FigureRow {
  figure: string;
  key: string;
  n: number;
}
/** Figures by name, then by key. */
export type Figures = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function figuresOf(rows: readonly FigureRow[]): Figures {
  const out = new Map<string, Map<string, number>>();
  for (const { figure, key, n } of rows) {
    const keys = out.get(figure) ?? new Map<string, number>();
    out.set(figure, keys);
    keys.set(key, (keys.get(key) ?? 0) + n);
  }
  return out;
}

/** One figure; 0 where nothing was counted. */
export const figureAt = (figures: Figures, figure: string, key = ''): number =>
  figures.get(figure)?.get(key) ?? 0;

/** `make` of the same figures once: a large network's are kept between requests, and so is what was made of them. */
export function oncePerFigures<T>(make: (figures: Figures) => T): (figures: Figures) => T {
  const known = new WeakMap<Figures, { made: T }>();
  return (figures) => {
    const { made } = known.get(figures) ?? { made: make(figures) };
    known.set(figures, { made });
    return made;
  };
}

/** The middle of counts by value; null of none. `keys` are whole numbers. */
export function medianOf(counts: Iterable<readonly [value: number, n: number]>): number | null {
  const sorted = [...counts].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  let seen = 0;
  for (const [value, n] of sorted) {
    seen += n;
    // The lower of the two middle ones, so that a median is always a value that occurred.
    if (seen * 2 >= total) return value;
  }
  return null;
}
