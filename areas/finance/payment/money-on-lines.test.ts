// Where money goes: part payments by the priority of fees, receipt and royalty following it; money paid ahead.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { feeAssignmentContract } from '../assignment/fee-assignment.contract.ts';
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
  submitted,
  workAt,
} from '../assignment/nursery-testing.ts';
import { chargeAccount } from '../fee-account/charge-account.server.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { postEntry } from '../ledger/post-entry.server.ts';
import { royaltyContract } from '../royalty/royalty.contract.ts';
import { approvePaymentDetailsContract } from './approve-payment-details.contract.ts';
import { paymentContract, receiptContract } from './payment.contract.ts';
import { payments, paymentTotalsContract } from './payment.listing.ts';

let app: TestApp;
let nursery: NurseryPlan;
before(async () => {
  app = await financeApp();
  nursery = await nurseryPlan(app);
  await agreedRoyalty(app, 1500);
});
after(() => app.close());

const paymentLink = paymentContract.createLink;

const receiptOf = async (paymentId: string) => {
  const { rows } = await app.as('Chetan').call(payments.endpoints.list, {});
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
  const atCounter = () => app.as('Bina').call(paymentContract.account, { ref: ishaan.accountId });
  assert.equal((await atCounter()).payer, null);
  const waiting = await recorded(app, ishaan, r(27_000));
  assert.equal((await atCounter()).payer, 'Rohan Rao', 'who paid last is not typed again');
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
    ['Activity Fees', 'Student Kit', 'Refundable Deposit'],
  );
  const chosen = await paid(app, ishaan, r(9_000), {
    lines: [...open].reverse().map((line) => ({ feeLineId: line.id, amount: r(3_000) })),
  });
  assert.deepEqual(
    (await receiptOf(chosen)).lines.map((line) => line.label),
    open.map((line) => line.label),
  );
});

/** What stands on an account of the centre's book for a child, by day. */
const standing = async (accountId: string, code: string, on: string): Promise<number> => {
  const [row] = await app.sql<{ sum: string }>(
    `select coalesce(sum(amount), 0) as sum from ledger_posting where account_code = $2 and party_id = $1 and effective_on <= $3`,
    [accountId, code, on],
  );
  return Number(row?.sum);
};

test('what is paid before its bill is advance until the day of the bill; the statement adds up to its closing balance', async () => {
  const zara = await childAt(app, 'Zara');
  await approved(app, nursery, zara);
  await activate(app, zara);
  const cash = { amount: r(47_000 + 15_000 + 4_000), mode: 'NEFT' as const, reference: 'HDFCN26040500001' };
  await paid(app, zara, cash.amount, cash);
  const on = async (day: string) => [
    await standing(zara.accountId, '1200', day),
    await standing(zara.accountId, '2100', day),
  ];
  assert.deepEqual(await on('2026-04-05'), [0, -r(19_000)], 'the receivable of a day is never below zero');
  assert.deepEqual(await on('2026-07-10'), [0, -r(4_000)]);
  assert.deepEqual(await on('2026-10-10'), [r(11_000), 0]);
  const { balance, statement } = await app.as('Bina').call(ledgerContract.student, { ref: zara.admissionId });
  assert.deepEqual([balance.due, balance.paidAhead, balance.advance], [0, r(19_000), 0]);
  assert.equal(statement.closing, balance.due - balance.paidAhead - balance.advance);
  assert.equal(statement.closing, statement.opening + statement.debit - statement.credit);
  // All of the year and more: what no instalment needs is advance without one.
  await paid(app, zara, r(30_000), { mode: 'NEFT', reference: 'HDFCN26040500002' });
  const after = await app.as('Bina').call(ledgerContract.student, { ref: zara.admissionId });
  assert.deepEqual([after.balance.paidAhead, after.balance.advance], [r(45_000), r(4_000)]);
  assert.equal(after.statement.closing, after.balance.due - after.balance.paidAhead - after.balance.advance);
});

test('of one moment the bill stands before its payment, on every page', async () => {
  const mira = await childAt(app, 'Mira');
  const days = ['01', '02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-03-${day}`);
  await workAt(app, async (db) => {
    for (const effectiveOn of days)
      for (const [source, amount] of [
        ['payment.approved', -r(500)],
        ['charge.billed', r(500)],
      ] as const)
        await postEntry(db, {
          franchiseeId: ANDHERI,
          source,
          sourceId: crypto.randomUUID(),
          effectiveOn,
          feeAccountId: mira.accountId,
          lines: [
            { account: '1200', amount, party: mira.accountId },
            { account: amount > 0 ? '4170' : '1100', amount: -amount },
          ],
        });
  });
  const read = (more: { after?: string; limit?: number }) =>
    app.as('Bina').call(ledgerContract.student, { ref: mira.admissionId, ...more });
  const { statement } = await read({});
  assert.deepEqual(
    statement.rows.map((row) => [row.on, row.debit, row.balance]),
    days.flatMap((day) => [
      [day, r(500), r(500)],
      [day, 0, 0],
    ]),
  );
  const paged = [];
  for (let after: string | undefined; ; ) {
    const { statement: page } = await read({ limit: 1, ...(after ? { after } : {}) });
    paged.push(...page.rows);
    if (!page.next) break;
    after = page.next;
  }
  assert.deepEqual(paged, statement.rows);
});

test('a cheque is booked when the bank has cleared it, on that day, and never before its date', async () => {
  const kabir = await childAt(app, 'Kabir');
  await approved(app, nursery, kabir);
  await activate(app, kabir);
  const chetan = app.as('Chetan');
  const cheque = { mode: 'CHEQUE' as const, receivedOn: '2026-04-01' };
  const later = await recorded(app, kabir, r(20_000), {
    ...cheque,
    reference: '000111',
    instrumentDate: '2026-05-05',
  });
  await chetan.refused(
    paymentContract.approve,
    { paymentId: later, clearedOn: '2026-04-04' },
    'payment.post-dated',
  );
  const paymentId = await recorded(app, kabir, r(20_000), {
    ...cheque,
    reference: '000112',
    instrumentDate: '2026-03-30',
  });
  const uncleared = await chetan.refused(paymentContract.approve, { paymentId }, 'payment.not-cleared');
  assert.equal(uncleared.message, 'Enter the clearing date first.');
  for (const clearedOn of ['2026-03-31', '2026-04-06'])
    await chetan.refused(paymentContract.approve, { paymentId, clearedOn }, 'input.invalid');
  assert.equal(await standing(kabir.accountId, '1200', '2027-03-31'), r(92_000), 'nothing is booked');
  await chetan.call(paymentContract.approve, { paymentId, clearedOn: '2026-04-04' });
  const [entry] = await app.sql<{ on: string }>(
    `select effective_on::text as on from ledger_entry where source = 'payment.approved' and source_id = $1`,
    [paymentId],
  );
  assert.equal(entry?.on, '2026-04-04');
  const seen = await chetan.call(approvePaymentDetailsContract.details, { ref: kabir.accountId });
  assert.equal(seen.payments.find((one) => one.id === paymentId)?.clearedOn, '2026-04-04');
});

test('part of an instalment only as its plan allows, at the counter and on a link; ₹1 at least online', async () => {
  const whole = await nurseryPlan(app, 'NUR-WHOLE', (body) => {
    for (const option of body.options) Object.assign(option, { allowPartial: false });
  });
  const parts = await nurseryPlan(app, 'NUR-PARTS', (body) => {
    for (const option of body.options) Object.assign(option, { minPartial: r(5_000) });
  });
  const asked = [
    [whole, 'Om', r(46_999), 'payment.whole-only', 'Please pay the whole ₹47,000.00 of Instalment 1.'],
    [parts, 'Tara', r(4_999), 'payment.too-little', 'Pay at least ₹5,000.00 or the whole ₹47,000.00.'],
  ] as const;
  for (const [plan, name, amount, code, text] of asked) {
    const child = await childAt(app, name);
    await approved(app, plan, child);
    await activate(app, child);
    const counter = { feeAccountId: child.accountId, mode: 'CASH', payerName: `${name} Rao` } as const;
    const { reference } = await app.as('Bina').call(paymentLink, { feeAccountId: child.accountId });
    const { lines } = await app.link(reference).call(paymentContract.open, {});
    const tuition = lines.find((line) => line.seq === 1 && line.label.includes('Tuition'))?.id ?? '';
    const other = lines.find((line) => line.seq === 1 && line.label.includes('Activity'))?.id ?? '';
    const refused = await app
      .as('Bina')
      .refused(paymentContract.recordOffline, { ...counter, amount, receivedOn: '2026-04-05' }, code);
    assert.equal(refused.message, text);
    const online = (...of: number[]) => ({
      lines: of.map((part, n) => ({ feeLineId: n === 0 ? tuition : other, amount: part })),
      payerName: 'Nisha Rao',
    });
    await app.link(reference).refused(paymentContract.start, online(r(2_000), r(2_999)), code);
    if (plan === parts) {
      const { amount: sum } = await app
        .link(reference)
        .call(paymentContract.start, online(r(2_000), r(3_000)));
      assert.equal(sum, r(5_000), 'both fees of an instalment count together');
    }
    await app.as('Bina').call(paymentContract.recordOffline, {
      ...counter,
      amount: r(47_000),
      receivedOn: '2026-04-05',
    });
  }
  const mira = await childAt(app, 'Mini');
  await workAt(app, (db) =>
    chargeAccount(db, {
      franchiseeId: ANDHERI,
      feeAccountId: mira.accountId,
      kind: 'NOTE',
      feeTypeCode: 'ACTIVITY',
      amount: 99,
      label: 'Charge',
      reason: 'Charge',
      dueOn: '2026-04-05',
      yearId: 2026,
      source: 'charge.billed',
      sourceId: crypto.randomUUID(),
    }),
  );
  const { reference } = await app.as('Bina').call(paymentLink, { feeAccountId: mira.accountId });
  const { lines } = await app.link(reference).call(paymentContract.open, {});
  await app
    .link(reference)
    .refused(
      paymentContract.start,
      { lines: lines.map((line) => ({ feeLineId: line.id, amount: line.open })), payerName: 'Nisha Rao' },
      'payment.below-online',
    );
});

test('a taxable head: tax on the receipt, and no royalty on the paisa of rounding', async () => {
  const [rate] = await app.sql<{ rate_bp: number; sac: string }>(
    `update fee_type set tax_code = 'DAY_CARE', sac = null where franchisee_id = 1 and code = 'ACTIVITY' returning (select rate_bp from tax_rate where code = 'DAY_CARE'), (select sac from tax_rate where code = 'DAY_CARE')`,
  );
  const plan = await nurseryPlan(app, 'NUR-TAXED', (body) => {
    const [activity, option] = [body.components[2], body.options[0]];
    if (!activity || !option) throw new Error('no activity in the plan');
    Object.assign(activity, { amount: r(999), taxInclusive: true });
    for (const cell of option.cells) if (cell.amount === r(9_500)) cell.amount = r(999);
  });
  const diya = await childAt(app, 'Diya');
  await approved(app, plan, diya);
  await activate(app, diya);
  const { lines } = await app.as('Bina').call(paymentContract.account, { ref: diya.accountId });
  const activity = lines.find((line) => line.label.includes('Activity'))?.id ?? '';
  const taxed: OutputOf<typeof receiptContract.get>['lines'][number]['tax'][] = [];
  for (const amount of [r(500), r(499)]) {
    const paymentId = await paid(app, diya, amount, { lines: [{ feeLineId: activity, amount }] });
    taxed.push((await receiptOf(paymentId)).lines[0]?.tax ?? null);
  }
  assert.deepEqual(taxed[0], {
    taxable: r(423.73) + 1,
    rateBp: rate?.rate_bp,
    sac: rate?.sac,
    cgst: r(38.13),
    sgst: r(38.13),
  });
  const sum = (pick: 'taxable' | 'cgst' | 'sgst') =>
    taxed.reduce((total, one) => total + (one?.[pick] ?? 0), 0);
  assert.deepEqual([sum('taxable'), sum('cgst'), sum('sgst')], [r(846.61), r(76.19), r(76.19)]);
  const royalty = await app.as('Bina').call(royaltyContract.student, { ref: diya.admissionId });
  assert.equal(royalty.totals.base, r(846.61));
});

test('royalty of a centre: collected is what payments say, and its parts add up to base and royalty', async () => {
  const row = (await app.as('Chetan').call(royaltyContract.centres, { month: '2026-04' })).rows.find(
    (one) => one.id === ANDHERI,
  );
  const days = { collectedOn: { from: '2026-04-01', to: '2026-04-30' } };
  const chetan = app.as('Chetan', { centre: ANDHERI });
  const { rows } = await chetan.call(payments.endpoints.list, days);
  const totals = await chetan.call(paymentTotalsContract.totals, days);
  assert.ok(row && row.parts.length >= 3);
  assert.equal(row.collected, totals.amount);
  assert.equal(
    totals.amount,
    rows.reduce((sum, one) => sum + one.amount, 0),
  );
  const sum = (pick: 'base' | 'royalty') => row.parts.reduce((total, part) => total + part[pick], 0);
  assert.deepEqual([sum('base'), sum('royalty')], [row.base, row.royalty]);
  // Each line of a receipt is rounded for itself.
  for (const part of row.parts)
    assert.ok(Math.abs(part.royalty - (part.base * part.rateBp) / 10_000) < 3, JSON.stringify(part));
});

test('lists of money say what their filter comes to', async () => {
  const asha = await childAt(app, 'Asmi');
  const { net } = await submitted(app, nursery, asha);
  const queue = await app.as('Chetan').call(feeAssignmentContract.queue, { q: 'Asmi' });
  const [row] = queue.rows;
  assert.deepEqual(queue.totals, { gross: row?.gross, concession: 0, net });
  const cheques = await app.as('Chetan').call(payments.endpoints.list, { mode: 'CHEQUE', limit: 1 });
  const sum = await app.as('Chetan').call(paymentTotalsContract.totals, { mode: 'CHEQUE' });
  assert.deepEqual([cheques.rows.length, sum.amount], [1, r(40_000)]);
});

test('taking a payment, royalty per student and tax stand in the menu', async () => {
  const paths = ['/concession/tax/gst', '/payments/pay', '/royalty/student-royalty-details'];
  const shown = await app.sql<{ link: string }>(
    'select link from menu_item where has_screen and link = any ($1) order by link',
    [paths],
  );
  assert.deepEqual(
    shown.map((item) => item.link),
    paths,
  );
});
