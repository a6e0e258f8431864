// Which goods of a parcel's invoice a credit note takes back, each with the tax of its own rate.
import { type Paise, paise } from '@aangan/money/paise.ts';
import { runningShare, timesRatio } from '@aangan/money/split.ts';

/** A product of a line of the order. */
export interface Piece {
  productId: string;
  product: string;
  hsn: string;
  rateBp: number;
  /** Paise of all its pieces in the order; kits of its line in the order and in the parcel. */
  taxable: number;
  tax: number;
  ordered: number;
  kits: number;
  /** Pieces of it in the parcel, credited before and credited now. */
  inParcel: number;
  done: number;
  part: number;
}

export interface CreditedPart {
  label: string;
  hsn: string;
  rateBp: number;
  taxable: number;
  tax: number;
}

/**
 * One part a product. A piece's price is its running share of what its line's kits in the parcel cost, so that all pieces sum
 * to it. The parcel was invoiced by product, which may differ by paise: more than the invoice has left is never credited, and
 * with `all` everything it has left is.
 */
export function partsOf(
  pieces: readonly Piece[],
  left: { taxable: number; tax: number },
  { all = false }: { all?: boolean } = {},
): CreditedPart[] {
  let { taxable: open, tax: openTax } = left;
  const parts: CreditedPart[] = [];
  for (const same of Map.groupBy(pieces, (one) => `${one.productId} ${one.rateBp} ${one.hsn}`).values()) {
    const [first] = same;
    if (!first) continue;
    const sum = (of: (one: Piece) => number) => same.reduce((total, one) => total + of(one), 0);
    const taxable = Math.min(
      open,
      sum((one) => shareOf(one, one.taxable)),
    );
    const tax = Math.min(
      openTax,
      sum((one) => shareOf(one, one.tax)),
    );
    open -= taxable;
    openTax -= tax;
    const label = `${sum(({ part }) => part)} × ${first.product}`;
    if (taxable > 0) parts.push({ label, hsn: first.hsn, rateBp: first.rateBp, taxable, tax });
  }
  if (!all) return parts;
  return addTo(addTo(parts, 'taxable', open), 'tax', openTax);
}

const shareOf = (one: Piece, total: number): Paise =>
  runningShare(timesRatio(paise(total), one.kits, one.ordered), one.inParcel, one);

/** Paise that rounding left over go with the largest part. */
function addTo(parts: CreditedPart[], key: 'taxable' | 'tax', amount: number): CreditedPart[] {
  const largest = parts.reduce<CreditedPart | null>(
    (most, one) => (most === null || one[key] > most[key] ? one : most),
    null,
  );
  return parts.map((one) => (one === largest ? { ...one, [key]: one[key] + amount } : one));
}
