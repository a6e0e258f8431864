// Refunds through HTTP: approval by level, the gateway (simulator) and its webhooks, by bank, double payments, refusals.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { inboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { startRazorpaySimulator } from '@aangan/simulators/razorpay/razorpay-simulator.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, HEAD_OFFICE, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import {
  activate,
  approved,
  type Child,
  childAt,
  type NurseryPlan,
  nurseryPlan,
  paid,
  r,
} from '../assignment/nursery-testing.ts';
import { createOrder } from '../gateway/razorpay-client.server.ts';
import { verifyLedger } from '../ledger/verify.server.ts';
import { paymentExceptionContract } from '../payment/payment-exception.contract.ts';
import {
  gatewayConfigOf,
  gatewayKeys,
  newPayments,
  type PreparedPayment,
  writePayments,
} from '../payment/prepared-payments-testing.ts';
import {
  refundContract as contract,
  doublePaymentContract,
  doublePayments,
  refunds,
} from './refund.contract.ts';
import { reconcileRefunds, refundWorker } from './send-refund.server.ts';

let app: TestApp;
let gateway: Awaited<ReturnType<typeof startRazorpaySimulator>>;
before(async () => {
  gateway = await startRazorpaySimulator({ ...gatewayKeys, seed: 11, refundAfterMs: null });
  app = await testApp({
    app: { ports: { config: gatewayConfigOf(gateway.url), origin: 'http://aangan.test' } },
  });
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'PLAN_APPROVE')`, [
    people.Chetan.id,
  ]);
});
after(async () => {
  await app?.close();
  await gateway?.close();
});

const bina = () => app.as('Bina');
const chetan = () => app.as('Chetan', { centre: null, steppedUp: true });
const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
const ports = () => ({ ...app.ports, config: gatewayConfigOf(gateway.url) });

const drain = () =>
  drainOutbox({ database: app.pool, workers: { 'finance.refund': refundWorker }, ports: ports(), log });

/** Delivers what the gateway said so far and consumes it. */
async function hear(event: string): Promise<void> {
  for (const one of gateway.control.events({ event })) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/webhooks/razorpay',
      payload: one.body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': one.signature,
        'x-razorpay-event-id': one.id,
      },
    });
    assert.equal(answer.statusCode, 200);
  }
  await drainInbox({ database: app.pool, workers: inboxWorkers(app.areas), ports: app.ports, log });
}

interface Online extends PreparedPayment {
  providerPaymentId: string;
}

/** Paid online at Andheri; of `amount` only `due` was needed. With a selection the rest counts as paid twice. */
async function paidOnline(due: number, options: { selected?: boolean } = {}): Promise<Online> {
  const [prepared] = newPayments(1);
  assert.ok(prepared);
  const { id } = await createOrder(
    { url: gateway.url, checkoutUrl: '', ...gatewayKeys },
    { amount: prepared.amount, receipt: prepared.paymentId, notes: {} },
  );
  const payment = { ...prepared, providerOrderId: id };
  await writePayments(app.sql, [payment]);
  await app.sql('update fee_line set gross = $2 where id = $1', [payment.feeLineId, due]);
  if (!options.selected)
    await app.sql(`update payment set selection = '[]' where id = $1`, [payment.paymentId]);
  const { success } = gateway.control.complete(payment.providerOrderId, { outcome: 'success' });
  assert.ok(success);
  await hear('payment.captured');
  return { ...payment, providerPaymentId: success.razorpay_payment_id };
}

const balance = async (franchiseeId: number, account: string, party?: string): Promise<number> => {
  const [row] = await app.sql<{ sum: string }>(
    `select coalesce(sum(amount), 0) as sum from ledger_posting where franchisee_id = $1 and account_code = $2 and ($3::text is null or party_id = $3)`,
    [franchiseeId, account, party ?? null],
  );
  return Number(row?.sum);
};

const asked = (payment: { paymentId: string }, amount: number, more: object = {}) => ({
  paymentId: payment.paymentId,
  from: 'ADVANCE' as const,
  amount,
  mode: 'ORIGINAL' as const,
  reason: 'The family asked for it back',
  ...more,
});

async function approve(id: string, who = chetan()) {
  const { version } = await who.call(contract.get, { id });
  return who.call(contract.approve, { id }, { version });
}
const statusOf = async (id: string) => (await chetan().call(contract.get, { id })).status;
const exceptions = async (payment: Online) =>
  (
    await app
      .as('Chetan', { centre: null })
      .call(paymentExceptionContract.list, { q: payment.providerPaymentId })
  ).rows;

test('online: asked at the centre, approved by another person, sent once, processed by webhook', async () => {
  const payment = await paidOnline(4_000);
  const advance = payment.amount - 4_000;
  const seen = await bina().call(contract.preview, { ref: payment.feeAccountId });
  assert.deepEqual(
    seen.payments.map((one) => [one.advance, one.deposit, one.refunded, one.original]),
    [[advance, 0, 0, true]],
  );
  const { id } = await bina().call(contract.request, asked(payment, advance));
  assert.equal(await balance(ANDHERI, '2120', payment.feeAccountId), 0, 'asking books nothing');
  await bina().refused(contract.request, asked(payment, 1), 'refund.too-much');

  const [held, owed] = [await balance(ANDHERI, '1300'), await balance(HEAD_OFFICE, '2300', String(ANDHERI))];
  const { number } = await approve(id);
  assert.match(number, /^V002\/\d{4}\/\d{6}$/);
  // What its planned line waits for stays.
  assert.equal(await balance(ANDHERI, '2100', payment.feeAccountId), -4_000);
  assert.equal(await balance(ANDHERI, '2120', payment.feeAccountId), -advance);

  await drain();
  assert.equal(await statusOf(id), 'PROCESSING');
  assert.equal(await balance(ANDHERI, '2120', payment.feeAccountId), 0);
  assert.deepEqual(
    [await balance(ANDHERI, '1300'), await balance(HEAD_OFFICE, '2300', String(ANDHERI))],
    [held - advance, owed + advance],
  );
  const [refund] = gateway.control
    .book()
    .refunds.filter((one) => one.payment_id === payment.providerPaymentId);
  assert.deepEqual([refund?.amount, refund?.receipt], [advance, id]);
  const clearing = await balance(HEAD_OFFICE, '1500');
  gateway.control.finishRefund(refund?.id ?? '');
  await hear('refund.created');
  await hear('refund.processed');
  await hear('refund.processed');
  const done = await chetan().call(contract.get, { id });
  assert.deepEqual([done.status, done.reference?.length, done.attempts], ['REFUNDED', 12, 1]);
  assert.equal(await balance(HEAD_OFFICE, '1500'), clearing - advance);
  assert.equal(
    done.postings.reduce((sum, one) => sum + one.amount, 0),
    0,
  );
  assert.deepEqual(await exceptions(payment), [], 'our own refund is no exception');
  const steps = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'refund' and subject_id = $1`,
    [id],
  );
  assert.deepEqual(new Set(steps.map((one) => one.action)), new Set(['approve', 'send', 'processed']));
});

test('a refund that somebody made in the provider’s own pages is still an exception', async () => {
  const payment = await paidOnline(4_000);
  const answer = await fetch(`${gateway.url}/v1/payments/${payment.providerPaymentId}/refund`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${gatewayKeys.keyId}:${gatewayKeys.keySecret}`).toString('base64')}`,
    },
    body: JSON.stringify({ amount: 1_000 }),
  });
  assert.equal(answer.status, 200);
  await hear('refund.created');
  const [row] = await exceptions(payment);
  assert.deepEqual([row?.kind, row?.refunded], ['REFUNDED', 1_000]);
});

test('a lost answer is asked for again and brings the same refund', async () => {
  const payment = await paidOnline(4_000);
  const { id } = await bina().call(contract.request, asked(payment, 2_000));
  await approve(id);
  gateway.control.addApiFault({ path: '/v1/payments/:id/refund', phase: 'after', kind: 'reset', times: 1 });
  await drain();
  assert.equal(await statusOf(id), 'PROCESSING');
  await app.sql(
    `update outbox set not_before = now() - interval '1 minute' where kind = 'finance.refund' and state = 'QUEUED'`,
  );
  await drain();
  const made = gateway.control.book().refunds.filter((one) => one.payment_id === payment.providerPaymentId);
  assert.equal(made.length, 1, 'one refund at the provider');
  const [row] = await app.sql<{ provider_refund_id: string }>(
    'select provider_refund_id from refund where id = $1',
    [id],
  );
  assert.equal(row?.provider_refund_id, made[0]?.id);
});

test('failed at the bank: booked back, sent again under another key, or paid by the centre’s bank', async () => {
  const payment = await paidOnline(4_000);
  const { id } = await bina().call(contract.request, asked(payment, 3_000));
  await approve(id);
  await drain();
  const of = () =>
    gateway.control.book().refunds.filter((one) => one.payment_id === payment.providerPaymentId);
  const held = await balance(ANDHERI, '1300');
  gateway.control.finishRefund(of()[0]?.id ?? '', 'failed');
  await hear('refund.failed');
  const failed = await chetan().call(contract.get, { id });
  assert.deepEqual([failed.status, failed.can['retry'], failed.can['pay']], ['FAILED', true, true]);
  assert.equal(await balance(ANDHERI, '1300'), held + 3_000);
  assert.equal(await balance(ANDHERI, '2120', payment.feeAccountId), -3_000, 'still owed to the family');

  await chetan().call(contract.retry, { id }, { version: failed.version });
  await drain();
  assert.equal(of().length, 2);
  await hear('refund.failed');
  assert.equal(await statusOf(id), 'PROCESSING', 'the failure of the first try is old');
  gateway.control.finishRefund(of()[1]?.id ?? '', 'failed');
  await hear('refund.failed');
  const again = await chetan().call(contract.get, { id });
  assert.equal(again.status, 'FAILED');
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const pay = { id, utr: 'HDFCN52026112400001', paidOn: today };
  await chetan().refused(contract.pay, { ...pay, paidOn: '2099-01-01' }, 'input.invalid', {
    version: again.version,
  });
  await chetan().refused(contract.pay, { ...pay, paidOn: '2020-01-01' }, 'input.invalid', {
    version: again.version,
  });
  await chetan().call(contract.pay, pay, { version: again.version });
  assert.equal(await statusOf(id), 'REFUNDED');
  assert.equal(await balance(ANDHERI, '2120', payment.feeAccountId), 0);

  const other = await paidOnline(4_000);
  const second = await bina().call(contract.request, asked(other, 500, { mode: 'BANK', ...PAYEE }));
  await approve(second.id);
  const { version } = await chetan().call(contract.get, { id: second.id });
  await chetan().refused(contract.pay, { ...pay, id: second.id }, 'payment.reference-used', { version });
});

const PAYEE = { payeeName: 'Rohan Rao', payeeAccount: '0012 3456 7890', payeeIfsc: 'hdfc0001234' };

test('what the gateway refuses outright fails with its reason; without a webhook it is asked for', async () => {
  const payment = await paidOnline(4_000);
  const { id } = await bina().call(contract.request, asked(payment, 1_500));
  await approve(id);
  // The gateway's clock says that the payment is too old.
  await gateway.control.advance(200 * 86_400_000);
  await drain();
  const failed = await chetan().call(contract.get, { id });
  assert.deepEqual([failed.status, failed.failureReason?.includes('6 months')], ['FAILED', true]);

  const fresh = await paidOnline(4_000);
  await app.sql('update payment set paid_at = now() where id = $1', [fresh.paymentId]);
  const lost = await bina().call(contract.request, asked(fresh, 1_500));
  await approve(lost.id);
  await drain();
  const [made] = gateway.control.book().refunds.filter((one) => one.payment_id === fresh.providerPaymentId);
  gateway.control.finishRefund(made?.id ?? '');
  const result = await reconcileRefunds.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'test' }, work),
    now: new Date(Date.now() + 2 * 3_600_000),
    data: null,
    ports: { ...ports(), afterCommit: () => {} },
  });
  assert.equal(result.failed, 0);
  assert.equal(await statusOf(lost.id), 'REFUNDED');
});

test('paid twice: kept money pays the next instalment, other money goes back; a rejected refund waits again', async () => {
  const keep = await paidOnline(4_000, { selected: true });
  const back = await paidOnline(4_000, { selected: true });
  const rowOf = async (payment: Online) => {
    const { rows } = await bina().call(doublePayments.endpoints.list, { limit: 200 });
    return rows.find((row) => row.id === payment.paymentId);
  };
  const open = await rowOf(keep);
  assert.deepEqual(
    [open?.choice, open?.doubled, open?.left],
    ['OPEN', keep.amount - 4_000, keep.amount - 4_000],
  );
  await app.sql(
    `insert into fee_line (franchisee_id, fee_account_id, kind, state, label, fee_type_id, component_kind, due_on, gross, royalty_base, academic_year_id)
       select $1, $2, 'PLAN', 'OPEN', 'Instalment 2', id, component_kind, '2026-04-10', 2500, 'NET', 2026 from fee_type where franchisee_id = 1 and code = 'TUITION'`,
    [ANDHERI, keep.feeAccountId],
  );
  await bina().refused(doublePaymentContract.keep, { id: keep.paymentId }, 'row.stale', { version: 99 });
  const { used } = await bina().call(
    doublePaymentContract.keep,
    { id: keep.paymentId },
    { version: open?.version ?? 0 },
  );
  assert.equal(used, 2_500);
  const kept = await rowOf(keep);
  assert.deepEqual([kept?.choice, kept?.left], ['KEEP', keep.amount - 4_000 - 2_500]);
  await bina().refused(doublePaymentContract.keep, { id: keep.paymentId }, 'double-payment.decided', {
    version: kept?.version ?? 0,
  });

  const wish = { id: back.paymentId, mode: 'ORIGINAL' as const, reason: 'The family wants it back' };
  const first = await bina().call(doublePaymentContract.refund, wish, {
    version: (await rowOf(back))?.version ?? 0,
  });
  assert.equal(first.amount, back.amount - 4_000);
  assert.equal((await rowOf(back))?.choice, 'REFUND');
  const { version } = await chetan().call(contract.get, { id: first.id });
  await chetan().call(contract.reject, { id: first.id, note: 'They asked to keep it' }, { version });
  const waiting = await rowOf(back);
  assert.deepEqual([waiting?.choice, waiting?.can['refund']], ['OPEN', true]);
  const again = await bina().call(doublePaymentContract.refund, wish, { version: waiting?.version ?? 0 });
  assert.equal(again.amount, first.amount, 'the rejected request holds nothing');
});

let plan: NurseryPlan | undefined;
/** A child with a deposit of 5,000 paid at the counter. */
async function depositChild(label: string): Promise<Child & { paymentId: string }> {
  app.moveClock(new Date('2026-04-05T10:00:00+05:30'));
  plan ??= await nurseryPlan(app);
  const child = await childAt(app, label);
  await approved(app, plan, child);
  await activate(app, child);
  return { ...child, paymentId: await paid(app, child, r(47_000)) };
}

test('a deposit goes back by bank to a named account; the line is lowered, nothing becomes due', async () => {
  const child = await depositChild('Deposit D.');
  const due = await balance(ANDHERI, '1200', child.accountId);
  const deposit = asked(child, r(5_000), { from: 'DEPOSIT', mode: 'BANK' });
  await bina().refused(contract.request, { ...deposit, mode: 'ORIGINAL' }, 'refund.original');
  const missing = await bina().refused(contract.request, deposit, 'input.invalid');
  assert.deepEqual(Object.keys(missing.fields ?? {}), ['payeeName', 'payeeAccount', 'payeeIfsc']);
  await bina().refused(contract.request, { ...deposit, ...PAYEE, amount: r(5_000.01) }, 'refund.too-much');
  const { id } = await bina().call(contract.request, { ...deposit, ...PAYEE });
  await approve(id);
  assert.equal(await balance(ANDHERI, '2110', child.accountId), 0);
  assert.equal(await balance(ANDHERI, '1200', child.accountId), due);
  const row = await chetan().call(contract.get, { id });
  assert.deepEqual(row.payee, { name: 'Rohan Rao', ifsc: 'HDFC0001234', last4: '7890' });
  assert.deepEqual(await chetan().call(contract.reveal, { id, reason: 'To pay it' }), {
    accountNo: '001234567890',
  });
  const [looked] = await app.sql(
    `select count(*)::int as n from access_log where contract = 'refund.reveal'`,
  );
  assert.equal(looked?.['n'], 1);
  const bank = await balance(ANDHERI, '1120');
  await chetan().call(
    contract.pay,
    { id, utr: 'hdfcn52026040500002', paidOn: '2026-04-05' },
    { version: row.version },
  );
  assert.equal(await balance(ANDHERI, '1120'), bank - r(5_000));
  const report = await inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) =>
    verifyLedger(db, { franchiseeId: ANDHERI }),
  );
  const off = (report[0]?.findings ?? []).filter((one) =>
    ['balance', 'receivable', 'mirror'].includes(one.field),
  );
  assert.deepEqual(
    off.filter((one) => one.text.includes(child.accountId)),
    [],
  );
  app.moveClock(null);
});

test('two requests at once cannot have the same money, and no payment gives back more than it brought', async () => {
  const child = await depositChild('Race R.');
  const wish = { ...asked(child, r(3_000), { from: 'DEPOSIT', mode: 'BANK' }), ...PAYEE };
  const both = await Promise.allSettled([
    bina().call(contract.request, wish),
    bina().call(contract.request, wish),
  ]);
  assert.equal(both.filter((one) => one.status === 'fulfilled').length, 1);
  await assert.rejects(
    app.sql('update payment set refunded = amount + 1 where id = $1', [child.paymentId]),
    /payment_refunded/,
  );
  app.moveClock(null);
});

test('who may: another person, with a code for the amount, a fresh password; another centre finds nothing', async () => {
  const payment = await paidOnline(4_000);
  const { id } = await chetan().call(contract.request, asked(payment, 1_000));
  await chetan().refused(contract.approve, { id }, 'approval.own', { version: 1 });
  await app.as('Asha', { centre: null }).refused(contract.approve, { id }, 'step-up.needed', { version: 1 });
  const nitin = app.as('Nitin', { centre: null, steppedUp: true });
  await nitin.refused(contract.approve, { id }, 'refund.band', { version: 1 });
  await bina().refused(contract.approve, { id }, 'module.missing', { version: 1 });
  await app.as('Charu').refused(contract.get, { id }, 'row.not-found');
  await app.as('Charu').refused(contract.preview, { ref: payment.feeAccountId }, 'row.not-found');
  await app.as('Charu').refused(contract.request, asked(payment, 1), 'row.not-found');
  await bina().refused(contract.request, asked({ paymentId: randomUUID() }, 1), 'row.not-found');
  await bina().refused(contract.request, asked(payment, 1, { reason: 'no' }), 'input.invalid');
  const asha = app.as('Asha', { centre: null, steppedUp: true });
  await asha.refused(contract.approve, { id }, 'row.stale', { version: 7 });
  await approve(id, asha);
  await asha.refused(contract.approve, { id }, 'row.wrong-state', { version: 2 });
  await asha.refused(
    contract.pay,
    { id, utr: 'HDFCN52026112499999', paidOn: '2026-11-24' },
    'row.wrong-state',
    {
      version: 2,
    },
  );
  const { rows } = await bina().call(refunds.endpoints.list, { limit: 200 });
  const mine = rows.find((row) => row.id === id);
  assert.deepEqual(Object.values(mine?.can ?? {}), [false, false, false, false]);
});

test('a parent sees approved refunds of the own child alone', async () => {
  const payment = await paidOnline(4_000);
  await app.sql('update fee_account set student_id = $2, student_admission_id = $3 where id = $1', [
    payment.feeAccountId,
    children.Aarav.studentId,
    children.Aarav.admissionId,
  ]);
  const { id } = await bina().call(contract.request, asked(payment, 1_000));
  const seen = () => app.as('Gita').call(contract.ofChild, { ref: children.Aarav.studentId });
  assert.deepEqual((await seen()).rows, []);
  await approve(id);
  assert.deepEqual(
    (await seen()).rows.map((row) => [row.amount, row.status]),
    [[1_000, 'APPROVED']],
  );
  await app.as('Gita').refused(contract.ofChild, { ref: children.Kabir.studentId }, 'row.not-found');
  await drain();
  const [told] = await app.sql(
    `select count(*)::int as n from outbox where source_kind = 'refund' and source_id = $1 and kind like 'communication.%'`,
    [id],
  );
  assert.equal(told?.['n'], 1);
});
