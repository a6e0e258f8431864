// The profile of the year until it is completed, the private page, and what is done to an enrolment (areas/students.md 2.1, 3.1, 3.2).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { attendanceContract } from '../../academics/attendance/attendance.contract.ts';
import { type ConsentPurpose, recordConsent } from '../../communication/public.server.ts';
import { childPeopleContract, guardianContract } from '../guardian/guardian.contract.ts';
import { startEnrolmentsJob } from '../placement/start-enrolments.server.ts';
import { enrolmentContract } from './enrolment.contract.ts';
import { studentContract } from './student.contract.ts';
import { studentPrivateContract } from './student-private.contract.ts';
import { studentProfileContract } from './student-profile.contract.ts';

const { Aarav, Kabir } = children;
const id = Aarav.studentId;
const today = todayIst(new Date());
const reason = 'The family travels';
let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const bina = () => app.as('Bina');
const tonight = (day: string) =>
  startEnrolmentsJob.run({
    now: new Date(`${day}T00:05:00+05:30`),
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'students.start-enrolments' }, work),
    data: {},
    ports: { ...app.ports, afterCommit: async () => undefined } as never,
  });
const page = { id, hasAllergies: 'NO', aadhaarLast4: '1234', pen: '12345678901' } as const;
const consent = (...purposes: ConsentPurpose[]) =>
  inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    recordConsent(db, {
      franchiseeId: ANDHERI,
      subjectKind: 'STUDENT',
      subjectId: id,
      method: 'PAPER',
      byGuardianId: Aarav.guardianId,
      answers: purposes.map((purpose) => ({ purpose, answer: 'YES' })),
    }),
  );

test('the private page is kept sealed, read by whoever keeps the register, and every look is logged', async () => {
  await bina().call(studentPrivateContract.save, page);
  const read = await bina().call(studentPrivateContract.open, { id });
  assert.deepEqual(
    [read.hasAllergies, read.allergies, read.aadhaarLast4, read.pen, read.apaarAllowed],
    [false, null, '1234', '12345678901', false],
  );
  const [row] = await app.sql<{ plain: boolean }>(
    `select position('12345678901' in encode(sealed, 'escape')) > 0 as plain from student_private where student_id = $1`,
    [id],
  );
  assert.equal(row?.plain, false);
  const [looks] = await app.sql<{ n: number }>(
    `select count(*)::int as n from access_log where purpose = 'private page of a child' and subject_id = $1`,
    [id],
  );
  assert.equal(looks?.n, 1);
  await app.as('Charu').refused(studentPrivateContract.open, { id }, 'row.not-found');
  await app.as('Charu').refused(studentPrivateContract.save, page, 'row.not-found');
  assert.equal((await app.as('Divya').raw(studentPrivateContract.open, { id })).status, 403);
});

test('no whole identity number, no half allergy, no APAAR id without its form', async () => {
  const faults = async (more: object) => {
    const { status, body } = await bina().raw(studentPrivateContract.save, { ...page, ...more });
    return [status, Object.keys((body as { fields?: object }).fields ?? {})];
  };
  assert.deepEqual(await faults({ aadhaarLast4: '234123412346' }), [422, ['aadhaarLast4']]);
  assert.deepEqual(await faults({ conditions: 'Aadhaar 2341 2341 2346' }), [422, ['conditions']]);
  assert.deepEqual(await faults({ hasAllergies: 'YES' }), [422, ['allergies']]);
  assert.deepEqual(await faults({ allergies: 'Nuts' }), [422, ['hasAllergies']]);
  const apaar = { ...page, apaar: '123456789012' };
  await bina().refused(studentPrivateContract.save, apaar, 'student.apaar-consent');
  await consent('APAAR');
  await bina().call(studentPrivateContract.save, apaar);
  assert.equal((await bina().call(studentPrivateContract.open, { id })).apaar, '123456789012');
});

test('14 of 15: the gap is named; 15 of 15 completes, and it is opened again', async () => {
  const { version } = await bina().call(studentContract.get, { id });
  await bina().call(
    studentContract.update,
    {
      id,
      bloodGroup: 'Not known',
      motherTongue: 'Tamil',
      nationality: 'Indian',
      address: '4 Lake Road',
      pincode: '400053',
    },
    { version },
  );
  await bina().call(guardianContract.setShares, {
    studentId: id,
    shares: [{ guardianId: Aarav.guardianId, bp: 10_000 }],
  });
  await bina().call(childPeopleContract.saveContact, {
    studentId: id,
    ordinal: '1',
    name: 'Lata Iyer',
    relation: 'GRANDPARENT',
    mobile: '9820055557',
  });
  await consent('EDUCATION_NOTICE', 'PHOTO_IN_APP', 'PHOTO_PUBLIC');
  await app.sql('update guardian set mobile_verified_at = now() where id = $1', [Aarav.guardianId]);
  const [file] = await app.sql<{ id: string }>(
    `insert into file (franchisee_id, name, bytes, mime, kind, state, storage_key, uploaded_at)
     values ($1, 'paper.pdf', 1000, 'application/pdf', 'upload', 'CLEAN', 'profile-test', now()) returning id`,
    [ANDHERI],
  );
  await app.sql('update student set photo_file_id = $2 where id = $1', [id, file?.id]);
  const certificate = () =>
    app.sql(
      `insert into student_document (franchisee_id, student_id, kind, file_id, file_name, status) values ($1, $2, 'BIRTH_CERTIFICATE', $3, 'birth.pdf', 'VERIFIED')`,
      [ANDHERI, id, file?.id],
    );
  const gap = await bina().refused(studentProfileContract.complete, { id }, 'profile.gaps');
  assert.equal(gap.message, '1 of 15 points are missing: Verified birth certificate.');
  await certificate();
  await bina().call(studentProfileContract.complete, { id });
  const status = async () => (await bina().call(studentContract.get, { id })).editStatus;
  assert.equal(await status(), 'completed');
  const pending = await bina().call(studentContract.list, { editStatus: 'pending', limit: 50 });
  assert.ok(pending.rows.length > 0 && pending.rows.every((row) => row.id !== id));
  await bina().call(studentProfileContract.reopen, { id, reason: 'A new passport' });
  assert.equal(await status(), 'pending');
});

test('a hold keeps the seat for at most 60 days and ends by hand or by the night job', async () => {
  const enrolment = { id: Aarav.admissionId, reason };
  for (const until of [today, addDays(today, 61)])
    await bina().refused(enrolmentContract.hold, { ...enrolment, until }, 'input.invalid');
  await app
    .as('Charu')
    .refused(enrolmentContract.hold, { ...enrolment, until: addDays(today, 5) }, 'row.not-found');
  await bina().refused(enrolmentContract.resume, enrolment, 'row.wrong-state');
  await bina().call(enrolmentContract.hold, { ...enrolment, until: addDays(today, 60) });
  const state = async () => (await bina().call(studentContract.get, { id })).state;
  assert.equal(await state(), 'ON_HOLD');
  await bina().refused(enrolmentContract.hold, { ...enrolment, until: addDays(today, 5) }, 'row.wrong-state');
  await bina().call(enrolmentContract.resume, enrolment);
  assert.equal(await state(), 'STUDYING');

  await bina().call(enrolmentContract.hold, { ...enrolment, until: addDays(today, 5) });
  await tonight(addDays(today, 5));
  assert.equal(await state(), 'ON_HOLD', 'the last day is a day of the hold');
  await tonight(addDays(today, 6));
  assert.equal(await state(), 'STUDYING');
});

test('an enrolment is cancelled before its first day only', async () => {
  const enrolment = { id: Kabir.admissionId, reason };
  await bina().refused(enrolmentContract.cancel, enrolment, 'row.wrong-state');
  await app.sql(`update enrolment set status = 'UPCOMING', joined_on = $2 where id = $1`, [
    Kabir.admissionId,
    today,
  ]);
  await bina().refused(enrolmentContract.cancel, enrolment, 'enrolment.begun');
  await app.sql('update enrolment set joined_on = $2 where id = $1', [Kabir.admissionId, addDays(today, 9)]);
  await bina().call(enrolmentContract.cancel, enrolment);
  const { state, enrolments } = await bina().call(studentContract.get, { id: Kabir.studentId });
  assert.deepEqual([state, enrolments[0]?.status], ['LEFT', 'CANCELLED']);
});

test('students story 2: by the id of child, enrolment or admission the same child opens; a foreign one is not found', async () => {
  for (const one of [id, Aarav.admissionId]) {
    const { id: found, name } = await bina().call(studentContract.get, { id: one });
    assert.deepEqual([found, name], [id, 'Aarav']);
    const report = await bina().call(attendanceContract.report, { id: one });
    assert.equal(report.enrolmentId, Aarav.admissionId);
    await app.as('Charu').refused(studentContract.get, { id: one }, 'row.not-found');
    await app.as('Charu').refused(attendanceContract.report, { id: one }, 'row.not-found');
  }
  for (const foreign of [children.Myra.studentId, children.Myra.admissionId])
    await bina().refused(studentContract.get, { id: foreign }, 'row.not-found');
});
