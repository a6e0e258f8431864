// The fee of a form at the counter: recorded by one, approved by another; the form goes on meanwhile, its decision waits
// (admissions.md rule 12).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { askingFamily, readyRegistration, versionOf } from '../admissions-testing.ts';
import { registrationContract } from '../registration/registration.contract.ts';
import { applicationContract } from './application.contract.ts';

const NURSERY = 3;
let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

/** An application that was handed in and waits for its fee. */
async function awaitingFee(name: string): Promise<string> {
  const enquiryCode = await askingFamily(app, { name, born: '2023-03-10' });
  const { id } = await app
    .as('Esha')
    .call(applicationContract.issueLink, { enquiryCode, classId: NURSERY, daySession: 'MORNING' });
  await app.sql(
    `update application set status = 'AWAITING_FEE', submitted_at = now(), fee_amount = greatest(fee_amount, 50000), fee_status = 'DUE' where id = $1`,
    [id],
  );
  return id;
}

const cash = (formId: string) => ({
  formId,
  mode: 'CASH' as const,
  payerName: 'Rohan Kulkarni',
  receivedOn: todayIst(new Date()),
});

const stateOf = async (id: string) => {
  const { status, feeStatus, can } = await app.as('Bina').call(applicationContract.get, { id });
  return { status, feeStatus, takeFee: can['takeFee'], accept: can['accept'] };
};

test('cash for a form: handed in at once, accepted only after somebody else approved the money', async () => {
  const id = await awaitingFee('Anvi');
  assert.deepEqual(await stateOf(id), {
    status: 'AWAITING_FEE',
    feeStatus: 'DUE',
    takeFee: true,
    accept: false,
  });
  const answers = await Promise.all(
    [1, 2].map(() => app.as('Bina').raw(paymentContract.recordFormFee, cash(id))),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409], 'two presses are one payment');
  assert.deepEqual(await stateOf(id), {
    status: 'SUBMITTED',
    feeStatus: 'APPROVAL_WAITING',
    takeFee: false,
    accept: false,
  });
  await app.as('Bina').refused(applicationContract.accept, { id }, 'fee.not-settled', {
    version: await versionOf(app, 'application', id),
  });
  const [payment] = await app.sql<{ id: string; reference_type: string; purpose: string }>(
    `select id, reference_type, purpose from payment where subject_id = $1`,
    [id],
  );
  assert.deepEqual([payment?.purpose, payment?.reference_type], ['FORM_FEE', 'APPLICATION_FORM_OFFLINE']);
  await app.as('Bina').refused(paymentContract.approve, { paymentId: payment?.id ?? '' }, 'module.missing');
  const { receiptNumber } = await app
    .as('Chetan', { centre: ANDHERI })
    .call(paymentContract.approve, { paymentId: payment?.id ?? '' });
  assert.match(receiptNumber, /^R002\//);
  assert.deepEqual(await stateOf(id), {
    status: 'SUBMITTED',
    feeStatus: 'PAID',
    takeFee: false,
    accept: true,
  });
});

test('money that is not approved is due again, and may be taken again', async () => {
  const id = await awaitingFee('Zara');
  const { paymentId } = await app.as('Bina').call(paymentContract.recordFormFee, cash(id));
  await app
    .as('Chetan', { centre: ANDHERI })
    .call(paymentContract.reject, { paymentId, reason: 'No money in the box' });
  assert.deepEqual(await stateOf(id), {
    status: 'SUBMITTED',
    feeStatus: 'DUE',
    takeFee: true,
    accept: false,
  });
  assert.ok((await app.as('Bina').call(paymentContract.recordFormFee, cash(id))).paymentId);
});

test('who may not take money, another centre and a withdrawn form are refused', async () => {
  const id = await awaitingFee('Ved');
  await app.as('Divya').refused(paymentContract.recordFormFee, cash(id), 'module.missing');
  await app.as('Charu').refused(paymentContract.recordFormFee, cash(id), 'row.not-found');
  await app
    .as('Bina')
    .call(
      applicationContract.withdraw,
      { id, reason: 'They move away' },
      { version: await versionOf(app, 'application', id) },
    );
  await app.as('Bina').refused(paymentContract.recordFormFee, cash(id), 'row.not-found');
});

/** An admission of Andheri whose centre asks 500.00 with the admission form. */
async function openAdmission(name: string): Promise<string> {
  await app.sql(
    `update receipt_fee_type set amount = 50000, active = true where franchisee_id = $1 and reference_type = 'ADMISSION_FORM'`,
    [ANDHERI],
  );
  const id = await readyRegistration(app, { name, born: '2023-03-10' });
  await app
    .as('Bina')
    .call(registrationContract.verify, { id }, { version: await versionOf(app, 'registration', id) });
  const { studentAdmissionId } = await app.as('Bina').call(registrationContract.get, { id });
  assert.ok(studentAdmissionId);
  return studentAdmissionId;
}

const counterOf = (formId: string) => app.as('Bina').call(paymentContract.formCounter, { formId });

test('the counter of an admission form takes its fee once, and shows what was taken before', async () => {
  const id = await openAdmission('Aarohi');
  const before = await counterOf(id);
  assert.deepEqual(
    [before.kind, before.fee, before.due, before.payments, before.studentAdmissionId],
    ['ADMISSION', 50000, 50000, [], id],
  );
  const answers = await Promise.all(
    [1, 2].map(() => app.as('Bina').raw(paymentContract.recordFormFee, cash(id))),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409], 'two presses are one payment');
  const taken = await counterOf(id);
  assert.deepEqual(
    [taken.fee, taken.due, taken.payments.map(({ amount, status }) => [amount, status])],
    [50000, 0, [[50000, 'APPROVAL_WAITING']]],
  );
  await app
    .as('Chetan', { centre: ANDHERI })
    .call(paymentContract.approve, { paymentId: taken.payments[0]?.id ?? '' });
  const [paid] = (await counterOf(id)).payments;
  assert.deepEqual([paid?.status, paid?.receiptNumber?.slice(0, 5)], ['CONFIRMED', 'R002/']);
  await app.as('Bina').refused(paymentContract.recordFormFee, cash(id), 'payment.nothing-due');
});

test('the counter shows an application too, and nothing to another centre or to who takes no payments', async () => {
  const id = await awaitingFee('Mihir');
  const { kind, state, due } = await counterOf(id);
  assert.deepEqual([kind, state, due > 0], ['APPLICATION', 'Waiting for the fee', true]);
  await app.as('Charu').refused(paymentContract.formCounter, { formId: id }, 'row.not-found');
  await app.as('Divya').refused(paymentContract.formCounter, { formId: id }, 'module.missing');
  const admission = await openAdmission('Kiaan');
  await app.as('Charu').refused(paymentContract.formCounter, { formId: admission }, 'row.not-found');
  await app.as('Charu').refused(paymentContract.recordFormFee, cash(admission), 'row.not-found');
});
