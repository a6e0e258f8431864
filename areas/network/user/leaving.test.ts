// Leaving and joining: open work moves whole or not at all, two accounts of one person become one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { type Caller, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, type PersonName, people } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../../enquiries/enquiry/enquiry.contract.ts';
import { profileContract } from '../../shell/profile.contract.ts';
import { sessionContract } from '../../shell/session.contract.ts';
import { lettersOf, until, versionIn } from '../network-testing.ts';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';
import { userMergeContract } from './user-merge.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  useAreas(app.areas);
});
after(() => app.close());

const versionOf = (id: string) => versionIn(app, 'app_user', id);
const ownedBy = async (id: string): Promise<number> =>
  (await app.sql<{ n: number }>('select count(*)::int as n from enquiry where owner_id = $1', [id]))[0]?.n ??
  0;

let next = 0;
/** Enquiries of a counsellor's centre, put into somebody's name. */
async function enquiries(n: number, by: 'Esha' | 'Rekha', owner: PersonName): Promise<void> {
  const counsellor = app.as(by);
  const [source] = (await counsellor.call(enquiryContract.choices, {})).sources;
  for (let i = 0; i < n; i += 1) {
    next += 1;
    await counsellor.call(enquiryContract.capture, {
      guardianName: `Parent ${next}`,
      mobile: `98198${String(10000 + next)}`,
      sourceId: source?.id ?? '',
      children: [{ firstName: `Child ${next}`, dob: '2023-05-01' }],
    } as never);
  }
  await app.sql('update enquiry set owner_id = $1 where franchisee_id = $2 and is_open', [
    people[owner].id,
    by === 'Esha' ? ANDHERI : BANER,
  ]);
}

/** The first bytes of a made document, as the caller downloads it. */
async function openedBy(caller: Caller, fileId: string): Promise<string> {
  const reply = await app.app.inject({
    method: 'GET',
    url: `/api/file/${fileId}`,
    headers: await caller.headers(),
  });
  assert.equal(reply.statusCode, 200);
  return reply.rawPayload.subarray(0, 5).toString();
}

test('a hand-over moves everything or nothing: not what lies at centres out of sight, not to somebody who does not work there', async () => {
  await enquiries(1, 'Esha', 'Divya');
  await enquiries(2, 'Rekha', 'Divya');
  const bina = app.as('Bina');
  const work = await bina.call(userAccountContract.workOf, { userId: people.Divya.id });
  assert.deepEqual(work.rows, [{ key: 'enquiries', title: 'open enquiries', n: 1 }]);
  assert.deepEqual(work.elsewhere, [{ key: 'enquiries', title: 'open enquiries', n: 2 }]);
  const leave = (enquiriesTo: PersonName) => ({
    userId: people.Divya.id,
    reason: 'Moved away',
    handTo: { enquiries: people[enquiriesTo].id },
  });
  const version = await versionOf(people.Divya.id);
  const refused = await bina.refused(userAccountContract.disable, leave('Esha'), 'user.work-elsewhere', {
    version,
  });
  assert.equal(
    refused.message,
    'There is also work at centres you do not see: 2 open enquiries. Ask head office to switch this account off.',
  );
  // Head office has chosen one centre; the hand-over is whole all the same.
  const kavi = app.as('Kavi', { centre: ANDHERI });
  const foreign = await kavi.refused(userAccountContract.disable, leave('Esha'), 'user.no-successor', {
    version,
  });
  assert.deepEqual(foreign.fields, { 'handTo.enquiries': 'Does not work at (003) Baner' });
  assert.equal(await ownedBy(people.Divya.id), 3, 'nothing has moved');
  const done = await kavi.call(userAccountContract.disable, leave('Farid'), { version });
  assert.deepEqual(done.handed, [{ title: 'open enquiries', n: 3, to: 'Farid Khan' }]);
  assert.deepEqual([await ownedBy(people.Divya.id), await ownedBy(people.Farid.id)], [0, 3]);
});

test('what moved to whom is a letter, and the taker and the managers are told', async () => {
  await app.sql('update app_user set reports_to = $1 where id in ($2, $3)', [
    people.Bina.id,
    people.Usha.id,
    people.Esha.id,
  ]);
  await enquiries(1, 'Esha', 'Usha');
  const bina = app.as('Bina');
  await bina.refused(userAccountContract.handOverLetter, { userId: people.Usha.id }, 'user.no-hand-over');
  await bina.call(
    userAccountContract.disable,
    { userId: people.Usha.id, reason: 'Left', handTo: { enquiries: people.Esha.id } },
    { version: await versionOf(people.Usha.id) },
  );
  const letter = await bina.call(userAccountContract.handOverLetter, { userId: people.Usha.id });
  assert.match(letter.name, /^Hand-over Usha Ghosh \d{4}-\d\d-\d\d\.pdf$/);
  assert.equal(await openedBy(bina, letter.fileId), '%PDF-');
  await app
    .as('Charu')
    .refused(userAccountContract.handOverLetter, { userId: people.Usha.id }, 'row.not-found');
  const told = await app.sql<{ user_id: string; title: string }>(
    `select user_id, title from notice where kind = 'network.work-handed-over' and link like '%' || $1 || '%'`,
    [people.Usha.id],
  );
  assert.deepEqual(new Set(told.map((one) => one.user_id)), new Set([people.Esha.id, people.Bina.id]));
  assert.match(told[0]?.title ?? '', /open enquiries of Usha Ghosh went to Esha Patil$/);
  const written = (await lettersOf(app, 'network.work-handed-over')).find(({ readers }) =>
    readers.includes(people.Esha.id),
  );
  assert.deepEqual(new Set(written?.readers), new Set([people.Esha.id, people.Bina.id]));
});

test('the access letter says what a person may do, and is opened by who asked for it', async () => {
  const bina = app.as('Bina');
  const letter = await bina.call(userAccountContract.accessLetter, { userId: people.Esha.id });
  assert.match(letter.name, /^Access letter Esha Patil/);
  assert.equal(await openedBy(bina, letter.fileId), '%PDF-');
  await bina.refused(userAccountContract.accessLetter, { userId: people.Rekha.id }, 'row.not-found');
  const logged = await app.sql(
    `select from access_log where contract = 'user.access-letter' and user_id = $1 and action = 'PRINT'`,
    [people.Bina.id],
  );
  assert.equal(logged.length, 1);
});

test('two accounts of one person become one: roles, codes and work move, what was done is shown under the one that stays', async () => {
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, 9, 'CENTRE', $2, '2026-01-01'), ($3, 9, 'CENTRE', $2, '2026-01-01')`,
    [people.Rekha.id, ANDHERI, people.Zoya.id],
  );
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'REFUND_L1')`, [people.Rekha.id]);
  await app.sql(
    `insert into user_centre (user_id, franchisee_id, source, source_id) values ($1, $2, 'AMS', 'a1')`,
    [people.Rekha.id, BANER],
  );
  await app.sql('update app_user set mobile = null, mobile_norm = null where id = $1', [people.Zoya.id]);
  await app.sql(`update permission_stamp set stamp = stamp + 1 where scope = '*'`);
  await enquiries(2, 'Rekha', 'Rekha');
  const pair = { keepId: people.Zoya.id, dropId: people.Rekha.id };
  const asha = app.as('Asha', { steppedUp: true });
  await app.as('Kavi', { steppedUp: true }).refused(userMergeContract.preview, pair, 'user.merge-super');
  const preview = await asha.call(userMergeContract.preview, pair);
  assert.deepEqual(preview.roles.map((role) => [role.where, role.held]).sort(), [
    ['(002) Andheri', true],
    ['(003) Baner', false],
  ]);
  assert.deepEqual(
    [
      preview.work,
      preview.codes.length,
      preview.gains.map((gain) => gain.label),
      preview.endsSignIn,
      preview.problem,
    ],
    [
      [{ key: 'enquiries', title: 'open enquiries', n: 4 }].map(({ title, n }) => ({ title, n })),
      1,
      ['Mobile'],
      [preview.drop.email],
      null,
    ],
  );
  const version = await versionOf(people.Rekha.id);
  const rekha = app.as('Rekha');
  assert.equal((await rekha.raw(profileContract.menu, {})).status, 200);
  await app
    .as('Kavi', { steppedUp: true })
    .refused(userMergeContract.merge, pair, 'user.merge-super', { version });
  await app.as('Asha').refused(userMergeContract.merge, pair, 'step-up.needed', { version });
  await asha.refused(
    userMergeContract.merge,
    { keepId: people.Rekha.id, dropId: people.Rekha.id },
    'user.merge-same',
    { version },
  );
  await asha.refused(
    userMergeContract.merge,
    { keepId: people.Asha.id, dropId: people.Rekha.id },
    'user.own-access',
    {
      version,
    },
  );
  assert.deepEqual(await asha.call(userMergeContract.merge, pair, { version }), {
    id: people.Zoya.id,
    roles: 1,
    work: 4,
  });
  await until(async () => (await rekha.raw(profileContract.menu, {})).status === 401);
  const kept = await asha.call(userContract.view, { userId: people.Zoya.id });
  assert.deepEqual(
    kept.grants
      .filter((grant) => !grant.ended)
      .map((grant) => grant.where)
      .sort(),
    ['(002) Andheri', '(003) Baner'],
  );
  assert.deepEqual(
    [kept.mobile, kept.codes.map((code) => code.code), kept.joined.map((one) => one.id)],
    [preview.drop.mobile, ['REFUND_L1'], [people.Rekha.id]],
  );
  assert.equal(await ownedBy(people.Zoya.id), 4);
  assert.equal(
    (await app.sql(`select from user_centre where user_id = $1 and source = 'AMS'`, [people.Zoya.id])).length,
    1,
    'an allocation goes over, so that its source can end it',
  );
  const gone = await asha.call(userContract.view, { userId: people.Rekha.id });
  assert.deepEqual([gone.state, gone.mergedInto?.id], ['DISABLED', people.Zoya.id]);
  await asha.refused(userAccountContract.enable, { userId: people.Rekha.id }, 'user.merged', {
    version: gone.version,
  });
  await asha.refused(userMergeContract.merge, pair, 'user.merged', { version: gone.version });
  const [letter] = await lettersOf(app, 'network.accounts-joined');
  assert.deepEqual(letter?.readers, [people.Zoya.id]);
});

test('a parent who had two accounts sees the children of both after they are joined', async () => {
  const asha = app.as('Asha', { steppedUp: true });
  const [second] = await app.sql<{ id: string }>(
    `insert into app_user (kind, first_name, last_name, email, email_norm, franchisee_id, state) values ('PARENT', 'Gita', 'Iyer', 'gita2@aangan.test', 'gita2@aangan.test', $1, 'ACTIVE') returning id`,
    [ANDHERI],
  );
  const children = async () => (await app.as('Gita').call(sessionContract.me, {})).children.length;
  const before = await children();
  assert.ok(before > 0);
  await app.sql('update guardian set user_id = $1 where user_id = $2', [second?.id, people.Gita.id]);
  await app.sql(`update permission_stamp set stamp = stamp + 1 where scope in ('*', $1)`, [people.Gita.id]);
  await until(async () => (await children()) === 0);
  await asha.call(
    userMergeContract.merge,
    { keepId: people.Gita.id, dropId: second?.id ?? '' },
    { version: await versionOf(second?.id ?? '') },
  );
  await until(async () => (await children()) === before);
});

test('network story 14: leaving: open work must be handed over in the same step; the next call is 401', async () => {
  const bina = app.as('Bina', { steppedUp: true });
  const esha = app.as('Esha');
  const [{ n: before } = { n: 0 }] = await app.sql<{ n: number }>(
    'select count(*)::int as n from enquiry where franchisee_id = $1 and is_open',
    [ANDHERI],
  );
  await enquiries(14 - before, 'Esha', 'Esha');
  const work = await bina.call(userAccountContract.workOf, { userId: people.Esha.id });
  assert.deepEqual(work.rows, [{ key: 'enquiries', title: 'open enquiries', n: 14 }]);
  assert.ok(work.people.some((one) => one.id === people.Bina.id));
  const version = await versionOf(people.Esha.id);
  const refused = await bina.refused(
    userAccountContract.disable,
    { userId: people.Esha.id, reason: 'Moved away' },
    'user.has-open-work',
    { version },
  );
  assert.equal(refused.message, 'Hand over first: 14 open enquiries.');
  await bina.refused(
    userAccountContract.disable,
    { userId: people.Esha.id, reason: 'Moved away', handTo: { enquiries: people.Charu.id } },
    'row.not-found',
    { version },
  );
  const done = await bina.call(
    userAccountContract.disable,
    { userId: people.Esha.id, reason: 'Moved away', handTo: { enquiries: people.Bina.id } },
    { version },
  );
  assert.deepEqual(done.handed, [{ title: 'open enquiries', n: 14, to: 'Bina Shah' }]);
  assert.equal(await ownedBy(people.Bina.id), 14);
  await until(async () => (await esha.raw(profileContract.menu, {})).status === 401);
});
