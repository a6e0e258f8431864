// Shared tablets (shell.md 11.5): a face and a PIN open the classroom's modules of one centre for five idle minutes, on
// a browser that the centre head enrolled and nowhere else; every act carries its person.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openModules } from '@aangan/contract/endpoint.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { allEndpoints } from '../../../apps/api/app.ts';
import { auth, type SignInTest, signInTest } from '../session/session-testing.ts';
import { limits } from '../session/sign-in-limits.server.ts';
import { tabletContract } from '../tablet.contract.ts';
import { isWeakPin } from './pin.server.ts';

const TABLET = 'tablet-secret-0123456789-abcdefghijklmnop';
const OTHER = 'another-secret-0123456789-abcdefghijklmno';
const PIN = '274918';
let t: SignInTest;
let tabletID: string;
before(async () => {
  t = await signInTest({ areas: 'all' });
  const bina = t.app.as('Bina', { steppedUp: true });
  tabletID = (await bina.call(tabletContract.enrol, { name: 'Nursery tablet', device: TABLET })).tabletID;
  for (const name of ['Divya', 'Usha', 'Esha', 'Asha', 'Rekha', 'Chetan', 'Bina'] as const)
    await t.app.as(name, { steppedUp: true }).call(tabletContract.setPin, { pin: PIN });
});
after(() => t.close());
beforeEach(() => t.forgetTries());

const here = (device: string) => t.send('POST', '/api/tablet/here', { body: { device } });
const pinIn = (userID: string, pin = PIN, device = TABLET) =>
  t.send('POST', '/api/tablet/sign-in', { body: { device, userID, pin } });
const tokenOf = async (name: 'Divya' | 'Bina'): Promise<string> => {
  const { status, body } = await pinIn(people[name].id);
  assert.equal(status, 200, JSON.stringify(body));
  return String(body['token']);
};

test('the tablet offers the staff of its centre who chose a PIN and have work on it, nobody else', async () => {
  const { body } = await here(TABLET);
  assert.deepEqual([body['name'], body['centre']], ['Nursery tablet', '(002) Andheri']);
  const names = (body['people'] as { name: string }[]).map(({ name }) => name);
  assert.deepEqual(names, ['Bina Shah', 'Divya Nair']);
  assert.equal((await here(OTHER)).status, 404);
});

test('a PIN opens attendance and diary at this centre, and nothing else of what the person holds', async () => {
  const token = await tokenOf('Bina');
  const own = await t.send('GET', '/api/menu/get', { headers: auth(token) });
  const held = Object.keys(own.body['modules'] as object).sort();
  assert.ok(
    held.includes('Attendance') &&
      held.every((name) => /^(Attendance|GeneralDiary|SubjectDiary|ESCORT_DIGITAL_ID)$/.test(name)),
    held.join(),
  );
  for (const url of [
    '/api/user/list',
    '/api/student/list',
    '/api/finance-dashboard/get',
    '/api/tablet/list',
  ]) {
    const { status } = await t.send('GET', url, { headers: auth(token) });
    assert.ok(status === 403 || status === 404, `${url} ${status}`);
  }
  // Another centre in the header changes nothing.
  const me = await t.send('GET', '/api/admin/me', {
    headers: auth(token, { 'x-franchisee-id': String(BANER) }),
  });
  assert.deepEqual([me.body['id'], me.body['tablet'], me.body['idleSeconds']], [people.Bina.id, true, 300]);
  const [session] = await t.app.sql<{ user_id: string; centre: number }>(
    'select s.user_id, b.franchisee_id as centre from session s join shared_tablet b on b.id = s.tablet_id order by s.started_at desc limit 1',
  );
  assert.deepEqual(session, { user_id: people.Bina.id, centre: ANDHERI });
});

test('a PIN opens nothing of the account: not its addresses, password, PIN, sessions or exports', async () => {
  const token = await tokenOf('Bina');
  const closed =
    /^(profile|password|authenticator|tablet|step-up|export-job)\.|^session\.(end|end-others|list|forget-device)$|^access\.(ask|explain-own|mine)$|^user\.options$/;
  const own = allEndpoints(t.app.areas).filter(({ endpoint }) => endpoint.module === openModules.signedIn);
  const refused = own.filter(({ endpoint }) => closed.test(endpoint.name));
  assert.ok(refused.length >= 20, `${refused.length}`);
  for (const { endpoint } of refused.filter(({ endpoint }) => endpoint.name !== 'profile.get')) {
    const { status, body } = await t.send(endpoint.method, endpoint.path, { headers: auth(token) });
    assert.deepEqual([endpoint.name, status, body['code']], [endpoint.name, 403, 'session.tablet']);
  }
  const file = await t.send('GET', `/api/export-job/file?id=${people.Bina.id}`, { headers: auth(token) });
  assert.deepEqual([file.status, file.body['code']], [403, 'session.tablet'], 'the files one made');
  for (const url of ['/api/admin/me', '/api/menu/get', '/api/home/cards', '/api/class/options'])
    assert.equal((await t.send('GET', url, { headers: auth(token) })).status, 200, url);
  const mine = await t.send('GET', '/api/profile/get', { headers: auth(token) });
  assert.deepEqual([mine.status, mine.body['email'], mine.body['mobile']], [200, null, null]);
});

test('five minutes without work end it', async () => {
  const token = await tokenOf('Divya');
  const now = Date.now();
  t.clock.at = new Date(now + 4 * 60_000 + 58_000);
  assert.equal((await t.me(token)).status, 200);
  t.clock.at = new Date(now + 10 * 60_000);
  assert.equal((await t.me(token)).status, 401);
  t.clock.at = null;
});

test('a PIN is worth nothing in another browser, for guarded people, or for another centre', async () => {
  assert.equal((await pinIn(people.Divya.id, PIN, OTHER)).status, 401);
  for (const name of ['Asha', 'Chetan', 'Rekha', 'Usha'] as const)
    assert.equal((await pinIn(people[name].id)).status, 401, name);
});

test('five wrong PINs in a quarter of an hour, then the right one waits as well', async () => {
  const answers = [];
  for (let i = 0; i < limits.pin.account + 1; i += 1)
    answers.push((await pinIn(people.Divya.id, '918273')).status);
  assert.deepEqual(answers, [401, 401, 401, 401, 401, 429]);
  assert.equal((await pinIn(people.Divya.id)).status, 429);
  assert.equal((await pinIn(people.Bina.id)).status, 200, 'others go on');
});

test('tries on an unknown tablet, from one address or in the whole network, lock no teacher out of theirs', async () => {
  for (let i = 0; i < limits.pin.account + 3; i += 1)
    assert.notEqual((await pinIn(people.Divya.id, '918273', OTHER)).status, 200);
  assert.equal((await pinIn(people.Divya.id, PIN, OTHER)).status, 429, 'the stranger waits');
  await t.app.sql(`update rate_counter set n = 100000 where key like 'pin:ip:%' or key = 'pin:global'`);
  assert.equal((await pinIn(people.Divya.id)).status, 200, 'the teacher does not');
});

test('easy PINs are refused; setting one and adding a tablet need a fresh code', async () => {
  assert.deepEqual(['000000', '123456', '987654', '789012', '121212', '112233', '274918'].map(isWeakPin), [
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  await t.app
    .as('Divya', { steppedUp: true })
    .refused(tabletContract.setPin, { pin: '123456' }, 'tablet.weak-pin');
  await t.app.as('Divya').refused(tabletContract.setPin, { pin: PIN }, 'step-up.needed');
  await t.app.as('Bina').refused(tabletContract.enrol, { name: 'x', device: OTHER }, 'step-up.needed');
  await t.app
    .as('Divya', { steppedUp: true })
    .refused(tabletContract.enrol, { name: 'x', device: OTHER }, 'module.missing');
});

test('a tablet that is taken off ends who is on it and shows no face', async () => {
  const token = await tokenOf('Divya');
  await t.app.as('Charu').refused(tabletContract.remove, { tabletID }, 'row.not-found');
  await t.app.as('Bina').call(tabletContract.remove, { tabletID });
  assert.equal((await t.me(token)).status, 401);
  assert.equal((await here(TABLET)).status, 404);
  assert.equal((await pinIn(people.Divya.id)).status, 401);
});
