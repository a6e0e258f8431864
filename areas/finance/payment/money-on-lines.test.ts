// Where money goes: part payments by the priority of fees, receipt and royalty following it; money paid ahead.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
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
  workAt,
} from '../assignment/nursery-testing.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { postEntry } from '../ledger/post-entry.server.ts';
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
