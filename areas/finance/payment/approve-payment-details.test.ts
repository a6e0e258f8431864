import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { approvePaymentDetailsContract } from './approve-payment-details.contract.ts';
import { paymentContract } from './payment.contract.ts';

let app: TestApp;
let account: string;
const ENQUIRY = '0190c000-0000-7000-8000-000000000001';
const LINES = ['0190c000-0000-7000-8000-000000000011', '0190c000-0000-7000-8000-000000000012'] as const;

before(async () => {
  app = await testApp();
  const [row] = await app.sql<{ id: string }>(
    `insert into fee_account (franchisee_id, child_label, enquiry_id) values ($1, 'Ira Kulkarni', $2) returning id`,
    [ANDHERI, ENQUIRY],
  );
  account = row?.id ?? '';
  const [type] = await app.sql<{ id: string }>(
    `select id from fee_type where franchisee_id = 1 and code = 'TUITION'`,
  );
  for (const [i, id] of LINES.entries())
    await app.sql(
      `insert into fee_line (franchisee_id, id, fee_account_id, kind, state, fee_type_id, component_kind, academic_year_id, seq, label, due_on, gross, royalty_base)
       values ($1, $2, $3, 'NOTE', 'OPEN', $4, 'TUITION', 2026, $5, $6, $7, 1500000, 'NONE')`,
      [ANDHERI, id, account, type?.id, i + 1, `Instalment ${i + 1}`, i === 0 ? '2026-06-10' : '2027-09-10'],
    );
});
after(() => app.close());

const today = () => new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10);

test('the person who approves sees the proof, where the money goes, and decides; the maker does not', async () => {
  const recorded = await app.as('Bina').call(paymentContract.recordOffline, {
    feeAccountId: account,
    mode: 'NEFT',
    amount: 2_000_000,
    payerName: 'Rohan Kulkarni',
    receivedOn: today(),
    reference: 'HDFC N123456',
    bankName: 'HDFC',
  });
  const seen = await app
    .as('Chetan', { centre: ANDHERI })
    .call(approvePaymentDetailsContract.details, { ref: ENQUIRY });
  assert.equal(seen.child, 'Ira Kulkarni');
  const [payment] = seen.payments;
  assert.equal(payment?.id, recorded.paymentId);
  assert.equal(payment.reference, 'HDFCN123456');
  assert.equal(payment.bankName, 'HDFC');
  assert.equal(payment.makerName, 'Bina Shah');
  assert.equal(payment.proof, null);
  assert.deepEqual(
    payment.planned.map((line) => [line.label, line.amount]),
    [
      ['Instalment 1', 1_500_000],
      ['Instalment 2', 500_000],
    ],
    'the oldest instalment first, the rest on the next',
  );
  assert.equal(payment.can['approve'], true);
  await app.as('Chetan', { centre: ANDHERI }).call(paymentContract.approve, { paymentId: payment.id });
  const after = await app
    .as('Chetan', { centre: ANDHERI })
    .call(approvePaymentDetailsContract.details, { ref: account });
  assert.equal(after.payments[0]?.status, 'CONFIRMED');
  assert.equal(after.payments[0]?.deciderName, 'Chetan Mehta');
  assert.ok(after.payments[0]?.receiptNumber);
  assert.equal(after.payments[0]?.can['approve'], false);
  assert.deepEqual(after.payments[0]?.planned, []);
  const put = await app.sql<{ fee_line_id: string; amount: number }>(
    'select fee_line_id, amount::int from payment_allocation where payment_id = $1 order by line_no',
    [payment.id],
  );
  assert.deepEqual(
    put.map((line) => line.amount),
    [1_500_000, 500_000],
    'booked as it was shown',
  );
});

test('a foreign centre finds nothing, and who does not approve payments is refused', async () => {
  await app
    .as('Chetan', { centre: BANER })
    .refused(approvePaymentDetailsContract.details, { ref: ENQUIRY }, 'row.not-found');
  await app.as('Esha').refused(approvePaymentDetailsContract.details, { ref: ENQUIRY }, 'module.missing');
});
