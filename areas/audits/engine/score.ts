// The score of an audit (areas/audits.md 3.1): one pure function for device and server, in whole numbers until the one rounding
// at the end.
import type { Snapshot, SnapshotParameter } from '../catalogue/snapshot.ts';

export interface Given {
  readonly parameterId: string;
  readonly response: 'yes' | 'no' | 'na' | null;
  /** 0 to 5. */
  readonly scale: number | null;
}

export interface CategoryScore {
  readonly categoryId: string;
  /** Points given and possible, by the weights of the questions; 0 possible: not applicable. */
  readonly got: number;
  readonly max: number;
  readonly weightBp: number;
  /** For show alone: it is rounded, and nothing is made of it. */
  readonly pctBp: number | null;
  readonly notApplicable: number;
}

export interface Score {
  /** Basis points; null when no category with a weight was applicable. */
  readonly rawBp: number | null;
  /** `rawBp`, at most the cap when a critical question failed. */
  readonly finalBp: number | null;
  readonly capped: boolean;
  readonly band: 'A' | 'B' | 'C' | 'D' | null;
  readonly categories: readonly CategoryScore[];
  /** Ids of the critical questions that failed. */
  readonly failed: readonly string[];
}

/** Half up, once: bp of a fraction n/d with d > 0. */
const bpOf = (n: bigint, d: bigint): number => Number((2n * n * 10_000n + d) / (2n * d));

/** What becomes a finding: `no`, or at most two on the scale. A critical question fails at nothing alone. */
export const isFault = ({ response, scale }: Pick<Given, 'response' | 'scale'>): boolean =>
  response === 'no' || (scale !== null && scale <= 2);

/** Scores the answers there are; `weights` by category, 10000 in all. What is not answered, or not applicable, counts in neither sum. */
export function scoreAudit(
  snapshot: Snapshot,
  answers: readonly Given[],
  weights: ReadonlyMap<string, number>,
): Score {
  const given = new Map(answers.map((one) => [one.parameterId, one]));
  const failed: string[] = [];
  const categories = snapshot.categories.map((category): CategoryScore => {
    let got = 0;
    let max = 0;
    let notApplicable = 0;
    for (const one of category.subCategories.flatMap(({ parameters }) => parameters)) {
      const answer = given.get(one.id);
      const points = answer ? pointsOf(one, answer) : null;
      if (answer?.response === 'na') notApplicable += 1;
      if (points === null) continue;
      got += points * one.weight;
      max += one.maxScore * one.weight;
      if (one.critical && points === 0) failed.push(one.id);
    }
    const weightBp = weights.get(category.id) ?? 0;
    const pctBp = max === 0 ? null : bpOf(BigInt(got), BigInt(max));
    return { categoryId: category.id, got, max, weightBp, pctBp, notApplicable };
  });
  const counted = categories.filter(({ max, weightBp }) => max > 0 && weightBp > 0);
  const capped = failed.length > 0;
  if (counted.length === 0) return { rawBp: null, finalBp: null, capped, band: null, categories, failed };
  // One denominator for all: the product of the possible points.
  const product = counted.reduce((all, { max }) => all * BigInt(max), 1n);
  const n = counted.reduce(
    (sum, { got, max, weightBp }) => sum + BigInt(weightBp) * BigInt(got) * (product / BigInt(max)),
    0n,
  );
  const d = product * BigInt(counted.reduce((sum, { weightBp }) => sum + weightBp, 0));
  const rawBp = bpOf(n, d);
  const finalBp = capped ? Math.min(rawBp, snapshot.criticalCapBp) : rawBp;
  return { rawBp, finalBp, capped, band: bandOf(snapshot.bands, finalBp), categories, failed };
}

/** Points before the question's weight; null: it counts in neither sum. */
function pointsOf(one: SnapshotParameter, { response, scale }: Given): number | null {
  if (response === 'na') return null;
  if (response !== null) return response === 'yes' ? one.maxScore : 0;
  return scale;
}

export const bandOf = ({ A, B, C }: Snapshot['bands'], bp: number): 'A' | 'B' | 'C' | 'D' =>
  bp >= A ? 'A' : bp >= B ? 'B' : bp >= C ? 'C' : 'D';
