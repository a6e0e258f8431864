import { randomUUID } from 'node:crypto';
import type { Db } from '@aangan/server/unit-of-work.ts';
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

// Cr 1200 one posting a billed line; Cr 2100 for planned lines and advance.
function creditLines(payment: PostedPayment, allocations: readonly Allocation[]): EntryLine[] {
  const billed = allocations.filter((a) => !a.planned && a.feeLineId !== null);
  const advance = allocations
    .filter((a) => a.planned || a.feeLineId === null)
    .reduce((sum, a) => sum + a.amount, 0);
  return [
    ...billed.map(
      (a) =>
        ({
          account: '1200',
          amount: -a.amount,
          party: payment.fee_account_id,
          ...(a.feeLineId ? { feeLineId: a.feeLineId } : {}),
        }) as const,
    ),
    { account: '2100', amount: -advance, party: payment.fee_account_id },
  ];
}

/** Books a confirmed payment: events #5/#5a online (two linked entries), #6 at the counter; then accrues royalty per allocation. */
export async function postPayment(
  db: Db,
  payment: PostedPayment,
  allocations: readonly Allocation[],
  facts: { on: string; providerPaymentId: string | null },
): Promise<{ entryId: string }> {
  const day = await openDay(db, payment.franchisee_id, facts.on);
  const credits = creditLines(payment, allocations);
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
