// What of a payment may go back (finance.md 3.8): its advance and its deposits, less what is asked for already. A fee comes
// back by a credit note first, which makes it advance.
import { addMonths, type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { istDay } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import { refundContract } from './refund.contract.ts';
import type { RefundStatus } from './refund.states.ts';

/** The gateway sends money back the way it came for so many months. */
const ORIGINAL_MONTHS = 6;

/** Advance and deposit of payment `p` that no refund has asked for, as of a day. */
const leftColumns = (today: Day): RawBuilder<unknown> => sql`
  (select coalesce(sum(a.amount), 0) from payment_allocation a where a.franchisee_id = p.franchisee_id and a.payment_id = p.id and a.fee_line_id is null)::bigint
    - q.advance as advance,
  (select coalesce(sum(a.amount), 0) from payment_allocation a join fee_line l on l.franchisee_id = a.franchisee_id and l.id = a.fee_line_id
    where a.franchisee_id = p.franchisee_id and a.payment_id = p.id and l.component_kind = 'DEPOSIT' and l.state = 'OPEN' and l.due_on <= ${today})::bigint
    - q.deposit as deposit`;

const askedFor = sql`cross join lateral (select coalesce(sum(r.advance), 0)::bigint as advance, coalesce(sum(r.deposit), 0)::bigint as deposit
  from refund r where r.franchisee_id = p.franchisee_id and r.payment_id = p.id and r.status = 'REQUESTED') q`;

export interface Left {
  readonly advance: number;
  readonly deposit: number;
}

/** Of one payment; whoever asks next holds its lock. */
export async function refundableOf(
  db: Db,
  payment: { franchiseeId: number; id: string },
  today: Day,
): Promise<Left> {
  const { rows } = await sql<Left>`select ${leftColumns(today)} from payment p ${askedFor}
    where p.franchisee_id = ${payment.franchiseeId} and p.id = ${payment.id}`.execute(db);
  return ensureFound(rows[0]);
}

export interface RefundablePayment extends Left {
  readonly paymentId: string;
  readonly on: Day;
  readonly mode: string;
  readonly receiptNumber: string | null;
  readonly amount: number;
  readonly refunded: number;
  readonly original: boolean;
}

/** Payments of an account with something to give back, the newest first. */
export async function refundablePayments(
  db: Db,
  account: { franchiseeId: number; id: string },
  today: Day,
): Promise<RefundablePayment[]> {
  const { rows } = await sql<RefundablePayment>`
    select * from (
      select p.id as "paymentId", coalesce(p.received_on, ${istDay('p.paid_at')}) as on, p.mode, r.number as "receiptNumber", p.amount, p.refunded,
        (p.mode = 'ONLINE' and p.provider_payment_id is not null and ${istDay('p.paid_at')} > ${addMonths(today, -ORIGINAL_MONTHS)}) as original,
        ${leftColumns(today)}
      from payment p ${askedFor} left join receipt r on r.franchisee_id = p.franchisee_id and r.payment_id = p.id
     where p.franchisee_id = ${account.franchiseeId} and p.fee_account_id = ${account.id} and p.status in ('CONFIRMED', 'TRANSFERRED')) x
    where x.advance + x.deposit > 0 order by x.on desc, x."paymentId"`.execute(db);
  return rows;
}

/** Whether the gateway can send it back the way it came. */
export const goesBackOnline = (
  payment: { mode: string; provider_payment_id: string | null; paid_at: Date | string | null },
  today: Day,
): boolean =>
  payment.mode === 'ONLINE' &&
  payment.provider_payment_id !== null &&
  payment.paid_at !== null &&
  todayIst(new Date(payment.paid_at)) > addMonths(today, -ORIGINAL_MONTHS);

export const previewRefund = handle(refundContract.preview, async ({ db, input, now }) => {
  const account = ensureFound(await findFeeAccount(db, input.ref));
  return {
    feeAccountId: account.id,
    child: account.childLabel,
    payments: await refundablePayments(db, account, todayIst(now)),
  };
});

export const refundsOfChild = handle(refundContract.ofChild, async ({ db, input }) => {
  const account = ensureFound(await findFeeAccount(db, input.ref));
  const { rows } = await sql<{
    id: string;
    number: string | null;
    amount: number;
    mode: 'ORIGINAL' | 'BANK';
    status: RefundStatus;
    on: Day;
    reference: string | null;
  }>`select r.id, r.number, r.amount, r.mode, r.status, ${istDay(sql`coalesce(r.done_at, r.decided_at, r.created_at)`)} as on, r.reference
      from refund r where r.franchisee_id = ${account.franchiseeId} and r.fee_account_id = ${account.id}
      order by r.created_at desc, r.id limit 100`.execute(db);
  return { rows };
});
