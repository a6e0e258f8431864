// A plan from draft to approval by another person, through HTTP (story 13 of finance.md 10).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, YEAR } from '@aangan/testkit/world.ts';
import { financeApp, nurseryDraft, r } from '../assignment/nursery-testing.ts';
import { feePlanContract } from './fee-plan.contract.ts';

let app: TestApp;
before(async () => {
  app = await financeApp();
});
after(() => app.close());

test('a matrix that is one paisa short is refused in words; a plan is approved by another person who holds the level', async () => {
  const short = await nurseryDraft(app, 'NUR-X', (body) => {
    const cell = body.options[0]?.cells.find((c) => c.amount === r(15_000));
    if (cell) cell.amount -= 1;
  }).catch((error: Error) => error.message);
  assert.match(String(short), /Tuition Fees is ₹0\.01 short\./);
  const plan = await nurseryDraft(app, 'NUR-FD-2627');
  const asha = app.as('Asha', { centre: ANDHERI });
  await asha.call(feePlanContract.submit, { id: plan.planId }, { version: plan.version });
  const { version } = await asha.call(feePlanContract.get, { id: plan.planId });
  await asha.refused(feePlanContract.approve, { id: plan.planId }, 'approval.own', { version });
  await app.as('Bina').refused(feePlanContract.approve, { id: plan.planId }, 'module.missing', { version });
  await assert.rejects(
    app.sql(`update fee_plan_cell set amount = amount - 1 where amount > 0 and breakdown_id = $1`, [
      plan.breakdownId,
    ]),
    /cannot be changed/,
  );
  await app
    .as('Chetan')
    .refused(feePlanContract.approve, { id: plan.planId }, 'row.stale', { version: version - 1 });
  await app.as('Chetan').call(feePlanContract.approve, { id: plan.planId }, { version });
  const seen = await app.as('Bina').call(feePlanContract.get, { id: plan.planId });
  assert.deepEqual(
    [seen.status, seen.total, seen.submittedByName, seen.approvedByName, seen.can['update']],
    ['APPROVED', r(92_000), 'Asha Rao', 'Chetan Mehta', false],
  );
  assert.equal(
    (await app.as('Charu').raw(feePlanContract.get, { id: plan.planId })).status,
    404,
    'the plan of another centre is not there',
  );
});

test('every step of a plan stands in its history, with who took it and why; a refused step leaves none', async () => {
  const asha = app.as('Asha', { centre: ANDHERI });
  const chetan = app.as('Chetan');
  const { planId: id, version } = await nurseryDraft(app, 'NUR-STEPS');
  await chetan.refused(feePlanContract.approve, { id }, 'row.wrong-state', { version });
  await asha.call(feePlanContract.submit, { id }, { version });
  await chetan.call(feePlanContract.reject, { id, reason: 'The kit is missing' }, { version: version + 1 });
  await asha.call(feePlanContract.submit, { id }, { version: version + 2 });
  const { version: last } = await asha.call(feePlanContract.get, { id });
  await chetan.call(feePlanContract.approve, { id }, { version: last });
  const { rows } = await asha.call(recordHistoryContract.list, { kind: 'fee-plan', id });
  const steps = rows.filter((row) => row.what.includes('→'));
  assert.deepEqual(steps.map(({ who, what, changes }) => [who, what, changes[0]?.to]).reverse(), [
    ['Asha Rao', 'Draft → Waiting for approval', undefined],
    ['Chetan Mehta', 'Waiting for approval → Rejected', 'The kit is missing'],
    ['Asha Rao', 'Rejected → Draft', undefined],
    ['Asha Rao', 'Draft → Waiting for approval', undefined],
    ['Chetan Mehta', 'Waiting for approval → Approved', undefined],
  ]);
  await app.as('Charu').refused(recordHistoryContract.list, { kind: 'fee-plan', id }, 'row.not-found');
  await assert.rejects(app.sql('delete from status_step'), 'a step is never taken away');
});

test('plans are filtered by the names of the specification', async () => {
  await app.sql(`update fee_plan set class_id = 3 where code = 'NUR-FD-2627'`);
  const asha = app.as('Asha', { centre: null });
  const names = async (filter: InputOf<typeof feePlanContract.list>) =>
    (await asha.call(feePlanContract.list, filter)).rows.map((row) => row.code);
  assert.deepEqual(await names({ academicYearID: YEAR, categoryID: 3 }), ['NUR-FD-2627']);
  assert.deepEqual(await names({ moduleID: 'SERVICE' }), []);
  assert.deepEqual(await names({ franchiseeID: ANDHERI, categoryID: 3 }), ['NUR-FD-2627']);
  assert.deepEqual(await names({ franchiseeIDMutiple: [BANER] }), []);
  assert.deepEqual(await names({ academicYearID: YEAR - 1 }), []);
});

test('broken twin: without its trigger a plan that is not balanced is stored', async () => {
  const draft = await nurseryDraft(app, 'NUR-TWIN');
  const unbalance = `update fee_plan_cell set amount = amount + 1 where amount > 0 and breakdown_id = '${draft.breakdownId}'`;
  await assert.rejects(app.sql(unbalance), /do not make its amount/);
  await app.sql('drop trigger check_cells on fee_plan_cell');
  await app.sql(unbalance);
});
