// From a new user to an approved teacher and back: who decides, what must be there, what it opens (areas/staff.md 10).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, staffIds } from '@aangan/testkit/world.ts';
import { userAccountContract } from '../../network/user/user-account.contract.ts';
import { studentContract } from '../../students/student/student.contract.ts';
import { days, drainFacts, rowOf, until, verifyDocuments } from '../staff-testing.ts';
import { staffContract } from './staff.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  useAreas(app.areas);
});
after(() => app.close());

const at = async (id: string) => ({ version: (await rowOf(app, id)).version });
const kavi = () => app.as('Kavi', { centre: ANDHERI });

async function newTeacher(by: 'Bina' | 'Kavi', firstName: string, mobile: string): Promise<string> {
  const { id: userId } = await app.as(by, { centre: ANDHERI }).call(userAccountContract.createStaff, {
    firstName,
    lastName: 'Sen',
    mobile,
    kind: 'TEACHING',
    joinedOn: days(0),
  });
  await drainFacts(app);
  const [row] = await app.sql<{ id: string }>('select id from staff where user_id = $1', [userId]);
  return row?.id ?? assert.fail('the fact made no staff');
}

test('staff thread 1: a user made at /user/create/staff is staff waiting for approval, once', async () => {
  const id = await newTeacher('Bina', 'Anu', '9819811001');
  assert.deepEqual(await drainFacts(app), { sent: 0, retried: 0, unknown: 0, dead: 0 });
  await app.sql(
    `update outbox set state = 'QUEUED', not_before = now() - interval '1 minute', locked_until = null where kind = 'network.staff-user-created'`,
  );
  await drainFacts(app);
  const person = await app.as('Bina').call(staffContract.get, { id });
  assert.deepEqual(
    [
      person.name,
      person.status,
      person.values['category'],
      person.values['joinedOn'],
      person.values['mobile'],
    ],
    ['Anu Sen', 'PENDING', 'TEACHING', days(0), '+919819811001'],
  );
  assert.match(person.employeeCode, /^002-\d{4}$/);
  const [n] = await app.sql<{ n: number }>('select count(*)::int as n from staff where user_id = $1', [
    (await rowOf(app, id)).user_id,
  ]);
  assert.equal(n?.n, 1, 'a repeated fact makes no second row');
  assert.deepEqual(
    person.documents.map(({ name, status }) => [name, status]),
    [
      'Photo',
      'Identity proof',
      'Address proof',
      'Qualification certificate',
      'Teacher training certificate (NTT/ECCEd)',
      'Police verification',
      'Child-safety undertaking (POCSO policy)',
    ].map((name) => [name, null]),
  );
});

test('staff story 2: a missing document is named and nothing is half-written', async () => {
  const id = await newTeacher('Bina', 'Binita', '9819811002');
  await verifyDocuments(app, id, { but: ['Police verification'] });
  const error = await kavi().refused(staffContract.approve, { id }, 'staff.documents-missing', await at(id));
  assert.equal(error.message, 'Police verification is missing. Verify the documents first, then approve.');
  assert.deepEqual(error.details?.['kinds'], ['Police verification']);
  const steps = await app.sql('select 1 from status_step where subject_id = $1', [id]);
  const decisions = await app.sql('select 1 from approval_step where subject_id = $1', [id]);
  assert.deepEqual([steps.length, decisions.length, (await rowOf(app, id)).status], [0, 0, 'PENDING']);
});

test('an expired document counts no more; on its last day it does', async () => {
  const id = await newTeacher('Bina', 'Chaya', '9819811003');
  await verifyDocuments(app, id);
  const expires = (day: string) =>
    app.sql(
      `update staff_document d set expires_on = $2 from staff_document_kind k where k.id = d.kind_id and k.name = 'Police verification' and d.staff_id = $1`,
      [id, day],
    );
  await expires(days(-1));
  await kavi().refused(staffContract.approve, { id }, 'staff.documents-missing', await at(id));
  await expires(days(0));
  await kavi().call(staffContract.approve, { id }, await at(id));
  assert.equal((await rowOf(app, id)).status, 'APPROVED');
});

test('staff story 1: who entered a person does not approve; neither does the person, nor who lacks the module', async () => {
  const id = await newTeacher('Kavi', 'Daya', '9819811004');
  await verifyDocuments(app, id);
  await kavi().refused(staffContract.approve, { id }, 'approval.own', await at(id));
  await kavi().refused(staffContract.reject, { id, reason: 'No reason' }, 'approval.own', await at(id));
  await app.as('Bina').refused(staffContract.approve, { id }, 'module.missing', await at(id));
  await app.sql('update staff set user_id = $2 where id = $1', [id, people.Asha.id]);
  const asha = app.as('Asha', { centre: ANDHERI });
  await asha.refused(staffContract.approve, { id }, 'staff.own-record', await at(id));
  await asha.refused(staffContract.suspend, { id, reason: 'Mine' }, 'staff.own-record', await at(id));
  assert.equal((await asha.call(staffContract.get, { id })).can['approve'], false);
  await assert.rejects(
    app.sql('update staff set approved_by = user_id where id = $1', [id]),
    /staff_not_own/,
    'the database refuses it too',
  );
});

test('staff stories 1 and 3: the starred screens follow the state', async () => {
  const id = staffIds.Usha;
  const usha = app.as('Usha');
  const opens = async () => (await usha.raw(studentContract.list, {})).status;
  assert.equal(await opens(), 403);
  await verifyDocuments(app, id);
  await app.as('Charu').refused(staffContract.get, { id }, 'row.not-found');
  await kavi().refused(staffContract.suspend, { id, reason: 'Too early' }, 'row.wrong-state', await at(id));
  await kavi().refused(staffContract.restore, { id }, 'row.wrong-state', await at(id));
  assert.equal((await kavi().raw(staffContract.approve, { id })).status, 428);
  await kavi().refused(staffContract.approve, { id }, 'row.stale', { version: 77 });
  await app.as('Kavi', { centre: 3 }).refused(staffContract.approve, { id }, 'row.not-found', await at(id));
  await kavi().call(staffContract.approve, { id }, await at(id));
  await until(async () => (await opens()) === 200);
  await kavi().refused(staffContract.approve, { id }, 'row.wrong-state', await at(id));
  await kavi().refused(staffContract.suspend, { id, reason: '' }, 'input.invalid', await at(id));
  await kavi().call(staffContract.suspend, { id, reason: 'A complaint is looked into' }, await at(id));
  await until(async () => (await opens()) === 403);
  assert.equal(
    (await app.as('Bina').call(staffContract.get, { id })).statusReason,
    'A complaint is looked into',
  );
  await app.sql(`update staff_document set status = 'REJECTED' where staff_id = $1`, [id]);
  await kavi().refused(staffContract.restore, { id }, 'staff.documents-missing', await at(id));
  await app.sql(`update staff_document set status = 'VERIFIED' where staff_id = $1`, [id]);
  await kavi().call(staffContract.restore, { id }, await at(id));
  await until(async () => (await opens()) === 200);
  const letters = await app.sql<{ kind: string }>(
    `select payload ->> 'kind' as kind from outbox where payload ->> 'kind' like 'staff.%' and payload -> 'about' -> 'userIds' ->> 0 = $1 order by at`,
    [people.Usha.id],
  );
  assert.deepEqual(
    letters.map((one) => one.kind),
    ['staff.approved', 'staff.suspended', 'staff.approved'],
  );
});

test('two who approve at once: one does', async () => {
  const id = await newTeacher('Bina', 'Esther', '9819811005');
  await verifyDocuments(app, id);
  const version = await at(id);
  const answers = await Promise.all([
    kavi().raw(staffContract.approve, { id }, version),
    app.as('Asha', { centre: ANDHERI }).raw(staffContract.approve, { id }, version),
  ]);
  assert.deepEqual(answers.map((one) => one.status).sort(), [200, 412]);
});

test('a rejected person loses the centre and may be asked for again', async () => {
  const id = await newTeacher('Bina', 'Farah', '9819811006');
  const { user_id: userId } = await rowOf(app, id);
  const roles = () =>
    app.sql<{ role_id: number }>('select role_id from user_role where user_id = $1 and ended_at is null', [
      userId,
    ]);
  assert.equal((await roles()).length, 1);
  await kavi().refused(staffContract.reject, { id, reason: 'x' }, 'input.invalid', await at(id));
  await kavi().call(staffContract.reject, { id, reason: 'The references do not answer' }, await at(id));
  assert.deepEqual(await roles(), []);
  await kavi().refused(staffContract.approve, { id }, 'row.wrong-state', await at(id));
  await app.as('Bina').call(staffContract.rejoin, { id, on: days(1) }, await at(id));
  assert.deepEqual([(await rowOf(app, id)).status, await roles()], ['PENDING', [{ role_id: 10 }]]);
});
