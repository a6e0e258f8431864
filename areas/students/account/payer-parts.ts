import { paise } from '@aangan/money/paise.ts';
import { splitByWeights } from '@aangan/money/split.ts';

/** What of an amount falls to each payer by their share (basis points), to the paisa; what others pay is left out. */
export function payerParts(amount: number, shares: readonly number[]): number[] {
  const others = 10_000 - shares.reduce((sum, one) => sum + one, 0);
  return splitByWeights(paise(amount), [...shares, Math.max(0, others)]).slice(0, shares.length);
}
