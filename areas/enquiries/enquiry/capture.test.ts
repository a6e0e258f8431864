// What the counsellor's form tells besides child and number: who sent the family, its other numbers, the session it wishes
// for, and the centre that answers for its pincode.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { enquiryContract } from './enquiry.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
});
after(() => app.close());

let phone = 9_820_600_000;
type CaptureInput = InputOf<typeof enquiryContract.capture>;
const family = (more: Partial<CaptureInput> = {}): CaptureInput => {
  phone += 1;
  return {
    guardianName: 'Meera Iyer',
    mobile: String(phone),
    children: [{ firstName: 'Vivaan', classId: 3 }],
    sourceId: sourceIds.walkIn,
    ...more,
  };
};
const capture = async (more: Partial<CaptureInput> = {}) => {
  const { enquiries } = await app.as('Esha').call(enquiryContract.capture, family(more));
  return enquiries[0]?.enquiryCode ?? '';
};
const get = (enquiryCode: string) => app.as('Esha').call(enquiryContract.get, { enquiryCode });
const sourceNamed = async (name: string) =>
  (await app.sql<{ id: string }>('select id from enquiry_source where name = $1', [name]))[0]?.id ?? '';
const childAt = async (centre: number) =>
  (
    await app.sql<{ id: string; name: string }>(
      'select id, name from student where franchisee_id = $1 order by name limit 1',
      [centre],
    )
  )[0] ?? { id: '', name: '' };
const fieldsOf = (answer: { body: unknown }) => (answer.body as { fields?: Record<string, string> }).fields;

test('a source that asks for it names who sent the family: a child or a person of the staff of this centre', async () => {
  const byParent = await sourceNamed('Parent referral');
  const byStaff = await sourceNamed('Staff referral');
  const { sources } = await app.as('Esha').call(enquiryContract.choices, {});
  assert.deepEqual(
    [byParent, byStaff, sourceIds.walkIn].map((id) => sources.find((one) => one.id === id)?.referrer),
    ['STUDENT', 'STAFF', null],
  );
  const child = await childAt(ANDHERI);
  const found = await app.as('Esha').call(enquiryContract.referrers, { kind: 'STUDENT', q: child.name });
  assert.deepEqual([found.rows.length, found.rows[0]?.id], [1, child.id]);
  const one = await app.as('Esha').call(enquiryContract.referrers, { kind: 'STUDENT', q: 'a' });
  assert.deepEqual(one.rows, [], 'one letter lists nobody');
  const named = (id: string) =>
    app.as('Esha').call(enquiryContract.referrers, { kind: 'STUDENT', q: '', id });
  assert.deepEqual((await named(child.id)).rows, found.rows, 'who was chosen before');
  assert.deepEqual((await named((await childAt(BANER)).id)).rows, [], 'of another centre');
  const staff = await app.as('Esha').call(enquiryContract.referrers, { kind: 'STAFF', q: '' });
  const ids = staff.rows.map(({ id }) => id);
  assert.ok(ids.includes(people.Divya.id), 'a teacher of Andheri');
  for (const other of ['Rekha', 'Gita', 'Asha'] as const)
    assert.ok(!ids.includes(people[other].id), `${other} is no colleague here`);

  const esha = app.as('Esha');
  const tried = async (more: Partial<CaptureInput>) =>
    fieldsOf(await esha.raw(enquiryContract.capture, family(more)));
  assert.deepEqual(await tried({ sourceId: byParent }), { referrerStudentId: 'Choose who sent the family' });
  assert.deepEqual(await tried({ sourceId: byStaff, referrerStudentId: child.id }), {
    referrerStaffId: 'Choose who sent the family',
  });
  assert.deepEqual(await tried({ sourceId: byStaff, referrerStaffId: people.Rekha.id }), {
    referrerStaffId: 'Choose an entry of the list',
  });
  assert.deepEqual(await tried({ sourceId: byParent, referrerStudentId: (await childAt(BANER)).id }), {
    referrerStudentId: 'Choose an entry of the list',
  });

  const sent = await get(await capture({ sourceId: byParent, referrerStudentId: child.id }));
  assert.equal(sent.referrer?.kind, 'STUDENT');
  assert.ok(sent.referrer?.name.startsWith(child.name), sent.referrer?.name);
  const told = await get(await capture({ sourceId: byStaff, referrerStaffId: people.Divya.id }));
  assert.deepEqual(told.referrer, { kind: 'STAFF', name: 'Divya Nair' });
  assert.equal((await get(await capture())).referrer, null);
});

test('the wished session stands on the enquiry and in the line of the family, and a later arrival fills it', async () => {
  const entry = family({ children: [{ firstName: 'Ira', sessionWish: 'FULL_DAY' }, { firstName: 'Om' }] });
  const { enquiries } = await app.as('Esha').call(enquiryContract.capture, entry);
  const [ira = '', om = ''] = enquiries.map((one) => one.enquiryCode);
  const first = await get(ira);
  assert.deepEqual([first.sessionWish, first.family.map((one) => one.sessionWish)], ['FULL_DAY', [null]]);
  assert.equal((await get(om)).family[0]?.sessionWish, 'FULL_DAY');
  const again = { ...entry, children: [{ firstName: 'Om', sessionWish: 'MORNING' as const }] };
  await app.as('Esha').call(enquiryContract.capture, again);
  const { id, version, sessionWish } = await get(om);
  assert.equal(sessionWish, 'MORNING');
  const changes = { sessionWish: 'AFTERNOON' as const };
  await app.as('Esha').call(enquiryContract.update, { id, changes }, { version });
  assert.equal((await get(om)).sessionWish, 'AFTERNOON');
});

test('a family is rung on more than two numbers, landlines among them; any of them finds it again', async () => {
  const alternateMobiles = ['98206 77001', '022 2634 5678', '+971 50 123 4567'];
  const code = await capture({ guardianName: 'Tara Sen', alternateMobiles });
  const { contacts, mobile } = await get(code);
  assert.deepEqual(
    contacts.filter((one) => one.kind === 'PHONE').map((one) => one.value),
    [mobile, '+919820677001', '+912226345678', '+971501234567'],
  );
  const { rows } = await app.as('Esha').call(enquiryContract.familyAt, { mobile: '9820677001' });
  assert.deepEqual(
    rows.map((one) => one.enquiryCode),
    [code],
  );
  const sister = await capture({ mobile: '+971501234567', children: [{ firstName: 'Diya' }] });
  assert.deepEqual(
    (await get(sister)).family.map((one) => one.enquiryCode),
    [code],
  );
  const tried = async (more: Partial<CaptureInput>) =>
    Object.keys(fieldsOf(await app.as('Esha').raw(enquiryContract.capture, family(more))) ?? {});
  assert.deepEqual(await tried({ mobile: '022 2634 5678' }), ['mobile'], 'a landline is no mobile');
  assert.deepEqual(await tried({ alternateMobiles: ['98206', '5876543210'] }), [
    'alternateMobiles.0',
    'alternateMobiles.1',
  ]);
  const five = Array.from({ length: 5 }, (_, n) => `982067710${n}`);
  assert.deepEqual(await tried({ alternateMobiles: five }), ['alternateMobiles']);
});

test("another centre's pincode: named to everybody, sent there by who may work there, and nothing begins here", async () => {
  await app.sql(
    `insert into franchisee_pincode (franchisee_id, pincode, leads) values ($1, '411045', true)`,
    [BANER],
  );
  await app.sql(
    `update pincode set primary_office = 'Baner Gaon', district = 'Pune' where pincode = '411045'`,
  );
  const esha = app.as('Esha');
  const { other, area } = await esha.call(enquiryContract.serving, { pincode: '411045' });
  assert.equal(area, 'Baner Gaon, Pune');
  assert.deepEqual([other?.franchiseeId, other?.maySend], [BANER, false]);
  assert.match(other?.label ?? '', /Baner/);
  assert.deepEqual(await esha.call(enquiryContract.serving, { pincode: '999999' }), {
    area: null,
    other: null,
  });
  const charu = await app.as('Charu').call(enquiryContract.serving, { pincode: '411045' });
  assert.equal(charu.other, null, 'her own');
  const sent = family({ guardianName: 'Lata Joshi', pincode: '411045', sendTo: BANER });
  await esha.refused(enquiryContract.capture, sent, 'context.foreign');

  const asha = app.as('Asha', { centre: ANDHERI });
  assert.equal((await asha.call(enquiryContract.serving, { pincode: '411045' })).other?.maySend, true);
  const saved = await asha.call(enquiryContract.capture, { ...sent, walkIn: true, consents: { sms: true } });
  assert.match(saved.sentTo ?? '', /Baner/);
  const [fresh] = saved.enquiries;
  assert.notEqual(fresh?.ownerName, 'Asha Rao', 'who sends it on does not keep it');
  const there = await app.as('Charu').call(enquiryContract.get, { enquiryCode: fresh?.enquiryCode ?? '' });
  assert.deepEqual([there.guardianName, there.walkInAt, there.pincode], ['Lata Joshi', null, '411045']);
  const at = await app.sql<{ franchisee_id: number }>(
    `select franchisee_id from enquiry where guardian_name = 'Lata Joshi'`,
  );
  assert.deepEqual(at, [{ franchisee_id: BANER }]);
  await app.sql(`update franchisee set status = 'CLOSED', closed_on = '2026-04-01' where id = $1`, [BANER]);
  await asha.refused(enquiryContract.capture, { ...family(), sendTo: BANER }, 'enquiry.centre-not-taking');
  assert.equal((await esha.call(enquiryContract.serving, { pincode: '411045' })).other, null);
});

test('the names to choose an owner from are those of the centres one reaches', async () => {
  // A counsellor outside Farid's zone.
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, granted_by) values ($1, 9, 'CENTRE', 1, $2)`,
    [people.Zoya.id, people.Asha.id],
  );
  const namesFor = async (name: 'Farid' | 'Asha' | 'Esha', centre: number | null) =>
    (await app.as(name, { centre }).call(enquiryContract.choices, {})).owners.map((one) => one.name);
  const zone = await namesFor('Farid', null);
  assert.ok(
    zone.includes('Esha Patil') && zone.includes('Rekha More') && !zone.includes('Zoya Ali'),
    `${zone}`,
  );
  assert.ok((await namesFor('Asha', null)).includes('Zoya Ali'));
  const own = await namesFor('Esha', ANDHERI);
  assert.ok(own.includes('Esha Patil') && !own.includes('Rekha More'));
});
