// The register of cheques through HTTP: deposited, cleared, approved; returned with its charge; handed back; refusals.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { type Child, childAt, financeApp, r, recorded } from '../assignment/nursery-testing.ts';
import { paymentContract } from '../payment/payment.contract.ts';
import { cheques, chequeContract as contract } from './cheque.contract.ts';

let app: TestApp;
let child: Child;
let n = 100_000;
before(async () => {
  app = await financeApp();
  child = await childAt(app, 'Cheque C.');
});
after(() => app?.close());

const bina = () => app.as('Bina');
const chetan = () => app.as('Chetan');

async function cheque(of: Child = child, more: object = {}) {
  n += 1;
  const id = await recorded(app, of, r(13_500), {
    mode: 'CHEQUE',
    reference: String(n),
    bankName: 'State Bank of India',
    instrumentDate: '2026-04-04',
    receivedOn: '2026-04-04',
    ...more,
  });
  return { id, row: () => rowOf(id) };
}

async function rowOf(id: string, who = bina()) {
  const { rows } = await who.call(cheques.endpoints.list, { limit: 200 });
  const row = rows.find((one) => one.id === id);
  assert.ok(row, 'not in the register');
  return row;
}

test('in hand, at the bank, cleared, then approved by another person on the day of clearing', async () => {
  const { id, row } = await cheque();
  const inHand = await row();
  assert.deepEqual(
    [inHand.status, inHand.can['deposit'], inHand.can['clear'], inHand.can['return'], inHand.can['handBack']],
    ['RECEIVED', true, false, false, true],
  );
  await chetan().refused(paymentContract.approve, { paymentId: id }, 'payment.not-cleared');
  await bina().refused(contract.clear, { id, on: '2026-04-05' }, 'row.wrong-state', {
    version: inHand.version,
  });
  const early = await bina().refused(contract.deposit, { id, on: '2026-04-03' }, 'input.invalid', {
    version: inHand.version,
  });
  assert.deepEqual(Object.keys(early.fields ?? {}), ['on']);
  await bina().refused(contract.deposit, { id, on: '2026-04-06' }, 'input.invalid', {
    version: inHand.version,
  });
  await bina().refused(contract.deposit, { id, on: '2026-04-05' }, 'row.stale', { version: 99 });
  await bina().call(contract.deposit, { id, on: '2026-04-05' }, { version: inHand.version });
  const atBank = await row();
  assert.deepEqual([atBank.status, atBank.depositedOn], ['DEPOSITED', '2026-04-05']);
  await chetan().refused(paymentContract.approve, { paymentId: id }, 'payment.not-cleared');
  await bina().refused(contract.handBack, { id, note: 'x' }, 'row.wrong-state', { version: atBank.version });
  await bina().refused(contract.clear, { id, on: '2026-04-04' }, 'input.invalid', {
    version: atBank.version,
  });
  await bina().call(contract.clear, { id, on: '2026-04-05' }, { version: atBank.version });
  assert.equal((await row()).status, 'CLEARED');
  await chetan().call(paymentContract.approve, { paymentId: id });
  const booked = await row();
  assert.deepEqual(
    [booked.status, booked.clearedOn, Object.values(booked.can).some(Boolean)],
    ['BOOKED', '2026-04-05', false],
  );
  await bina().refused(
    contract.return,
    { id, on: '2026-04-05', reason: 'FUNDS', charge: true },
    'row.wrong-state',
    {
      version: booked.version,
    },
  );
});

test('returned: the payment fails, 500.00 is charged once, the family is told', async () => {
  const [account] = await app.sql<{ id: string }>(
    `insert into fee_account (franchisee_id, child_label, student_id, student_admission_id) values ($1, 'Aarav', $2, $3) returning id`,
    [ANDHERI, children.Aarav.studentId, children.Aarav.admissionId],
  );
  const of = { admissionId: children.Aarav.admissionId, accountId: account?.id ?? '' };
  const { id, row } = await cheque(of);
  await bina().call(contract.deposit, { id, on: '2026-04-05' }, { version: (await row()).version });
  const { charged } = await bina().call(
    contract.return,
    { id, on: '2026-04-05', reason: 'FUNDS', charge: true },
    { version: (await row()).version },
  );
  assert.equal(charged, r(500));
  const returned = await row();
  assert.deepEqual(
    [returned.status, returned.failureReason],
    ['RETURNED', 'Cheque returned: Not enough money in the account'],
  );
  const [payment] = await app.sql('select status from payment where id = $1', [id]);
  assert.equal(payment?.['status'], 'FAILED');
  const lines = await app.sql<{ account_code: string; amount: string }>(
    `select p.account_code, p.amount from ledger_entry e join ledger_posting p on p.franchisee_id = e.franchisee_id and p.entry_id = e.id
      where e.source = 'bounce.charged' and e.source_id = $1 order by 1`,
    [id],
  );
  assert.deepEqual(
    lines.map((one) => [one.account_code, Number(one.amount)]),
    [
      ['1200', r(500)],
      ['4210', -r(500)],
    ],
  );
  const [told] = await app.sql(
    `select count(*)::int as n from outbox where source_kind = 'payment' and source_id = $1`,
    [id],
  );
  assert.equal(told?.['n'], 1);
  await chetan().refused(
    paymentContract.approve,
    { paymentId: id, clearedOn: '2026-04-05' },
    'payment.not-waiting',
  );
});

test('handed back before it was deposited; the charge may be left out', async () => {
  const first = await cheque();
  await bina().call(
    contract.handBack,
    { id: first.id, note: 'Paid online instead' },
    { version: (await first.row()).version },
  );
  assert.deepEqual(
    [(await first.row()).status, (await first.row()).failureReason],
    ['HANDED_BACK', 'Handed back: Paid online instead'],
  );
  const second = await cheque();
  await bina().call(
    contract.deposit,
    { id: second.id, on: '2026-04-05' },
    { version: (await second.row()).version },
  );
  const { charged } = await bina().call(
    contract.return,
    { id: second.id, on: '2026-04-05', reason: 'OTHER', charge: false },
    { version: (await second.row()).version },
  );
  assert.equal(charged, 0);
});

test('a cheque of a later day waits; only cheques are in the register; another centre has none', async () => {
  const { id, row } = await cheque(child, { instrumentDate: '2026-04-20' });
  await bina().refused(contract.deposit, { id, on: '2026-04-05' }, 'input.invalid', {
    version: (await row()).version,
  });
  const cash = await recorded(app, child, r(100));
  await bina().refused(contract.deposit, { id: cash, on: '2026-04-05' }, 'row.wrong-state', { version: 1 });
  await app.as('Charu').refused(contract.deposit, { id, on: '2026-04-05' }, 'row.not-found', { version: 1 });
  await app.as('Esha').refused(contract.deposit, { id, on: '2026-04-05' }, 'module.missing', { version: 1 });
  const { rows } = await app.as('Charu').call(cheques.endpoints.list, {});
  assert.deepEqual(rows, []);
});
