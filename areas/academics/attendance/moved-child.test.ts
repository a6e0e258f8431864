// Academics story 7, students story 6: a child that changes its section stands in the register of its section of each day.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { placementContract } from '../../students/placement/placement.contract.ts';
import { classroomOf } from '../diary/diary-testing.ts';
import { attendanceContract as contract } from './attendance.contract.ts';

const { Aarav } = children;
const NURSERY_A = sections[ANDHERI];
const FRIDAY = '2026-11-20';
const MONDAY = '2026-11-23';
let app: TestApp;
let nurseryB: string;
before(async () => {
  app = await testApp();
  app.moveClock(new Date(`${FRIDAY}T10:00:00+05:30`));
  ({ nurseryB } = await classroomOf(app));
});
after(() => app.close());

const bina = () => app.as('Bina');
const namesIn = async (sectionId: string, onDate: string) =>
  (await bina().call(contract.register, { sectionId, onDate })).rows.map(({ name }) => name);
const mark = (sectionId: string, onDate: string, code: 'P' | 'A') =>
  bina().call(contract.save, {
    sectionId,
    onDate,
    submit: false,
    ops: [
      {
        opId: randomUUID(),
        enrolmentId: Aarav.admissionId,
        code,
        inAt: null,
        outAt: null,
        reason: null,
        note: null,
        baseVersion: 0,
        atDevice: `${onDate}T05:00:00Z`,
      },
    ],
  });

test('before the move in A, from the move on in B, and one percentage over both', async () => {
  await mark(NURSERY_A, FRIDAY, 'A');
  await bina().call(placementContract.place, { ids: [Aarav.admissionId], sectionId: nurseryB, from: MONDAY });
  app.moveClock(new Date(`${MONDAY}T10:00:00+05:30`));
  assert.deepEqual(
    [
      await namesIn(NURSERY_A, FRIDAY),
      await namesIn(nurseryB, FRIDAY),
      await namesIn(NURSERY_A, MONDAY),
      await namesIn(nurseryB, MONDAY),
    ],
    [['Aarav', 'Kabir'], [], ['Kabir'], ['Aarav']],
  );
  const wrong = await mark(NURSERY_A, MONDAY, 'P');
  assert.deepEqual(
    wrong.results.map(({ outcome }) => outcome),
    ['NOT_ON_ROLL'],
  );
  await mark(nurseryB, MONDAY, 'P');
  const report = await bina().call(contract.report, { id: Aarav.studentId });
  const month = report.months.find((one) => one.month === '2026-11');
  assert.deepEqual([month?.marked, month?.halfDays, month?.rateBp], [2, 2, 5000]);
  assert.deepEqual(
    report.days.map(({ day, code }) => [day, code]),
    [
      [FRIDAY, 'A'],
      [MONDAY, 'P'],
    ],
  );
});
