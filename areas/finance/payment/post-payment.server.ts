import { randomUUID } from 'node:crypto';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type AccountCode, HEAD_OFFICE } from '../ledger/chart.ts';
import { type EntryLine, openDay, postEntry, postPair } from '../ledger/post-entry.server.ts';
import { accrueRoyalty } from '../royalty/accrue-royalty.server.ts';
import type { Allocation } from './allocate-payment.server.ts';

interface PostedPayment {
  franchisee_id: number;
  id: string;
  mode: string;
  amount: number;
  fee_account_id: string;
  bank_account_id: string | null;
}

/** Where money of each counter mode lands in the centre's book (finance.md event #6). */
const COUNTER_ACCOUNT: Record<string, AccountCode> = { CASH: '1100', POS: '1130' };

/** A part of a payment on a billed line, with the day its bill is dated. */
interface Billed {
  allocation: Allocation;
  feeLineId: string;
  billedOn: string;
  academicYearId: number;
}

async function billedOnes(
  db: Db,
  franchiseeId: number,
  allocations: readonly Allocation[],
  day: string,
): Promise<Billed[]> {
  const billed = allocations.flatMap((allocation) =>
    allocation.planned || allocation.feeLineId === null
      ? []
      : [{ allocation, feeLineId: allocation.feeLineId }],
  );
  if (billed.length === 0) return [];
  const bills = await db
    .selectFrom('fee_line as l')
    .leftJoin('ledger_entry as e', (j) =>
      j.onRef('e.franchisee_id', '=', 'l.franchisee_id').onRef('e.id', '=', 'l.billed_entry_id'),
    )
    .select(['l.id', 'l.academic_year_id', 'e.effective_on'])
    .where('l.franchisee_id', '=', franchiseeId)
    .where(
      'l.id',
      'in',
      billed.map((one) => one.feeLineId),
    )
    .execute();
  return billed.map((one) => {
    const bill = ensureFound(bills.find((row) => row.id === one.feeLineId));
    return { ...one, billedOn: bill.effective_on ?? day, academicYearId: bill.academic_year_id };
  });
}

// Cr 1200 one posting a line billed by the day; Cr 2100 for what is paid ahead of its bill (decision 0023) and for the rest.
function creditLines(payment: PostedPayment, due: readonly Billed[]): EntryLine[] {
  const advance = due.reduce((left, one) => left - one.allocation.amount, payment.amount);
  return [
    ...due.map(
      (one) =>
        ({
          account: '1200',
          amount: -one.allocation.amount,
          party: payment.fee_account_id,
          feeLineId: one.feeLineId,
        }) as const,
    ),
    { account: '2100', amount: -advance, party: payment.fee_account_id },
  ];
}

/** Money of a bill dated later pays it on that day (#8). */
async function postPrepaid(db: Db, payment: PostedPayment, ahead: readonly Billed[]): Promise<void> {
  for (const { allocation, feeLineId, billedOn, academicYearId } of ahead)
    await postEntry(db, {
      franchiseeId: payment.franchisee_id,
      source: 'advance.applied',
      sourceId: `${feeLineId}:${payment.id}:${allocation.lineNo}`,
      effectiveOn: await openDay(db, payment.franchisee_id, billedOn),
      feeAccountId: payment.fee_account_id,
      academicYearId,
      narration: 'Paid ahead',
      lines: [
        { account: '2100', amount: allocation.amount, party: payment.fee_account_id },
        { account: '1200', amount: -allocation.amount, party: payment.fee_account_id, feeLineId },
      ],
    });
}

/**
 * Books a confirmed payment: events #5/#5a online (two linked entries), #6 at the counter, #8 for what it pays ahead; then
 * accrues royalty per allocation.
 */
export async function postPayment(
  db: Db,
  payment: PostedPayment,
  allocations: readonly Allocation[],
  facts: { on: string; providerPaymentId: string | null },
): Promise<{ entryId: string }> {
  const day = await openDay(db, payment.franchisee_id, facts.on);
  const billed = await billedOnes(db, payment.franchisee_id, allocations, day);
  const credits = creditLines(
    payment,
    billed.filter((one) => one.billedOn <= day),
  );
  const common = { effectiveOn: day, feeAccountId: payment.fee_account_id };
  const entryId =
    payment.mode === 'ONLINE'
      ? await postOnline(db, payment, credits, { ...common, sourceId: facts.providerPaymentId ?? payment.id })
      : (
          await postEntry(db, {
            ...common,
            franchiseeId: payment.franchisee_id,
            source: 'payment.approved',
            sourceId: payment.id,
            lines: [
              {
                account: COUNTER_ACCOUNT[payment.mode] ?? '1120',
                amount: payment.amount,
                ...(payment.bank_account_id && !COUNTER_ACCOUNT[payment.mode]
                  ? { bankAccountId: payment.bank_account_id }
                  : {}),
              },
              ...credits,
            ],
          })
        ).entryId;
  await postPrepaid(
    db,
    payment,
    billed.filter((one) => one.billedOn > day),
  );
  for (const a of allocations) {
    if (!a.feeLineId) continue;
    await accrueRoyalty(db, {
      franchiseeId: payment.franchisee_id,
      paymentId: payment.id,
      lineNo: a.lineNo,
      feeLineId: a.feeLineId,
      amount: a.amount,
      allocatedBefore: a.before,
      effectiveOn: day,
    });
  }
  return { entryId };
}

async function postOnline(
  db: Db,
  payment: PostedPayment,
  credits: EntryLine[],
  common: { effectiveOn: string; feeAccountId: string; sourceId: string },
): Promise<string> {
  const transferId = randomUUID();
  const { sourceId, effectiveOn, feeAccountId } = common;
  const source = 'payment.captured' as const;
  const posted = await postPair(
    db,
    {
      franchiseeId: payment.franchisee_id,
      source,
      sourceId,
      effectiveOn,
      feeAccountId,
      transferId,
      lines: [{ account: '1300', amount: payment.amount }, ...credits],
    },
    // Head office keeps its own day: its period may be locked where the centre's is open.
    {
      franchiseeId: HEAD_OFFICE,
      source,
      sourceId,
      effectiveOn: await openDay(db, HEAD_OFFICE, effectiveOn),
      transferId,
      lines: [
        { account: '1500', amount: payment.amount },
        { account: '2300', amount: -payment.amount, party: payment.franchisee_id },
      ],
    },
  );
  return posted.centre.entryId;
}
