// What a month of royalty comes to (finance.md 3.9): guarantee, cap, marketing, GST. Pure; preview and invoice share it.
import { addMonths, type Day } from '@aangan/contract/period.ts';
import { formatAmount } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { share } from '@aangan/money/split.ts';
import { gstOn, type Supply } from '@aangan/money/tax.ts';

export interface MonthTerms {
  /** Paise a period brings at least and at most; null: no such term. */
  readonly minGuarantee: number | null;
  readonly cap: number | null;
  /** Null: a month. A yearly guarantee is settled by hand. */
  readonly minPeriod: 'MONTH' | 'QUARTER' | 'YEAR' | null;
}

/** First month of the period that ends with this month; null while the period goes on. Quarters begin in April. */
export function periodEndingIn(month: Day, period: MonthTerms['minPeriod']): Day | null {
  if (period === 'YEAR') return null;
  if (period !== 'QUARTER') return month;
  return Number(month.slice(5, 7)) % 3 === 0 ? addMonths(month, -2) : null;
}

export interface LevelRow {
  readonly kind: 'SHORTFALL' | 'CAP';
  /** Paise; below zero for a cap. */
  readonly royalty: number;
  readonly formula: string;
}

/** The row that brings a period up to its guarantee or down to its cap; null where neither counts. */
export function levelRow(terms: MonthTerms, accrued: number): LevelRow | null {
  const { minGuarantee, cap } = terms;
  if (minGuarantee !== null && accrued < minGuarantee)
    return {
      kind: 'SHORTFALL',
      royalty: minGuarantee - accrued,
      formula: `guarantee ${formatAmount(paise(minGuarantee))} less ${formatAmount(paise(accrued))}`,
    };
  if (cap !== null && accrued > cap)
    return {
      kind: 'CAP',
      royalty: cap - accrued,
      formula: `cap ${formatAmount(paise(cap))} less ${formatAmount(paise(accrued))}`,
    };
  return null;
}

export interface InvoiceSums {
  readonly taxable: number;
  readonly marketing: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
  readonly total: number;
  /** Tax of the royalty and of the marketing line, which are taxed apart. */
  readonly royaltyTax: number;
  readonly marketingTax: number;
}

/** Sums of an invoice in paise, exact: no rupee is rounded. */
export function invoiceSums(of: {
  royalty: number;
  base: number;
  marketingBp: number;
  rateBp: number;
  supply: Supply;
}): InvoiceSums {
  const marketing = share(paise(Math.max(0, of.base)), of.marketingBp);
  const royalty = gstOn(paise(of.royalty), of.rateBp, of.supply);
  const more = gstOn(marketing, of.rateBp, of.supply);
  return {
    taxable: of.royalty,
    marketing,
    cgst: royalty.cgst + more.cgst,
    sgst: royalty.sgst + more.sgst,
    igst: royalty.igst + more.igst,
    total: royalty.total + more.total,
    royaltyTax: royalty.total - of.royalty,
    marketingTax: more.total - marketing,
  };
}
