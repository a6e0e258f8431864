// What of a receipt's amounts is tax: a part payment carries its share of the line's taxable value and of each tax, by
// running total, so that the receipts of a line add up to the line.
import { paise } from '@aangan/money/paise.ts';
import { halfUp, runningShare } from '@aangan/money/split.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { Allocation } from '../payment/allocate-payment.server.ts';
import type { ReceiptSnapshot } from './receipt-snapshot.ts';

export async function receiptLines(
  db: Db,
  franchiseeId: number,
  allocations: readonly Allocation[],
): Promise<ReceiptSnapshot['lines']> {
  const ids = allocations.flatMap((a) => (a.feeLineId === null ? [] : [a.feeLineId]));
  const taxed =
    ids.length === 0
      ? []
      : await db
          .selectFrom('fee_line as l')
          .innerJoin('fee_type as t', 't.id', 'l.fee_type_id')
          .leftJoin('tax_rate as r', 'r.id', 'l.tax_rate_id')
          .select(['l.id', 'l.net', 'l.tax', 'l.round_off', 'r.rate_bp', 't.sac', 'r.sac as rate_sac'])
          .where('l.franchisee_id', '=', franchiseeId)
          .where('l.id', 'in', ids)
          .where('l.tax', '<>', 0)
          .execute();
  return allocations.map((a) => {
    const line = taxed.find((one) => one.id === a.feeLineId);
    if (!line) return { label: a.label, amount: a.amount, tax: null };
    const part = (amount: number) =>
      runningShare(paise(amount), line.net, { done: a.before, part: a.amount });
    const cgst = part(halfUp(line.tax, 2));
    const sgst = part(line.tax - halfUp(line.tax, 2));
    return {
      label: a.label,
      amount: a.amount,
      tax: {
        taxable: a.amount - cgst - sgst - roundOffOf(line.round_off, a, line.net),
        rateBp: line.rate_bp ?? 0,
        sac: line.sac ?? line.rate_sac,
        cgst,
        sgst,
      },
    };
  });
}

// The paisa of rounding stands on the payment that settles the line.
const roundOffOf = (roundOff: number, a: Allocation, net: number): number =>
  a.before + a.amount === net ? roundOff : 0;
