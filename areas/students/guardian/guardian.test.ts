// Guardians' rights, the people around a child, and the profile of the year (areas/students.md 3.2, 3.9; stories 3, 5, 7, 8).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { guardiansToTell, linkedStudents } from '../family/family.server.ts';
import { studentContract } from '../student/student.contract.ts';
import { studentFileContract } from '../student/student-file.contract.ts';
import { studentProfileContract } from '../student/student-profile.contract.ts';
import { childPeopleContract, guardianContract } from './guardian.contract.ts';

const { Aarav, Myra } = children;
const studentId = Aarav.studentId;
const mother = { studentId, guardianId: Aarav.guardianId };
const reason = 'Order 12/2026 of the family court';
const today = todayIst(new Date());
let app: TestApp;
let father = { studentId, guardianId: '' };
before(async () => {
  app = await testApp();
  const { id } = await app.as('Bina').call(guardianContract.save, {
    studentId,
    guardianId: undefined,
    name: 'Karthik Iyer',
    relation: 'FATHER',
    mobile: '98200 55555',
  });
  father = { studentId, guardianId: id };
});
after(() => app.close());

const bina = () => app.as('Bina');
const asha = () => app.as('Asha', { centre: ANDHERI });
const read = () => bina().call(studentContract.get, { id: studentId });
const guardian = async (id: string) => (await read()).guardians.find((one) => one.id === id);
const inCentre = <T>(work: Parameters<typeof inUnitOfWork<T>>[3]) =>
  inUnitOfWork<T>(app.pool, systemActor(ANDHERI), { command: 'test' }, work);
const told = async () =>
  (await inCentre((db) => guardiansToTell(db, [studentId], ANDHERI))).map((one) => one.name).sort();
const all = { portal: 'FULL', getsMessages: true, mayPickUp: true, livesWith: true } as const;

test('a guardian is added and edited; the number of one who signs in stays', async () => {
  assert.deepEqual(
    [(await guardian(father.guardianId))?.mobile, (await guardian(father.guardianId))?.shareBp],
    ['+919820055555', 0],
  );
  const values = { ...father, name: 'Karthik R Iyer', relation: 'FATHER', mobile: '9820055556' } as const;
  await bina().call(guardianContract.save, values);
  assert.equal((await guardian(father.guardianId))?.name, 'Karthik R Iyer');
  const gita = { ...mother, name: 'Gita Iyer', relation: 'MOTHER' } as const;
  await bina().refused(guardianContract.save, { ...gita, mobile: '9820000001' }, 'guardian.signs-in');
  for (const [field, value] of [
    ['mobile', '12345'],
    ['name', '***'],
    ['relation', 'AUNT'],
  ] as const) {
    const { status, body } = await bina().raw(guardianContract.save, { ...values, [field]: value });
    assert.deepEqual([status, Object.keys((body as { fields: object }).fields)], [422, [field]]);
  }
});

test('the parts of the fees make 100 %', async () => {
  const shares = (a: number, b: number) => [
    { guardianId: mother.guardianId, bp: a },
    { guardianId: father.guardianId, bp: b },
  ];
  await bina().call(guardianContract.setShares, { studentId, shares: shares(6000, 4000) });
  assert.deepEqual(
    (await read()).guardians.map((one) => one.shareBp),
    [6000, 4000],
  );
  const bad = await bina().refused(
    guardianContract.setShares,
    { studentId, shares: shares(6000, 3999) },
    'input.invalid',
  );
  assert.equal(bad.fields?.['shares'], 'The parts make 99.99 %, not 100 %');
  const twice = { guardianId: mother.guardianId, bp: 5000 };
  const doubled = await bina().refused(
    guardianContract.setShares,
    { studentId, shares: [twice, twice] },
    'input.invalid',
  );
  assert.equal(doubled.fields?.['shares'], 'Name each guardian once');
  await bina().refused(
    guardianContract.setShares,
    { studentId, shares: [{ guardianId: Myra.guardianId, bp: 10_000 }] },
    'row.not-found',
  );
  assert.deepEqual(
    (await read()).guardians.map((one) => one.shareBp),
    [6000, 4000],
    'nothing half-written',
  );
});

test('there is one first contact, and it moves', async () => {
  await bina().refused(
    guardianContract.setRights,
    { ...mother, ...all, isPrimary: false },
    'guardian.first-contact',
  );
  await bina().call(guardianContract.setRights, { ...father, ...all, isPrimary: true });
  assert.deepEqual(
    (await read()).guardians.map((one) => [one.name, one.isPrimary]),
    [
      ['Karthik R Iyer', true],
      ['Gita Iyer', false],
    ],
  );
});

test('restricted by court order: the child is gone from the app, messages skip, only with the code', async () => {
  const children = () => inCentre((db) => linkedStudents(db, people.Gita.id, today));
  assert.equal((await children()).length, 1);
  await app
    .as('Kavi', { centre: ANDHERI })
    .refused(guardianContract.restrict, { ...mother, reason }, 'approval.code-missing');
  await asha().refused(guardianContract.restrict, { ...father, reason }, 'guardian.first-contact');
  await asha().call(guardianContract.restrict, { ...mother, reason });
  assert.deepEqual(await children(), []);
  assert.deepEqual(await told(), ['Karthik R Iyer']);
  const row = await guardian(mother.guardianId);
  assert.deepEqual([row?.restricted, row?.mayPickUp, row?.shareBp], [true, false, 6000], 'the payment stays');
  await bina().refused(
    guardianContract.setRights,
    { ...mother, ...all, isPrimary: false },
    'guardian.restricted',
  );
  await asha().refused(guardianContract.restrict, { ...mother, reason }, 'guardian.restricted');
  await bina().refused(guardianContract.end, { ...mother, reason }, 'guardian.restricted');
  await asha().call(guardianContract.lift, { ...mother, reason });
  assert.deepEqual(await children(), [], 'rights are set anew by hand');
  await bina().call(guardianContract.setRights, { ...mother, ...all, isPrimary: true });
  assert.equal((await children()).length, 1);
  await asha().refused(guardianContract.lift, { ...mother, reason }, 'guardian.not-restricted');
});

test('an ended guardian is nobody any more', async () => {
  await bina().refused(guardianContract.end, { ...mother, reason }, 'guardian.first-contact');
  await bina().refused(guardianContract.end, { ...father, reason }, 'guardian.pays');
  await bina().call(guardianContract.setShares, {
    studentId,
    shares: [{ guardianId: mother.guardianId, bp: 10_000 }],
  });
  await bina().call(guardianContract.end, { ...father, reason });
  assert.deepEqual(
    (await read()).guardians.map((one) => one.name),
    ['Gita Iyer'],
  );
  assert.deepEqual(await told(), ['Gita Iyer']);
  await bina().refused(guardianContract.setRights, { ...father, ...all, isPrimary: false }, 'row.not-found');
});

test('people to call and at the gate', async () => {
  const grandmother = {
    studentId,
    name: 'Lata Iyer',
    relation: 'GRANDPARENT',
    mobile: '9820055557',
  } as const;
  const person = { ...grandmother, id: undefined };
  const { id } = await bina().call(childPeopleContract.savePickup, person);
  const contact = await bina().call(childPeopleContract.saveContact, { ...grandmother, ordinal: '1' });
  await bina().call(childPeopleContract.saveContact, { ...grandmother, name: 'Ravi Iyer', ordinal: '1' });
  const names = async () =>
    (await bina().call(studentFileContract.papers, { studentId })).people.map((one) => [one.what, one.name]);
  assert.deepEqual(await names(), [
    ['CALL', 'Ravi Iyer'],
    ['GATE', 'Lata Iyer'],
  ]);
  const past = { ...person, id, validTo: addDays(today, -1) };
  await bina().refused(childPeopleContract.savePickup, past, 'input.invalid');
  await bina().refused(
    childPeopleContract.savePickup,
    { ...person, photoFileId: studentId },
    'row.not-found',
  );
  await app.as('Charu').refused(childPeopleContract.savePickup, person, 'row.not-found');
  await app.as('Charu').refused(childPeopleContract.endPickup, { id }, 'row.not-found');
  await app.as('Charu').refused(childPeopleContract.removeContact, contact, 'row.not-found');
  await bina().call(childPeopleContract.endPickup, { id });
  assert.deepEqual(await names(), [['CALL', 'Ravi Iyer']]);
});

test('the register is corrected with a reason, unless it is locked', async () => {
  const { version } = await read();
  const values = {
    id: studentId,
    name: 'Aarav Iyer',
    dateOfBirth: '2022-08-16',
    gender: 'MALE',
    reason,
  } as const;
  await bina().refused(studentProfileContract.correct, values, 'row.stale', { version: version + 5 });
  const future = { ...values, dateOfBirth: addDays(today, 1) };
  await bina().refused(studentProfileContract.correct, future, 'input.invalid', { version });
  await app.sql(`update enrolment set edit_status = 'completed' where id = $1`, [Aarav.admissionId]);
  await bina().call(studentProfileContract.correct, values, { version });
  const now = await read();
  assert.deepEqual([now.name, now.dateOfBirth, now.editStatus], ['Aarav Iyer', '2022-08-16', 'pending']);
  await app.sql('update student set identity_locked = true where id = $1', [studentId]);
  const at = { version: now.version + 1 };
  await bina().refused(studentProfileContract.correct, values, 'student.identity-locked', at);
  assert.equal((await app.as('Divya').raw(studentProfileContract.correct, values)).status, 403);
});

test('a profile with gaps is not completed, and the gaps are named', async () => {
  const missing = async () =>
    (await bina().call(studentProfileContract.points, { id: studentId })).points
      .filter((point) => !point.there)
      .map((point) => point.key);
  const before = await missing();
  assert.ok(before.includes('photo') && before.includes('certificate') && !before.includes('shares'));
  const error = await bina().refused(studentProfileContract.complete, { id: studentId }, 'profile.gaps');
  assert.match(error.message, /points are missing: Photo, /);
  await app.as('Charu').refused(studentProfileContract.points, { id: studentId }, 'row.not-found');
  await app.as('Charu').refused(studentProfileContract.complete, { id: studentId }, 'row.not-found');
});
