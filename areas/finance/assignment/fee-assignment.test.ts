// The plan of a child from draft to ledger, through HTTP: stories 1 and 12 of finance.md 10; T9 for plans.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { runBatch } from '@aangan/testkit/run-batch.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { feePlanContract } from '../fee-plan/fee-plan.contract.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { activateFeePlan } from './activate-plan.server.ts';
import { approvalBatch, feeAssignmentContract } from './fee-assignment.contract.ts';
import {
  childAt,
  financeApp,
  type NurseryPlan,
  nurseryPlan,
  r,
  receivable,
  sibling,
  submitted,
  waiting,
  workAt,
} from './nursery-testing.ts';

let app: TestApp;
let nursery: NurseryPlan;
before(async () => {
  app = await financeApp();
  nursery = await nurseryPlan(app);
});
after(() => app.close());

test('story 1: what was shown is what is booked; the maker is refused, another person approves, admissions post it', async () => {
  const ishaan = await childAt(app, 'Ishaan R.');
  const bina = app.as('Bina');
  const choice = {
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
    concessions: [sibling],
  };
  const preview = await bina.call(feePlanContract.whatIf, choice);
  assert.deepEqual(
    [preview.net, preview.deviationBp, preview.approvalCode],
    [r(86_000), 1000, 'CONCESSION_L1'],
  );
  const saved = await bina.call(feeAssignmentContract.save, { ref: ishaan.admissionId, ...choice });
  await bina.call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  const row = await waiting(app, 'Chetan', saved.id);
  await app
    .as('Bina')
    .refused(feeAssignmentContract.approve, { id: saved.id }, 'module.missing', { version: row.version });
  await app
    .as('Chetan')
    .refused(feeAssignmentContract.approve, { id: saved.id }, 'row.stale', { version: row.version - 1 });
  assert.deepEqual([row.can['approve'], row.childLabel, row.deviationAmount], [true, 'Ishaan R.', r(6_000)]);
  const done = await app
    .as('Chetan')
    .call(feeAssignmentContract.approve, { id: saved.id }, { version: row.version });
  assert.deepEqual(done, { status: 'APPROVED', active: false });
  await app
    .as('Chetan')
    .refused(feeAssignmentContract.approve, { id: saved.id }, 'fee-assignment.not-pending', {
      version: row.version + 1,
    });
  assert.deepEqual(
    await receivable(app, ishaan.accountId),
    [],
    'lines are PLANNED: payable, shown, not posted',
  );

  const posted = await workAt(app, (db) =>
    activateFeePlan(db, { franchiseeId: ANDHERI, studentAdmissionId: ishaan.admissionId, on: '2026-04-05' }),
  );
  assert.deepEqual([posted.entries, posted.lines, posted.already], [4, 8, false]);
  assert.equal(
    (
      await workAt(app, (db) =>
        activateFeePlan(db, {
          franchiseeId: ANDHERI,
          studentAdmissionId: ishaan.admissionId,
          on: '2026-04-06',
        }),
      )
    ).already,
    true,
  );
  assert.deepEqual(await receivable(app, ishaan.accountId), [
    ['2026-04-05', r(45_500)],
    ['2026-07-10', r(13_500)],
    ['2026-10-10', r(13_500)],
    ['2027-01-10', r(13_500)],
  ]);
  const asShown = new Map<string, number>();
  for (const p of preview.postings) asShown.set(`${p.on} ${p.account}`, p.amount);
  const booked = await app.sql<{ key: string; amount: number }>(
    `select p.effective_on || ' ' || account_code as key, sum(amount) as amount from ledger_posting p join ledger_entry e on e.id = p.entry_id where e.fee_account_id = $1 group by 1`,
    [ishaan.accountId],
  );
  // Node's driver of the test owner reads dates as text of the day.
  assert.deepEqual(
    new Map(booked.map((one) => [one.key, Number(one.amount)])),
    asShown,
    'preview and posting agree to the paisa',
  );
  const statement = await bina.call(ledgerContract.student, { ref: ishaan.admissionId });
  assert.deepEqual(
    [
      statement.statement.closing,
      statement.balance.due,
      statement.balance.planned,
      statement.balance.deposit,
    ],
    [r(45_500), r(45_500), r(40_500), r(5_000)],
  );
  assert.equal(statement.account.academicYear, '2026-2027');
  for (const ref of [ishaan.accountId, saved.id])
    assert.deepEqual(
      await bina.call(ledgerContract.student, { ref }),
      statement,
      'whatever id the address carries',
    );
});

test('T9: nobody approves what they made, not by the screens, not by SQL; concessions need their level', async () => {
  let tuples = 0;
  for (const [maker, centre] of [
    ['Chetan', ANDHERI],
    ['Asha', ANDHERI],
  ] as const) {
    const one = await childAt(app, `T9 ${maker}`);
    const saved = await app.as(maker, { centre }).call(feeAssignmentContract.save, {
      ref: one.admissionId,
      planId: nursery.planId,
      breakdownId: nursery.breakdownId,
      joinsOn: '2026-04-05',
    });
    await app
      .as(maker, { centre })
      .call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
    const error = await app
      .as(maker, { centre })
      .refused(feeAssignmentContract.approve, { id: saved.id }, 'fee-assignment.own-plan', {
        version: saved.version + 1,
      });
    assert.equal(error.message, 'You submitted this plan; another user must approve it.');
    await assert.rejects(
      app.sql(`update fee_assignment set status = 'APPROVED', decided_by = submitted_by where id = $1`, [
        saved.id,
      ]),
      /fee_assignment_not_/,
    );
    await assert.rejects(
      app.sql(
        `update fee_assignment set status = 'APPROVED', submitted_by = null, decided_by = created_by where id = $1`,
        [saved.id],
      ),
      /fee_assignment_not_maker/,
    );
    tuples += 3;
  }
  const drafted = await childAt(app, 'T9 two makers');
  const saved = await app.as('Chetan', { centre: ANDHERI }).call(feeAssignmentContract.save, {
    ref: drafted.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
  });
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  await app
    .as('Chetan', { centre: ANDHERI })
    .refused(feeAssignmentContract.approve, { id: saved.id }, 'fee-assignment.own-plan', {
      version: saved.version + 1,
    });
  publishFigure({ promise: 'T9', area: 'finance plans', tuples: tuples + 1, passed: 0 });
});

test('story 12: 15 % needs the second level; two approvers at once leave one approval', async () => {
  const one = await childAt(app, 'Mira');
  const saved = await app.as('Bina').call(feeAssignmentContract.save, {
    ref: one.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
    concessions: [{ ...sibling, value: 1500 }],
  });
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  const row = await waiting(app, 'Farid', saved.id);
  assert.equal(row.approvalCode, 'CONCESSION_L2');
  const both = await Promise.all(
    (['Farid', 'Chetan'] as const).map((who) =>
      app.as(who).raw(feeAssignmentContract.approve, { id: saved.id }, { version: row.version }),
    ),
  );
  assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 409]);
  const lines = await app.sql(`select 1 from fee_line l where fee_assignment_id = $1`, [saved.id]);
  assert.equal(lines.length, 8);
  const second = await app.as('Bina').raw(feeAssignmentContract.save, {
    ref: one.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
  });
  assert.deepEqual(
    [second.status, (second.body as { message: string }).message],
    [409, 'Mira already has an approved plan for 2026-2027.'],
  );
});

test('rejected with a reason, revised, submitted again; joining outside the year; another centre sees nothing', async () => {
  const one = await childAt(app, 'Kabir');
  const wanted = {
    ref: one.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
  };
  await app
    .as('Bina')
    .refused(
      feeAssignmentContract.save,
      { ...wanted, joinsOn: '2026-03-31' },
      'fee-assignment.join-outside-year',
    );
  const saved = await app.as('Bina').call(feeAssignmentContract.save, wanted);
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  await app.as('Bina').refused(feeAssignmentContract.save, wanted, 'fee-assignment.not-pending');
  await app
    .as('Chetan')
    .call(
      feeAssignmentContract.reject,
      { id: saved.id, reason: 'Wrong joining date' },
      { version: saved.version + 1 },
    );
  const again = await app.as('Bina').call(feeAssignmentContract.save, { ...wanted, joinsOn: '2026-04-06' });
  assert.equal(again.id, saved.id);
  await app.as('Bina').call(feeAssignmentContract.submit, { id: again.id }, { version: again.version });
  const details = await app.as('Chetan').call(feeAssignmentContract.details, { ref: one.admissionId });
  assert.deepEqual(
    [details.assignment?.status, details.history.map((h) => h.decision), details.asked?.net],
    ['PENDING', ['REJECT'], r(92_000)],
  );
  assert.equal((await app.as('Charu').raw(ledgerContract.student, { ref: one.admissionId })).status, 404);
  assert.equal(
    (await app.as('Rekha').raw(feeAssignmentContract.save, wanted)).status,
    404,
    'a counsellor of Baner finds no such child',
  );
  const list = await app.as('Charu').call(ledgerContract.students, {});
  assert.equal(list.rows.length, 0);
});

test('broken twin: without the CHECK the maker approves by SQL', async () => {
  const one = await submitted(app, nursery, await childAt(app, 'Twin'));
  const approveOwn = `update fee_assignment set status = 'APPROVED', decided_by = submitted_by where id = '${one.id}'`;
  await assert.rejects(app.sql(approveOwn), /fee_assignment_not_/);
  await app.sql(
    'alter table fee_assignment drop constraint fee_assignment_not_submitter, drop constraint fee_assignment_not_maker',
  );
  await app.sql(approveOwn);
});

test('a concession above what it applies to is refused, not cut; so are several that together take more', async () => {
  const dev = await childAt(app, 'Dev');
  const wanted = (...values: number[]) => ({
    ref: dev.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
    concessions: values.map((value) => ({
      basis: 'AMOUNT' as const,
      value,
      kinds: ['TUITION' as const],
      reason: 'Scholarship',
    })),
  });
  const bina = app.as('Bina');
  const refused = await bina.refused(
    feeAssignmentContract.save,
    wanted(r(60_000) + 1),
    'student-concession.above-base',
  );
  assert.equal(refused.message, 'Manual concession of ₹60,000.01 is more than the ₹60,000.00 it applies to.');
  assert.deepEqual(refused.fields, { 'concessions.0.value': 'At most ₹60,000.00' });
  assert.equal((await bina.call(feeAssignmentContract.save, wanted(r(60_000)))).net, r(32_000));
  await app.sql(
    `insert into setting (franchisee_id, area, key, value, from_on) values (1, 'finance', 'stacking', '"ADDITIVE"', '2026-01-01')`,
  );
  await bina.refused(
    feeAssignmentContract.save,
    wanted(r(40_000), r(20_000) + 1),
    'student-concession.above-base',
  );
  await app.sql(`delete from setting where key = 'stacking'`);
});

test('a child that joins in November pays for its own months where that is chosen, and what was shown is submitted', async () => {
  const late = await childAt(app, 'Nov Late');
  const bina = app.as('Bina');
  const whole = {
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-11-12',
    concessions: [],
  };
  const full = await bina.call(feePlanContract.whatIf, whole);
  const choice = { ...whole, joinProration: 'MONTH_BANDS' as const };
  const shown = await bina.call(feePlanContract.whatIf, choice);
  const tuition = (view: typeof full) =>
    view.lines
      .filter((line) => line.componentKind === 'TUITION')
      .map((line) => [line.dueOn, line.gross, line.formula !== null]);
  assert.equal(tuition(full).filter(([dueOn]) => dueOn === '2026-11-12').length, 3, 'three quarters at once');
  // October is over, half of November and the whole of December are left of that quarter: 1.5 of 3 months.
  assert.deepEqual(tuition(shown), [
    ['2026-11-12', r(7_500), true],
    ['2027-01-10', r(15_000), false],
  ]);
  assert.equal(
    full.lines.find((line) => line.componentKind === 'ADMISSION')?.gross,
    shown.lines.find((line) => line.componentKind === 'ADMISSION')?.gross,
    'the admission fee is never cut',
  );
  const saved = await bina.call(feeAssignmentContract.save, { ref: late.admissionId, ...choice });
  assert.equal(saved.net, shown.net);
  const { assignments } = await bina.call(feeAssignmentContract.ofChild, { ref: late.admissionId });
  assert.equal(assignments[0]?.joinProration, 'MONTH_BANDS');
});

test('the rule approves the standard price, never months that were cut for a late joiner', async () => {
  await app.sql(
    `insert into setting (franchisee_id, area, key, value, from_on) values (1, 'finance', 'auto_approve_standard_plan', 'true', '2026-01-01')`,
  );
  const bina = app.as('Bina');
  const submitted = async (name: string, joinProration: 'NONE' | 'MONTH_BANDS') => {
    const { admissionId } = await childAt(app, name);
    const choice = { planId: nursery.planId, breakdownId: nursery.breakdownId, joinsOn: '2026-11-12' };
    const { id, version } = await bina.call(feeAssignmentContract.save, {
      ref: admissionId,
      ...choice,
      concessions: [],
      joinProration,
    });
    return (await bina.call(feeAssignmentContract.submit, { id }, { version })).status;
  };
  assert.deepEqual(
    [await submitted('Nov Whole', 'NONE'), await submitted('Nov Cut', 'MONTH_BANDS')],
    ['APPROVED', 'PENDING'],
  );
  await app.sql(`delete from setting where key = 'auto_approve_standard_plan'`);
});

test('standard plans are approved together: each its own decision, what was changed since or has a concession stays waiting', async () => {
  const wait = async (name: string, more: Record<string, unknown> = {}) => {
    const child = await childAt(app, name);
    const choice = {
      planId: nursery.planId,
      breakdownId: nursery.breakdownId,
      joinsOn: '2026-04-05',
      ...more,
    };
    const saved = await app
      .as('Bina')
      .call(feeAssignmentContract.save, { ref: child.admissionId, concessions: [], ...choice });
    await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
    return waiting(app, 'Chetan', saved.id);
  };
  const plain = await wait('Tara M.');
  const stale = await wait('Uma M.');
  const reduced = await wait('Veer M.', { concessions: [sibling] });
  const rows = [
    { id: plain.id, version: plain.version },
    { id: stale.id, version: stale.version - 1 },
    { id: reduced.id, version: reduced.version },
  ];
  const chetan = app.as('Chetan');
  await app.as('Bina').refused(feeAssignmentContract.approveMany, { rows }, 'module.missing');
  const { batchIds } = await chetan.call(feeAssignmentContract.approveMany, { rows });
  const [batchId = ''] = batchIds;
  await runBatch(app, batchId);
  const { rows: batches } = await chetan.call(approvalBatch.endpoints.list, { ids: batchIds });
  assert.deepEqual(
    batches.map((one) => [one.label, one.byName, one.state, one.ok, one.failed]),
    [['3 fee plans', 'Chetan Mehta', 'DONE', 1, 2]],
  );
  const items = await chetan.call(approvalBatch.endpoints.items, { id: batchId });
  assert.deepEqual(
    items.rows.map((one) => [one.label, one.state, one.reason]),
    [
      ['Uma M.', 'FAILED', 'Somebody else changed this entry meanwhile. Reload and repeat your change.'],
      ['Veer M.', 'FAILED', 'This plan has a concession. Open it and decide on it alone.'],
      ['Tara M.', 'DONE', null],
    ],
  );
  const decided = await app.sql<{ status: string; by: string | null }>(
    `select f.status, u.first_name as by from fee_assignment f left join app_user u on u.id = f.decided_by where f.id = any ($1::uuid[]) order by f.status`,
    [rows.map((row) => row.id)],
  );
  assert.deepEqual(decided, [
    { status: 'APPROVED', by: 'Chetan' },
    { status: 'PENDING', by: null },
    { status: 'PENDING', by: null },
  ]);
  await runBatch(app, batchId);
  const steps = await app.sql(
    `select 1 from approval_step where subject_kind = 'FEE_ASSIGNMENT' and subject_id = $1`,
    [plain.id],
  );
  assert.equal(steps.length, 1, 'decided once');
});
