// A parent's sign-in: the account is made once, invited by its own link, and shows the own child alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { callerOf, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { attendanceContract } from '../../academics/attendance/attendance.contract.ts';
import { diaryContract } from '../../academics/diary/diary.contract.ts';
import { inviteContract } from '../../shell/password.contract.ts';
import { homeContract } from '../home/home.contract.ts';
import { parentInviteContract } from './parent-invite.contract.ts';

const { Aarav, Kabir, Myra } = children;
const ofKabir = { studentId: Kabir.studentId, guardianId: Kabir.guardianId };
let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const invite = (input: { studentId: string; guardianId: string } = ofKabir) =>
  app.as('Bina').call(parentInviteContract.invite, input);
const refused = (input: { studentId: string; guardianId: string }, code: string) =>
  app.as('Bina').refused(parentInviteContract.invite, input, code);
const set = (column: string, value: unknown) =>
  app.sql(`update student_guardian set ${column} = $2 where student_id = $1`, [Kabir.studentId, value]);

test('invited, accepted, signed in: the parent sees the own child and nobody else’s', async () => {
  assert.deepEqual(await invite(), { state: 'INVITED' });
  assert.deepEqual(await invite(), { state: 'INVITED' }, 'an open invitation is sent again');
  const users = await app.sql<{ id: string; kind: string; roles: string }>(
    `select u.id, u.kind, (select string_agg(r.role, ',') from user_role g join role r on r.id = g.role_id where g.user_id = u.id) as roles
       from guardian g join app_user u on u.id = g.user_id where g.id = $1`,
    [Kabir.guardianId],
  );
  assert.deepEqual(
    users.map(({ kind, roles }) => [kind, roles]),
    [['PARENT', 'PARENT']],
  );
  const [sent] = await app.sql<{ n: number }>(
    `select count(*)::int as n from outbox where dedupe_key like '%network.invite:%' and franchisee_id = $1`,
    [ANDHERI],
  );
  assert.equal(sent?.n, 2);
  const userId = users[0]?.id ?? '';
  const link = await inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) =>
    issueLink(db, { purpose: 'user.invite', franchiseeId: ANDHERI, subject: { kind: 'user', id: userId } }),
  );
  const welcome = await app.link(link).call(inviteContract.get, {});
  assert.deepEqual(welcome, { firstName: 'Mother', signIn: '+919821000002' });
  const { token } = await app.link(link).call(inviteContract.accept, { password: 'a green umbrella 48' });
  const parent = callerOf(app.app, async () => ({ authorization: token }));
  const home = await parent.call(homeContract.child, {});
  assert.equal(home.child?.name, 'Kabir');
  await parent.refused(homeContract.child, { student: Aarav.admissionId }, 'row.not-found');
  await refused(ofKabir, 'parent.active');
});

test('who may not see the child or cannot be reached is not invited', async () => {
  await app.sql('update guardian set user_id = null where id = $1', [Kabir.guardianId]);
  await set('restricted', true);
  await refused(ofKabir, 'parent.restricted');
  await set('restricted', false);
  await set('portal', 'NONE');
  await refused(ofKabir, 'parent.restricted');
  await set('portal', 'FULL');
  await set('valid_to', '2026-07-01');
  await refused(ofKabir, 'parent.restricted');
  await set('valid_to', null);
  await app.sql('update guardian set mobile = null where id = $1', [Kabir.guardianId]);
  await refused(ofKabir, 'parent.no-address');
  await refused({ studentId: Aarav.studentId, guardianId: Kabir.guardianId }, 'row.not-found');
  await refused({ studentId: Myra.studentId, guardianId: Myra.guardianId }, 'row.not-found');
  assert.equal((await app.as('Divya').raw(parentInviteContract.invite, ofKabir)).status, 403);
  assert.equal((await app.as('Bina').raw(parentInviteContract.invite, { studentId: 'x' })).status, 422);
});

test('a number somebody signs in with already opens the child to that account', async () => {
  const [gita] = await app.sql<{ mobile: string }>(
    'select mobile_norm as mobile from app_user where id = $1',
    [people.Gita.id],
  );
  await app.sql('update guardian set user_id = null, mobile = $2 where id = $1', [
    Kabir.guardianId,
    gita?.mobile,
  ]);
  assert.deepEqual(await invite(), { state: 'ACTIVE' });
  const both = await app.as('Gita').call(homeContract.child, {});
  assert.deepEqual(both.children.map((child) => child.callName).sort(), ['Aarav', 'Kabir']);
  await app.sql('update guardian set user_id = null, mobile = $2 where id = $1', [
    Kabir.guardianId,
    '+919821000002',
  ]);
});

test('one number in a family signs in as one person', async () => {
  const [father] = await app.sql<{ id: string }>(
    `insert into guardian (franchisee_id, family_id, name, mobile, relation_default)
     select franchisee_id, family_id, 'Father of Aarav', mobile, 'FATHER' from guardian where id = $1 returning id`,
    [Aarav.guardianId],
  );
  await app.sql(
    `insert into student_guardian (franchisee_id, student_id, guardian_id, relation) values ($1, $2, $3, 'FATHER')`,
    [ANDHERI, Aarav.studentId, father?.id],
  );
  await refused({ studentId: Aarav.studentId, guardianId: father?.id ?? '' }, 'parent.same-number');
});

test('many at once: invited, active already, and those left with the reason', async () => {
  await app.sql('update guardian set user_id = null, mobile = null where id = $1', [Kabir.guardianId]);
  const studentIds = [Aarav.studentId, Kabir.studentId];
  const answer = await app.as('Bina').call(parentInviteContract.inviteAll, { studentIds });
  assert.deepEqual(answer, {
    invited: 0,
    active: 1,
    left: [
      {
        studentId: Kabir.studentId,
        reason: 'Add a mobile number or an e-mail address of this person first.',
      },
    ],
  });
  await app.sql(`update guardian set mobile = '+919821000777' where id = $1`, [Kabir.guardianId]);
  const again = await app.as('Bina').call(parentInviteContract.inviteAll, { studentIds });
  assert.deepEqual(again, { invited: 1, active: 1, left: [] });
  await app
    .as('Bina')
    .refused(
      parentInviteContract.inviteAll,
      { studentIds: [Aarav.studentId, Myra.studentId] },
      'row.not-found',
    );
});

test('students story 22: one parent of children at two centres reads each by its own id, and no other family’s', async () => {
  const [gita] = await app.sql<{ mobile: string }>(
    'select mobile_norm as mobile from app_user where id = $1',
    [people.Gita.id],
  );
  await app.sql('update guardian set mobile = $2 where id = $1', [Myra.guardianId, gita?.mobile]);
  const ofMyra = { studentId: Myra.studentId, guardianId: Myra.guardianId };
  assert.deepEqual(await app.as('Charu').call(parentInviteContract.invite, ofMyra), { state: 'ACTIVE' });
  // A family chooses a child, never a centre.
  const mother = app.as('Gita', { centre: null });
  // Which children are a parent's own is looked up anew each second.
  const ofMother = async () => (await mother.call(homeContract.child, {})).children;
  const until = Date.now() + 10_000;
  let own = await ofMother();
  while (own.some(({ callName }) => callName === 'Kabir') && Date.now() < until) own = await ofMother();
  assert.deepEqual(own.map(({ callName, studentAdmissionId }) => [callName, studentAdmissionId]).sort(), [
    ['Aarav', Aarav.admissionId],
    ['Myra', Myra.admissionId],
  ]);
  for (const [child, name, centre] of [
    [Aarav, 'Aarav', 'Andheri'],
    [Myra, 'Myra', 'Baner'],
  ] as const) {
    const home = await mother.call(homeContract.child, { student: child.admissionId });
    assert.deepEqual([home.child?.studentAdmissionId, home.centre?.name], [child.admissionId, centre]);
    assert.equal((await mother.call(diaryContract.feed, { id: child.admissionId })).name, name);
    assert.equal((await mother.call(attendanceContract.report, { id: child.admissionId })).name, name);
  }
  await mother.refused(homeContract.child, { student: Kabir.admissionId }, 'row.not-found');
  await mother.refused(diaryContract.feed, { id: Kabir.admissionId }, 'row.not-found');
  await mother.refused(attendanceContract.report, { id: Kabir.studentId }, 'row.not-found');
});
