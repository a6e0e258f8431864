import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { chargeAccount } from '../fee-account/charge-account.server.ts';
import { allocateToLines, type FeeLine, lockFeeAccount, openLines } from '../fee-account/fee-line.server.ts';
import type { SelectedLine } from './open-payment.server.ts';

export interface Allocation {
  lineNo: number;
  /** null: advance without a line. */
  feeLineId: string | null;
  amount: number;
  /** PLANNED lines are not billed yet: their money is advance that remembers its line. */
  planned: boolean;
  label: string;
  /** fee_line.allocated before this one; royalty goes by running total. */
  before: number;
}

interface PaidRow {
  franchisee_id: number;
  id: string;
  purpose: string;
  reference_type: string | null;
  fee_account_id: string;
  amount: number;
  selection: unknown;
  double_of: string | null;
}

/** A form's fee is billed in the moment it is paid (event #4), so it never stands as a debt of somebody who did not come. */
export async function billFormFee(
  db: Db,
  payment: {
    franchisee_id: number;
    id: string;
    fee_account_id: string | null;
    amount: number;
    reference_type: string | null;
  },
  on: string,
): Promise<string | null> {
  if (!payment.fee_account_id) return null;
  const label = payment.reference_type?.startsWith('ADMISSION')
    ? 'Admission Fee'
    : payment.reference_type?.startsWith('REGISTRATION')
      ? 'Registration Fee'
      : 'Application Fee';
  const { lineId } = await chargeAccount(db, {
    franchiseeId: payment.franchisee_id,
    feeAccountId: payment.fee_account_id,
    kind: 'FORM',
    feeTypeCode: 'APPLICATION',
    amount: payment.amount,
    label,
    reason: label,
    dueOn: on,
    yearId: Number(on.slice(5, 7)) >= 4 ? Number(on.slice(0, 4)) : Number(on.slice(0, 4)) - 1,
    source: 'form.billed',
    sourceId: payment.id,
  });
  return lineId;
}

/**
 * Puts a payment on its lines: those that were selected, or all open ones, in the order of payment and each up to what is
 * still open; for a form's fee the line just billed; the rest is advance. Money is never put on a line beyond its net (CHECK), and never lost.
 */
export async function allocatePayment(
  db: Db,
  payment: PaidRow,
  formLineId: string | null,
): Promise<Allocation[]> {
  await lockFeeAccount(db, payment.franchisee_id, payment.fee_account_id);
  const lines = await openLines(db, payment.franchisee_id, payment.fee_account_id, { lock: true });
  const wanted = wantedOf(payment, lines, formLineId);
  const put = new Map<string, number>();
  const allocations: Allocation[] = [];
  let left = payment.amount;
  for (const { feeLineId, amount } of wanted) {
    const line = lines.find((l) => l.id === feeLineId);
    if (!line || left === 0) continue;
    const before = line.allocated + (put.get(line.id) ?? 0);
    const part = Math.min(amount, left, line.net - before);
    if (part <= 0) continue;
    allocations.push({
      lineNo: allocations.length + 1,
      feeLineId: line.id,
      amount: part,
      planned: line.state === 'PLANNED',
      label: line.label,
      before,
    });
    put.set(line.id, (put.get(line.id) ?? 0) + part);
    left -= part;
  }
  await allocateToLines(
    db,
    payment.franchisee_id,
    [...put].map(([lineId, amount]) => ({ lineId, amount })),
  );
  if (left > 0)
    allocations.push({
      lineNo: allocations.length + 1,
      feeLineId: null,
      amount: left,
      planned: true,
      label: 'Advance',
      before: 0,
    });
  await db
    .insertInto('payment_allocation')
    .values(
      allocations.map((a) => ({
        franchisee_id: payment.franchisee_id,
        payment_id: payment.id,
        line_no: a.lineNo,
        fee_line_id: a.feeLineId,
        amount: a.amount,
      })),
    )
    .execute();
  return allocations;
}

function wantedOf(payment: PaidRow, lines: readonly FeeLine[], formLineId: string | null): SelectedLine[] {
  if (payment.double_of) return [];
  if (formLineId) return [{ feeLineId: formLineId, amount: payment.amount }];
  const selected = payment.selection as SelectedLine[];
  return selected.length
    ? lines.flatMap((l) => selected.filter((one) => one.feeLineId === l.id))
    : lines.map((l) => ({ feeLineId: l.id, amount: l.net - l.allocated }));
}
