// MRP, margin and price of one piece (areas/orders.md 3.1): the margin is taken of the MRP without its tax.

import { type Paise, paise } from '@aangan/money/paise.ts';
import { halfUp, share } from '@aangan/money/split.ts';
import { taxableOf, taxOn } from '@aangan/money/tax.ts';

export interface HsnRate {
  readonly hsnPrefix: string;
  readonly fromOn: string;
  /** Of one piece before tax; null for every value. */
  readonly unitValueTo: number | null;
  readonly rateBp: number;
}

export interface FoundRate {
  readonly rateBp: number;
  /** False: the value without tax lies in no band's own rate (apparel between two bands), so the higher rate is taken. */
  readonly fits: boolean;
}

/** The bands of the longest prefix that has a rate on that day, the one for every value last. */
function bandsOf(rates: readonly HsnRate[], hsn: string, on: string): HsnRate[] {
  const standing = rates.filter((one) => hsn.startsWith(one.hsnPrefix) && one.fromOn <= on);
  const longest = Math.max(0, ...standing.map((one) => one.hsnPrefix.length));
  const newest = new Map<number | null, HsnRate>();
  for (const one of standing.filter(({ hsnPrefix }) => hsnPrefix.length === longest)) {
    const known = newest.get(one.unitValueTo);
    if (!known || known.fromOn < one.fromOn) newest.set(one.unitValueTo, one);
  }
  const upTo = ({ unitValueTo }: HsnRate) => unitValueTo ?? Number.POSITIVE_INFINITY;
  return [...newest.values()].sort((a, b) => upTo(a) - upTo(b));
}

/** The GST rate of a piece with this MRP; null when no rate covers its HSN. */
export function rateOf(
  rates: readonly HsnRate[],
  { hsn, mrp, on }: { hsn: string; mrp: number; on: string },
): FoundRate | null {
  const bands = bandsOf(rates, hsn, on);
  if (bands.length === 0) return null;
  const fitting = bands.find((band, at) => {
    const value = taxableOf(paise(mrp), band.rateBp);
    const above = at === 0 ? -1 : (bands[at - 1]?.unitValueTo ?? -1);
    return value > above && (band.unitValueTo === null || value <= band.unitValueTo);
  });
  return fitting
    ? { rateBp: fitting.rateBp, fits: true }
    : { rateBp: Math.max(...bands.map(({ rateBp }) => rateBp)), fits: false };
}

export interface Priced {
  /** MRP without its tax. */
  readonly taxable: Paise;
  /** What the centre is charged, before tax. */
  readonly price: Paise;
  readonly tax: Paise;
  readonly centrePays: Paise;
}

/** MRP ₹1,180.00 at 18 % with a margin of 20 %: 1,000.00 without tax, price 800.00, GST 144.00, the centre pays 944.00. */
export function priceOf(mrp: number, marginBp: number, rateBp: number): Priced {
  const taxable = taxableOf(paise(mrp), rateBp);
  const price = share(taxable, 10_000 - marginBp);
  const tax = taxOn(price, rateBp);
  return { taxable, price, tax, centrePays: paise(price + tax) };
}

/** The margin a price leaves, in basis points from 0 to 9000. */
export function marginOf(mrp: number, price: number, rateBp: number): number {
  const taxable = taxableOf(paise(mrp), rateBp);
  if (taxable <= 0) return 0;
  return Math.min(9000, Math.max(0, Math.round(10_000 - (price * 10_000) / taxable)));
}

/** The MRP whose margin leaves this price. */
export const mrpOf = (price: number, marginBp: number, rateBp: number): Paise =>
  halfUp(BigInt(price) * BigInt(10_000 + rateBp), BigInt(10_000 - marginBp));
