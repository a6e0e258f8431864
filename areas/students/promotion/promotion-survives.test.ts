// Students stories 9 and 11: five hundred children of a class move up in the background, the worker is cut off at row 37
// and at row 287, and a second run writes nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { dieAt } from '@aangan/testkit/dying-worker.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { addChildren } from '@aangan/testkit/more-children.ts';
import { runBatch } from '@aangan/testkit/run-batch.ts';
import { ANDHERI, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY } from '@aangan/testkit/world-families.ts';
import { promotionBatch, promotionContract } from './promotion.contract.ts';

const CHILDREN = 500;
const EXCEPTIONS = 5;
const NEXT = YEAR + 1;
let app: TestApp;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2027-03-10T10:00:00+05:30'));
  await app.sql(`update academic_year set opened_on = '2026-11-01' where id = $1`, [NEXT]);
  // Five are too young for the next class.
  const all = await addChildren(app, CHILDREN - 2, {
    section: null,
    born: (n) => (n <= EXCEPTIONS ? '2024-06-01' : '2022-09-01'),
  });
  // Somebody paid ahead: the account goes with the child, not with the year.
  await app.sql(
    `insert into fee_account (franchisee_id, child_label, student_id, student_admission_id) values ($1, 'A child', $2, $3), ($1, 'A child', $4, $5)`,
    [ANDHERI, children.Aarav.studentId, children.Aarav.admissionId, all[20]?.studentId, all[20]?.admissionId],
  );
});
after(() => app.close());

const bina = () => app.as('Bina');
const evaluate = async () =>
  bina().call(promotionContract.get, {
    id: (await bina().call(promotionContract.evaluate, { classId: NURSERY })).id,
  });
const begin = async ({ id, version }: { id: string; version: number }) =>
  (await bina().call(promotionContract.execute, { id }, { version })).batchId;
const nextYear = () =>
  app.sql<{ id: string; version: number }>(
    'select id, version from enrolment where academic_year_id = $1 order by id',
    [NEXT],
  );
const accounts = () => app.sql('select id, student_admission_id, version from fee_account order by id');

test('five hundred children, cut off twice: each moves once; the second run changes nothing', async () => {
  const run = await evaluate();
  assert.equal(run.children.length, CHILDREN);
  assert.equal(run.children.filter(({ reasons }) => reasons.length > 0).length, EXCEPTIONS);
  const before = await accounts();
  const batchId = await begin(run);
  await dieAt(app, 'enrolment', [37, 287]);
  await assert.rejects(runBatch(app, batchId), 'the worker is gone');
  assert.equal((await nextYear()).length, 0, 'the piece it was in is taken back whole');
  await assert.rejects(runBatch(app, batchId), 'and the next one');
  const half = (await nextYear()).length;
  assert.ok(half > 0 && half < CHILDREN && half % 50 === 0, `${half} children in whole pieces`);
  const [shown] = (await bina().call(promotionBatch.endpoints.list, { ids: [batchId] })).rows;
  assert.deepEqual([shown?.state, shown?.done, shown?.total], ['RUNNING', half, CHILDREN]);
  await runBatch(app, batchId);
  const all = await nextYear();
  assert.equal(all.length, CHILDREN);
  const [rows] = await app.sql(
    `select count(*)::int as n, count(distinct student_id)::int as students, count(*) filter (where class_id = $2)::int as again
       from enrolment where academic_year_id = $1`,
    [NEXT, NURSERY],
  );
  assert.deepEqual(rows, { n: CHILDREN, students: CHILDREN, again: EXCEPTIONS });
  assert.deepEqual(await accounts(), before, 'money stays where it is');
  assert.equal((await bina().call(promotionContract.get, { id: run.id })).status, 'COMPLETED');

  const again = await begin(await evaluate());
  assert.deepEqual(await runBatch(app, again), { ok: 0, failed: 0, log: '' });
  const [end] = (await bina().call(promotionBatch.endpoints.list, { ids: [again] })).rows;
  assert.deepEqual([end?.state, end?.ok, end?.skipped, end?.failed], ['DONE', 0, CHILDREN, 0]);
  assert.deepEqual(await nextYear(), all, 'not even a version moved');
  publishFigure({
    promise: 'promotion',
    children: CHILDREN,
    deaths: 2,
    enrolments: all.length,
    second: end?.ok ?? -1,
  });
});
