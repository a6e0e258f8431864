// Where money goes: part payments by the priority of fees, receipt and royalty following it; money paid ahead.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import {
  activate,
  agreedRoyalty,
  approved,
  childAt,
  financeApp,
  type NurseryPlan,
  nurseryPlan,
  paid,
  r,
  recorded,
} from '../assignment/nursery-testing.ts';
import { royaltyContract } from '../royalty/royalty.contract.ts';
import { approvePaymentDetailsContract } from './approve-payment-details.contract.ts';
import { paymentContract, receiptContract } from './payment.contract.ts';

let app: TestApp;
let nursery: NurseryPlan;
before(async () => {
  app = await financeApp();
  nursery = await nurseryPlan(app);
  await agreedRoyalty(app, 1500);
});
after(() => app.close());

const receiptOf = async (paymentId: string) => {
  const { rows } = await app.as('Chetan').call(paymentContract.list, {});
  const id = rows.find((row) => row.id === paymentId)?.receiptId ?? '';
  return app.as('Chetan').call(receiptContract.get, { id });
};

// Ids are random: here the fee that counts least has the smallest.
const renumbered = (accountId: string) =>
  app.sql(
    `update fee_line set id = ('00000000-0000-4000-8000-' || lpad(to_hex((100 - array_position(array['ADMISSION', 'TUITION', 'ACTIVITY', 'KIT', 'DEPOSIT'], component_kind))), 4, '0') || right(id::text, 8))::uuid
     where fee_account_id = $1`,
    [accountId],
  );

test('a part payment goes to admission, tuition, activity and so on; receipt and royalty follow', async () => {
  const ishaan = await childAt(app, 'Ishaan R.');
  await approved(app, nursery, ishaan);
  await renumbered(ishaan.accountId);
  await activate(app, ishaan);
  const waiting = await recorded(app, ishaan, r(27_000));
  const seen = await app.as('Chetan').call(approvePaymentDetailsContract.details, { ref: ishaan.accountId });
  const heads = [
    ['Instalment 1: Admission Fee', r(10_000)],
    ['Instalment 1: Tuition Fees', r(15_000)],
    ['Instalment 1: Activity Fees', r(2_000)],
  ];
  assert.deepEqual(
    seen.payments[0]?.planned.map((line) => [line.label, line.amount]),
    heads,
    'shown before it is booked',
  );
  await app.as('Chetan').call(paymentContract.approve, { paymentId: waiting });
  assert.deepEqual(
    (await receiptOf(waiting)).lines.map((line) => [line.label, line.amount]),
    heads,
  );
  const royalty = await app.as('Bina').call(royaltyContract.student, { ref: ishaan.admissionId });
  assert.equal(royalty.totals.royalty, r(27_000 * 0.15));
  // A family that chooses fees gets them in the same order, however the browser listed them.
  const account = await app.as('Bina').call(paymentContract.account, { ref: ishaan.accountId });
  const open = account.lines.filter((line) => line.open > 0 && line.seq === 1);
  assert.deepEqual(
    open.map((line) => line.label.split(': ')[1]),
    ['Activity Fees', 'Kit', 'Security Deposit'],
  );
  const chosen = await paid(app, ishaan, r(9_000), {
    lines: [...open].reverse().map((line) => ({ feeLineId: line.id, amount: r(3_000) })),
  });
  assert.deepEqual(
    (await receiptOf(chosen)).lines.map((line) => line.label),
    open.map((line) => line.label),
  );
});
