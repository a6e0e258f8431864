import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { applyAdvance } from '../fee-account/apply-advance.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { doublePaymentContract, doublePayments } from './refund.contract.ts';
import { refundableOf } from './refundable.server.ts';
import { requestRefund } from './request-refund.server.ts';

export const doubleListing = serveListing(doublePayments, {
  from: sql`(select q.*, coalesce(q.double_choice, 'OPEN') as choice from payment q where q.doubled > 0 and q.status in ('CONFIRMED', 'TRANSFERRED')) p
    join fee_account f on f.franchisee_id = p.franchisee_id and f.id = p.fee_account_id
    left join receipt r on r.franchisee_id = p.franchisee_id and r.payment_id = p.id`,
  alias: 'p',
  joins: sql`left join app_user u on u.id = p.double_chosen_by`,
  columns: {
    childLabel: 'f.child_label',
    amount: 'p.amount',
    doubled: 'p.doubled',
    left: sql`(select coalesce(sum(a.amount), 0)::bigint from payment_allocation a
      where a.franchisee_id = p.franchisee_id and a.payment_id = p.id and a.fee_line_id is null)`,
    mode: 'p.mode',
    receiptNumber: 'r.number',
    payerName: 'p.payer_name',
    madeAt: 'p.created_at',
    chosenBy: personName('u'),
    choice: 'p.choice',
    feeAccountId: 'p.fee_account_id',
  },
  can: (row, actor) => {
    const open = row.choice === 'OPEN' && row.left > 0;
    return {
      keep: open && mayCall(actor, doublePaymentContract.keep),
      refund: open && mayCall(actor, doublePaymentContract.refund),
    };
  },
});
export const { handlers } = doubleListing;

/** The payment, locked, while nobody has decided on it. */
async function lockDouble(db: Db, id: string, version: number) {
  const payment = await lockRow(db, 'payment', id, version);
  ensure(payment.doubled > 0 && payment.double_choice === null, () =>
    refuseFinance('double-payment.decided'),
  );
  return payment;
}

export const keepDouble = handle(doublePaymentContract.keep, async ({ db, actor, input, version, now }) => {
  const payment = await lockDouble(db, input.id, version);
  await db
    .updateTable('payment')
    .set({ double_choice: 'KEEP', double_chosen_by: userIdOf(actor), double_chosen_at: now })
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('id', '=', payment.id)
    .execute();
  const at = { franchiseeId: payment.franchisee_id, feeAccountId: payment.fee_account_id ?? '' };
  await lockFeeAccount(db, at.franchiseeId, at.feeAccountId);
  return { used: await applyAdvance(db, { ...at, on: todayIst(now) }) };
});

export const refundDouble = handle(
  doublePaymentContract.refund,
  async ({ db, actor, input, version, now }) => {
    const payment = await lockDouble(db, input.id, version);
    const today = todayIst(now);
    const { advance } = await refundableOf(
      db,
      { franchiseeId: payment.franchisee_id, id: payment.id },
      today,
    );
    const amount = Math.min(advance, payment.doubled);
    ensure(amount > 0, () => refuseFinance('refund.too-much'));
    const { id } = await requestRefund(db, {
      franchiseeId: payment.franchisee_id,
      paymentId: payment.id,
      advance: amount,
      deposit: 0,
      mode: input.mode,
      reasonCode: 'DOUBLE_PAYMENT',
      reason: input.reason,
      maker: userIdOf(actor),
      today,
    });
    return { id, amount };
  },
);
