// Concessions on running plans, through HTTP: story 12 of finance.md 10, levels, limits, other centres.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, YEAR } from '@aangan/testkit/world.ts';
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
  receivable,
  sibling,
  submitted,
} from '../assignment/nursery-testing.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { studentConcessionContract } from './student-concession.contract.ts';

let app: TestApp;
let plan: NurseryPlan;
before(async () => {
  app = await financeApp();
  plan = await nurseryPlan(app);
});
after(() => app.close());

type Wanted = Partial<InputOf<typeof studentConcessionContract.request>>;

/** A child whose plan runs: billed on 5 April, three instalments of 15,000 to come. */
async function running(label: string, concessions: Parameters<typeof approved>[3] = []) {
  const child = await childAt(app, label);
  const assignmentId = await approved(app, plan, child, concessions);
  await activate(app, child);
  return { child, assignmentId };
}

const asking = (assignmentId: string, percent: number, more: Wanted = {}) => ({
  assignmentId,
  basis: 'PERCENT' as const,
  percent,
  kinds: ['TUITION' as const],
  reason: 'Father lost his work',
  ...more,
});

const ask = (assignmentId: string, percent: number, more: Wanted = {}) =>
  app.as('Bina').call(studentConcessionContract.request, asking(assignmentId, percent, more));

const details = (id: string, who: 'Chetan' | 'Farid' = 'Chetan') =>
  app.as(who).call(studentConcessionContract.get, { id });

const decideAs = async (
  who: 'Chetan' | 'Farid',
  what: 'approve' | 'reject' | 'revoke',
  id: string,
  note = 'Looked at',
) =>
  app.as(who).call(studentConcessionContract[what], { id, note }, { version: (await details(id)).version });

const later = async ({ accountId }: Child) =>
  (await receivable(app, accountId)).filter(([on]) => String(on) > '2026-04-05');

test('story 12: 15 % needs the second level; later lines fall; revoked after I2 was paid only I3 and I4 rise', async () => {
  const { child, assignmentId } = await running('Ishaan R.', [sibling]);
  const before = await later(child);
  assert.deepEqual(
    before.map(([, amount]) => amount),
    [r(13_500), r(13_500), r(13_500)],
  );
  const asked = await ask(assignmentId, 1500);
  // The best one counts: 2,250 instead of the 1,500 a line has.
  assert.deepEqual(
    [asked.amount, asked.deviationBp, asked.code, asked.lines],
    [r(2_250), 1500, 'CONCESSION_L2', 3],
  );
  await app
    .as('Bina')
    .refused(studentConcessionContract.request, asking(assignmentId, 500), 'student-concession.waiting');
  await app
    .as('Bina')
    .refused(studentConcessionContract.approve, { id: asked.id }, 'module.missing', { version: 1 });
  const seen = await details(asked.id, 'Farid');
  assert.deepEqual(
    [seen.can['approve'], seen.lines.map((line) => [line.before, line.amount, line.net])],
    [true, [1, 2, 3].map(() => [r(1_500), r(750), r(12_750)])],
  );
  assert.deepEqual(await later(child), before, 'asking changes nothing');
  await decideAs('Farid', 'approve', asked.id);
  const on = ['2026-07-10', '2026-10-10', '2027-01-10'];
  assert.deepEqual(
    await later(child),
    on.map((day) => [day, r(12_750)]),
  );
  const given = await app.sql<{ amount: number }>(
    `select sum(p.amount) as amount from ledger_posting p join ledger_entry e on e.id = p.entry_id where e.source = 'concession.applied' and p.account_code = '4190' and e.fee_account_id = $1`,
    [child.accountId],
  );
  assert.equal(Number(given[0]?.amount), r(2_250));
  const { assignments } = await app.as('Bina').call(ledgerContract.studentPlan, { ref: child.admissionId });
  assert.deepEqual([assignments[0]?.concession, assignments[0]?.net], [r(8_250), r(83_750)]);

  await paid(app, child, r(45_500 + 12_750)); // I1 and I2
  await decideAs('Farid', 'revoke', asked.id, 'The father works again');
  assert.deepEqual(await later(child), [
    ['2026-07-10', 0], // billed lower, and paid
    ['2026-10-10', r(13_500)],
    ['2027-01-10', r(13_500)],
  ]);
  const steps = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'student_concession' and subject_id = $1 order by id`,
    [asked.id],
  );
  assert.deepEqual(
    steps.map((step) => step.action),
    ['approve', 'revoke'],
  );
  await app
    .as('Farid')
    .refused(studentConcessionContract.revoke, { id: asked.id, note: 'Again' }, 'row.wrong-state', {
      version: (await details(asked.id)).version,
    });
  // The books agree with the lines.
  const [sums] = await app.sql<{ books: string; lines: string }>(
    `select (select sum(amount) from ledger_posting where account_code = '1200' and party_id = $1) as books,
       (select sum(net - allocated) from fee_line where fee_account_id = $1::uuid and state = 'OPEN') as lines`,
    [child.accountId],
  );
  assert.equal(sums?.books, sums?.lines);
});

test('25 % is above Farid’s level and his own request is not his to decide', async () => {
  const { assignmentId } = await running('Kabir S.');
  const { id, code } = await ask(assignmentId, 2500);
  assert.equal(code, 'CONCESSION_L3');
  const row = await details(id, 'Farid');
  assert.deepEqual([row.can['approve'], row.can['reject'], row.code], [false, true, 'CONCESSION_L3']);
  await app
    .as('Farid')
    .refused(studentConcessionContract.approve, { id }, 'student-concession.band', { version: row.version });
  await decideAs('Chetan', 'reject', id, 'Not this year');
  const own = await app
    .as('Chetan', { centre: ANDHERI })
    .call(studentConcessionContract.request, asking(assignmentId, 1000));
  const { version, can } = await details(own.id);
  assert.deepEqual([can['approve'], can['reject']], [false, false]);
  for (const what of ['approve', 'reject'] as const)
    await app
      .as('Chetan')
      .refused(studentConcessionContract[what], { id: own.id, note: 'Mine' }, 'approval.own', { version });
  await app
    .as('Farid')
    .refused(studentConcessionContract.approve, { id: own.id }, 'row.stale', { version: version + 1 });
  await decideAs('Farid', 'approve', own.id);
});

test('a budget that is used up asks for one level more, or refuses', async () => {
  const { assignmentId } = await running('Anaya B.');
  await app.sql(
    `insert into concession_budget (franchisee_id, academic_year_id, term, amount) values ($1, $2, 0, 1)`,
    [ANDHERI, YEAR],
  );
  const { id, code } = await ask(assignmentId, 800);
  assert.equal(code, 'CONCESSION_L2', '8 % alone is the first level');
  await app.sql(
    `insert into setting (franchisee_id, area, key, value, from_on) values ($1, 'finance', 'concession_over_budget', '"REFUSE"', '2026-04-01')`,
    [ANDHERI],
  );
  const { version } = await details(id);
  await app
    .as('Chetan')
    .refused(studentConcessionContract.approve, { id }, 'student-concession.budget-spent', { version });
  await app.sql(`delete from setting where area = 'finance' and key = 'concession_over_budget'`);
  await app.sql(`delete from concession_budget where franchisee_id = $1`, [ANDHERI]);
  await decideAs('Farid', 'approve', id);
});

test('an entry of the catalogue: its document, its uses, its days', async () => {
  const [entry] = await app.sql<{ id: string }>(
    `insert into concession (franchisee_id, name, concession_type, basis, percent, level, component_kinds, valid_from, max_uses, document_needed)
     values (1, 'Staff child', 'STAFF', 'PERCENT', 1000, 'COMPONENT', '{TUITION}', '2026-04-01', 1, true) returning id`,
  );
  const concessionId = entry?.id ?? '';
  const [first, second] = [await running('Vihaan P.'), await running('Myra P.')];
  const wanted = (assignmentId: string) => ({ assignmentId, concessionId, reason: 'Teacher’s child' });
  const bina = app.as('Bina');
  const without = await bina.raw(studentConcessionContract.request, wanted(first.assignmentId));
  assert.deepEqual(
    [without.status, Object.keys((without.body as { fields?: object }).fields ?? {})],
    [422, ['documentFile']],
  );
  await app.sql(`update concession set document_needed = false where id = $1`, [concessionId]);
  const one = await bina.call(studentConcessionContract.request, wanted(first.assignmentId));
  const two = await bina.call(studentConcessionContract.request, wanted(second.assignmentId));
  await decideAs('Farid', 'approve', one.id);
  const { version } = await details(two.id);
  await app
    .as('Farid')
    .refused(studentConcessionContract.approve, { id: two.id }, 'student-concession.max-uses', { version });
  await app.sql(`update concession set active = false where id = $1`, [concessionId]);
  await bina.refused(studentConcessionContract.request, wanted(first.assignmentId), 'input.invalid');
});

test('one given with its plan is decided with it, and may be revoked', async () => {
  const { child } = await running('Reyansh T.', [sibling]);
  const { rows } = await app.as('Chetan').call(studentConcessionContract.ofChild, { ref: child.admissionId });
  const id = rows[0]?.id ?? '';
  await decideAs('Farid', 'revoke', id, 'The elder brother left');
  assert.deepEqual(
    (await later(child)).map(([, amount]) => amount),
    [r(15_000), r(15_000), r(15_000)],
  );
  const asked = await childAt(app, 'Plan waits');
  await submitted(app, plan, asked, [sibling]);
  const waiting = await app.as('Chetan').call(studentConcessionContract.ofChild, { ref: asked.admissionId });
  const one = await details(waiting.rows[0]?.id ?? '');
  assert.deepEqual([one.onRunningPlan, one.can['approve']], [false, false]);
  await app
    .as('Chetan')
    .refused(studentConcessionContract.approve, { id: one.id }, 'student-concession.with-plan', {
      version: one.version,
    });
});

test('what is wrong is named; nothing later, too much, another centre', async () => {
  const { child, assignmentId } = await running('Saanvi K.');
  const bina = app.as('Bina');
  const fieldsOf = async (wanted: Wanted) => {
    const answer = await bina.raw(studentConcessionContract.request, {
      assignmentId,
      reason: 'x',
      ...wanted,
    });
    return [answer.status, ...Object.keys((answer.body as { fields?: object }).fields ?? {})];
  };
  assert.deepEqual(await fieldsOf({}), [422, 'basis']);
  assert.deepEqual(await fieldsOf({ basis: 'PERCENT', kinds: ['TUITION'] }), [422, 'percent']);
  assert.deepEqual(await fieldsOf({ basis: 'AMOUNT', amount: 100, kinds: [] }), [422, 'kinds']);
  await bina.refused(
    studentConcessionContract.request,
    asking(assignmentId, 0, { basis: 'AMOUNT', amount: r(99_999), percent: null }),
    'student-concession.above-base',
  );
  await bina.refused(
    studentConcessionContract.request,
    asking(assignmentId, 1000, { kinds: ['ADMISSION'] }),
    'student-concession.nothing-later',
  );
  await app
    .as('Charu')
    .refused(studentConcessionContract.request, asking(assignmentId, 1000), 'row.not-found');
  const { id } = await ask(assignmentId, 1000);
  await app.as('Charu').refused(studentConcessionContract.get, { id }, 'row.not-found');
  assert.equal(
    (await app.as('Bina').call(studentConcessionContract.ofChild, { ref: child.accountId })).plans[0]
      ?.waiting,
    true,
  );
  await app.sql(`update fee_assignment set status = 'CLOSED' where id = $1`, [assignmentId]);
  const { version } = await details(id);
  await app
    .as('Farid')
    .refused(studentConcessionContract.approve, { id }, 'student-concession.plan-ended', { version });
});

test('a royalty concession lowers the later rate, not the fee, and is head office’s to give', async () => {
  await agreedRoyalty(app, 1500);
  const [entry] = await app.sql<{ id: string }>(
    `insert into concession (franchisee_id, name, concession_type, basis, percent, level, component_kinds, valid_from)
     values (1, 'New centre', 'Royalty Concession', 'PERCENT', 500, 'PLAN', '{}', '2026-04-01') returning id`,
  );
  const { child, assignmentId } = await running('Dhruv J.');
  const before = await later(child);
  const { id, code } = await app.as('Bina').call(studentConcessionContract.request, {
    assignmentId,
    concessionId: entry?.id ?? '',
    reason: 'First year of the centre',
  });
  assert.equal(code, 'ROYALTY_APPROVE');
  const { version } = await details(id);
  await app
    .as('Farid')
    .refused(studentConcessionContract.approve, { id }, 'student-concession.band', { version });
  await decideAs('Chetan', 'approve', id);
  assert.deepEqual(await later(child), before);
  await paid(app, child, r(47_000 + 15_000));
  const rows = await app.sql<{ rate: number }>(
    `select distinct rate_bp as rate from royalty_accrual where fee_account_id = $1 order by 1`,
    [child.accountId],
  );
  assert.deepEqual(
    rows.map((row) => row.rate),
    [1000, 1500],
    'I2 at 10 %, I1 at 15 %',
  );
  await decideAs('Chetan', 'revoke', id, 'The year is over');
});
