// A guardian whom a court keeps away loses sight of that child within a second, on every page of the family (story 8);
// a family reads nobody else's child anywhere (story 22).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { attendanceContract } from '../../academics/attendance/attendance.contract.ts';
import { diaryContract } from '../../academics/diary/diary.contract.ts';
import { reportCardContract } from '../../academics/report-card/report-card.contract.ts';
import { ledgerContract } from '../../finance/ledger/ledger.contract.ts';
import { sessionContract } from '../../shell/session.contract.ts';
import { guardianContract } from '../guardian/guardian.contract.ts';
import { homeContract } from '../home/home.contract.ts';

const { Aarav, Kabir, Myra } = children;
let app: TestApp;
before(async () => {
  app = await testApp();
  for (const child of [Aarav, Kabir])
    await app.sql(
      `insert into fee_account (franchisee_id, child_label, student_id, student_admission_id) values ($1, 'A child', $2, $3)`,
      [ANDHERI, child.studentId, child.admissionId],
    );
});
after(() => app.close());

const gita = () => app.as('Gita');
type Child = (typeof children)[keyof typeof children];

/** Every page that shows a family its child, asked with that child's id. */
const pages: readonly (readonly [Endpoint, (child: Child) => object])[] = [
  [homeContract.child, (child) => ({ student: child.studentId })],
  [homeContract.pay, (child) => ({ student: child.studentId })],
  [attendanceContract.report, (child) => ({ id: child.admissionId })],
  [diaryContract.feed, (child) => ({ id: child.admissionId })],
  [reportCardContract.card, (child) => ({ id: child.admissionId })],
  [ledgerContract.student, (child) => ({ ref: child.studentId, future: false })],
  [ledgerContract.studentPlan, (child) => ({ ref: child.admissionId })],
];
const statuses = async (child: Child) =>
  Promise.all(pages.map(async ([page, input]) => (await gita().raw(page, input(child))).status));

test('a restricted guardian sees the child nowhere any more within a second', async () => {
  const all404 = pages.map(() => 404);
  assert.deepEqual(
    await statuses(Aarav),
    pages.map(() => 200),
  );
  assert.deepEqual(await statuses(Kabir), all404, 'another family of the centre');
  assert.deepEqual(await statuses(Myra), all404, 'another centre');

  const { id } = await app.as('Bina').call(guardianContract.save, {
    studentId: Aarav.studentId,
    guardianId: undefined,
    name: 'Karthik Iyer',
    relation: 'FATHER',
    mobile: '9820055555',
  });
  const all = { portal: 'FULL', getsMessages: true, mayPickUp: true, livesWith: true } as const;
  await app.as('Bina').call(guardianContract.setRights, {
    studentId: Aarav.studentId,
    guardianId: id,
    ...all,
    isPrimary: true,
  });
  await app.as('Asha', { centre: ANDHERI }).call(guardianContract.restrict, {
    studentId: Aarav.studentId,
    guardianId: Aarav.guardianId,
    reason: 'Order 12/2026 of the family court',
  });

  await sleep(1_050); // children are looked up anew each second
  const after = await statuses(Aarav);
  assert.ok(
    after.every((status) => status === 403 || status === 404),
    `still seen: ${after}`,
  );
  const me = await gita().raw(sessionContract.me, {});
  assert.ok(!JSON.stringify(me.body).includes(Aarav.studentId), 'the session names no child');
});
