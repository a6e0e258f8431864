// Royalty of one allocation (finance.md 3.9): base by treatment, rate by plan, component, slab or agreement, and the
// formula that stands on the line. Pure; the preview and the accrual share it.
import { formatAmount, formatPercent } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { runningShare, share } from '@aangan/money/split.ts';

export interface RoyaltyTerms {
  readonly agreementVersion: number;
  readonly defaultBp: number;
  /** Component kind to basis points. */
  readonly componentRates: Readonly<Record<string, number>>;
  /** Yearly bands, `from` in paise of base since 1 April, ascending. Empty: none. */
  readonly slabs: readonly { readonly from: number; readonly bp: number }[];
  readonly discountCapBp: number | null;
  readonly concessionTreatment: 'GROSS' | 'NET' | 'NET_IF_HO';
  /** Component kinds that bear no royalty. */
  readonly exclusions: readonly string[];
}

export interface RoyaltyLine {
  readonly componentKind: string;
  readonly gross: number;
  /** Concessions and credit notes on the line. */
  readonly concession: number;
  readonly net: number;
  /** Paise that rounding added to a price with tax inside: nobody's income, so no royalty on it. */
  readonly roundOff: number;
  readonly royaltyBase: 'NONE' | 'GROSS' | 'NET';
  /** Rate of the plan; null = the agreement's. */
  readonly royaltyBp: number | null;
  /** Royalty Concession of the child (D20). */
  readonly royaltyLessBp: number;
  /** Every concession of the line was approved at head office (NET_IF_HO). */
  readonly concessionAtHeadOffice: boolean;
}

export interface RoyaltyPart {
  readonly part: number;
  readonly base: number;
  readonly rateBp: number;
  readonly royalty: number;
  readonly formula: string;
}

/** `amount` is allocated now, `before` was allocated earlier; `yearBase` is this year's base so far (slabs). */
export interface RoyaltyAllocation {
  readonly amount: number;
  readonly before: number;
  readonly yearBase: number;
}

/** What the whole line counts for royalty, without tax. 0 when it bears none. */
export function lineBase(line: RoyaltyLine, terms: RoyaltyTerms): number {
  if (line.royaltyBase === 'NONE' || terms.exclusions.includes(line.componentKind)) return 0;
  const lowers =
    line.royaltyBase === 'NET' &&
    (terms.concessionTreatment === 'NET' ||
      (terms.concessionTreatment === 'NET_IF_HO' && line.concessionAtHeadOffice));
  const gross = line.gross - line.roundOff;
  if (!lowers) return gross;
  const limit =
    terms.discountCapBp === null
      ? line.concession
      : Math.min(line.concession, share(paise(gross), terms.discountCapBp));
  return gross - limit;
}

/** Rows of one allocation; more than one where a yearly slab ends inside it; none without royalty. */
export function royaltyOf(
  line: RoyaltyLine,
  terms: RoyaltyTerms,
  allocation: RoyaltyAllocation,
): RoyaltyPart[] {
  const whole = lineBase(line, terms);
  if (whole === 0 || allocation.amount === 0) return [];
  const base = runningShare(paise(whole), line.net, { done: allocation.before, part: allocation.amount });
  const origin =
    base === allocation.amount
      ? ''
      : `${formatAmount(paise(allocation.amount))} of ${formatAmount(paise(line.net))} counts as `;
  return bands(line, terms, { base, yearBase: allocation.yearBase }).map((band, index) => {
    const rateBp = Math.max(0, band.bp - line.royaltyLessBp);
    const royalty = share(paise(band.base), rateBp);
    const less =
      line.royaltyLessBp > 0
        ? ` (${formatPercent(band.bp)} less ${formatPercent(Math.min(line.royaltyLessBp, band.bp))})`
        : '';
    return {
      part: index + 1,
      base: band.base,
      rateBp,
      royalty,
      formula: `${origin}${formatAmount(paise(band.base))} x ${formatPercent(rateBp)}${less} = ${formatAmount(royalty)}`,
    };
  });
}

function bands(
  line: RoyaltyLine,
  terms: RoyaltyTerms,
  { base, yearBase }: { base: number; yearBase: number },
): { base: number; bp: number }[] {
  const own = line.royaltyBp ?? terms.componentRates[line.componentKind];
  if (own !== undefined || terms.slabs.length === 0) return [{ base, bp: own ?? terms.defaultBp }];
  const slabs = [...terms.slabs].sort((a, b) => a.from - b.from);
  const cuts: { base: number; bp: number }[] = [];
  for (const [index, slab] of slabs.entries()) {
    const from = Math.max(yearBase, index === 0 ? 0 : slab.from);
    const to = Math.min(yearBase + base, slabs[index + 1]?.from ?? Number.MAX_SAFE_INTEGER);
    if (to > from) cuts.push({ base: to - from, bp: slab.bp });
  }
  return cuts;
}
