import { todayIst } from '@aangan/contract/period.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { handle, handleApart } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchisee } from '../../network/public.server.ts';
import { gatewayConfig } from '../gateway/razorpay-client.server.ts';
import { openCheckout, verifyCheckout, withOrder } from './checkout-steps.server.ts';
import { ensureChoice } from './older-first.server.ts';
import { openPayment } from './open-payment.server.ts';
import { ensureWholeOrPart } from './part-of-instalment.server.ts';
import { payableOf } from './payable.server.ts';
import { type PayableSubject, payableSubject, paymentsOf, paysPlan } from './payable-subject.server.ts';
import { paymentContract } from './payment.contract.ts';
import { refusePayment } from './payment.refusals.ts';
import { purposeOf } from './payment-purposes.server.ts';

export const openPublicPayment = handle(paymentContract.open, async ({ db, actor, now, ports }) => {
  const subject = await payableSubject(db, ensureFound(actor.link));
  const centre = ensureFound(await franchisee(db, subject.franchiseeId));
  const payable = await payableOf(db, subject, todayIst(now));
  return {
    ...payable,
    centre: { label: centre.companyName, phone: centre.phone, address: centre.address },
    child: subject.childLabel,
    service: subject.service,
    payments: await paymentsOf(db, subject),
    underWay: await underWay(db, subject, now),
    onlineOpen: gatewayConfig(ports.config) !== null,
  };
});

// An order at the provider exists, so money may be on its way; after half an hour nobody is waiting for it any more.
const UNDER_WAY_MS = 30 * 60_000;

const underWay = (db: Db, account: PayableSubject, now: Date) =>
  db
    .selectFrom('payment as p')
    .innerJoin('gateway_order as o', (j) =>
      j.onRef('o.franchisee_id', '=', 'p.franchisee_id').onRef('o.payment_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.amount', 'p.created_at as at'])
    .where('p.franchisee_id', '=', account.franchiseeId)
    .where('p.fee_account_id', '=', account.id)
    .where('p.status', '=', 'INITIATED')
    .where('o.provider_order_id', 'is not', null)
    .where('p.created_at', '>', new Date(now.getTime() - UNDER_WAY_MS).toISOString())
    .orderBy('p.created_at', 'desc')
    .limit(5)
    .execute();

/** The receipt again, for the page that lists what was paid. */
export const publicPaymentReceipt = handle(paymentContract.receipt, async ({ db, actor, input, now }) => {
  const payment = await paymentOfLink(db, actor, input.paymentId);
  const { receiptNumber, receiptToken } = await stateOf(db, payment.franchisee_id, payment.id, now);
  return { receiptNumber: ensureFound(receiptNumber), receiptToken: ensureFound(receiptToken) };
});

export const startPublicPayment = handle(paymentContract.start, async ({ db, actor, input, now }) => {
  const subject = await payableSubject(db, ensureFound(actor.link));
  const { feeAssignmentId } = subject;
  const { lines } = await payableOf(db, subject, todayIst(now));
  ensureChoice(lines, input.lines);
  const amount = input.lines.reduce((sum, line) => sum + line.amount, 0);
  await ensureWholeOrPart(db, subject, { lines: input.lines, amount });
  const { paymentId } = await openPayment(db, {
    franchiseeId: subject.franchiseeId,
    purpose: feeAssignmentId ? 'SERVICE' : 'FEE',
    referenceType: 'TUITION FEES',
    feeAccountId: subject.id,
    subjectKind: feeAssignmentId ? 'fee-assignment' : 'fee-account',
    subjectId: feeAssignmentId ?? subject.id,
    amountPaise: amount,
    mode: 'ONLINE',
    lines: input.lines,
    payer: { name: input.payerName, mobile: phoneNormAnyCountry(input.payerMobile ?? ''), email: null },
  });
  return { paymentId, amount };
});

// A link opens only its own subject's payments: the account of pay.admission, what paid the plan of pay.service, the form
// whose fee it is.
async function paymentOfLink(db: Db, actor: Actor, paymentId: string) {
  const link = ensureFound(actor.link);
  const { paid, ...payment } = ensureFound(
    await db
      .selectFrom('payment as p')
      .selectAll('p')
      .select(paysPlan(link.subjectId).as('paid'))
      .where('p.id', '=', paymentId)
      .executeTakeFirst(),
  );
  ensure(
    payment.subject_id === link.subjectId ||
      payment.fee_account_id === link.subjectId ||
      (link.purpose === 'pay.service' && paid),
    () => refusePayment('payment.nothing-due'),
  );
  return payment;
}

const ownPayment = async (db: Db, actor: Actor, paymentId: string) =>
  withOrder(db, await paymentOfLink(db, actor, paymentId));

export const checkoutPayment = handleApart(paymentContract.checkout, (call) =>
  openCheckout(
    call,
    ownPayment,
    async (db, payment) =>
      (await purposeOf(payment.purpose)?.describe(db, payment.subject_id))?.label ??
      (await feesOf(db, payment)),
  ),
);

/** What the payer reads at the provider: whose fees these are. */
async function feesOf(db: Db, payment: { franchisee_id: number; fee_account_id: string | null }) {
  const account = await db
    .selectFrom('fee_account')
    .select('child_label')
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('id', '=', payment.fee_account_id)
    .executeTakeFirst();
  return account ? `Fees, ${account.child_label}` : 'Fees';
}

export const verifyPayment = handleApart(paymentContract.verify, async (call) => {
  const payment = await verifyCheckout(call, ownPayment);
  return call.work(call.actor, (db) => stateOf(db, payment.franchisee_id, payment.id, call.now));
});

async function stateOf(db: Db, franchiseeId: number, paymentId: string, now: Date) {
  const row = await db
    .selectFrom('payment as p')
    .leftJoin('receipt as r', (j) =>
      j.onRef('r.franchisee_id', '=', 'p.franchisee_id').onRef('r.payment_id', '=', 'p.id'),
    )
    .select(['p.status', 'r.number', 'r.id as receiptId'])
    .where('p.franchisee_id', '=', franchiseeId)
    .where('p.id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const receiptToken = row.receiptId
    ? await issueLink(db, {
        purpose: 'receipt.view',
        franchiseeId,
        subject: { kind: 'receipt', id: row.receiptId },
        now,
      })
    : null;
  return { status: row.status, receiptNumber: row.number, receiptToken };
}

export const paymentState = handle(paymentContract.state, async ({ db, actor, input }) => {
  const { payment } = await ownPayment(db, actor, input.paymentId);
  const receipt = await db
    .selectFrom('receipt')
    .select('number')
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('payment_id', '=', payment.id)
    .executeTakeFirst();
  const timeline = await db
    .selectFrom('payment_event')
    .select(['at', 'kind', 'data'])
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('payment_id', '=', payment.id)
    .where('visible_to', '=', 'PARENT')
    .orderBy('at')
    .execute();
  return {
    status: payment.status,
    amount: payment.amount,
    receiptNumber: receipt?.number ?? null,
    receiptToken: null,
    timeline: timeline.map((line) => ({ ...line, data: line.data as Record<string, unknown> })),
  };
});
