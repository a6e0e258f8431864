import { financialYear, todayIst } from '@aangan/contract/period.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { decide, lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ensureAmountLevel } from '../concession/approval-level.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';
import { documentNumber } from '../receipt/issue-receipt.server.ts';
import { refundContract } from './refund.contract.ts';
import { refundStates } from './refund.states.ts';
import { takeAdvance, takeDeposit } from './take-back.server.ts';

type Row = RowIn<'refund'>;

const lockPayment = (db: Db, row: Row) =>
  db
    .selectFrom('payment')
    .select(['id', 'refunded', 'doubled', 'double_choice'])
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.payment_id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Journal #26: the money leaves the account and is owed to the family. */
export const approveRefund = handle(refundContract.approve, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'refund', input.id, version);
  ensureStep(refundStates, row.status, 'approve');
  await ensureAmountLevel(db, actor, { subject: 'REFUND', amount: row.amount });
  await lockPayment(db, row);
  await lockFeeAccount(db, row.franchisee_id, row.fee_account_id);
  const of = { franchiseeId: row.franchisee_id, paymentId: row.payment_id };
  await takeAdvance(db, { ...of, amount: row.advance });
  await takeDeposit(db, { ...of, amount: row.deposit });
  const on = todayIst(now);
  const party = row.fee_account_id;
  await postEntry(db, {
    franchiseeId: row.franchisee_id,
    source: 'refund.approved',
    sourceId: row.id,
    effectiveOn: await openDay(db, row.franchisee_id, on),
    feeAccountId: row.fee_account_id,
    narration: 'Refund approved',
    lines: [
      { account: '2100', amount: row.advance, party },
      { account: '2110', amount: row.deposit, party },
      { account: '2120', amount: -row.amount, party },
    ],
  });
  const year = financialYear(on).compact;
  const seq = await nextNumber(db, { franchiseeId: row.franchisee_id, series: 'V', period: year });
  const number = documentNumber('V', row.franchisee_id, year, seq);
  await decide(db, actor, {
    states: refundStates,
    table: 'refund',
    row,
    action: 'approve',
    decision: 'APPROVE',
    makers: [row.maker],
    reason: input.note ?? null,
    set: { number, decided_by: userIdOf(actor), decided_at: now, decision_note: input.note ?? null },
  });
  if (row.mode === 'ORIGINAL') await sendLater(db, row, 1);
  return { number };
});

/** Asks the gateway after the commit; each try has its own key. */
export const sendLater = (
  db: Db,
  refund: { franchisee_id: number; id: string },
  attempt: number,
): Promise<boolean> =>
  later(
    db,
    'finance.refund',
    { refundId: refund.id },
    {
      franchiseeId: refund.franchisee_id,
      dedupeKey: `${refund.id}:${attempt}`,
      source: { kind: 'refund', id: refund.id },
    },
  );

export const rejectRefund = handle(refundContract.reject, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'refund', input.id, version);
  await decide(db, actor, {
    states: refundStates,
    table: 'refund',
    row,
    action: 'reject',
    decision: 'REJECT',
    makers: [row.maker],
    reason: input.note,
    set: { decided_by: userIdOf(actor), decided_at: now, decision_note: input.note },
  });
  const payment = await lockPayment(db, row);
  await db
    .updateTable('payment')
    .set({
      refunded: payment.refunded - row.amount,
      // Somebody has to say what becomes of it again.
      ...(payment.double_choice === 'REFUND'
        ? { double_choice: null, double_chosen_by: null, double_chosen_at: null }
        : {}),
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.payment_id)
    .execute();
  return {};
});
