declare const paiseBrand: unique symbol;

/**
 * An amount in paise: a safe whole number, |x| <= MAX_PAISE. In JSON and in the database it is a plain integer.
 * Made by `paise()` or narrowed by `isPaise()`; arithmetic on it gives a plain number that has to come back through `paise()`.
 */
export type Paise = number & { readonly [paiseBrand]: true };

/** 10^13 paise = ₹10,000 crore for one amount (finance.md 3.1). */
export const MAX_PAISE = 10_000_000_000_000;

const texts = {
  'money.too-large': 'The amount is too large. At most ₹1,00,00,00,00,000.00.',
  'money.not-whole': 'An amount is a whole number of paise.',
  'money.negative': 'An amount below zero is not possible here.',
  'money.percent': 'A percentage lies between 0 and 100 with at most two decimals.',
  'money.parts': 'The amount cannot be divided like this.',
  'money.ratio': 'The part must lie between nothing and the whole.',
  'money.text': 'Enter an amount in rupees with at most two decimals, for example 1,23,456.70.',
} as const;

export type MoneyErrorCode = keyof typeof texts;

/** The only error of this package. `message` may be shown to users; it never carries the amount itself. */
export class MoneyError extends Error {
  readonly code: MoneyErrorCode;

  constructor(code: MoneyErrorCode) {
    super(texts[code]);
    this.name = 'MoneyError';
    this.code = code;
  }
}

/** True for a whole number of paise within the limit. Refuses floats, NaN, text and bigint. */
export function isPaise(value: unknown): value is Paise {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= MAX_PAISE;
}

/**
 * Brands a whole number of paise.
 * @throws MoneyError 'money.too-large' above MAX_PAISE, 'money.not-whole' for fractions, NaN and anything that is no number.
 */
export function paise(value: number | bigint): Paise {
  if (typeof value === 'bigint') {
    if (value > BigInt(MAX_PAISE) || value < -BigInt(MAX_PAISE)) throw new MoneyError('money.too-large');
    return Number(value) as Paise;
  }
  if (typeof value !== 'number' || Number.isNaN(value)) throw new MoneyError('money.not-whole');
  if (Math.abs(value) > MAX_PAISE) throw new MoneyError('money.too-large');
  if (!Number.isInteger(value)) throw new MoneyError('money.not-whole');
  // `+ 0` turns -0 into 0: a negated nothing must equal nothing in comparisons and snapshots.
  return (value + 0) as Paise;
}

/** ₹0.00 */
export const ZERO = paise(0);

/** @throws MoneyError 'money.too-large' */
export const addPaise = (a: Paise, b: Paise): Paise => paise(a + b);

/** @throws MoneyError 'money.too-large' */
export const subtractPaise = (a: Paise, b: Paise): Paise => paise(a - b);

/** The same amount with the other sign. */
export const negatePaise = (amount: Paise): Paise => paise(-amount);

/** Sum of a list, 0 for an empty one. Exact whatever the order. @throws MoneyError 'money.too-large' */
export function sumPaise(amounts: readonly Paise[]): Paise {
  let total = 0n;
  for (const amount of amounts) total += BigInt(paise(amount));
  return paise(total);
}

/** A whole number of any size as bigint. @throws MoneyError 'money.not-whole' for floats and numbers past 2^53. */
export function wholeNumber(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  if (!Number.isSafeInteger(value)) throw new MoneyError('money.not-whole');
  return BigInt(value);
}

/** A percentage in basis points, 0–10000. @throws MoneyError 'money.percent' */
export function basisPoints(bp: number): bigint {
  if (!Number.isSafeInteger(bp) || bp < 0 || bp > 10000) throw new MoneyError('money.percent');
  return BigInt(bp);
}
