import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
import { enquiryForAdmission } from '../../enquiries/public.server.ts';
import { type FeeAccount, findFeeAccount } from '../fee-account/fee-account.server.ts';
import { ensureCashDay } from './cash-day.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { ensureCleared } from './ensure-cleared.server.ts';
import { type SelectedLine, selectionHash } from './open-payment.server.ts';
import { ensureWholeOrPart } from './part-of-instalment.server.ts';
import { payableOf } from './payable.server.ts';
import { paymentContract } from './payment.contract.ts';
import { refusePayment } from './payment.refusals.ts';
import { writePaymentEvent } from './payment-event.server.ts';
import { purposeOf } from './payment-purposes.server.ts';

const BACKDATE_DAYS = 7; // setting offline_backdate_days
const NEEDS_REFERENCE = new Set(['CHEQUE', 'DD', 'UPI', 'NEFT', 'RTGS', 'IMPS', 'UPI_QR']);

export const accountForPayment = handle(paymentContract.account, async ({ db, input, now }) => {
  const account = ensureFound(await findFeeAccount(db, input.ref));
  return {
    feeAccountId: account.id,
    child: account.childLabel,
    payer: await payerOf(db, account),
    ...(await payableOf(db, account, todayIst(now))),
  };
});

/** Who most likely stands at the counter: whoever paid for the child last, before the first payment the family that asked. */
async function payerOf(db: Db, { franchiseeId, id, enquiryId }: FeeAccount): Promise<string | null> {
  const last = await db
    .selectFrom('payment')
    .select('payer_name')
    .where('franchisee_id', '=', franchiseeId)
    .where('fee_account_id', '=', id)
    .where('payer_name', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last || enquiryId === null) return last?.payer_name ?? null;
  return (await enquiryForAdmission(db, enquiryId))?.guardian.name ?? null;
}

/** The bank's own reference in one spelling, so the same transfer cannot be recorded twice. */
const normalised = (reference: string): string => reference.toUpperCase().replace(/[^A-Z0-9]/g, '');

export const recordOfflinePayment = handle(
  paymentContract.recordOffline,
  async ({ db, actor, input, now }) => {
    const reference = checkTaken(input, todayIst(now));
    const lines = input.lines ?? [];
    ensure(lines.reduce((sum, l) => sum + l.amount, 0) <= input.amount, () =>
      refusePayment('payment.amount', {
        fields: { amount: 'The chosen lines come to more than this amount' },
      }),
    );
    if (input.mode === 'CASH') await ensureCashDay(db, input);
    if (lines.length > 0) await checkLines(db, input.feeAccountId, lines);
    const account = ensureFound(await findFeeAccount(db, input.feeAccountId));
    await ensureWholeOrPart(db, account, { lines, amount: input.amount });
    const of = {
      purpose: 'FEE',
      referenceType: 'TUITION FEES',
      subjectKind: 'fee-account',
      subjectId: input.feeAccountId,
    };
    return {
      paymentId: await keepRecorded(db, userIdOf(actor), input, { ...of, reference }),
      status: WAITING,
    };
  },
);

/** The fee of a form: the whole of it, and the form waits for the approval like the money (admissions.md rule 12). */
export const recordFormFee = handle(paymentContract.recordFormFee, async ({ db, actor, input, now }) => {
  const reference = checkTaken(input, todayIst(now));
  const purpose = ensureFound(purposeOf('FORM_FEE'));
  const due = ensureFound(await purpose.counter?.(db, input.formId));
  ensure(due.amount > 0, () => refusePayment('payment.nothing-due'));
  const { formId, ...taken } = input;
  const recorded = { ...taken, feeAccountId: due.feeAccountId, amount: due.amount };
  if (input.mode === 'CASH') await ensureCashDay(db, recorded);
  const paymentId = await keepRecorded(db, userIdOf(actor), recorded, {
    purpose: 'FORM_FEE',
    referenceType: due.referenceType,
    subjectKind: due.subjectKind,
    subjectId: formId,
    reference,
  });
  await purpose.onApprovalWaiting?.(db, { subjectId: formId, paymentId, at: now.toISOString() });
  return { paymentId, status: WAITING, amount: due.amount };
});

type Recorded = z.output<typeof paymentContract.recordOffline.input>;
const WAITING = 'APPROVAL_WAITING' as const;

/** The day and the bank's reference fit the mode; the reference in one spelling. */
function checkTaken(taken: Pick<Recorded, 'mode' | 'receivedOn' | 'reference'>, today: string): string {
  checkDay(taken.receivedOn, today);
  const reference = taken.reference ? normalised(taken.reference) : '';
  if (NEEDS_REFERENCE.has(taken.mode) && reference.length < 4)
    throw refuse('input.invalid', {
      fields: { reference: 'Enter the bank’s reference or the cheque number' },
    });
  return reference;
}

function checkDay(receivedOn: string, today: string): void {
  if (receivedOn > today)
    throw refuse('input.invalid', { fields: { receivedOn: 'This day is still to come' } });
  if (daysBetween(receivedOn, today) > BACKDATE_DAYS)
    throw refusePayment('payment.too-old', {
      details: { days: BACKDATE_DAYS },
      fields: { receivedOn: `At most ${BACKDATE_DAYS} days back` },
    });
}

/** What only the account knows: how much of each chosen line is still open. */
async function checkLines(db: Db, feeAccountId: string, lines: readonly SelectedLine[]): Promise<void> {
  const { rows } = await sql<{ open: Record<string, number> | null }>`
    select (select json_object_agg(l.id, l.net - l.allocated) from fee_line l where l.franchisee_id = a.franchisee_id and l.fee_account_id = a.id
        and l.state in ('OPEN', 'PLANNED') and l.id = any (${lines.map((l) => l.feeLineId)}::uuid[])) as open
    from fee_account a where a.id = ${feeAccountId}`.execute(db);
  const { open } = ensureFound(rows[0]);
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
async function keepRecorded(
  db: Db,
  maker: string,
  input: Recorded,
  of: { purpose: string; referenceType: string; subjectKind: string; subjectId: string; reference: string },
): Promise<string> {
  const { reference } = of;
  const kind = REFERENCE_KIND[input.mode] ?? 'RRN_DAY';
  const hash = selectionHash({
    purpose: of.purpose,
    subjectId: of.subjectId,
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
      select a.franchisee_id, ${of.purpose}, ${of.referenceType}, a.id, ${of.subjectKind}, ${of.subjectId}, ${input.mode}, ${input.amount}, ${sql.lit(WAITING)}, ${JSON.stringify(input.lines ?? [])}, ${hash},
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

// A centre's own money to head office is decided by head office (franchisee-payment.approve).
async function lockWaiting(db: Db, id: string) {
  const row = ensureFound(
    await db
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', id)
      .where('fee_account_id', 'is not', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  return row;
}

export const approvePayment = handle(paymentContract.approve, async ({ db, actor, input, now }) => {
  const row = await lockWaiting(db, input.paymentId);
  ensure(row.status === 'APPROVAL_WAITING' || row.status === 'CONFIRMED', () =>
    refusePayment('payment.not-waiting'),
  );
  ensure(row.maker !== userIdOf(actor), () => refusePayment('payment.own'));
  if (row.status === 'APPROVAL_WAITING')
    await ensureCleared(db, row, { clearedOn: row.cleared_on ?? input.clearedOn, today: todayIst(now) });
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
