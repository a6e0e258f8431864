import { MoneyError, type Paise, paise } from './paise.ts';

/** '₹1,23,456.70', '-₹500.00': lakh and crore grouping, always two decimals. */
export const formatInr = (amount: Paise): string => `${amount < 0 ? '-' : ''}₹${grouped(amount)}`;

/** '1,23,456.70', '-500.00': for columns whose head carries the ₹, and for SMS (one ₹ makes the whole text Unicode). */
export const formatAmount = (amount: Paise): string => `${amount < 0 ? '-' : ''}${grouped(amount)}`;

/** '123456.70': for CSV and other files that machines read. */
export function plainRupees(amount: Paise): string {
  const { rupees, rest } = parts(amount);
  return `${amount < 0 ? '-' : ''}${rupees}.${rest}`;
}

/** '12.5 %', '18 %' from basis points. */
export const formatPercent = (bp: number): string => `${plainRupees(paise(bp)).replace(/\.?0+$/, '')} %`;

function parts(amount: Paise): { rupees: string; rest: string } {
  const digits = String(Math.abs(paise(amount))).padStart(3, '0');
  return { rupees: digits.slice(0, -2), rest: digits.slice(-2) };
}

function grouped(amount: Paise): string {
  const { rupees, rest } = parts(amount);
  const head = rupees.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',');
  return `${head}${head && ','}${rupees.slice(-3)}.${rest}`;
}

/** Indian or western groups, or none. Anything else (12,5) is refused: its comma may have been meant as a decimal point. */
const AMOUNT = /^(\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)?(?:\.(\d{1,2}))?$/;

/** Longer than the largest amount with every separator; keeps pasted files out of the pattern. */
const LONGEST = 40;

/**
 * Rupees as typed or pasted: '1,23,456.70', '₹ 500', 'Rs. 500/-', '-12.5', Devanagari digits. Inverse of formatInr.
 * @throws MoneyError 'money.text' when it is no amount (three decimals, letters, exponents), 'money.too-large'
 */
export function parseInr(text: string): Paise {
  if (text.length > LONGEST) throw new MoneyError('money.text');
  const typed = latinDigits(text)
    .trim()
    .replace('−', '-')
    .replace(/\s*\/-$/, '');
  const [, before, after, body] = /^(-?)\s*(?:₹|rs\.?|inr)?\s*(-?)(.*)$/i.exec(typed) ?? [];
  if (body === undefined || (before && after)) throw new MoneyError('money.text');
  const size = hundredths(body);
  return paise(before || after ? -size : size);
}

/** A percentage as typed ('12.5', '12.5 %') in basis points. @throws MoneyError 'money.percent' outside 0–100 or with more than two decimals */
export function parsePercent(text: string): number {
  const typed = text.length > LONGEST ? '' : latinDigits(text).trim().replace(/\s*%$/, '');
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(typed)) throw new MoneyError('money.percent');
  const bp = Number(hundredths(typed));
  if (bp > 10000) throw new MoneyError('money.percent');
  return bp;
}

function hundredths(text: string): bigint {
  const match = AMOUNT.exec(text);
  const [, whole, fraction] = match ?? [];
  if (whole === undefined && fraction === undefined) throw new MoneyError('money.text');
  return BigInt((whole ?? '0').replaceAll(',', '') + (fraction ?? '').padEnd(2, '0'));
}

const DEVANAGARI_ZERO = 0x0966;

/** Parents type ₹५०० on a Hindi keyboard. */
const latinDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));
