// Fee types and bank accounts: nobody approves what they entered, account numbers stay sealed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { financeApp, workAt } from '../assignment/nursery-testing.ts';
import { bankAccountContract } from '../bank-account/bank-account.contract.ts';
import { bankAccount } from '../bank-account/bank-account.record.ts';
import { formFee } from '../fee-plan/plan-state.server.ts';
import { feeTypeContract } from './fee-type.contract.ts';
import { receiptFeeType } from './receipt-fee-type.record.ts';

let app: TestApp;
before(async () => {
  app = await financeApp();
});
after(() => app.close());

test('a fee type gets its account by its kind and is approved by another person with the level', async () => {
  const asha = app.as('Asha', { centre: ANDHERI });
  const { id } = await asha.call(feeTypeContract.create, {
    name: 'Sports day',
    code: 'SPORTS_DAY',
    componentKind: 'ACTIVITY',
    royaltyBase: 'NET',
  });
  const [row] = await app.sql<{ income_account: string; status: string; franchisee_id: number }>(
    'select income_account, status, franchisee_id from fee_type where id = $1',
    [id],
  );
  assert.deepEqual(row, { income_account: '4140', status: 'PENDING', franchisee_id: ANDHERI });
  await asha.refused(feeTypeContract.approve, { id }, 'approval.own', { version: 1 });
  await app.as('Nitin').refused(feeTypeContract.approve, { id }, 'module.missing', { version: 1 });
  await app.as('Chetan').call(feeTypeContract.approve, { id }, { version: 1 });
  await assert.rejects(
    app.sql('update fee_type set decided_by = created_by where id = $1', [id]),
    /fee_type_not_maker/,
  );
  const again = await asha.raw(feeTypeContract.create, {
    name: 'Sports',
    code: 'SPORTS_DAY',
    componentKind: 'ACTIVITY',
    royaltyBase: 'NET',
  });
  assert.equal(again.status, 409);
  await asha.call(feeTypeContract.retire, { id }, { version: 2 });
});

const account = {
  holder: 'Andheri Early Learning LLP',
  accountNo: '5010 0123 4567 89',
  accountNoAgain: '50100123456789',
  ifsc: 'hdfc0001234',
  bank: 'HDFC Bank',
  branch: 'Andheri West',
  kind: 'PAYOUT' as const,
};

test('a bank account: step-up, sealed number, verified by another person, one payout account, every look written down', async () => {
  const chetan = app.as('Chetan', { centre: ANDHERI, steppedUp: true });
  const asha = app.as('Asha', { centre: ANDHERI, steppedUp: true });
  await app.as('Chetan', { centre: ANDHERI }).refused(bankAccountContract.create, account, 'step-up.needed');
  const { id } = await chetan.call(bankAccountContract.create, account);
  const bad = await chetan.raw(bankAccountContract.create, {
    ...account,
    ifsc: 'HDFC1001234',
    accountNoAgain: '1',
  });
  assert.equal(
    (bad.body as { fields: Record<string, string> }).fields['ifsc'],
    'An IFSC looks like HDFC0001234.',
  );
  const dump =
    JSON.stringify(await app.sql('select * from bank_account')) +
    JSON.stringify(await app.sql(`select diff from record_change where table_name = 'bank_account'`));
  assert.ok(!dump.includes('50100123456789'), 'the number is readable nowhere');
  const listed = (await chetan.call(bankAccount.endpoints.list, { limit: 50 })) as {
    rows: { last4: string; status: string }[];
  };
  assert.deepEqual(
    listed.rows.map((row) => [row.last4, row.status]),
    [['6789', 'PENDING']],
  );
  await chetan.refused(bankAccountContract.verify, { id, pennyDropRef: 'IMPS1' }, 'approval.own', {
    version: 1,
  });
  await asha.call(bankAccountContract.verify, { id, pennyDropRef: 'IMPS1' }, { version: 1 });
  const second = await chetan.call(bankAccountContract.replace, {
    id,
    ...account,
    accountNo: '999900001111',
    accountNoAgain: '999900001111',
  });
  await asha.call(bankAccountContract.verify, { id: second.id, pennyDropRef: 'IMPS2' }, { version: 1 });
  const states = await app.sql<{ last4: string; status: string }>(
    'select last4, status from bank_account order by last4',
  );
  assert.deepEqual(states, [
    { last4: '1111', status: 'VERIFIED' },
    { last4: '6789', status: 'CLOSED' },
  ]);
  assert.deepEqual(await chetan.call(bankAccountContract.reveal, { id: second.id, reason: 'Bank asks' }), {
    accountNo: '999900001111',
  });
  const [look] = await app.sql<{ action: string; reason: string }>(
    `select action, reason from access_log where contract = 'bank-account.reveal'`,
  );
  assert.deepEqual(look, { action: 'REVEAL', reason: 'Bank asks' });
});

test('a centre has the Application Fee and the Admission Fee of each year; without an amount nobody is asked for them', async () => {
  const { rows } = (await app.as('Chetan', { centre: ANDHERI }).call(receiptFeeType.endpoints.list, {})) as {
    rows: Record<string, unknown>[];
  };
  assert.deepEqual(
    rows.map((row) => [row['name'], row['referenceType'], row['amount'], row['active']]),
    [
      ['Admission Fee', 'ADMISSION_FORM', 0, false],
      ['Application Fee', 'APPLICATION_FORM', 0, false],
    ],
  );
  const form = { franchiseeId: ANDHERI, referenceType: 'APPLICATION_FORM', yearId: 2026 };
  assert.equal(await workAt(app, (db) => formFee(db, form)), null);
});

test('the fee of a form: the class before all classes, nothing when none is set', async () => {
  const [type] = await app.sql<{ id: string }>(
    `select id from fee_type where franchisee_id = 1 and code = 'APPLICATION'`,
  );
  const [grade] = await app.sql<{ id: number }>('select id from class order by id limit 1');
  await app.sql(
    `update receipt_fee_type set amount = 50000, active = true
      where franchisee_id = $1 and academic_year_id = 2026 and reference_type = 'APPLICATION_FORM'`,
    [ANDHERI],
  );
  await app.sql(
    `insert into receipt_fee_type (franchisee_id, name, reference_type, fee_type_id, academic_year_id, class_id, amount) values ($1, 'Application Fee', 'APPLICATION_FORM', $2, 2026, $3, 70000)`,
    [ANDHERI, type?.id, grade?.id],
  );
  const fee = (classId: number | null, yearId = 2026) =>
    workAt(app, (db) =>
      formFee(db, { franchiseeId: ANDHERI, referenceType: 'APPLICATION_FORM', yearId, classId }),
    );
  assert.deepEqual(
    [(await fee(grade?.id ?? null))?.amount, (await fee(null))?.amount, await fee(null, 2027)],
    [70_000, 50_000, null],
  );
});
