import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { selectionHash } from './open-payment.server.ts';
import { payableOf } from './payable.server.ts';
import { paymentContract } from './payment.contract.ts';
import { refusePayment } from './payment.refusals.ts';
import { writePaymentEvent } from './payment-event.server.ts';
import { purposeOf } from './payment-purposes.server.ts';

const BACKDATE_DAYS = 7; // setting offline_backdate_days
const CASH_DAY_LIMIT = 200_000_00; // ₹2,00,000, s.269ST (finance.md 3.12)
const NEEDS_REFERENCE = new Set(['CHEQUE', 'DD', 'UPI', 'NEFT', 'RTGS', 'IMPS', 'UPI_QR']);

export const accountForPayment = handle(paymentContract.account, async ({ db, input, now }) => {
  const account = ensureFound(await findFeeAccount(db, input.ref));
  return {
    feeAccountId: account.id,
    child: account.childLabel,
    ...(await payableOf(db, account.franchiseeId, account.id, todayIst(now))),
  };
});

/** The bank's own reference in one spelling, so the same transfer cannot be recorded twice. */
const normalised = (reference: string): string => reference.toUpperCase().replace(/[^A-Z0-9]/g, '');

export const recordOfflinePayment = handle(
  paymentContract.recordOffline,
  async ({ db, actor, input, now }) => {
    const maker = userIdOf(actor);
    const account = ensureFound(
      await db
        .selectFrom('fee_account')
        .select(['franchisee_id', 'id'])
        .where('id', '=', input.feeAccountId)
        .executeTakeFirst(),
    );
    const today = todayIst(now);
    checkDay(input.receivedOn, today);
    const reference = input.reference ? normalised(input.reference) : '';
    if (NEEDS_REFERENCE.has(input.mode) && reference.length < 4)
      throw refuse('input.invalid', {
        fields: { reference: 'Enter the bank’s reference or the cheque number' },
      });
    if (input.mode === 'CASH') await checkCash(db, account, input.amount, input.receivedOn);
    const { lines } = await payableOf(db, account.franchisee_id, account.id, today);
    for (const wanted of input.lines ?? [])
      ensure(
        lines.some((l) => l.id === wanted.feeLineId && wanted.amount <= l.open),
        () => refusePayment('payment.amount', { fields: { lines: 'An amount is more than what is open' } }),
      );
    ensure((input.lines ?? []).reduce((sum, l) => sum + l.amount, 0) <= input.amount, () =>
      refusePayment('payment.amount', {
        fields: { amount: 'The chosen lines come to more than this amount' },
      }),
    );
    const row = await db
      .insertInto('payment')
      .values({
        franchisee_id: account.franchisee_id,
        purpose: 'FEE',
        reference_type: 'TUITION FEES',
        fee_account_id: account.id,
        subject_kind: 'fee-account',
        subject_id: account.id,
        mode: input.mode,
        amount: input.amount,
        status: 'APPROVAL_WAITING',
        selection: JSON.stringify(input.lines ?? []),
        selection_hash: selectionHash({
          purpose: 'FEE',
          subjectId: account.id,
          amountPaise: input.amount,
          ...(input.lines ? { lines: input.lines } : {}),
        }),
        payer_name: input.payerName,
        instrument: JSON.stringify({
          bankName: input.bankName ?? null,
          number: input.reference ?? null,
          date: input.instrumentDate ?? null,
        }),
        ref_norm: reference || null,
        received_on: input.receivedOn,
        note: input.note ?? null,
        channel: 'COUNTER',
        maker,
      })
      .returning(['franchisee_id', 'id'])
      .executeTakeFirstOrThrow();
    if (reference) await takeBankReference(db, row, input.mode, reference);
    await writePaymentEvent(db, { franchiseeId: row.franchisee_id, id: row.id }, 'RECORDED', {
      mode: input.mode,
    });
    return { paymentId: row.id, status: 'APPROVAL_WAITING' as const };
  },
);

function checkDay(receivedOn: string, today: string): void {
  if (receivedOn > today)
    throw refuse('input.invalid', { fields: { receivedOn: 'This day is still to come' } });
  if (daysBetween(receivedOn, today) > BACKDATE_DAYS)
    throw refusePayment('payment.too-old', {
      details: { days: BACKDATE_DAYS },
      fields: { receivedOn: `At most ${BACKDATE_DAYS} days back` },
    });
}

async function checkCash(
  db: Db,
  account: { franchisee_id: number; id: string },
  amount: number,
  day: string,
): Promise<void> {
  const row = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.sum<number | null>('amount').as('amount'))
    .where('franchisee_id', '=', account.franchisee_id)
    .where('fee_account_id', '=', account.id)
    .where('mode', '=', 'CASH')
    .where('received_on', '=', day)
    .where('status', '<>', 'FAILED')
    .executeTakeFirst();
  if (Number(row?.amount ?? 0) + amount >= CASH_DAY_LIMIT)
    throw refusePayment('payment.cash-limit', {
      fields: { amount: 'Cash of ₹2,00,000 or more on one day is not allowed' },
    });
}

const REFERENCE_KIND: Record<string, 'CHEQUE' | 'UTR' | 'RRN_DAY'> = {
  CHEQUE: 'CHEQUE',
  DD: 'CHEQUE',
  NEFT: 'UTR',
  RTGS: 'UTR',
};

async function takeBankReference(
  db: Db,
  payment: { franchisee_id: number; id: string },
  mode: string,
  reference: string,
): Promise<void> {
  const kind = REFERENCE_KIND[mode] ?? 'RRN_DAY';
  // A cheque number is only unique at its bank, so it is kept per centre; transfers are unique in the country.
  const ref = kind === 'CHEQUE' ? `${payment.franchisee_id}:${reference}` : reference;
  const taken = await db
    .insertInto('provider_reference')
    .values({
      provider: 'bank',
      kind,
      ref,
      franchisee_id: payment.franchisee_id,
      subject_kind: 'payment',
      subject_id: payment.id,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  if (Number(taken.numInsertedOrUpdatedRows ?? 0) === 0)
    throw refusePayment('payment.reference-used', { fields: { reference: 'Used for another payment' } });
}

async function lockWaiting(db: Db, id: string) {
  const row = ensureFound(
    await db.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  return row;
}

export const approvePayment = handle(paymentContract.approve, async ({ db, actor, input, now }) => {
  const row = await lockWaiting(db, input.paymentId);
  ensure(row.status === 'APPROVAL_WAITING' || row.status === 'CONFIRMED', () =>
    refusePayment('payment.not-waiting'),
  );
  ensure(row.maker !== userIdOf(actor), () => refusePayment('payment.own'));
  const done = await confirmPayment(db, {
    franchiseeId: row.franchisee_id,
    paymentId: row.id,
    amount: row.amount,
    paidAt: now.toISOString(),
    now,
    decidedBy: userIdOf(actor),
  });
  return { paymentId: done.paymentId, receiptNumber: done.receiptNumber };
});

export const rejectPayment = handle(paymentContract.reject, async ({ db, actor, input, now }) => {
  const row = await lockWaiting(db, input.paymentId);
  ensure(row.status === 'APPROVAL_WAITING', () => refusePayment('payment.not-waiting'));
  ensure(row.maker !== userIdOf(actor), () => refusePayment('payment.own'));
  await db
    .updateTable('payment')
    .set({
      status: 'FAILED',
      failure_reason: input.reason,
      decided_by: userIdOf(actor),
      decided_at: now.toISOString(),
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await writePaymentEvent(db, { franchiseeId: row.franchisee_id, id: row.id }, 'REJECTED', {
    reason: input.reason,
  });
  await purposeOf(row.purpose)?.onFailed?.(db, {
    subjectId: row.subject_id,
    paymentId: row.id,
    at: now.toISOString(),
  });
  return { paymentId: row.id, status: 'FAILED' as const };
});
