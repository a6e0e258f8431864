import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/ensure.ts';
import { useFile } from '@aangan/server/files.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
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
    checkDay(input.receivedOn, todayIst(now));
    const reference = input.reference ? normalised(input.reference) : '';
    if (NEEDS_REFERENCE.has(input.mode) && reference.length < 4)
      throw refuse('input.invalid', {
        fields: { reference: 'Enter the bank’s reference or the cheque number' },
      });
    const lines = input.lines ?? [];
    ensure(lines.reduce((sum, l) => sum + l.amount, 0) <= input.amount, () =>
      refusePayment('payment.amount', {
        fields: { amount: 'The chosen lines come to more than this amount' },
      }),
    );
    if (input.mode === 'CASH' || lines.length > 0) await checkAccount(db, input);
    return { paymentId: await keepRecorded(db, userIdOf(actor), input, reference), status: WAITING };
  },
);

type Recorded = z.output<typeof paymentContract.recordOffline.input>;
const WAITING = 'APPROVAL_WAITING' as const;

function checkDay(receivedOn: string, today: string): void {
  if (receivedOn > today)
    throw refuse('input.invalid', { fields: { receivedOn: 'This day is still to come' } });
  if (daysBetween(receivedOn, today) > BACKDATE_DAYS)
    throw refusePayment('payment.too-old', {
      details: { days: BACKDATE_DAYS },
      fields: { receivedOn: `At most ${BACKDATE_DAYS} days back` },
    });
}

/** What only the account knows: the day's cash so far, and how much of each chosen line is still open. */
async function checkAccount(db: Db, input: Recorded): Promise<void> {
  const lines = input.lines ?? [];
  const { rows } = await sql<{ cash: number; open: Record<string, number> | null }>`
    select (select coalesce(sum(p.amount), 0)::bigint from payment p where p.franchisee_id = a.franchisee_id and p.fee_account_id = a.id
        and p.mode = 'CASH' and p.received_on = ${input.receivedOn} and p.status <> 'FAILED') as cash,
      (select json_object_agg(l.id, l.net - l.allocated) from fee_line l where l.franchisee_id = a.franchisee_id and l.fee_account_id = a.id
        and l.state in ('OPEN', 'PLANNED') and l.id = any (${lines.map((l) => l.feeLineId)}::uuid[])) as open
    from fee_account a where a.id = ${input.feeAccountId}`.execute(db);
  const { cash, open } = ensureFound(rows[0]);
  if (input.mode === 'CASH' && cash + input.amount >= CASH_DAY_LIMIT)
    throw refusePayment('payment.cash-limit', {
      fields: { amount: 'Cash of ₹2,00,000 or more on one day is not allowed' },
    });
  for (const wanted of lines)
    ensure(wanted.amount <= (open?.[wanted.feeLineId] ?? -1), () =>
      refusePayment('payment.amount', { fields: { lines: 'An amount is more than what is open' } }),
    );
}

const REFERENCE_KIND: Record<string, 'CHEQUE' | 'UTR' | 'RRN_DAY'> = {
  CHEQUE: 'CHEQUE',
  DD: 'CHEQUE',
  NEFT: 'UTR',
  RTGS: 'UTR',
};

/** Payment, its one use of the bank's reference and the first line of its timeline, in one statement: a counter records all day. */
async function keepRecorded(db: Db, maker: string, input: Recorded, reference: string): Promise<string> {
  const kind = REFERENCE_KIND[input.mode] ?? 'RRN_DAY';
  const hash = selectionHash({
    purpose: 'FEE',
    subjectId: input.feeAccountId,
    amountPaise: input.amount,
    ...(input.lines ? { lines: input.lines } : {}),
  });
  const instrument = {
    bankName: input.bankName ?? null,
    number: input.reference ?? null,
    date: input.instrumentDate ?? null,
  };
  // A cheque number is only unique at its bank, so it is kept per centre; transfers are unique in the country.
  const { rows } = await sql<{ id: string; franchiseeId: number; taken: boolean }>`
    with kept as (
      insert into payment (franchisee_id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection, selection_hash,
        payer_name, instrument, ref_norm, received_on, proof_file, note, channel, maker)
      select a.franchisee_id, 'FEE', 'TUITION FEES', a.id, 'fee-account', a.id::text, ${input.mode}, ${input.amount}, ${sql.lit(WAITING)}, ${JSON.stringify(input.lines ?? [])}, ${hash},
        ${input.payerName}, ${JSON.stringify(instrument)}, ${reference || null}, ${input.receivedOn}, ${input.proofFile ?? null}::uuid, ${input.note ?? null}, 'COUNTER', ${maker}
      from fee_account a where a.id = ${input.feeAccountId} returning franchisee_id, id),
    taken as (
      insert into provider_reference (provider, kind, ref, franchisee_id, subject_kind, subject_id)
      select 'bank', ${kind}, ${kind === 'CHEQUE' ? sql`franchisee_id || ':' || ${reference}::text` : reference}, franchisee_id, 'payment', id from kept where ${reference !== ''}::boolean
      on conflict do nothing returning 1),
    told as (
      insert into payment_event (franchisee_id, payment_id, kind, visible_to, data)
      select franchisee_id, id, 'RECORDED', 'PARENT', ${JSON.stringify({ mode: input.mode })} from kept)
    select id, franchisee_id as "franchiseeId", exists (select from taken) as taken from kept`.execute(db);
  const { id, franchiseeId, taken } = ensureFound(rows[0]);
  if (reference && !taken)
    throw refusePayment('payment.reference-used', { fields: { reference: 'Used for another payment' } });
  if (input.proofFile)
    await useFile(db, {
      franchiseeId,
      fileId: input.proofFile,
      area: 'finance',
      subjectKind: 'PAYMENT',
      subjectId: id,
      accept: ['pdf', 'jpg', 'png'],
    });
  return id;
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
