// What a parent sees: own children only, money by the rights of this guardian, every read logged.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { sessionContract } from '../../shell/session.contract.ts';
import { studentFileContract } from '../student/student-file.contract.ts';
import { homeContract, strengthBoard } from './home.contract.ts';

let app: TestApp;
const { Aarav, Kabir } = children;

before(async () => {
  app = await testApp();
  for (const child of [Aarav, Kabir]) {
    const [account] = await app.sql<{ id: string }>(
      `insert into fee_account (franchisee_id, child_label, student_id, student_admission_id) values ($1, 'A child', $2, $3) returning id`,
      [ANDHERI, child.studentId, child.admissionId],
    );
    const [type] = await app.sql<{ id: string }>(
      `select id from fee_type where franchisee_id = 1 and code = 'TUITION'`,
    );
    await app.sql(
      `insert into fee_line (franchisee_id, fee_account_id, kind, state, fee_type_id, component_kind, academic_year_id, label, due_on, gross, royalty_base)
       values ($1, $2, 'NOTE', 'OPEN', $3, 'TUITION', 2026, 'Instalment 1: Tuition', '2026-06-10', 1500000, 'NONE')`,
      [ANDHERI, account?.id, type?.id],
    );
    const [payment] = await app.sql<{ id: string }>(
      `insert into payment (franchisee_id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, channel)
       values ($1, 'FEE', 'TUITION FEES', $2::uuid, 'fee-account', $2::uuid::text, 'CASH', 500000, 'CONFIRMED', '\\x00', 'COUNTER') returning id`,
      [ANDHERI, account?.id],
    );
    await app.sql(
      `insert into receipt (franchisee_id, payment_id, number, series, fy, seq, issued_on, snapshot, sha256) values ($1, $2, $3, 'R', '2627', $4, '2026-06-11', '{}', '\\x00')`,
      [ANDHERI, payment?.id, `R002/${child.studentId.slice(-3)}`, child === Aarav ? 1 : 2],
    );
  }
});
after(() => app.close());

test('a parent sees the own child with class, dues and receipts, and nobody else', async () => {
  const home = await app.as('Gita').call(homeContract.child, {});
  assert.equal(home.family, true);
  assert.deepEqual(home.children, [{ studentAdmissionId: Aarav.admissionId, callName: 'Aarav' }]);
  assert.equal(home.child?.className, 'Nursery');
  assert.equal(home.child?.sectionName, 'A');
  assert.equal(home.centre?.name, 'Andheri');
  assert.equal(home.money?.due, 1_500_000);
  assert.deepEqual(home.money?.next, [
    { label: 'Instalment 1', dueOn: '2026-06-10', open: 1_500_000, overdue: true },
  ]);
  assert.equal(home.money?.receipts.length, 1);
  assert.equal(home.money?.receipts[0]?.amount, 500_000);
  await app.as('Gita').refused(homeContract.child, { student: Kabir.admissionId }, 'row.not-found');
  await app.as('Gita').refused(homeContract.pay, { student: Kabir.studentId }, 'row.not-found');
  const [foreign] = await app.sql<{ id: string }>(
    `select r.id from receipt r join payment p on p.id = r.payment_id join fee_account a on a.id = p.fee_account_id where a.student_id = $1`,
    [Kabir.studentId],
  );
  await app.as('Gita').refused(homeContract.openReceipt, { id: foreign?.id ?? '' }, 'row.not-found');
  const own = await app.as('Gita').call(homeContract.openReceipt, { id: home.money?.receipts[0]?.id ?? '' });
  assert.match(own.number, /^R002/);
  const reads = await app.sql<{ contract: string }>(
    `select contract from access_log where user_id = $1 and action = 'READ' order by at`,
    [people.Gita.id],
  );
  assert.ok(reads.some((row) => row.contract === 'home.child'));
  assert.ok(reads.some((row) => row.contract === 'home.receipt'));
});

test('the pay button opens the own child’s payment page', async () => {
  const { path } = await app.as('Gita').call(homeContract.pay, { student: Aarav.admissionId });
  const token = path.replace('/admission-payments/', '');
  assert.match(token, /^[\w-]{22}$/);
  const page = await app.link(token).call(paymentContract.open, {});
  assert.equal(page.due, 1_500_000);
});

test('a guardian with the limited portal sees no money and cannot pay', async () => {
  await app.sql(`update student_guardian set portal = 'LIMITED' where student_id = $1`, [Aarav.studentId]);
  const home = await app.as('Gita').call(homeContract.child, {});
  assert.equal(home.money, null);
  await app.as('Gita').refused(homeContract.pay, { student: Aarav.admissionId }, 'row.not-found');
  await app.sql(`update student_guardian set portal = 'FULL' where student_id = $1`, [Aarav.studentId]);
});

test('staff get the strength of their centre on the same path', async () => {
  assert.equal((await app.as('Bina').call(homeContract.child, {})).family, false);
  const { cards } = await app.as('Bina').call(strengthBoard.endpoint, {});
  const card = (key: string) => cards.find((one) => one.key === key);
  assert.deepEqual([card('studying')?.n, card('studying')?.note], [2, 'of 20 places in sections']);
  assert.deepEqual(
    card('byClass')?.rows.map((row) => [row.label, row.values]),
    [['Nursery', { children: 2, places: 20 }]],
  );
  await app.as('Gita').refused(strengthBoard.endpoint, {}, 'module.missing');
});

test('documents of a child: another person verifies, the family sees them, the history tells who', async () => {
  const [file] = await app.sql<{ id: string }>(
    `insert into file (franchisee_id, name, bytes, mime, kind, state, storage_key) values ($1, 'card.pdf', 10, 'application/pdf', 'upload', 'CLEAN', 'x') returning id`,
    [ANDHERI],
  );
  const paper = await app.as('Bina').call(studentFileContract.add, {
    studentId: Aarav.studentId,
    kind: 'IMMUNISATION',
    fileId: file?.id ?? '',
    fileName: 'card.pdf',
  });
  await app
    .as('Bina')
    .refused(studentFileContract.decide, { id: paper.id, ok: true }, 'student-document.own-upload');
  await app.as('Omkar').call(studentFileContract.decide, { id: paper.id, ok: true });
  const seen = await app.as('Gita').call(homeContract.child, {});
  assert.deepEqual(
    seen.documents.map((row) => [row.kind, row.status]),
    [['IMMUNISATION', 'VERIFIED']],
  );
  const papers = await app.as('Bina').call(studentFileContract.papers, { studentId: Aarav.studentId });
  assert.deepEqual(
    papers.rows.map((row) => [row.kind, row.uploadedBy, row.verifiedBy, row.can['decide']]),
    [['IMMUNISATION', 'Bina Shah', 'Omkar Sawant', false]],
  );
  const { rows } = await app.as('Bina').call(studentFileContract.history, { studentId: Aarav.studentId });
  assert.ok(rows.some((row) => row.who === 'Omkar Sawant' && row.fields.includes('status')));
  await app.as('Charu').refused(studentFileContract.papers, { studentId: Aarav.studentId }, 'row.not-found');
});

test('in its days of grace an instalment is overdue on no page; after them on every page', async () => {
  const dueOn = (days: number) => addDays(todayIst(new Date()), -days);
  for (const [seq, days] of [
    [2, 4],
    [3, 5],
    [4, 6],
  ] as const)
    await app.sql(
      `insert into fee_line (franchisee_id, fee_account_id, kind, state, seq, fee_type_id, component_kind, academic_year_id, label, due_on, grace_days, gross, royalty_base)
       select franchisee_id, fee_account_id, 'NOTE', 'OPEN', $2, fee_type_id, component_kind, 2026, $3, $4, 5, 10000, 'NONE'
         from fee_line where fee_account_id = (select id from fee_account where student_id = $1) and label = 'Instalment 1: Tuition'`,
      [Aarav.studentId, seq, `Instalment ${seq}: Tuition`, dueOn(days)],
    );
  const home = await app.as('Gita').call(homeContract.child, {});
  const late = (lines: readonly { dueOn: string; overdue: boolean }[] = []) =>
    lines.filter((line) => line.overdue).map((line) => line.dueOn);
  assert.deepEqual(late(home.money?.next), ['2026-06-10', dueOn(6)]);
  const { path } = await app.as('Gita').call(homeContract.pay, { student: Aarav.admissionId });
  const page = await app.link(path.replace('/admission-payments/', '')).call(paymentContract.open, {});
  assert.deepEqual(late(page.lines), ['2026-06-10', dueOn(6)]);
  assert.equal(home.money?.overdue, 1_510_000);
});

test('a student signs in with the role STUDENT and sees the own enrolment as family: no money, another child is not found', async () => {
  await app.sql(`update app_user set kind = 'STUDENT' where id = $1`, [people.Zoya.id]);
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, 37, 'CENTRE', $2, '2026-01-01')`,
    [people.Zoya.id, ANDHERI],
  );
  const zoya = app.as('Zoya', { centre: null });
  assert.deepEqual((await zoya.call(homeContract.child, {})).children, [], 'nobody is linked yet');
  await app.sql('update student set user_id = $2 where id = $1', [Aarav.studentId, people.Zoya.id]);
  await sleep(1_050); // children are looked up anew each second
  const me = await zoya.call(sessionContract.me, {});
  assert.deepEqual(
    [me.roles.map((one) => one.role), me.student?.studentAdmissionID],
    [['STUDENT'], Aarav.admissionId],
  );
  const home = await zoya.call(homeContract.child, {});
  assert.deepEqual(home.children, [{ studentAdmissionId: Aarav.admissionId, callName: 'Aarav' }]);
  assert.equal(home.child?.className, 'Nursery');
  assert.equal(home.money, null);
  for (const other of [Kabir.admissionId, Kabir.studentId, children.Myra.admissionId])
    assert.equal((await zoya.raw(homeContract.child, { student: other })).status, 404);
  await zoya.refused(homeContract.pay, { student: Aarav.studentId }, 'row.not-found');
  const receipts = await app.sql<{ id: string }>('select id from receipt where franchisee_id = $1', [
    ANDHERI,
  ]);
  for (const { id } of receipts) await zoya.refused(homeContract.openReceipt, { id }, 'row.not-found');
  await zoya.refused(studentFileContract.papers, { studentId: Aarav.studentId }, 'module.missing');
  const rows = await app.sql<{ n: number }>(
    `select count(*)::int as n from access_log where user_id = $1 and contract = 'home.child'`,
    [people.Zoya.id],
  );
  assert.ok((rows[0]?.n ?? 0) > 0, 'its reads are logged');
});
