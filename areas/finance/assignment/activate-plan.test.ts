// Posting of approved plans: token money, money paid ahead, plans that end early; then the figures drawn from it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { financeBoard } from '../dashboard/finance-dashboard.contract.ts';
import { allocateToLine, openLines } from '../fee-account/fee-line.server.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { postEntry } from '../ledger/post-entry.server.ts';
import { verifyLedger } from '../ledger/verify.server.ts';
import { activateFeePlan } from './activate-plan.server.ts';
import { closeFeePlan } from './end-assignment.server.ts';
import { feeAssignmentContract } from './fee-assignment.contract.ts';
import {
  activate,
  approved,
  type Child,
  childAt,
  financeApp,
  type NurseryPlan,
  nurseryPlan,
  r,
  receivable,
  sibling,
  waiting,
  workAt,
} from './nursery-testing.ts';

let app: TestApp;
let nursery: NurseryPlan;
let ishaan: Child;
before(async () => {
  app = await financeApp();
  nursery = await nurseryPlan(app);
  ishaan = await childAt(app, 'Ishaan R.');
  await approved(app, nursery, ishaan, [sibling]);
  await activate(app, ishaan);
});
after(() => app.close());

test('a token paid before the admission waits as advance and goes onto its lines: 75,000 net, 10,000 paid, 65,000 due', async () => {
  const aarav = await childAt(app, 'Aarav');
  const saved = await app.as('Bina').call(feeAssignmentContract.save, {
    ref: aarav.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
    concessions: [{ basis: 'AMOUNT', value: r(17_000), kinds: ['TUITION'], reason: 'Scholarship' }],
  });
  assert.equal(saved.net, r(75_000));
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  const row = await waiting(app, 'Chetan', saved.id);
  assert.equal(row.approvalCode, 'CONCESSION_L3');
  await app.as('Farid').refused(feeAssignmentContract.approve, { id: saved.id }, 'student-concession.band', {
    version: row.version,
  });
  await app.as('Chetan').call(feeAssignmentContract.approve, { id: saved.id }, { version: row.version });
  await workAt(app, async (db) => {
    const line = (await openLines(db, ANDHERI, aarav.accountId, { lock: true })).find(
      (one) => one.componentKind === 'ADMISSION',
    );
    await allocateToLine(db, { franchiseeId: ANDHERI, lineId: line?.id ?? '', amount: r(10_000) });
    await postEntry(db, {
      franchiseeId: ANDHERI,
      source: 'payment.approved',
      sourceId: crypto.randomUUID(),
      effectiveOn: '2026-04-02',
      feeAccountId: aarav.accountId,
      lines: [
        { account: '1100', amount: r(10_000) },
        { account: '2100', amount: -r(10_000), party: aarav.accountId },
      ],
    });
  });
  const before = await app.as('Bina').call(ledgerContract.student, { ref: aarav.admissionId });
  assert.deepEqual([before.balance.advance, before.balance.due], [r(10_000), 0]);
  await workAt(app, (db) =>
    activateFeePlan(db, { franchiseeId: ANDHERI, studentAdmissionId: aarav.admissionId, on: '2026-04-05' }),
  );
  const after = await app.as('Bina').call(ledgerContract.student, { ref: aarav.admissionId, future: true });
  assert.deepEqual(
    [after.balance.advance, after.statement.closing, after.balance.paid],
    [0, r(65_000), r(10_000)],
  );
});

test('money paid ahead without a purpose goes onto the new lines, oldest first', async () => {
  const zara = await childAt(app, 'Zara');
  const paymentId = crypto.randomUUID();
  await app.sql(
    `insert into payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, channel, received_on)
    values ($1, $2, 'FEE', 'TUITION FEES', $3::uuid, 'FEE_ACCOUNT', $3::uuid::text, 'CASH', $4, 'CONFIRMED', '\\x00', 'COUNTER', '2026-04-02')`,
    [ANDHERI, paymentId, zara.accountId, r(50_000)],
  );
  await app.sql(
    `insert into payment_allocation (franchisee_id, payment_id, line_no, amount) values ($1, $2, 1, $3)`,
    [ANDHERI, paymentId, r(50_000)],
  );
  await workAt(app, (db) =>
    postEntry(db, {
      franchiseeId: ANDHERI,
      source: 'payment.approved',
      sourceId: paymentId,
      effectiveOn: '2026-04-02',
      feeAccountId: zara.accountId,
      lines: [
        { account: '1100', amount: r(50_000) },
        { account: '2100', amount: -r(50_000), party: zara.accountId },
      ],
    }),
  );
  const saved = await app.as('Bina').call(feeAssignmentContract.save, {
    ref: zara.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
  });
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  await app
    .as('Chetan')
    .call(feeAssignmentContract.approve, { id: saved.id }, { version: saved.version + 1 });
  await workAt(app, (db) =>
    activateFeePlan(db, { franchiseeId: ANDHERI, studentAdmissionId: zara.admissionId, on: '2026-04-05' }),
  );
  const plan = await app.as('Bina').call(ledgerContract.studentPlan, { ref: zara.admissionId });
  assert.deepEqual([plan.balance.advance, plan.balance.paid], [0, r(50_000)]);
  assert.deepEqual(
    plan.instalments.map((one) => one.allocated),
    [r(47_000), r(3_000), 0, 0],
  );
  const [kept] = await app.sql<{ sum: string }>(
    `select sum(amount) as sum from payment_allocation where payment_id = $1`,
    [paymentId],
  );
  assert.equal(Number(kept?.sum), r(50_000), 'a payment is its allocations (I4)');
});

test('a plan that ends early: unbilled and unpaid later instalments fall away, by reversal', async () => {
  const gone = await workAt(app, (db) =>
    closeFeePlan(db, {
      franchiseeId: ANDHERI,
      studentAdmissionId: ishaan.admissionId,
      on: '2026-08-01',
      reason: 'Moved away',
    }),
  );
  assert.deepEqual(gone, { cancelledLines: 2, amount: r(27_000) });
  assert.deepEqual(await receivable(app, ishaan.accountId), [
    ['2026-04-05', r(45_500)],
    ['2026-07-10', r(13_500)],
    ['2026-10-10', 0],
    ['2027-01-10', 0],
  ]);
});

test('figures drill to their rows; the books of both centres verify', async () => {
  app.moveClock(new Date('2026-09-01T10:00:00+05:30'));
  const list = await app.as('Bina').call(ledgerContract.students, { ageing: 'overdue', limit: 200 });
  assert.equal(
    list.totals.overdue,
    list.rows.reduce((sum, row) => sum + row.overdue, 0),
  );
  assert.ok(list.rows.length >= 2 && list.rows.every((row) => row.overdueDays > 0));
  const board = await app.as('Bina').call(financeBoard.endpoint, {});
  let tiles = 0;
  for (const tile of board.cards.filter(
    (one) => one.n !== null && one.link?.path === '/ledger/student-list',
  )) {
    const filter = tile.link?.filters;
    const rows = await app.as('Bina').call(ledgerContract.students, { ...filter, limit: 200 });
    const sum = {
      overdue: rows.totals.overdue,
      dueSoon: rows.totals.children,
      concession: rows.totals.concession,
      advance: rows.totals.advance,
    }[tile.key];
    assert.equal(tile.n, sum, `${tile.key}: the tile and the list it opens`);
    tiles += 1;
  }
  assert.equal(tiles, 4);
  assert.equal(
    (board.cards.find((one) => one.key === 'ageing')?.rows ?? []).reduce(
      (total, row) => total + (row.values['amount'] ?? 0),
      0,
    ),
    list.totals.overdue,
  );
  const trial = await app.as('Bina').call(ledgerContract.trialBalance, { franchiseeId: ANDHERI });
  assert.ok(trial.debit > 0 && trial.debit === trial.credit);
  assert.equal((await app.as('Bina').raw(ledgerContract.trialBalance, { franchiseeId: BANER })).status, 404);
  assert.equal((await app.as('Bina').raw(ledgerContract.nodal, {})).status, 403);
  const reports = await inUnitOfWork(app.pool, systemActor(), { command: 't', readOnly: true }, (db) =>
    verifyLedger(db, { sealWithinS: 86_400 }),
  );
  assert.deepEqual(
    reports.flatMap((book) => book.findings),
    [],
  );
  app.moveClock(null);
});

test('a parent reads the own child’s statement and plan, and nobody else’s', async () => {
  for (const name of ['Aarav', 'Kabir'] as const) {
    const { admissionId, studentId } = children[name];
    await app.sql(
      `insert into fee_account (franchisee_id, child_label, student_admission_id, student_id) values ($1, $2, $3, $4)`,
      [ANDHERI, name, admissionId, studentId],
    );
    await approved(app, nursery, { admissionId, accountId: '' });
  }
  const gita = app.as('Gita');
  const own = await gita.call(ledgerContract.student, { ref: children.Aarav.admissionId });
  assert.deepEqual(
    [own.account.childLabel, own.statement.closing],
    ['Aarav', own.balance.due - own.balance.advance],
  );
  assert.ok(own.statement.rows.length > 0, 'an enrolled child is billed at the approval');
  assert.equal(
    (await gita.call(ledgerContract.studentPlan, { ref: children.Aarav.admissionId })).instalments.length,
    4,
  );
  for (const ref of [children.Kabir.admissionId, ishaan.admissionId]) {
    assert.equal((await gita.raw(ledgerContract.student, { ref })).status, 404);
    assert.equal((await gita.raw(ledgerContract.studentPlan, { ref })).status, 404);
  }
});
