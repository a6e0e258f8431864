// A month of twelve children with every kind of document, through the product's own commands, against a second, simple
// bookkeeping (month-model-testing.ts): ledger of both books, receipts, dues, royalty, trial balance, to the paisa.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { aad, blindIndex, seal } from '@aangan/server/work/seal.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, HEAD_OFFICE, people } from '@aangan/testkit/world.ts';
import {
  activate,
  agreedRoyalty,
  approved,
  type Child,
  childAt,
  financeApp,
  nurseryPlan,
  paid,
  r,
  recorded,
  sibling,
  workAt,
} from '../assignment/nursery-testing.ts';
import { chequeContract, cheques } from '../cheque/cheque.contract.ts';
import { studentConcessionContract } from '../concession/student-concession.contract.ts';
import { franchiseePaymentContract } from '../franchisee-due/franchisee-payment.contract.ts';
import { bookOpen, keepSettled } from '../gateway/import-settlements.server.ts';
import { accrueCentre } from '../late-fee/accrue-late-fees.server.ts';
import { lateFeeContract } from '../late-fee/late-fee.contract.ts';
import { lateFeeRules } from '../late-fee/late-fee.settings.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { verifyLedger } from '../ledger/verify.server.ts';
import { noteContract } from '../note/note.contract.ts';
import { confirmPayment } from '../payment/confirm-payment.server.ts';
import { refundContract } from '../refund/refund.contract.ts';
import { royaltyRunContract } from '../royalty/royalty-run.contract.ts';
import { royaltyRunJob } from '../royalty/royalty-run.server.ts';
import { settlementContract, settlements } from '../settlement/settlement.contract.ts';
import { MonthModel, shareOf } from './month-model-testing.ts';

const DUE = ['2026-04-05', '2026-07-10', '2026-10-10', '2027-01-10'] as const;
const NAMES = Array.from({ length: 12 }, (_, at) => `Child ${String.fromCharCode(65 + at)}.`);
const LAST = '2027-03-31';

let app: TestApp;
const model = new MonthModel(1500);
const children = new Map<string, Child & { assignmentId: string }>();
const at = (index: number) => {
  const name = NAMES[index] ?? '';
  const child = children.get(name);
  assert.ok(child);
  return { name, child };
};

before(async () => {
  app = await financeApp();
  await app.sql(
    `insert into user_approval_code (user_id, code) values ($1, 'SETTLEMENT_APPROVE') on conflict do nothing`,
    [people.Chetan.id],
  );
  await app.sql(
    `update franchisee set gstin = null, gst_state_code = case when id = 1 then '29' else '27' end where id <= 3`,
  );
  await agreedRoyalty(app, 1500);
  await payoutAccount();
  await app.as('Chetan', { centre: ANDHERI }).call(lateFeeRules.endpoints.save, {
    type: 'PER_DAY',
    graceDays: 5,
    dueFrom: null,
    cap: r(1_000),
    amount: r(50),
    monthBp: 200,
    firstDays: 7,
    firstAmount: r(100),
    secondDays: 30,
    secondAmount: r(300),
    thirdAmount: r(500),
    fromOn: '2026-04-05',
  });
});
after(() => app.close());

async function payoutAccount(): Promise<void> {
  const id = crypto.randomUUID();
  const number = '50100012345678';
  await app.sql(
    `insert into bank_account (franchisee_id, id, holder, account_no_cipher, account_no_index, last4, ifsc, bank, branch, kind, status, verified_by)
     values ($1, $2, 'Andheri Preschool', $3, $4, '5678', 'HDFC0001234', 'HDFC Bank', 'Andheri', 'PAYOUT', 'VERIFIED', $5)`,
    [
      ANDHERI,
      id,
      seal(number, aad('bank_account', 'account_no_cipher', ANDHERI, id)),
      blindIndex(number),
      people.Chetan.id,
    ],
  );
}

const bina = () => app.as('Bina');
const chetan = () => app.as('Chetan', { centre: null, steppedUp: true });
const asha = () => app.as('Asha', { centre: null, steppedUp: true });
const on = (day: string) => app.moveClock(new Date(`${day}T11:00:00+05:30`));
const tools = (now: string, data: unknown = {}) => ({
  now: new Date(now),
  data,
  ports: { ...app.ports, afterCommit: () => undefined },
  work: <T>(centre: number | null, work: Parameters<typeof inUnitOfWork<T>>[3]) =>
    inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
});

let utr = 0;
async function pays(index: number, amount: number, how: 'CASH' | 'NEFT', day: string): Promise<string> {
  utr += 1;
  const { name, child } = at(index);
  on(day);
  const paymentId = await paid(app, child, amount, {
    mode: how,
    receivedOn: day,
    payerName: `Parent of ${name}`,
    ...(how === 'NEFT' ? { reference: `HDFCN26040${String(utr).padStart(6, '0')}` } : {}),
  });
  model.pay(name, amount, how === 'CASH' ? 'CASH' : 'BANK');
  return paymentId;
}

async function paysOnline(index: number, amount: number, providerId: string): Promise<void> {
  const { name, child } = at(index);
  const id = crypto.randomUUID();
  await app.sql(
    `insert into payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, payer_name, channel)
     values ($1, $2::uuid, 'FEE', 'TUITION FEES', $3::uuid, 'fee-account', $3::uuid::text, 'ONLINE', $4, 'INITIATED', sha256($2::uuid::text::bytea), 'A Parent', 'PUBLIC')`,
    [ANDHERI, id, child.accountId, amount],
  );
  const paidAt = '2026-04-07T11:00:00+05:30';
  await inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, (db) =>
    confirmPayment(db, {
      franchiseeId: ANDHERI,
      paymentId: id,
      amount,
      paidAt,
      now: new Date(paidAt),
      providerPaymentId: providerId,
    }),
  );
  model.pay(name, amount, 'ONLINE');
}

async function note(input: object): Promise<void> {
  const { id } = await asha().call(noteContract.submit, {
    lines: [],
    reason: 'As agreed',
    ...input,
  } as never);
  const { version } = await chetan().call(noteContract.get, { id });
  await chetan().call(noteContract.approve, { id }, { version });
}

async function lineOf(index: number, component: string): Promise<string> {
  const [line] = await app.sql<{ id: string }>(
    `select id from fee_line where fee_account_id = $1 and component_kind = $2 order by due_on limit 1`,
    [at(index).child.accountId, component],
  );
  return line?.id ?? '';
}

/** Everything that both know, side by side. */
async function agrees(when: string): Promise<void> {
  const ledger = await app.sql<{ book: string; code: string; amount: string }>(
    `select case franchisee_id when 1 then 'H' else 'C' end as book, account_code as code, sum(amount) as amount from ledger_posting
      group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
  );
  assert.deepEqual(
    ledger.map((row) => [`${row.book} ${row.code}`, Number(row.amount)]),
    model.balances(),
    `${when}: ledger`,
  );
  const { rows } = await bina().call(ledgerContract.students, { on: LAST, limit: 200 });
  for (const name of NAMES)
    assert.equal(
      rows.find((row) => row.childLabel === name)?.due,
      model.open(name),
      `${when}: dues of ${name}`,
    );
}

test('admissions, payments of every mode, a cheque that came back', async () => {
  const plan = await nurseryPlan(app);
  for (const [index, name] of NAMES.entries()) {
    const child = await childAt(app, name);
    const some = index < 4;
    const assignmentId = await approved(app, plan, child, some ? [sibling] : []);
    await activate(app, child);
    children.set(name, { ...child, assignmentId });
    for (const due of DUE)
      model.bill(name, 'TUITION', { due, gross: r(15_000), concession: some ? r(1_500) : 0 });
    model.bill(name, 'ADMISSION', { due: DUE[0], gross: r(10_000) });
    model.bill(name, 'ACTIVITY', { due: DUE[0], gross: r(9_500) });
    model.bill(name, 'KIT', { due: DUE[0], gross: r(7_500) });
    model.bill(name, 'DEPOSIT', { due: DUE[0], gross: r(5_000) });
  }
  await agrees('after the admissions');

  await pays(0, r(45_500), 'CASH', '2026-04-05');
  await pays(1, r(45_500), 'NEFT', '2026-04-06');
  await pays(2, r(10_000), 'CASH', '2026-04-06');
  // Ahead: the second instalment and a part of the third, down to the paisa.
  await pays(3, r(60_333.33), 'NEFT', '2026-04-06');
  on('2026-04-07');
  await paysOnline(4, r(47_000), 'pay_ModelMonth00001');
  await paysOnline(5, r(47_000), 'pay_ModelMonth00002');

  const cheque = await recorded(app, at(6).child, r(47_000), {
    mode: 'CHEQUE',
    reference: '100001',
    bankName: 'State Bank of India',
    instrumentDate: '2026-04-06',
    receivedOn: '2026-04-06',
  });
  const version = async () => {
    const found = (await bina().call(cheques.endpoints.list, {})).rows.find((row) => row.id === cheque);
    return { version: found?.version ?? 0 };
  };
  await bina().call(chequeContract.deposit, { id: cheque, on: '2026-04-07' }, await version());
  await bina().call(
    chequeContract.return,
    { id: cheque, on: '2026-04-07', reason: 'FUNDS', charge: true },
    await version(),
  );
  model.bill(at(6).name, 'BOUNCE', { due: '2026-04-07', gross: r(500) });
  await pays(6, r(47_500), 'NEFT', '2026-04-08');
  await agrees('after the payments');
});

test('a concession, notes for children, money that goes back', async () => {
  const seven = at(7);
  const { id } = await bina().call(studentConcessionContract.request, {
    assignmentId: seven.child.assignmentId,
    basis: 'PERCENT',
    percent: 1500,
    kinds: ['TUITION'],
    reason: 'Father lost his work',
  });
  const { version } = await app.as('Farid').call(studentConcessionContract.get, { id });
  await app.as('Farid').call(studentConcessionContract.approve, { id }, { version });
  for (const due of DUE.slice(1)) model.concede(seven.name, due, r(2_250));

  await note({
    party: 'STUDENT',
    type: 'CREDIT',
    feeAccountId: at(1).child.accountId,
    reasonCode: 'KIT_RETURN',
    lines: [{ feeLineId: await lineOf(1, 'KIT'), amount: r(750) }],
  });
  model.credit(at(1).name, 'KIT', r(750), 'NEXT');
  await note({
    party: 'STUDENT',
    type: 'DEBIT',
    feeAccountId: at(2).child.accountId,
    reasonCode: 'DAMAGE',
    amount: r(333.33),
    dueOn: '2026-04-30',
  });
  model.bill(at(2).name, 'NOTE', { due: '2026-04-30', gross: r(333.33) });

  await note({
    party: 'STUDENT',
    type: 'CREDIT',
    feeAccountId: at(0).child.accountId,
    reasonCode: 'WITHDRAWAL',
    lines: [{ feeLineId: await lineOf(0, 'ACTIVITY'), amount: r(4_750) }],
  });
  model.credit(at(0).name, 'ACTIVITY', r(4_750), 'BACK');
  const [payment] = await app.sql<{ id: string }>(
    `select id from payment where fee_account_id = $1 and status = 'CONFIRMED'`,
    [at(0).child.accountId],
  );
  const refund = await bina().call(refundContract.request, {
    paymentId: payment?.id ?? '',
    from: 'ADVANCE',
    amount: r(4_750),
    mode: 'BANK',
    reason: 'Leaves the activity',
    payeeName: 'Parent A',
    payeeAccount: '001234567890',
    payeeIfsc: 'HDFC0001234',
  });
  const at2 = async () => ({ version: (await chetan().call(refundContract.get, { id: refund.id })).version });
  await chetan().call(refundContract.approve, { id: refund.id }, await at2());
  await chetan().call(
    refundContract.pay,
    { id: refund.id, utr: 'HDFCN52026040500009', paidOn: '2026-04-08' },
    await at2(),
  );
  model.refund(r(4_750));
  await agrees('after notes and refund');
});

test('late fees of two nights, one let off, one paid', async () => {
  for (const day of ['2026-04-11', '2026-04-20'])
    await accrueCentre((_, run) => workAt(app, run), { franchiseeId: ANDHERI, on: day });
  // Ten days at 50.00 for everybody who has not paid the first instalment in full.
  for (const index of [2, 7, 8, 9, 10, 11])
    model.bill(at(index).name, 'LATE_FEE', { due: '2026-04-11', gross: r(500) });
  await agrees('after the nights');

  on('2026-04-20');
  const { rows } = await bina().call(lateFeeContract.ofChild, { ref: at(8).child.admissionId });
  const waiver = await bina().call(lateFeeContract.ask, {
    feeLineId: rows[0]?.id ?? '',
    amount: r(500),
    stops: true,
    reason: 'Our reminder was wrong',
  });
  await chetan().call(lateFeeContract.approve, { id: waiver.id }, { version: 1 });
  model.waive(at(8).name, r(500));
  await pays(9, r(47_500), 'NEFT', '2026-04-20');
  await agrees('after the waiver');
});

test('royalty of the month, a note to the centre and its payment, the payout', async () => {
  on('2026-05-03');
  const runTheJob = () =>
    royaltyRunJob.run(tools('2026-05-03T11:00:00+05:30', { month: '2026-04-01' }) as never);
  await chetan().call(royaltyRunContract.freeze, { month: '2026-04' });
  await runTheJob();
  await chetan().call(royaltyRunContract.invoice, { month: '2026-04' });
  await runTheJob();
  const royalty = model.royalty();
  const tax = shareOf(royalty, 1800);
  model.book({ 'C 5100': royalty, 'C 5110': tax, 'C 2400': -(royalty + tax) });
  model.book({ 'H 1400': royalty + tax, 'H 4500': -royalty, 'H 2503': -tax });
  await agrees('after the royalty');

  await note({
    party: 'FRANCHISEE',
    type: 'DEBIT',
    franchiseeId: ANDHERI,
    reasonCode: 'LATE_INTEREST',
    amount: r(96.99),
    taxCode: 'ROYALTY',
    dueOn: '2026-05-05',
  });
  model.book({ 'C 5900': r(96.99), 'C 5110': r(17.46), 'C 2400': -r(114.45) });
  model.book({ 'H 1400': r(114.45), 'H 4510': -r(96.99), 'H 2503': -r(17.46) });
  const { dues } = await bina().call(franchiseePaymentContract.open, {});
  const interest = dues.find((due) => due.open === r(114.45));
  const sent = await bina().call(franchiseePaymentContract.record, {
    dues: [interest?.id ?? ''],
    mode: 'NEFT',
    reference: 'HDFCN52026050300001',
    receivedOn: '2026-05-03',
  });
  await app
    .as('Chetan', { centre: null })
    .call(franchiseePaymentContract.approve, { paymentId: sent.paymentId });
  model.book({ 'C 2400': r(114.45), 'C 1120': -r(114.45) });
  model.book({ 'H 1520': r(114.45), 'H 1400': -r(114.45) });
  await agrees('after the centre has paid');

  // The gateway: 2 % and 18 % of it for each of the two.
  const fee = Math.round(r(47_000) * 0.0236);
  await inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, (db) =>
    keepSettled(
      db,
      '2026-04-09',
      ['pay_ModelMonth00001', 'pay_ModelMonth00002'].map((id) => ({
        entity_id: id,
        type: 'payment',
        amount: r(47_000),
        credit: r(47_000) - fee,
        debit: 0,
        fee,
        tax: Math.round(r(47_000) * 0.0036),
        settled_at: 1,
        settlement_id: 'setl_ModelMonth001',
        settlement_utr: 'UTRMODEL1',
        payment_id: null,
      })),
    ),
  );
  await bookOpen(tools('2026-05-03T11:00:00+05:30') as never);
  model.book({ 'C 5200': 2 * fee, 'C 1300': -2 * fee });
  model.book({ 'H 1510': r(94_000) - 2 * fee, 'H 2300': 2 * fee, 'H 1500': -r(94_000) });
  await agrees('after the gateway’s settlement');

  // What is due by the cut-off is set off: the invoice is, ten days after its day.
  on('2026-05-15');
  await asha().call(settlementContract.build, { cutOff: '2026-05-14', centres: [ANDHERI] });
  const batch = (await asha().call(settlements.endpoints.list, {})).rows[0]?.id ?? '';
  const version = async () => ({
    version: (await asha().call(settlementContract.get, { id: batch })).version,
  });
  await asha().call(settlementContract.submit, { id: batch }, await version());
  await chetan().call(settlementContract.approve, { id: batch }, await version());
  const owed = royalty + tax;
  const net = r(94_000) - 2 * fee - owed;
  model.book({ 'C 2400': owed, 'C 1300': -owed });
  model.book({ 'H 2300': owed, 'H 1400': -owed });
  await agrees('after the set-off');
  await chetan().call(settlementContract.initiate, { id: batch }, await version());
  await chetan().call(
    settlementContract.recordUtr,
    { id: batch, utr: 'HDFCN52026050399999', paidOn: '2026-05-15' },
    await version(),
  );
  model.book({ 'C 1120': net, 'C 1300': -net });
  model.book({ 'H 2300': net, 'H 1510': -net });
  await agrees('after the payout');
});

test('receipts, royalty, trial balance and chain say the same', async () => {
  const receipts = await app.sql<{ child: string; amount: string; number: string }>(
    `select f.child_label as child, p.amount, r.number from receipt r join payment p on p.franchisee_id = r.franchisee_id and p.id = r.payment_id
       join fee_account f on f.franchisee_id = p.franchisee_id and f.id = p.fee_account_id where r.franchisee_id = $1 order by r.number`,
    [ANDHERI],
  );
  for (const name of NAMES)
    assert.deepEqual(
      receipts.filter((row) => row.child === name).map((row) => Number(row.amount)),
      model.child(name).receipts,
      name,
    );
  assert.deepEqual(
    receipts.map((row) => Number(row.number.split('/').at(-1))),
    receipts.map((_, index) => index + 1),
    'numbers without a gap',
  );
  const royalty = await app.sql<{ child: string; sum: string }>(
    `select f.child_label as child, sum(a.royalty) as sum from royalty_accrual a join fee_account f on f.franchisee_id = a.franchisee_id and f.id = a.fee_account_id
      group by 1 having sum(a.royalty) <> 0 order by 1`,
  );
  assert.deepEqual(
    royalty.map((row) => [row.child, Number(row.sum)]),
    NAMES.flatMap((name) => (model.child(name).royalty === 0 ? [] : [[name, model.child(name).royalty]])),
  );
  const wanted = model.balances();
  for (const [book, franchiseeId] of [
    ['C', ANDHERI],
    ['H', HEAD_OFFICE],
  ] as const) {
    const trial = await app
      .as('Chetan', { centre: null })
      .call(ledgerContract.trialBalance, { franchiseeId, on: LAST });
    const sums = new Map<string, number>();
    for (const row of trial.rows)
      sums.set(row.account, (sums.get(row.account) ?? 0) + row.debit - row.credit);
    assert.deepEqual(
      [...sums]
        .filter(([, amount]) => amount !== 0)
        .map(([code, amount]) => [`${book} ${code}`, amount])
        .sort(),
      wanted.filter(([account]) => account.startsWith(book)),
      `trial balance of ${book}`,
    );
    assert.equal(trial.debit, trial.credit);
  }
  const findings = await inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, async (db) =>
    (await verifyLedger(db)).flatMap((one) => one.findings),
  );
  assert.deepEqual(findings, []);
});
