// A fee structure from a file, through HTTP: story 14 of finance.md 10, each fault at its row and column.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, YEAR } from '@aangan/testkit/world.ts';
import { financeApp, r } from '../assignment/nursery-testing.ts';
import { feePlanContract } from '../fee-plan/fee-plan.contract.ts';
import { feePlanUpload } from './fee-plan-upload.contract.ts';

let app: TestApp;
before(async () => {
  app = await financeApp();
});
after(() => app.close());

const HEADINGS =
  'plan_code,plan_name,academic_year,franchisee_id,module,category,class,session,fee_type,amount,tax_inclusive,royalty_base,option,instalment_no,label,due_rule,due_value,grace_days,percent_or_amount';

interface Line {
  code?: string;
  name?: string;
  year?: string;
  centre?: string;
  fee?: string;
  amount?: string;
  option?: string;
  no?: number;
  rule?: string;
  due?: string;
  part?: string;
}

const line = (of: Line): string =>
  [
    of.code ?? 'NUR-UP-2627',
    of.name ?? 'Nursery uploaded',
    of.year ?? '2026-2027',
    of.centre ?? '',
    'ACADEMIC',
    '',
    '',
    'FULL_DAY',
    of.fee ?? 'Tuition Fees',
    of.amount ?? '60000',
    'yes',
    'NET',
    of.option ?? 'HALF_YEARLY',
    of.no ?? 1,
    `Half ${of.no ?? 1}`,
    of.rule ?? ((of.no ?? 1) === 1 ? 'ON_ADMISSION' : 'MONTH_DAY'),
    of.due ?? ((of.no ?? 1) === 1 ? '' : '10-10'),
    '5',
    of.part ?? '50%',
  ]
    .map((cell) => `"${cell}"`)
    .join(',');

const chetan = () => app.as('Chetan', { centre: null });
const check = (lines: readonly string[]) =>
  chetan().call(feePlanUpload.endpoints.check, {
    csv: [HEADINGS, ...lines].join('\n'),
    fileName: 'fees.csv',
  });
/** 'row column: text' of every fault. */
async function faultsIn(lines: readonly string[]): Promise<string[]> {
  const { jobId } = await check(lines);
  const { rows } = await chetan().call(feePlanUpload.endpoints.rows, { jobId });
  return rows.flatMap((one) => one.faults.map((fault) => `${one.row} ${fault.column}: ${fault.text}`));
}
const plansOf = (code: string) =>
  app.sql<{ id: string; franchisee_id: number; status: string; total: string }>(
    `select id, franchisee_id, status, total from fee_plan where code = $1 order by franchisee_id`,
    [code],
  );

test('story 14: 3 bad rows of 120: nothing is saved and the rows are named; corrected, all plans are drafts', async () => {
  const lines = Array.from({ length: 60 }, (_, at) =>
    [1, 2].map((no) => line({ code: `UP-${at}`, name: `Plan ${at}`, no })),
  ).flat();
  const bad = lines.with(13, line({ code: 'UP-6', name: 'Plan 6', no: 2, rule: 'FIXED', due: '31-02-2026' }));
  bad[40] = line({ code: 'UP-20', name: 'Plan 20', no: 1, part: '49%' });
  bad[80] = line({ code: 'UP-40', name: 'Plan forty', no: 1 });
  const job = await check(bad);
  assert.deepEqual([job.total, job.bad, job.ok], [120, 3, 117]);
  assert.deepEqual(await faultsIn(bad), [
    "15 dueValue: '31-02-2026' is not a date. Use DD-MM-YYYY.",
    '43 part: The percentages of Tuition Fees add up to 99 %, not 100 %',
    '83 planName: Row 82 says something else for the same plan',
  ]);
  const refused = await chetan().raw(
    feePlanUpload.endpoints.commit,
    { jobId: job.jobId },
    { key: 'upload-1' },
  );
  assert.equal(refused.status >= 400, true);
  assert.equal((await plansOf('UP-0')).length, 0, 'nothing is saved');
  const right = await check(lines);
  await chetan().call(feePlanUpload.endpoints.commit, { jobId: right.jobId });
  const [plan] = await plansOf('UP-6');
  assert.deepEqual([plan?.status, plan?.franchisee_id, Number(plan?.total)], ['DRAFT', 1, r(60_000)]);
  const view = await chetan().call(feePlanContract.get, { id: plan?.id ?? '' });
  assert.equal(view.academicYearId, YEAR);
  assert.deepEqual(
    view.options.map((option) => [
      option.kind,
      option.cells.map((cell) => cell.amount),
      option.instalments[1]?.monthDay,
    ]),
    [['HALF_YEARLY', [r(30_000), r(30_000)], '10-10']],
  );
  await chetan().call(feePlanContract.submit, { id: view.id }, { version: view.version });
});

test('amounts make the fee to the paisa; percentages are split by largest remainder', async () => {
  const parts = ['33.33%', '33.33%', '33.34%'];
  const lines = [1, 2, 3].map((no) =>
    line({ code: 'SPLIT', amount: '45001.00', option: 'CUSTOM', no, part: parts[no - 1] ?? '' }),
  );
  await chetan().call(feePlanUpload.endpoints.commit, { jobId: (await check(lines)).jobId });
  const [plan] = await plansOf('SPLIT');
  const view = await chetan().call(feePlanContract.get, { id: plan?.id ?? '' });
  assert.deepEqual(
    view.options[0]?.cells.map((cell) => cell.amount),
    [r(14_998.83), r(14_998.83), r(15_003.34)],
  );
  assert.deepEqual(
    await faultsIn([
      line({ code: 'SHORT', amount: '60000', no: 1, part: '30000.00' }),
      line({ code: 'SHORT', amount: '60000', no: 2, part: '29999.99' }),
    ]),
    ['3 part: Tuition Fees is ₹0.01 short.'],
  );
});

test('a plan of one centre, a code that is taken, and what else can be wrong with a row', async () => {
  const own = (no: number) => line({ code: 'OWN-1', centre: String(ANDHERI), no });
  await chetan().call(feePlanUpload.endpoints.commit, { jobId: (await check([own(1), own(2)])).jobId });
  assert.deepEqual(
    (await plansOf('OWN-1')).map((plan) => plan.franchisee_id),
    [ANDHERI],
  );
  assert.deepEqual(await faultsIn([own(1), own(2)]), [
    '2 planCode: A plan has this code already. Make a new version of it instead.',
    '3 planCode: A plan has this code already. Make a new version of it instead.',
  ]);
  assert.deepEqual(await faultsIn([line({ code: 'W1', part: '50%' }), line({ code: 'W1', part: '50%' })]), [
    '3 instalmentNo: This fee stands twice in the instalment',
  ]);
  assert.deepEqual(
    await faultsIn([line({ code: 'W2', part: '50%' }), line({ code: 'W2', no: 2, part: '30000' })]),
    ['3 part: Write all parts of a fee in one way: % or ₹'],
  );
  assert.deepEqual(
    await faultsIn([
      line({ code: 'W3', part: '100%' }),
      line({ code: 'W3', fee: 'Activity', part: '100%' }),
      line({ code: 'W3', option: 'ONE_TIME', part: '100%' }),
    ]).then((faults) => faults.map((fault) => fault.replace(/: .* has/, ': X has'))),
    ['4 option: X has no instalment in "At once"'],
  );
  assert.deepEqual(await faultsIn([line({ code: 'W4', centre: '999', year: '2098-2099', part: '100%' })]), [
    '2 academicYear: There is no such academic year',
    '2 franchiseeId: There is no such centre',
  ]);
  assert.deepEqual(await faultsIn([line({ code: 'W5', rule: 'DAYS_AFTER', due: '500', part: 'all' })]), [
    '2 part: Write 25% or 3750.00',
    "2 dueValue: '500' is not a number of days from 0 to 400.",
  ]);
  await app
    .as('Bina')
    .refused(
      feePlanUpload.endpoints.check,
      { csv: [HEADINGS, own(1)].join('\n'), fileName: 'fees.csv' },
      'module.missing',
    );
});
