// /payments/transfer-franchiseeToBB: a centre pays its dues to head office, online or by a transfer that head office approves.
import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle, handleApart } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { gatewayConfig } from '../gateway/razorpay-client.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openCheckout, verifyCheckout, withOrder } from '../payment/checkout-steps.server.ts';
import { confirmPayment } from '../payment/confirm-payment.server.ts';
import { openPayment, type SelectedDue, selectionHash } from '../payment/open-payment.server.ts';
import { refusePayment } from '../payment/payment.refusals.ts';
import { writePaymentEvent } from '../payment/payment-event.server.ts';
import { purposeOf } from '../payment/payment-purposes.server.ts';
import { franchiseePaymentContract } from './franchisee-payment.contract.ts';

const PURPOSE = 'FRANCHISEE_DUE';
/** What a centre pays to head office: dues, and kits before they are invoiced. */
const PURPOSES = [PURPOSE, 'KIT_ORDER'] as const;
const BACKDATE_DAYS = 7;

const openDuesOf = (db: Db, franchiseeId: number) =>
  db
    .selectFrom('franchisee_due')
    .select(['id', 'kind', 'number', 'label', 'issued_on', 'due_on', 'amount', 'settled'])
    .where('franchisee_id', '=', franchiseeId)
    .whereRef('settled', '<', 'amount')
    .orderBy('due_on')
    .orderBy('id')
    .execute();

/** Dues of transfers that head office has not decided. */
async function sentDuesOf(db: Db, franchiseeId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('payment')
    .select('selection')
    .where('franchisee_id', '=', franchiseeId)
    .where('purpose', '=', PURPOSE)
    .where('status', '=', 'APPROVAL_WAITING')
    .execute();
  return new Set(
    rows.flatMap(({ selection }: { selection: unknown }) =>
      (selection as SelectedDue[]).map((one) => one.dueId),
    ),
  );
}

const centreOf = (actor: Actor): number => ensureFound(actor.franchiseeId);

export const openDues = handle(franchiseePaymentContract.open, async ({ db, actor, now, ports }) => {
  const franchiseeId = centreOf(actor);
  const today = todayIst(now);
  const sent = await sentDuesOf(db, franchiseeId);
  const dues = (await openDuesOf(db, franchiseeId)).map((due) => ({
    id: due.id,
    kind: due.kind,
    number: due.number,
    label: due.label,
    issuedOn: due.issued_on,
    dueOn: due.due_on,
    amount: due.amount,
    settled: due.settled,
    open: due.amount - due.settled,
    overdueDays: Math.max(0, daysBetween(due.due_on, today)),
    sent: sent.has(due.id),
  }));
  const { rows } = await sql<{ advance: number; waiting: number }>`
    select coalesce((select amount from ledger_balance where franchisee_id = ${franchiseeId} and account_code = '1310' and party_id = ''), 0)::bigint as advance,
      (select coalesce(sum(amount), 0) from payment where franchisee_id = ${franchiseeId} and purpose = ${PURPOSE} and status = 'APPROVAL_WAITING')::bigint as waiting`.execute(
    db,
  );
  const account = await withCentres(db, [HEAD_OFFICE], 'franchisee-payment', () =>
    db
      .selectFrom('bank_account')
      .select(['holder', 'bank', 'branch', 'ifsc', 'last4'])
      .where('franchisee_id', '=', HEAD_OFFICE)
      .where('kind', '=', 'OPERATING')
      .where('status', '=', 'VERIFIED')
      .orderBy('created_at', 'desc')
      .executeTakeFirst(),
  );
  const sum = (of: typeof dues) => of.reduce((total, due) => total + due.open, 0);
  return {
    dues,
    open: sum(dues),
    overdue: sum(dues.filter((due) => due.overdueDays > 0)),
    ...ensureFound(rows[0]),
    account: account ?? null,
    onlineOpen: gatewayConfig(ports.config) !== null,
  };
});

/** What is chosen, as it stands open now; refuses what was paid meanwhile or is another centre's. */
async function selectionOf(db: Db, franchiseeId: number, ids: readonly string[]): Promise<SelectedDue[]> {
  const open = await openDuesOf(db, franchiseeId);
  const selected = open
    .filter((due) => ids.includes(due.id))
    .map((due) => ({ dueId: due.id, amount: due.amount - due.settled }));
  ensure(selected.length === new Set(ids).size, () =>
    refusePayment('payment.nothing-due', { fields: { dues: 'One of them is paid already. Choose again.' } }),
  );
  return selected;
}

const totalOf = (selected: readonly SelectedDue[]) => selected.reduce((total, one) => total + one.amount, 0);

export const recordTransfer = handle(franchiseePaymentContract.record, async ({ db, actor, input, now }) => {
  const franchiseeId = centreOf(actor);
  const today = todayIst(now);
  if (input.receivedOn > today)
    throw refuse('input.invalid', { fields: { receivedOn: 'This day is still to come' } });
  if (daysBetween(input.receivedOn, today) > BACKDATE_DAYS)
    throw refusePayment('payment.too-old', {
      details: { days: BACKDATE_DAYS },
      fields: { receivedOn: `At most ${BACKDATE_DAYS} days back` },
    });
  const selected = await selectionOf(db, franchiseeId, input.dues);
  const amount = totalOf(selected);
  const reference = input.reference.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const { id } = await db
    .insertInto('payment')
    .values({
      franchisee_id: franchiseeId,
      purpose: PURPOSE,
      subject_kind: 'franchisee',
      subject_id: String(franchiseeId),
      mode: input.mode,
      amount,
      status: 'APPROVAL_WAITING',
      selection: JSON.stringify(selected),
      selection_hash: selectionHash({
        purpose: PURPOSE,
        subjectId: String(franchiseeId),
        amountPaise: amount,
        lines: selected,
      }),
      payer_name: actor.name,
      ref_norm: reference,
      received_on: input.receivedOn,
      proof_file: input.proofFile ?? null,
      note: input.note ?? null,
      channel: 'APP',
      maker: userIdOf(actor),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const taken = await db
    .insertInto('provider_reference')
    .values({
      provider: 'bank',
      kind: input.mode === 'NEFT' || input.mode === 'RTGS' ? 'UTR' : 'RRN_DAY',
      ref: reference,
      franchisee_id: franchiseeId,
      subject_kind: 'payment',
      subject_id: id,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  if (Number(taken.numInsertedOrUpdatedRows ?? 0) === 0)
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
  await writePaymentEvent(db, { franchiseeId, id }, 'RECORDED', { mode: input.mode });
  return { paymentId: id, status: 'APPROVAL_WAITING' as const, amount };
});

export const startTransfer = handle(franchiseePaymentContract.start, async ({ db, actor, input }) => {
  const franchiseeId = centreOf(actor);
  const selected = await selectionOf(db, franchiseeId, input.dues);
  const amount = totalOf(selected);
  const { paymentId } = await openPayment(db, {
    franchiseeId,
    purpose: PURPOSE,
    referenceType: null,
    feeAccountId: null,
    subjectKind: 'franchisee',
    subjectId: String(franchiseeId),
    amountPaise: amount,
    mode: 'ONLINE',
    lines: selected,
    payer: { name: actor.name, mobile: null, email: actor.email || null },
    channel: 'APP',
  });
  return { paymentId, amount };
});

// Only the chosen centre's own money to head office; a family's payment is not found here.
const paymentOf = async (db: Db, actor: Actor, paymentId: string) =>
  ensureFound(
    await db
      .selectFrom('payment')
      .selectAll()
      .where('franchisee_id', '=', centreOf(actor))
      .where('id', '=', paymentId)
      .where('purpose', 'in', PURPOSES)
      .executeTakeFirst(),
  );
const ownPayment = async (db: Db, actor: Actor, paymentId: string) =>
  withOrder(db, await paymentOf(db, actor, paymentId));
const stateOf = async (db: Db, actor: Actor, paymentId: string) => {
  const { status, ack_no } = await paymentOf(db, actor, paymentId);
  return { status, number: ack_no };
};

export const checkoutTransfer = handleApart(franchiseePaymentContract.checkout, (call) =>
  openCheckout(call, ownPayment, async (_db, payment) =>
    payment.purpose === 'KIT_ORDER' ? 'Kit order' : 'Dues to head office',
  ),
);

export const verifyTransfer = handleApart(franchiseePaymentContract.verify, async (call) => {
  const payment = await verifyCheckout(call, ownPayment);
  return call.work(call.actor, (db) => stateOf(db, call.actor, payment.id));
});

export const transferState = handle(franchiseePaymentContract.state, ({ db, actor, input }) =>
  stateOf(db, actor, input.paymentId),
);

/** The waiting transfer, locked; never decided by who recorded it. */
async function lockWaiting(db: Db, actor: Actor, paymentId: string) {
  const row = await lockRow(db, 'payment', paymentId);
  ensureFound(PURPOSES.some((one) => one === row.purpose) ? row : undefined);
  ensure(row.status === 'APPROVAL_WAITING', () => refusePayment('payment.not-waiting'));
  ensure(row.maker !== userIdOf(actor), () => refusePayment('payment.own'));
  return row;
}

export const approveTransfer = handle(
  franchiseePaymentContract.approve,
  async ({ db, actor, input, now }) => {
    const row = await lockWaiting(db, actor, input.paymentId);
    const done = await confirmPayment(db, {
      franchiseeId: row.franchisee_id,
      paymentId: row.id,
      amount: row.amount,
      paidAt: now.toISOString(),
      now,
      decidedBy: userIdOf(actor),
    });
    return { paymentId: done.paymentId, number: done.receiptNumber };
  },
);

export const rejectTransfer = handle(franchiseePaymentContract.reject, async ({ db, actor, input, now }) => {
  const row = await lockWaiting(db, actor, input.paymentId);
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
  await purposeOf(row.purpose)?.onReversed?.(db, {
    subjectId: row.subject_id,
    paymentId: row.id,
    at: now.toISOString(),
  });
  return { paymentId: row.id, status: 'FAILED' as const };
});
