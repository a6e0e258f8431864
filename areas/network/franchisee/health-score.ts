// The arithmetic of a centre's health, alike for the centre and head office (network.md 3.3). Whole numbers throughout.

export const HEALTH_PARTS = {
  collections: { title: 'Fees collected', weight: 30, unit: 'PAISE' },
  seats: { title: 'Seats taken', weight: 25, unit: 'COUNT' },
  audits: { title: 'Last audit', weight: 20, unit: 'PERCENT' },
  training: { title: 'Teachers certified', weight: 15, unit: 'COUNT' },
  tickets: { title: 'Tickets on time', weight: 10, unit: 'COUNT' },
} as const;
export type HealthKey = keyof typeof HEALTH_PARTS;
export const HEALTH_KEYS = Object.keys(HEALTH_PARTS) as HealthKey[];

/** n of d; `overdue` are critical audit findings past their day. No d: no data. */
export interface Measured {
  n: number;
  d: number;
  overdue?: number;
}

const halfUp = (n: number, d: number): number => Math.floor((2 * n + d) / (2 * d));
/** Seats count as full from 85 of 100 on. */
export const FULL_PERCENT = 85;
const POINTS_A_FINDING = 5;

/** 0 to 100; null without data. */
export function partValue(key: HealthKey, { n, d, overdue = 0 }: Measured): number | null {
  if (d <= 0) return null;
  const value = key === 'seats' ? halfUp(n * 10_000, d * FULL_PERCENT) : halfUp(n * 100, d);
  const less = key === 'audits' ? overdue * POINTS_A_FINDING : 0;
  return Math.max(0, Math.min(100, value) - less);
}

export interface HealthPart extends Measured {
  key: HealthKey;
  weight: number;
  value: number | null;
}

/** Every part in its order, with what was measured of it. */
export const partsOf = (measured: Partial<Record<HealthKey, Measured | undefined>>): HealthPart[] =>
  HEALTH_KEYS.map((key) => {
    const found = measured[key] ?? { n: 0, d: 0 };
    return { key, ...found, weight: HEALTH_PARTS[key].weight, value: partValue(key, found) };
  });

/** The weighted mean of the parts that have data; null when none has. */
export function scoreOf(parts: readonly Pick<HealthPart, 'weight' | 'value'>[]): number | null {
  const known = parts.filter((part) => part.value !== null);
  const weights = known.reduce((sum, part) => sum + part.weight, 0);
  return weights === 0
    ? null
    : halfUp(
        known.reduce((sum, part) => sum + part.weight * (part.value ?? 0), 0),
        weights,
      );
}

export type HealthBand = 'GREEN' | 'AMBER' | 'RED';
export const GREEN_FROM = 80;
export const AMBER_FROM = 60;
export const bandOf = (score: number): HealthBand =>
  score >= GREEN_FROM ? 'GREEN' : score >= AMBER_FROM ? 'AMBER' : 'RED';
