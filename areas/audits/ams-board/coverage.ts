import { formatPercent } from '@aangan/money/format.ts';

/** Basis points, half up; null where nothing is needed (areas/audits.md 3.4: 4 of 6 are 66.67 %). */
export const coverageBp = (counted: number, need: number): number | null =>
  need === 0 ? null : Math.floor((2 * counted * 10_000 + need) / (2 * need));

export function coverageText(counted: number, need: number): string {
  const bp = coverageBp(counted, need);
  return bp === null ? 'nothing is needed' : `${formatPercent(bp)} of ${need} needed`;
}
