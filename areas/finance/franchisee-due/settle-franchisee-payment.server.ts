import type { Day } from '@aangan/contract/period.ts';
import { financialYear } from '@aangan/contract/period.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postPair } from '../ledger/post-entry.server.ts';
import type { SelectedDue } from '../payment/open-payment.server.ts';
import { documentNumber } from '../receipt/issue-receipt.server.ts';
import { type SettledPart, settleDues } from './franchisee-due.server.ts';

interface CentrePayment {
  franchisee_id: number;
  id: string;
  mode: string;
  /** Paise. */
  amount: number;
  selection: unknown;
  double_of: string | null;
}

/**
 * Books a confirmed payment of a centre to head office: events #22 and, for what no due takes, #38 (finance.md 3.11); the dues
 * are settled and an acknowledgement is numbered. Caller: `confirmPayment`, which holds the payment's row.
 */
export async function settleFranchiseePayment(
  db: Db,
  payment: CentrePayment,
  on: Day,
): Promise<{ number: string; parts: SettledPart[] }> {
  const franchiseeId = payment.franchisee_id;
  const { parts, left } = await settleDues(db, {
    franchiseeId,
    way: 'PAYMENT',
    sourceId: payment.id,
    amount: payment.amount,
    on,
    // The second of two payments of one order was meant for nothing that is still open.
    chosen: payment.double_of ? [] : (payment.selection as SelectedDue[]).map((one) => one.dueId),
  });
  const settled = payment.amount - left;
  const entry = { source: 'franchisee.paid', sourceId: payment.id } as const;
  await postPair(
    db,
    {
      ...entry,
      franchiseeId,
      effectiveOn: await openDay(db, franchiseeId, on),
      lines: [
        { account: '2400', amount: settled },
        { account: '1310', amount: left },
        { account: '1120', amount: -payment.amount },
      ],
    },
    {
      ...entry,
      franchiseeId: HEAD_OFFICE,
      effectiveOn: await openDay(db, HEAD_OFFICE, on),
      lines: [
        { account: payment.mode === 'ONLINE' ? '1500' : '1520', amount: payment.amount },
        { account: '1400', amount: -settled, party: franchiseeId },
        { account: '2340', amount: -left, party: franchiseeId },
      ],
    },
  );
  const fy = financialYear(on).compact;
  const number = documentNumber(
    'A',
    franchiseeId,
    fy,
    await nextNumber(db, { franchiseeId, series: 'A', period: fy }),
  );
  await db
    .updateTable('payment')
    .set({ ack_no: number })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', payment.id)
    .execute();
  return { number, parts };
}
