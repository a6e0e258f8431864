// Promise S1 and the life of tokens: every change of standing changes the token and kills the old one; the clock renews
// it with an overlap; a replaced token that turns up later is theft. Each with its broken twin.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { auth, eventually, PASSWORD, type SignInTest, signInTest } from './session-testing.ts';

let t: SignInTest;
before(async () => {
  t = await signInTest();
});
after(() => t.close());
beforeEach(() => t.forgetTries());

const tokenOf = async (url: string, body: object, token: string): Promise<string> =>
  String((await t.send('POST', url, { body, headers: auth(token) })).body['token']);
const choose = (body: object, token: string) => tokenOf('/api/session/choose-context', body, token);

async function stepUp(token: string): Promise<string> {
  await t.forgetTries();
  const asked = await t.send('POST', '/api/session/step-up', { headers: auth(token) });
  const body = { referenceID: asked.body['referenceID'], otp: await t.codeOf('Farid') };
  return tokenOf('/api/session/step-up/verify', body, token);
}

const survivorsOf = async (tokens: readonly string[]): Promise<number> =>
  (await Promise.all(tokens.map((token) => t.me(token)))).filter(({ status }) => status !== 401).length;

test('S1: every change of standing changes the token, and the old one is dead', async () => {
  const changes: readonly [string, (token: string) => Promise<string>][] = [
    ['signing in again', (token) => t.fullSignIn('Farid', { headers: auth(token) })],
    ['role', (token) => choose({ roleID: 13 }, token)],
    ['centre', (token) => choose({ franchiseeID: ANDHERI }, token)],
    ['all centres', (token) => choose({ franchiseeID: 0 }, token)],
    ['fresh code', stepUp],
    [
      'password',
      (token) =>
        tokenOf('/api/password/change', { oldPassword: PASSWORD, newPassword: 'verandah lantern 82' }, token),
    ],
  ];
  let token = await t.fullSignIn('Farid');
  const dead: string[] = [];
  for (const [after, change] of changes) {
    const next = await change(token);
    assert.match(next, /^pps_/, after);
    assert.notEqual(next, token, after);
    dead.push(token);
    token = next;
  }
  const survivors = await survivorsOf(dead);
  assert.equal((await t.me(token)).status, 200);
  publishFigure({ promise: 'S1', changes: changes.length, survivors });
  assert.equal(survivors, 0);
  // Broken twin: tokens that are not marked as replaced.
  await t.app.sql('drop index session_token_current');
  await t.app.sql('update session_token set replaced_at = null');
  assert.ok(
    (await eventually(
      () => survivorsOf(dead.slice(1)),
      (n) => n > 0,
    )) > 0,
    'the twin must be noticed',
  );
  await t.app.sql('delete from session_token');
  await t.app.sql(
    'create unique index session_token_current on session_token (session_id) where replaced_at is null',
  );
});

test('the clock renews the token: the old one lives half a minute longer, and only one of two tabs renews', async () => {
  const old = await t.fullSignIn('Meera');
  // Not when the clock is moved: a slow machine takes a second and more until then.
  const renewed = Date.now();
  const [first, second] = await Promise.all([
    t.send('POST', '/api/session/renew', { headers: auth(old) }),
    t.send('POST', '/api/session/renew', { headers: auth(old) }),
  ]);
  assert.deepEqual([first.status, second.status].sort(), [200, 409]);
  const next = String((first.status === 200 ? first : second).body['token']);
  assert.equal((await t.me(old)).status, 200, 'calls on their way still arrive');
  assert.equal((await t.me(next)).status, 200);
  t.clock.at = new Date(renewed + 29_000);
  assert.equal((await t.me(old)).status, 200);
  t.clock.at = new Date(Date.now() + 31_000);
  // What the cache knew is a second old by the machine's clock, which a test does not move.
  assert.equal(
    (
      await eventually(
        () => t.me(old),
        ({ status }) => status === 401,
      )
    ).status,
    401,
  );
  assert.equal(
    (
      await eventually(
        () => t.me(next),
        ({ status }) => status === 401,
      )
    ).status,
    401,
    'theft ends both',
  );
  t.clock.at = null;
});

test('a renewal whose reply is lost signs nobody out: the old token stays good, is renewed again, and then ends', async () => {
  const renew = (token: string) => t.send('POST', '/api/session/renew', { headers: auth(token) });
  const later = (seconds: number) => {
    t.clock.at = new Date(Date.now() + seconds * 1000);
  };
  const old = await t.fullSignIn('Meera');
  const lost = String((await renew(old)).body['token']);
  assert.equal((await renew(old)).status, 409, 'the reply may still be on its way');
  later(300);
  assert.equal((await t.me(old)).status, 200, 'nobody has come with the new token');
  const again = await renew(old);
  assert.equal(again.status, 200);
  const next = String(again.body['token']);
  assert.equal((await t.me(lost)).status, 401, 'a copy of the lost reply is worth nothing');
  assert.equal((await t.me(old)).status, 200);
  assert.equal((await t.me(next)).status, 200);
  assert.equal((await renew(old)).status, 409, 'the new token has arrived');
  later(331);
  const isDead = ({ status }: { status: number }) => status === 401;
  assert.equal((await eventually(() => t.me(old), isDead)).status, 401);
  assert.equal((await eventually(() => t.me(next), isDead)).status, 401, 'theft ends both');
  t.clock.at = null;
});

test('S1 after a lost renewal: a change of standing kills the old token and the one nobody received', async () => {
  const old = await t.fullSignIn('Nitin');
  const lost = await tokenOf('/api/session/renew', {}, old);
  const next = await choose({ franchiseeID: BANER }, old);
  assert.equal(await survivorsOf([old, lost]), 0);
  assert.equal((await t.me(next)).status, 200, 'an overtaken call is no theft');
});

test('a replaced token that turns up later ends the whole session as stolen, and the owner is told', async () => {
  const old = await t.fullSignIn('Nitin');
  const next = await choose({ franchiseeID: BANER }, old);
  assert.equal((await t.me(old)).status, 401);
  assert.equal((await t.me(next)).status, 200, 'within half a minute it may be an overtaken tab');
  t.clock.at = new Date(Date.now() + 31_000);
  assert.equal((await t.me(old)).status, 401);
  assert.equal((await t.me(next)).status, 401);
  t.clock.at = null;
  const events = await t.app.sql(`select 1 from sign_in_event where user_id = $1 and kind = 'THEFT'`, [
    people.Nitin.id,
  ]);
  const told = await t.app.sql(
    `select 1 from outbox where payload ->> 'kind' = 'shell.session-stopped' and payload -> 'about' -> 'userIds' ? $1`,
    [people.Nitin.id],
  );
  assert.deepEqual([events.length, told.length], [1, 1]);
});
