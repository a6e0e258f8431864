// The only function that confirms a payment: the browser's verify, the webhook, the reconciler and the offline approval
// all end here (finance.md 3.10). A second caller finds CONFIRMED and gets the same receipt.
import { createHash, randomUUID } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { settleFranchiseePayment } from '../franchisee-due/settle-franchisee-payment.server.ts';
import { takeBackLateFees } from '../late-fee/accrue-late-fees.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { issueReceipt } from '../receipt/issue-receipt.server.ts';
import { tellDoublePayment } from '../refund/tell-double-payment.server.ts';
import { type Allocation, allocatePayment, billFormFee } from './allocate-payment.server.ts';
import { refusePayment } from './payment.refusals.ts';
import { writePaymentEvent } from './payment-event.server.ts';
import { purposeOf } from './payment-purposes.server.ts';
import { postPayment } from './post-payment.server.ts';

export interface ConfirmFacts {
  franchiseeId: number;
  paymentId: string;
  /** What arrived, paise; must equal what was asked. */
  amount: number;
  /** ISO instant at which the bank says the money moved. */
  paidAt: string;
  now: Date;
  /** Gateway's payment id; absent for money taken at the centre. */
  providerPaymentId?: string;
  /** Who approved an offline payment. */
  decidedBy?: string;
}

export interface Confirmed {
  paymentId: string;
  /** Of the receipt; of a centre's payment to head office the acknowledgement's. */
  receiptNumber: string;
  /** False when it had been confirmed before. */
  fresh: boolean;
}

/** Confirms once. A second capture of another gateway payment for the same order becomes a payment of its own, kept as advance. */
export async function confirmPayment(db: Db, facts: ConfirmFacts): Promise<Confirmed> {
  return withCentres(db, [facts.franchiseeId, HEAD_OFFICE], 'payment.confirm', async () => {
    const payment = ensureFound(await lockPayment(db, facts.franchiseeId, facts.paymentId));
    if (payment.status === 'CONFIRMED' || payment.status === 'TRANSFERRED') {
      if (facts.providerPaymentId && payment.provider_payment_id !== facts.providerPaymentId)
        return confirmDouble(db, facts, payment);
      return { paymentId: payment.id, receiptNumber: await numberOf(db, payment), fresh: false };
    }
    if (payment.status === 'FAILED' && payment.mode !== 'ONLINE') throw refusePayment('payment.not-waiting');
    if (facts.amount !== payment.amount) throw refusePayment('payment.amount');
    await takeReference(db, payment, facts);
    await db
      .updateTable('payment')
      .set({
        status: 'CONFIRMED',
        paid_at: facts.paidAt,
        provider_payment_id: facts.providerPaymentId ?? null,
        ...(facts.decidedBy ? { decided_by: facts.decidedBy, decided_at: facts.now.toISOString() } : {}),
      })
      .where('franchisee_id', '=', payment.franchisee_id)
      .where('id', '=', payment.id)
      .execute();
    return settle(db, payment, facts);
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockPayment>>>;

const lockPayment = (db: Db, franchiseeId: number, id: string) =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

// One use of a provider's payment id in the whole network: this key alone keeps a payment from being booked twice.
async function takeReference(db: Db, payment: Locked, facts: ConfirmFacts): Promise<void> {
  if (!facts.providerPaymentId) return;
  const taken = await db
    .insertInto('provider_reference')
    .values({
      provider: 'razorpay',
      kind: 'PAYMENT',
      ref: facts.providerPaymentId,
      franchisee_id: payment.franchisee_id,
      subject_kind: 'payment',
      subject_id: payment.id,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  if (Number(taken.numInsertedOrUpdatedRows ?? 0) === 0) throw refusePayment('payment.reference-used');
}

/** By purpose: a centre's money goes on its dues, a family's on the lines of its account. */
async function settle(db: Db, payment: Locked, facts: ConfirmFacts): Promise<Confirmed> {
  const on = effectiveDay(payment, facts);
  const settled =
    payment.purpose === 'FRANCHISEE_DUE'
      ? await settleFranchiseePayment(db, payment, on)
      : payment.purpose === 'KIT_ORDER'
        ? await settleKitPayment(db, payment, facts, on)
        : await settleFamilyPayment(db, payment, facts, on);
  await writePaymentEvent(db, { franchiseeId: payment.franchisee_id, id: payment.id }, 'CONFIRMED', {
    receipt: settled.number,
  });
  return { paymentId: payment.id, receiptNumber: settled.number, fresh: true };
}

/** A centre's money for kits is paid ahead until they are invoiced; the order is told. */
async function settleKitPayment(
  db: Db,
  payment: Locked,
  facts: ConfirmFacts,
  on: string,
): Promise<{ number: string }> {
  const settled = await settleFranchiseePayment(db, payment, on);
  if (!payment.double_of)
    await purposeOf(payment.purpose)?.onConfirmed(db, {
      subjectId: payment.subject_id,
      paymentId: payment.id,
      at: facts.now.toISOString(),
    });
  return settled;
}

async function settleFamilyPayment(
  db: Db,
  payment: Locked,
  facts: ConfirmFacts,
  on: string,
): Promise<{ number: string }> {
  const feeAccountId = ensureFound(payment.fee_account_id);
  const formLineId =
    payment.purpose === 'FORM_FEE' && !payment.double_of ? await billFormFee(db, payment, on) : null;
  if (formLineId === null)
    await takeBackLateFees(db, {
      franchiseeId: payment.franchisee_id,
      feeAccountId,
      paymentId: payment.id,
      paidOn: dayOfMoney(payment, facts),
      today: todayIst(facts.now),
      lines: (payment.selection as unknown as { feeLineId: string }[]).map((one) => one.feeLineId),
    });
  const allocations = await allocatePayment(db, { ...payment, fee_account_id: feeAccountId }, formLineId);
  await noteDoubled(db, payment, allocations);
  const posted = await postPayment(db, { ...payment, fee_account_id: feeAccountId }, allocations, {
    on,
    providerPaymentId: facts.providerPaymentId ?? null,
  });
  const receipt = await issueReceipt(
    db,
    {
      ...payment,
      fee_account_id: feeAccountId,
      paid_at: facts.paidAt,
      // Of an online payment the bank and the provider know this number alone.
      ref_norm: payment.ref_norm ?? facts.providerPaymentId ?? null,
    },
    allocations,
    { on, entryId: posted.entryId, now: facts.now },
  );
  await tellServices(db, payment, allocations);
  await purposeOf(payment.purpose)?.onConfirmed(db, {
    subjectId: payment.subject_id,
    paymentId: payment.id,
    at: facts.now.toISOString(),
  });
  return receipt;
}

// Two orders for the same lines, both paid: what found its lines paid already came twice.
async function noteDoubled(db: Db, payment: Locked, allocations: readonly Allocation[]): Promise<void> {
  const selected = (payment.selection as unknown as { amount: number }[]).reduce(
    (sum, one) => sum + one.amount,
    0,
  );
  if (payment.doubled > 0 || selected === 0) return;
  const onLines = allocations.reduce((sum, one) => sum + (one.feeLineId === null ? 0 : one.amount), 0);
  const doubled = Math.min(selected, payment.amount) - onLines;
  if (doubled <= 0) return;
  await db
    .updateTable('payment')
    .set({ doubled })
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('id', '=', payment.id)
    .execute();
  await tellDoublePayment(db, payment, doubled);
}

// Whatever the payment was for: money on a line of a service may begin it. Services takes its own locks before finance's
// (areas/services.md 3), so it is told after the commit.
async function tellServices(db: Db, payment: Locked, allocations: readonly Allocation[]): Promise<void> {
  const lines = allocations.flatMap(({ feeLineId }) => feeLineId ?? []);
  const { rows } = await sql<{ id: string }>`
    select distinct g.id from fee_line l
      join fee_assignment g on g.franchisee_id = l.franchisee_id and g.id = l.fee_assignment_id
     where l.franchisee_id = ${payment.franchisee_id} and l.id = any (${lines}::uuid[]) and g.module = 'SERVICE'`.execute(
    db,
  );
  for (const { id } of rows)
    await later(
      db,
      'services.service-paid',
      { feeAssignmentId: id },
      { franchiseeId: payment.franchisee_id, dedupeKey: `${payment.id}:${id}`, lane: 'FACT' },
    );
}

// Online: IST day of confirmation. Offline: the day the money came (finance.md D8).
const effectiveDay = (payment: Locked, facts: ConfirmFacts): string =>
  payment.mode === 'ONLINE' ? todayIst(facts.now) : (payment.received_on ?? todayIst(facts.now));

/** The day that decides whether money came in time: of the bank online, else the day it was handed over. */
function dayOfMoney(payment: Locked, facts: ConfirmFacts): string {
  if (payment.mode === 'ONLINE') return todayIst(facts.paidAt);
  const handedOver = (payment.instrument as { handedOverOn?: string | null } | null)?.handedOverOn;
  return handedOver ?? payment.received_on ?? todayIst(facts.now);
}

async function numberOf(
  db: Db,
  payment: { franchisee_id: number; id: string; ack_no: string | null },
): Promise<string> {
  if (payment.ack_no !== null) return payment.ack_no;
  const row = await db
    .selectFrom('receipt')
    .select('number')
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('payment_id', '=', payment.id)
    .executeTakeFirst();
  return row?.number ?? '';
}

// Whoever paid the same order twice: the second money is theirs, so it is booked, as advance, and shown.
async function confirmDouble(db: Db, facts: ConfirmFacts, first: Locked): Promise<Confirmed> {
  const providerPaymentId = ensureFound(facts.providerPaymentId);
  const known = await db
    .selectFrom('payment')
    .select(['franchisee_id', 'id', 'ack_no'])
    .where('franchisee_id', '=', first.franchisee_id)
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();
  if (known) return { paymentId: known.id, receiptNumber: await numberOf(db, known), fresh: false };
  const id = randomUUID();
  const second = await db
    .insertInto('payment')
    .values({
      franchisee_id: first.franchisee_id,
      id,
      purpose: first.purpose,
      reference_type: first.reference_type,
      fee_account_id: first.fee_account_id,
      subject_kind: first.subject_kind,
      subject_id: first.subject_id,
      mode: 'ONLINE',
      amount: facts.amount,
      status: 'INITIATED',
      selection_hash: createHash('sha256').update(providerPaymentId).digest(),
      payer_name: first.payer_name,
      payer_mobile: first.payer_mobile,
      payer_email: first.payer_email,
      channel: first.channel,
      double_of: first.id,
      doubled: facts.amount,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await takeReference(db, second, facts);
  await db
    .updateTable('payment')
    .set({ status: 'CONFIRMED', paid_at: facts.paidAt, provider_payment_id: providerPaymentId })
    .where('franchisee_id', '=', second.franchisee_id)
    .where('id', '=', id)
    .execute();
  await writePaymentEvent(db, { franchiseeId: first.franchisee_id, id: first.id }, 'DOUBLE', { second: id });
  if (second.fee_account_id) await tellDoublePayment(db, second, facts.amount);
  return settle(db, second, facts);
}
