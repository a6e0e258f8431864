// The account and the consents of a family, and the form behind an admission (first-pass/students.md thread 6, 7, 5).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { ledgerContract } from '../../finance/ledger/ledger.contract.ts';
import { guardianContract } from '../guardian/guardian.contract.ts';
import { accountContract } from './account.contract.ts';
import { admissionsFormContract } from './admissions-form.contract.ts';
import { consentContract } from './consent.contract.ts';
import { payerParts } from './payer-parts.ts';

let app: TestApp;
const { Aarav, Kabir, Myra } = children;

before(async () => {
  app = await testApp();
  for (const child of [Aarav, Kabir]) {
    const [account] = await app.sql<{ id: string }>(
      `insert into fee_account (franchisee_id, child_label, student_id, student_admission_id) values ($1, 'A child', $2, $3) returning id`,
      [ANDHERI, child.studentId, child.admissionId],
    );
    await app.sql(
      `insert into fee_line (franchisee_id, fee_account_id, kind, state, fee_type_id, component_kind, academic_year_id, label, due_on, gross, royalty_base)
       select $1, $2, 'NOTE', 'OPEN', id, 'TUITION', 2026, 'Instalment 1: Tuition', '2026-06-10', 1500000, 'NONE'
         from fee_type where franchisee_id = 1 and code = 'TUITION'`,
      [ANDHERI, account?.id],
    );
  }
});
after(() => app.close());

const portal = (value: string) =>
  app.sql(`update student_guardian set portal = $2 where student_id = $1 and guardian_id = $3`, [
    Aarav.studentId,
    value,
    Aarav.guardianId,
  ]);

test('a parent’s account is the own child’s, the same figures as staff read, and nobody else’s', async () => {
  const gita = app.as('Gita');
  const { family, children: own, child } = await gita.call(accountContract.child, {});
  assert.equal(family, true);
  assert.deepEqual(own, [{ studentAdmissionId: Aarav.admissionId, callName: 'Aarav' }]);
  assert.deepEqual(
    [child?.studentId, child?.className, child?.seesMoney],
    [Aarav.studentId, 'Nursery', true],
  );
  const mine = await gita.call(ledgerContract.studentPlan, { ref: Aarav.studentId });
  const theirs = await app.as('Asha').call(ledgerContract.studentPlan, { ref: Aarav.studentId });
  assert.deepEqual(mine.balance, theirs.balance);
  assert.equal(mine.balance.due, 1_500_000);
  const statement = await gita.call(ledgerContract.student, { ref: Aarav.studentId });
  const staff = await app.as('Asha').call(ledgerContract.student, { ref: Aarav.studentId });
  assert.deepEqual(statement.statement, staff.statement);
  for (const other of [Kabir.studentId, Kabir.admissionId, Myra.studentId]) {
    await gita.refused(accountContract.child, { student: other }, 'row.not-found');
    await gita.refused(ledgerContract.studentPlan, { ref: other }, 'row.not-found');
    await gita.refused(ledgerContract.student, { ref: other }, 'row.not-found');
  }
  assert.deepEqual((await gita.call(accountContract.find, { q: 'kabir' })).rows, []);
});

test('a parent reads the own share of the fees, not the other payer’s name', async () => {
  await app.as('Bina').call(guardianContract.save, {
    studentId: Aarav.studentId,
    guardianId: undefined,
    name: 'Karthik Iyer',
    relation: 'FATHER',
    mobile: '98200 55556',
  });
  await app.sql(
    `update student_guardian set payer_share_bp = case when guardian_id = $2 then 6000 else 4000 end where student_id = $1`,
    [Aarav.studentId, Aarav.guardianId],
  );
  const mine = (await app.as('Gita').call(accountContract.child, {})).child?.payers ?? [];
  assert.deepEqual(
    mine.map(({ share }) => share),
    [6000],
  );
  const all = await app.as('Asha').call(accountContract.child, { student: Aarav.studentId });
  assert.deepEqual(
    all.child?.payers.map(({ share }) => share),
    [6000, 4000],
  );
});

test('students story 7: 60 and 40 of an instalment of 15,000.00; thirds make the same sum', async () => {
  const { child } = await app.as('Asha').call(accountContract.child, { student: Aarav.studentId });
  const shares = child?.payers.map(({ share }) => share) ?? [];
  assert.deepEqual(payerParts(1_500_000, shares), [900_000, 600_000]);
  assert.deepEqual(payerParts(1_500_000, shares.slice(0, 1)), [900_000], 'the own part alone is the same');
  const thirds = payerParts(1_500_000, [3333, 6667]);
  assert.deepEqual([thirds, thirds.reduce((sum, one) => sum + one, 0)], [[499_950, 1_000_050], 1_500_000]);
  assert.deepEqual(payerParts(1, [6000, 4000]), [1, 0]);
  // It is shown; the account, and what it owes, stay one.
  const plan = await app.as('Asha').call(ledgerContract.studentPlan, { ref: Aarav.studentId });
  assert.equal(plan.balance.due, 1_500_000);
});

test('a guardian with the limited portal sees no money on any of the account’s reads', async () => {
  await portal('LIMITED');
  const gita = app.as('Gita');
  const { child } = await gita.call(accountContract.child, {});
  assert.deepEqual([child?.seesMoney, child?.payers], [false, []]);
  await gita.refused(ledgerContract.studentPlan, { ref: Aarav.studentId }, 'row.not-found');
  await gita.refused(ledgerContract.student, { ref: Aarav.studentId }, 'row.not-found');
  await portal('FULL');
  await gita.call(ledgerContract.studentPlan, { ref: Aarav.studentId });
});

test('staff choose a child first; who lacks the module is refused; bad input names its field', async () => {
  const asha = app.as('Asha', { centre: ANDHERI });
  assert.deepEqual(await asha.call(accountContract.child, {}), { family: false, children: [], child: null });
  const { rows } = await asha.call(accountContract.find, { q: 'Aarav' });
  assert.deepEqual(
    rows.map(({ id }) => id),
    [Aarav.studentId],
  );
  assert.equal(
    (await asha.call(accountContract.child, { student: Aarav.admissionId })).child?.studentId,
    Aarav.studentId,
  );
  await asha.refused(accountContract.find, { q: 'a' }, 'input.invalid');
  await app.as('Divya').refused(accountContract.child, {}, 'module.missing');
});

test('a parent answers, withdraws and answers again; each word is kept', async () => {
  const gita = app.as('Gita');
  const student = Aarav.admissionId;
  const row = async () =>
    (await gita.call(consentContract.mine, { student })).rows.find((one) => one.purpose === 'PHOTO_PUBLIC');
  assert.deepEqual([(await row())?.answer, (await row())?.allowed], [null, false]);
  const yes = { student, purpose: 'PHOTO_PUBLIC', answer: 'YES', textVersion: 1 } as const;
  await gita.call(consentContract.answer, yes);
  assert.deepEqual([(await row())?.answer, (await row())?.allowed], ['YES', true]);
  assert.equal((await gita.call(consentContract.answer, { ...yes, answer: 'NO' })).answer, 'WITHDRAWN');
  assert.deepEqual([(await row())?.answer, (await row())?.allowed], ['WITHDRAWN', false]);
  const kept = await app.sql<{ answer: string; method: string; by: string }>(
    `select answer, method, by_guardian as by from consent_answer where subject_id = $1 and purpose = 'PHOTO_PUBLIC' order by at`,
    [Aarav.studentId],
  );
  assert.deepEqual(
    kept.map(({ answer, method, by }) => [answer, method, by]),
    [
      ['YES', 'APP', Aarav.guardianId],
      ['WITHDRAWN', 'APP', Aarav.guardianId],
    ],
  );
});

test('consents: another child, an old text, a refused notice, the limited portal and staff are refused', async () => {
  const gita = app.as('Gita');
  const yes = { purpose: 'PHOTO_IN_APP', answer: 'YES', textVersion: 1 } as const;
  for (const student of [Kabir.studentId, Myra.admissionId]) {
    await gita.refused(consentContract.mine, { student }, 'row.not-found');
    await gita.refused(consentContract.answer, { ...yes, student }, 'row.not-found');
  }
  const own = { ...yes, student: Aarav.studentId };
  await gita.refused(consentContract.answer, { ...own, textVersion: 2 }, 'consent.text-outdated');
  await gita.refused(
    consentContract.answer,
    { ...own, purpose: 'EDUCATION_NOTICE', answer: 'NO' },
    'input.invalid',
  );
  await portal('LIMITED');
  assert.equal((await gita.call(consentContract.mine, { student: Aarav.studentId })).canAnswer, false);
  await gita.refused(consentContract.answer, own, 'consent.limited');
  await portal('FULL');
  await app.as('Asha').refused(consentContract.answer, own, 'row.not-found');
  const rows = await app.sql(
    `select 1 from consent_answer where purpose in ('PHOTO_IN_APP', 'EDUCATION_NOTICE')`,
  );
  assert.equal(rows.length, 0, 'nothing is half-written');
});

test('the admissions form: any id resolves, a child without a form says so, the other centre finds nothing', async () => {
  for (const id of [Aarav.studentId, Aarav.admissionId]) {
    const view = await app.as('Bina').call(admissionsFormContract.get, { id });
    assert.deepEqual([view.studentId, view.form], [Aarav.studentId, null]);
  }
  await app.as('Charu').refused(admissionsFormContract.get, { id: Aarav.studentId }, 'row.not-found');
  await app.as('Bina').refused(admissionsFormContract.get, { id: Myra.admissionId }, 'row.not-found');
  await app.as('Gita').refused(admissionsFormContract.get, { id: Aarav.studentId }, 'module.missing');
});
