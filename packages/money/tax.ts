import { addPaise, basisPoints, type Paise, paise, subtractPaise, ZERO } from './paise.ts';
import { halfUp, share } from './split.ts';

/** INTRA: seller and place of supply in one state (CGST + SGST). INTER: two states (IGST). */
export type Supply = 'INTRA' | 'INTER';

/** One taxed amount. total = taxable + cgst + sgst + igst + roundOff; roundOff (account 4900) is only ever set by taxOut. */
export interface TaxedAmount {
  readonly taxable: Paise;
  readonly cgst: Paise;
  readonly sgst: Paise;
  readonly igst: Paise;
  readonly roundOff: Paise;
  readonly total: Paise;
}

/** Two GST state codes ('27', '29'). */
export const supplyBetween = (sellerState: string, placeOfSupply: string): Supply =>
  sellerState === placeOfSupply ? 'INTRA' : 'INTER';

/** One tax as a single head (IGST, TDS): `bp` of the base, half-up. @throws MoneyError 'money.percent' */
export const taxOn = (base: Paise, bp: number): Paise => share(base, bp);

/** Taxable part of a price that includes tax, half-up: MRP ₹499.00 at 5 % = ₹475.24. @throws MoneyError 'money.percent' */
export const taxableOf = (gross: Paise, bp: number): Paise =>
  halfUp(BigInt(paise(gross)) * 10000n, 10000n + basisPoints(bp));

/**
 * GST on top of a taxable value. CGST and SGST are half the rate each and rounded each, IGST once (finance.md D13).
 * @throws MoneyError 'money.percent', 'money.too-large'
 */
export function gstOn(taxable: Paise, bp: number, supply: Supply): TaxedAmount {
  const igst = supply === 'INTER' ? taxOn(taxable, bp) : ZERO;
  // Half of an odd rate (0.25 %) is no whole basis point, so it is taken of 20,000 instead of 10,000.
  const half = supply === 'INTRA' ? halfUp(BigInt(paise(taxable)) * basisPoints(bp), 20000n) : ZERO;
  const total = paise(taxable + igst + half + half);
  return { taxable, cgst: half, sgst: half, igst, roundOff: ZERO, total };
}

/**
 * GST inside a gross price. The heads are computed forward from the taxable value, as the IRP checks them; what rounding
 * leaves over is `roundOff`, so that total = gross: ₹999.00 at 18 % = 846.61 + 76.19 + 76.19 + 0.01.
 * @throws MoneyError 'money.percent'
 */
export function taxOut(gross: Paise, bp: number, supply: Supply): TaxedAmount {
  const forward = gstOn(taxableOf(gross, bp), bp, supply);
  const roundOff = subtractPaise(gross, forward.total);
  return { ...forward, roundOff, total: addPaise(forward.total, roundOff) };
}
