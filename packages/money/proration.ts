import { MoneyError, type Paise, ZERO } from './paise.ts';
import { timesRatio } from './split.ts';

/**
 * `part` of `whole` days (or service days) of an amount, half-up: ₹6,200 for 24 of 31 days = ₹4,800.00.
 * A period without a single service day (whole = 0) costs nothing (finance.md 3.4).
 * @throws MoneyError 'money.ratio' unless 0 <= part <= whole, both whole numbers
 */
export function prorate(amount: Paise, part: number, whole: number): Paise {
  if (!Number.isSafeInteger(part) || !Number.isSafeInteger(whole) || part < 0 || part > whole) {
    throw new MoneyError('money.ratio');
  }
  return whole === 0 ? ZERO : timesRatio(amount, part, whole);
}
