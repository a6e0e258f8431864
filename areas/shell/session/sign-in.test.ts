// Signing in through HTTP on the real database: passwords, codes, known browsers, forgotten passwords.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { issueLink } from '@aangan/server/work/links.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { asSystem } from './as-system.server.ts';
import { auth, DEVICE, emailOf, PASSWORD, type SignInTest, signInTest } from './session-testing.ts';

let t: SignInTest;
before(async () => {
  t = await signInTest();
});
after(() => t.close());
beforeEach(() => t.forgetTries());

test('password, code, me: the session opens and tells who it is', async () => {
  const token = await t.fullSignIn('Bina');
  assert.match(token, /^pps_[A-Za-z0-9_-]{43}$/);
  const { status, body } = await t.me(token);
  assert.equal(status, 200);
  assert.deepEqual(
    [
      body['firstName'],
      body['superAdmin'],
      (body['roles'] as { role: string }[]).map((r) => r.role),
      body['singleCentre'],
    ],
    ['Bina', false, ['FRANCHISEE_USER_1'], true],
  );
  assert.equal(Buffer.from(String(body['draftKey']), 'base64').length, 32);
  const stored = await t.app.sql<{ n: number }>(
    `select count(*)::int as n from session_token where encode(token_hash, 'escape') like '%pps_%'`,
  );
  assert.equal(stored[0]?.n, 0, 'the token itself is nowhere');
});

test('a known browser needs no code for an ordinary role, a guarded role always does', async () => {
  await t.fullSignIn('Esha', { device: DEVICE });
  assert.equal((await t.signIn(emailOf('Esha'), PASSWORD, { device: DEVICE })).body['step'], 'done');
  await t.fullSignIn('Chetan', { device: DEVICE });
  await t.forgetTries();
  assert.equal((await t.signIn(emailOf('Chetan'), PASSWORD, { device: DEVICE })).body['step'], 'code');
});

test('shell story 20: a code is tied to the browser that asked, is used once, and dies after 5 minutes', async () => {
  const asked = await t.send('POST', '/api/session/request-otp', {
    body: { identifier: emailOf('Divya'), device: DEVICE },
  });
  const otp = await t.codeOf('Divya');
  const answer = (device: string | undefined) =>
    t.send('POST', '/api/session/verify-otp', {
      body: { referenceID: asked.body['referenceID'], otp, ...(device ? { device } : {}) },
    });
  assert.equal((await answer('another-browser-secret-0123456789')).body['code'], 'session.otp-dead');
  assert.equal((await answer(DEVICE)).status, 200);
  assert.equal((await answer(DEVICE)).body['code'], 'session.otp-dead');
  t.clock.at = new Date();
  const late = await t.send('POST', '/api/session/request-otp', { body: { identifier: emailOf('Divya') } });
  const lateCode = await t.codeOf('Divya');
  t.clock.at = new Date(Date.now() + 5 * 60_000 + 1_000);
  assert.equal(
    (
      await t.send('POST', '/api/session/verify-otp', {
        body: { referenceID: late.body['referenceID'], otp: lateCode },
      })
    ).body['code'],
    'session.otp-dead',
  );
  t.clock.at = null;
});

test('shell story 26: 50 devices with wrong passwords lock strangers out, never the owner on a known browser', async () => {
  await t.fullSignIn('Omkar', { device: DEVICE });
  await t.forgetTries();
  const statuses: number[] = [];
  for (let i = 0; i < 50; i += 1)
    statuses.push(
      (
        await t.signIn(emailOf('Omkar'), 'guess number one', {
          ip: `198.51.${i}.1`,
          device: `stranger-${i}-secret-0123456789`,
        })
      ).status,
    );
  assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(45).fill(429)]);
  assert.equal(
    (await t.signIn(emailOf('Omkar'), PASSWORD, { ip: '198.51.100.1' })).status,
    429,
    'right, but unknown browser',
  );
  assert.equal((await t.signIn(emailOf('Omkar'), PASSWORD, { device: DEVICE })).body['step'], 'done');
});

test('a forgotten password: code, new password, every session ends; weak ones are refused', async () => {
  const token = await t.fullSignIn('Sahil');
  await t.forgetTries();
  const asked = await t.send('POST', '/api/password/forgot', { body: { identifier: emailOf('Sahil') } });
  const reset = (password: string, otp: string) =>
    t.send('POST', '/api/password/reset', {
      body: { referenceID: asked.body['referenceID'], otp, password },
    });
  const otp = await t.codeOf('Sahil');
  for (const weak of ['password12345', '1234567890', 'qwertyuiop99', 'aaaaaaaaaaaa', 'short'])
    assert.equal((await reset(weak, otp)).status, 422, weak);
  assert.equal((await reset('courtyard banyan 61', otp)).status, 200);
  assert.equal((await t.me(token)).status, 401);
  assert.equal((await t.signIn(emailOf('Sahil'), 'courtyard banyan 61')).status, 200);
  assert.equal((await t.signIn(emailOf('Sahil'), PASSWORD)).status, 401);
});

test('bad headers and foreign context are refused, not guessed', async () => {
  const token = await t.fullSignIn('Omkar');
  assert.equal((await t.send('GET', '/api/admin/me')).body['code'], 'session.missing');
  assert.equal((await t.me(`pps_${'A'.repeat(43)}`)).body['code'], 'session.ended');
  assert.equal((await t.me('Basic abc')).body['code'], 'session.ended');
  assert.equal((await t.me(`Bearer ${token}`)).status, 200);
  for (const [header, value] of [
    ['x-franchisee-id', String(BANER)],
    ['x-franchisee-id', '999999999999'],
    ['x-franchisee-id', '1 or 1=1'],
    ['x-academic-year-id', '1999'],
  ] as const)
    assert.equal(
      (await t.send('GET', '/api/admin/me', { headers: auth(token, { [header]: value }) })).status,
      404,
      `${header} ${value}`,
    );
  assert.equal(
    (await t.send('GET', '/api/admin/me', { headers: auth(token, { 'x-role-id': '1' }) })).body['code'],
    'session.role-not-held',
  );
});

/** Asks for the code again half a minute later; the first one is dead then. Gives the new one. */
async function sendAgain(referenceID: unknown, name: 'Harsh' | 'Meera'): Promise<string> {
  const first = await t.codeOf(name);
  t.clock.at = new Date((t.clock.at?.getTime() ?? Date.now()) + 31_000);
  const again = await t.send('POST', '/api/session/resend-otp', { body: { referenceID } });
  assert.deepEqual([again.status, again.body['referenceID']], [200, referenceID]);
  const second = await t.codeOf(name);
  assert.notEqual(second, first);
  return second;
}

test('resend, then sign in: wrong tries stay counted, the new code opens', async () => {
  const asked = await t.signIn(emailOf('Harsh'), PASSWORD);
  const { referenceID } = asked.body;
  const old = await t.codeOf('Harsh');
  const code = await sendAgain(referenceID, 'Harsh');
  const answer = (otp: string) =>
    t.send('POST', '/api/session/verify-otp', { body: { referenceID, otp, device: DEVICE } });
  for (const left of [4, 3]) {
    const { status, body } = await answer(old);
    assert.deepEqual([status, body['code']], [422, 'session.otp-wrong']);
    assert.match(String(body['message']), new RegExp(`${left} tries left`));
  }
  const right = await answer(code);
  assert.equal(right.status, 200, JSON.stringify(right.body));
  assert.equal((await t.me(String(right.body['token']))).status, 200);
  t.clock.at = null;
});

test('resend, then reset a password', async () => {
  const { body } = await t.send('POST', '/api/password/forgot', { body: { identifier: emailOf('Meera') } });
  const { referenceID } = body;
  await sendAgain(referenceID, 'Meera');
  // The second time reads what the first one stored.
  const otp = await sendAgain(referenceID, 'Meera');
  const password = 'a quite new umbrella 48';
  const reset = await t.send('POST', '/api/password/reset', { body: { referenceID, otp, password } });
  assert.equal(reset.status, 200, JSON.stringify(reset.body));
  t.clock.at = null;
  await t.forgetTries();
  assert.equal((await t.signIn(emailOf('Meera'), password)).status, 200);
  assert.equal((await t.signIn(emailOf('Meera'), PASSWORD)).status, 401);
});

test('an invitation that is accepted five times at once is accepted once', async () => {
  const { id } = people.Zoya;
  await t.app.sql(
    `update app_user set state = 'INVITED', password_hash = null, activated_at = null where id = $1`,
    [id],
  );
  const link = await inUnitOfWork(t.app.pool, asSystem(), { command: 'test' }, (db) =>
    issueLink(db, { purpose: 'user.invite', franchiseeId: 1, subject: { kind: 'user', id } }),
  );
  const words = ['first', 'second', 'third', 'fourth', 'fifth'].map((word) => `a ${word} umbrella 49`);
  const answers = await Promise.all(
    words.map((password) =>
      t.send('POST', '/api/user-invite/accept', {
        headers: { authorization: `Link ${link}` },
        body: { password },
      }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410, 410, 410]);
  const [sessions] = await t.app.sql('select count(*)::int as n from session where user_id = $1', [id]);
  assert.equal(sessions?.['n'], 1);
  for (const [i, password] of words.entries())
    assert.equal(
      (await t.signIn(emailOf('Zoya'), password)).status === 200,
      answers[i]?.status === 200,
      password,
    );
});

test('section 5: a student signs in, with the role STUDENT', async () => {
  await t.app.sql(
    `update app_user set kind = 'STUDENT', password_hash = (select password_hash from app_user where id = $2) where id = $1`,
    [people.Zoya.id, people.Bina.id],
  );
  await t.app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, 37, 'CENTRE', $2, '2026-01-01')`,
    [people.Zoya.id, ANDHERI],
  );
  const { status, body } = await t.me(await t.fullSignIn('Zoya'));
  assert.deepEqual(
    [status, (body['roles'] as { role: string }[]).map(({ role }) => role)],
    [200, ['STUDENT']],
  );
});
