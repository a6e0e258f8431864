// Whom a size fits (areas/orders.md 3.11): half-open ranges of height and age; a child's size is looked up in them.

export interface SizeBand {
  readonly sizeCode: string;
  readonly ageFrom: number;
  readonly ageTo: number;
  readonly heightFrom: number;
  readonly heightTo: number;
}

/** Children grow into a uniform: it is bought for a year. */
export const GROWTH_CM = 3;

const measures = [
  { from: 'heightFrom', to: 'heightTo', unit: 'cm' },
  { from: 'ageFrom', to: 'ageTo', unit: 'months' },
] as const;

/** What is wrong with a chart, in a sentence that names two sizes; null when every child between the ends has one size. */
export function chartFault(bands: readonly SizeBand[]): string | null {
  for (const { from, to, unit } of measures) {
    const empty = bands.find((band) => band[to] <= band[from]);
    if (empty) return `Size ${empty.sizeCode} ends before it begins (${unit})`;
    const sorted = [...bands].sort((a, b) => a[from] - b[from]);
    for (const [i, band] of sorted.entries()) {
      const next = sorted[i + 1];
      if (!next || next[from] === band[to]) continue;
      const pair = `Sizes ${band.sizeCode} and ${next.sizeCode}`;
      return next[from] > band[to]
        ? `${pair} leave ${band[to]}-${next[from]} ${unit} uncovered`
        : `${pair} overlap at ${next[from]}-${Math.min(band[to], next[to])} ${unit}`;
    }
  }
  return null;
}

/** The size of a child by height, else by age; beyond an end of the chart the size at that end, null without a chart. */
export function suggestSize<Band extends SizeBand>(
  chart: readonly Band[],
  { heightCm, ageMonths }: { heightCm?: number | null; ageMonths?: number | null },
): Band | null {
  const byHeight = heightCm != null;
  const value = byHeight ? heightCm + GROWTH_CM : ageMonths;
  if (value == null) return null;
  const [from, to] = byHeight ? (['heightFrom', 'heightTo'] as const) : (['ageFrom', 'ageTo'] as const);
  const sorted = [...chart].sort((a, b) => a[from] - b[from]);
  return sorted.find((band) => value < band[to]) ?? sorted.at(-1) ?? null;
}
