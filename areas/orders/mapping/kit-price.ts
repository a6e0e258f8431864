// What one kit costs (areas/orders.md 3.2): the sum of its products, or one price spread over them by their list prices.
import { type Paise, paise, sumPaise } from '@aangan/money/paise.ts';
import { splitByWeights } from '@aangan/money/split.ts';
import { taxOn } from '@aangan/money/tax.ts';

export interface PricedLine {
  readonly qty: number;
  /** List price of one piece before tax; null: it has none yet. */
  readonly price: number | null;
  readonly rateBp: number;
}

export interface KitPrice {
  /** Before tax, of each line (all its pieces). */
  readonly lines: readonly Paise[];
  readonly taxable: Paise;
  /** Each line's tax rounded by itself. */
  readonly tax: Paise;
  readonly total: Paise;
}

/** Null while a product has no price: then the kit has none. A fixed price over products that cost nothing is spread evenly. */
export function kitPrice(lines: readonly PricedLine[], fixed: number | null): KitPrice | null {
  if (lines.length === 0 || lines.some(({ price }) => price === null)) return null;
  const listed = lines.map(({ qty, price }) => paise((price ?? 0) * qty));
  const weights = listed.some((one) => one > 0) ? listed : listed.map(() => 1);
  const amounts = fixed === null ? listed : splitByWeights(paise(fixed), weights);
  const taxable = sumPaise(amounts);
  const tax = sumPaise(amounts.map((amount, at) => taxOn(amount, lines[at]?.rateBp ?? 0)));
  return { lines: amounts, taxable, tax, total: paise(taxable + tax) };
}
