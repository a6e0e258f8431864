// Arithmetic of notes (finance.md 3.11 #25): amounts in paise, halves up.
import { halfUp } from '@aangan/money/split.ts';

export interface BilledLine {
  readonly gross: number;
  readonly concession: number;
  /** Credited by earlier notes, before tax. */
  readonly adjusted: number;
  readonly tax: number;
  readonly net: number;
}

export interface LineCredit {
  /** Before tax; with `tax` what comes off the line. */
  readonly taxable: number;
  readonly tax: number;
  /** Taken out of the income, and what of the concession goes with it: income − concession = taxable. */
  readonly income: number;
  readonly concession: number;
}

/** What `amount` (tax included, at most the line's net) takes out of income, concession and tax of a billed line. */
export function creditOfLine(line: BilledLine, amount: number): LineCredit {
  const tax = line.net === 0 ? 0 : halfUp(BigInt(line.tax) * BigInt(amount), BigInt(line.net));
  const taxable = amount - tax;
  const billed = line.gross - line.concession;
  const income = billed === 0 ? taxable : halfUp(BigInt(taxable) * BigInt(line.gross), BigInt(billed));
  return { taxable, tax, income, concession: income - taxable };
}

/** Tax that goes with `taxable` of a document that carries `tax` on `of`. */
export const taxWith = (taxable: number, of: { taxable: number; tax: number }): number =>
  of.taxable === 0 ? 0 : halfUp(BigInt(taxable) * BigInt(of.tax), BigInt(of.taxable));
