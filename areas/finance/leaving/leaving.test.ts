// The worked withdrawal of finance.md 3.8 to the paisa, dues out of what came free, once only, and what moves between years.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, YEAR } from '@aangan/testkit/world.ts';
import {
  activate,
  agreedRoyalty,
  approved,
  type Child,
  childAt,
  financeApp,
  type NurseryPlan,
  nurseryPlan,
  paid,
  r,
  sibling,
  workAt,
} from '../assignment/nursery-testing.ts';
import { verifyLedger } from '../ledger/verify.server.ts';
import { noteContract } from '../note/note.contract.ts';
import { refundContract } from '../refund/refund.contract.ts';
import { carryForward } from './carry-forward.server.ts';
import { previewWithdrawal } from './leaving-facts.server.ts';
import { settleWithdrawal } from './settle-withdrawal.server.ts';
import { leavingFigures, percentFor } from './withdrawal-figures.ts';

let app: TestApp;
let plan: NurseryPlan;
before(async () => {
  app = await financeApp();
  await agreedRoyalty(app, 1500);
  plan = await nurseryPlan(app);
});
after(() => app.close());

async function childWithPlan(label: string, amount: number): Promise<Child> {
  const child = await childAt(app, label);
  await approved(app, plan, child, [sibling]);
  await activate(app, child);
  if (amount > 0) await paid(app, child, amount);
  return child;
}

const of = (child: Child, lastOn: string) => ({
  franchiseeId: ANDHERI,
  enrolmentId: child.admissionId,
  yearId: YEAR,
  lastOn,
});
const preview = (child: Child, lastOn: string, noticeOn: string) =>
  workAt(app, (db) => previewWithdrawal(db, { ...of(child, lastOn), noticeOn }));
const settle = (child: Child, lastOn: string, withdrawalId: string) =>
  workAt(app, (db) =>
    settleWithdrawal(db, {
      ...of(child, lastOn),
      withdrawalId,
      reason: 'The family moves to Pune',
      maker: people.Bina.id,
      approver: people.Farid.id,
      now: new Date(`${lastOn}T12:00:00+05:30`),
    }),
  );
const balance = async (account: string, party: string): Promise<number> => {
  const [row] = await app.sql<{ sum: string }>(
    'select coalesce(sum(amount), 0) as sum from ledger_posting where franchisee_id = $1 and account_code = $2 and party_id = $3',
    [ANDHERI, account, party],
  );
  return Number(row?.sum);
};

test('bands are days from the session’s start, both ends included', () => {
  const bands = [
    { componentKind: 'TUITION', fromDay: null, toDay: -1, percentBp: 10_000 },
    { componentKind: 'TUITION', fromDay: 0, toDay: 30, percentBp: 5_000 },
    { componentKind: 'TUITION', fromDay: 31, toDay: null, percentBp: 0 },
  ];
  assert.deepEqual(
    [-1, 0, 30, 31].map((day) => percentFor(bands, 'TUITION', day)),
    [10_000, 5_000, 5_000, 0],
  );
  assert.equal(percentFor(bands, 'ADMISSION', -5), 0, 'no band: nothing goes back');
});

test('Ishaan leaves on 20 April: 6,750 + 4,750 + 5,000 = 16,500.00, and 40,500 of later instalments fall away', async () => {
  const child = await childWithPlan('Ishaan L.', r(45_500));
  const seen = await preview(child, '2026-04-20', '2026-04-10');
  assert.deepEqual(
    [seen?.refund, seen?.credited, seen?.deposit, seen?.cancelled, seen?.leftDue, seen?.billedUntil],
    [r(16_500), r(11_500), r(5_000), { lines: 3, amount: r(40_500) }, 0, '2026-05-09'],
  );
  assert.deepEqual(
    seen?.parts
      .filter((one) => one.credit > 0)
      .map((one) => one.credit)
      .sort((a, b) => a - b),
    [r(4_750), r(6_750)],
  );
  const withdrawalId = randomUUID();
  const settled = await settle(child, '2026-04-20', withdrawalId);
  assert.deepEqual(
    [settled.refunded, settled.credited, settled.cancelled, settled.leftDue],
    [r(16_500), r(11_500), r(40_500), 0],
  );
  const again = await settle(child, '2026-04-20', withdrawalId);
  assert.deepEqual(again, settled, 'settled once');
  const note = await app.as('Chetan', { centre: null }).call(noteContract.get, { id: settled.noteId ?? '' });
  assert.deepEqual([note.total, note.status, note.reasonCode], [r(11_500), 'APPROVED', 'WITHDRAWAL']);
  const refunds = await app.sql<{
    id: string;
    advance: string;
    deposit: string;
    status: string;
    mode: string;
  }>('select id, advance, deposit, status, mode from refund where fee_account_id = $1', [child.accountId]);
  assert.deepEqual(
    refunds.map((row) => [Number(row.advance), Number(row.deposit), row.status, row.mode]),
    [[r(11_500), r(5_000), 'REQUESTED', 'BANK']],
  );
  const [royalty] = await app.sql<{ sum: string }>(
    'select sum(royalty) as sum from royalty_accrual where fee_account_id = $1 and reverses_id is not null',
    [child.accountId],
  );
  assert.equal(Number(royalty?.sum), -r(1_725));
  assert.equal(await balance('1200', child.accountId), 0);
  const chetan = app.as('Chetan', { centre: null, steppedUp: true });
  const id = refunds[0]?.id ?? '';
  await chetan.call(refundContract.approve, { id }, { version: 1 });
  assert.deepEqual(
    await Promise.all(['2100', '2110', '2120'].map((account) => balance(account, child.accountId))),
    [0, 0, -r(16_500)],
  );
  const report = await workAt(app, (db) => verifyLedger(db, { franchiseeId: ANDHERI }));
  const off = (report[0]?.findings ?? []).filter((one) =>
    ['balance', 'receivable', 'mirror', 'year'].includes(one.field),
  );
  assert.deepEqual(off, []);
});

test('what is still due is paid out of what comes free, then out of the deposit; the rest stays owed', async () => {
  // 10,000 admission and 13,500 tuition are paid by priority; activity, kit and deposit are open.
  const child = await childWithPlan('Meher L.', r(23_500));
  const seen = await preview(child, '2026-04-20', '2026-04-20');
  // Tuition frees 6,750; of activity 4,750 and of the kit 7,500 stay due, the unpaid deposit is not asked any more.
  assert.deepEqual([seen?.dues, seen?.refund, seen?.leftDue], [r(12_250), 0, r(5_500)]);
  const settled = await settle(child, '2026-04-20', randomUUID());
  assert.deepEqual([settled.refunded, settled.leftDue], [0, r(5_500)]);
  assert.equal(await balance('1200', child.accountId), r(5_500));
});

test('the deposit pays what is due before it goes back', () => {
  const line = (id: string, componentKind: string, net: number, allocated: number) => ({
    id,
    label: id,
    kind: 'PLAN',
    ofPlan: true,
    state: 'OPEN' as const,
    componentKind,
    dueOn: '2026-04-05',
    net,
    allocated,
    billedEntryId: 'e1',
  });
  const figures = leavingFigures({
    lines: [line('tuition', 'TUITION', 10_000, 4_000), line('deposit', 'DEPOSIT', 5_000, 5_000)],
    bands: [],
    lastOn: '2026-09-30',
    sessionStart: '2026-04-01',
    advance: 3_000,
    held: 2_000,
  });
  // Due 6,000: 1,000 of the advance, 5,000 of the deposit; what came twice goes back.
  assert.deepEqual(
    [figures.dues, figures.depositForDues, figures.credited, figures.refund, figures.leftDue],
    [6_000, 5_000, 5_000, 2_000, 0],
  );
});

test('a child without an account has nothing to settle', async () => {
  const [admission] = await app.sql<{ id: string }>(
    'insert into student_admission (franchisee_id, academic_year_id) values ($1, $2) returning id',
    [ANDHERI, YEAR],
  );
  const child = { admissionId: admission?.id ?? '', accountId: '' };
  assert.equal(await preview(child, '2026-04-20', '2026-04-20'), null);
  assert.equal((await settle(child, '2026-04-20', randomUUID())).refunded, 0);
});

test('dues move into the next year once, and nothing is owed twice', async () => {
  const child = await childWithPlan('Tara L.', 0);
  const before = await balance('1200', child.accountId);
  const carry = () =>
    workAt(app, (db) =>
      carryForward(db, {
        franchiseeId: ANDHERI,
        fromEnrolmentId: child.admissionId,
        fromYearId: YEAR,
        toYearId: YEAR + 1,
      }),
    );
  assert.equal(await carry(), before);
  assert.equal(await carry(), 0);
  assert.equal(await balance('1200', child.accountId), before);
  const years = await app.sql<{ year: number; amount: string }>(
    `select e.academic_year_id as year, p.amount from ledger_entry e join ledger_posting p on p.franchisee_id = e.franchisee_id and p.entry_id = e.id
      where e.source = 'promotion' and e.fee_account_id = $1 and p.account_code = '1200' order by 1`,
    [child.accountId],
  );
  assert.deepEqual(
    years.map((row) => [row.year, Number(row.amount)]),
    [
      [YEAR, -before],
      [YEAR + 1, before],
    ],
  );
});
