// Authenticator app and recovery codes (areas/shell.md 11.2): the codes of RFC 6238, a step used once, one before and one
// after, printed codes used once; a second proof beside the password and in step-up; taken away by two super admins.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { people } from '@aangan/testkit/world.ts';
import { authenticatorContract, authenticatorResetContract } from '../authenticator.contract.ts';
import { auth, emailOf, PASSWORD, type SignInTest, signInTest } from '../session/session-testing.ts';
import { base32, codeOfStep, stepAt, stepOfCode } from './totp.server.ts';

let t: SignInTest;
before(async () => {
  t = await signInTest();
});
after(() => t.close());
beforeEach(() => t.forgetTries());

const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  );
  const all = bits.join('');
  return Buffer.from(
    Array.from({ length: Math.floor(all.length / 8) }, (_, i) =>
      Number.parseInt(all.slice(i * 8, i * 8 + 8), 2),
    ),
  );
};
const stepped = { steppedUp: true } as const;

/** Gives a person an authenticator, by the code of now: it is good for 30 s at least, the step before it only for what is left of this one. */
async function enrol(name: 'Chetan' | 'Bina' | 'Esha') {
  const person = t.app.as(name, stepped);
  const { secret, uri } = await person.call(authenticatorContract.begin, {});
  const bytes = bytesOf(secret);
  assert.match(uri, /^otpauth:\/\/totp\/Aangan%3A.*secret=[A-Z2-7]{32}&issuer=Aangan/);
  const { codes } = await person.call(authenticatorContract.confirm, {
    code: codeOfStep(bytes, stepAt(new Date())),
  });
  return { bytes, codes };
}

/** The step the next code may come from, with the server's clock at its middle. */
function atStep(step: number): Date {
  t.clock.at = new Date(step * 30_000 + 15_000);
  return t.clock.at;
}

const afterPassword = async (name: 'Chetan' | 'Bina') => {
  const first = await t.signIn(emailOf(name), PASSWORD);
  assert.equal(first.body['step'], 'code', JSON.stringify(first.body));
  return String(first.body['referenceID']);
};
const verify = (referenceID: string, otp: string, by: string) =>
  t.send('POST', '/api/session/verify-otp', { body: { referenceID, otp, by } });

test('the codes are those of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(codeOfStep(secret, Math.floor(seconds / 30)), code);
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const now = new Date(1_111_111_111_000);
  const step = stepAt(now);
  const accepted = [-2, -1, 0, 1, 2].filter(
    (by) => stepOfCode(secret, codeOfStep(secret, step + by), now, 0) !== null,
  );
  assert.deepEqual(accepted, [-1, 0, 1], 'one step before and one after, no more');
  assert.equal(stepOfCode(secret, codeOfStep(secret, step), now, step), null, 'a step is used once');
});

test('an app’s code is the second proof after the password, each step once', async () => {
  const { bytes, codes } = await enrol('Chetan');
  assert.equal(new Set(codes).size, 10);
  const step = stepAt(new Date()) + 10;
  atStep(step);
  const reference = await afterPassword('Chetan');
  const wrong = await verify(reference, codeOfStep(bytes, step + 5), 'APP');
  assert.deepEqual([wrong.status, wrong.body['code']], [422, 'session.otp-wrong']);
  const good = await verify(reference, codeOfStep(bytes, step), 'APP');
  assert.equal(good.status, 200, JSON.stringify(good.body));
  assert.equal((await t.me(String(good.body['token']))).status, 200);
  // The same code again, for another sign-in: somebody looked over the shoulder.
  await t.forgetTries();
  const again = await verify(await afterPassword('Chetan'), codeOfStep(bytes, step), 'APP');
  assert.equal(again.body['code'], 'session.otp-wrong', 'a step opens one thing once');
  t.clock.at = null;
});

test('two who use one app code at once: one gets in', async () => {
  const { bytes } = await enrol('Bina');
  const step = stepAt(new Date()) + 20;
  atStep(step);
  const references = [await afterPassword('Bina'), await afterPassword('Bina')];
  const answers = await Promise.all(references.map((one) => verify(one, codeOfStep(bytes, step), 'APP')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  t.clock.at = null;
});

test('a printed code works once, says how many are left, and dies with a new list', async () => {
  const person = t.app.as('Bina', stepped);
  const { codes } = await person.call(authenticatorContract.renewCodes, {});
  const [code = '', second = ''] = codes;
  const first = await verify(await afterPassword('Bina'), code.toLowerCase(), 'RECOVERY');
  assert.equal(first.status, 200, JSON.stringify(first.body));
  await t.forgetTries();
  const again = await verify(await afterPassword('Bina'), code, 'RECOVERY');
  assert.equal(again.body['code'], 'session.otp-wrong');
  assert.equal((await person.call(authenticatorContract.get, {})).codesLeft, 9);
  const [told] = await t.app.sql("select body from notice where kind = 'shell.recovery-used'");
  assert.match(String(told?.['body']), /^9 of your recovery codes are left/);
  await person.call(authenticatorContract.renewCodes, {});
  await t.forgetTries();
  const old = await verify(await afterPassword('Bina'), second, 'RECOVERY');
  assert.equal(old.body['code'], 'session.otp-wrong');
  const [stored] = await t.app.sql<{ n: number }>(
    `select count(*)::int as n from recovery_code where encode(code_hash, 'escape') like '%' || $1 || '%'`,
    [code.replace('-', '')],
  );
  assert.equal(stored?.n, 0, 'the codes themselves are nowhere');
});

test('without the password an app’s code opens nothing; the tries of both are one count', async () => {
  const asked = await t.send('POST', '/api/session/request-otp', { body: { identifier: emailOf('Bina') } });
  const reference = String(asked.body['referenceID']);
  const { codes } = await t.app.as('Bina', stepped).call(authenticatorContract.renewCodes, {});
  const alone = await verify(reference, codes[0] ?? '', 'RECOVERY');
  assert.equal(alone.body['code'], 'session.otp-wrong', 'it must be a second proof, not the only one');
  for (let i = 0; i < 4; i += 1) await verify(reference, '000000', 'APP');
  const right = await verify(reference, await t.codeOf('Bina'), 'SENT');
  assert.equal(
    right.body['code'],
    'session.otp-dead',
    'five wrong ones kill the reference, however answered',
  );
});

test('step-up takes an app’s code too, and enrolling needs a fresh code itself', async () => {
  await t.app.as('Esha').refused(authenticatorContract.begin, {}, 'step-up.needed');
  const { bytes } = await enrol('Esha');
  const token = String((await t.app.as('Esha').headers())['authorization']);
  const asked = await t.send('POST', '/api/session/step-up', { body: {}, headers: auth(token) });
  const step = stepAt(new Date()) + 1;
  const done = await t.send('POST', '/api/session/step-up/verify', {
    body: { referenceID: asked.body['referenceID'], otp: codeOfStep(bytes, step), by: 'APP' },
    headers: auth(token),
  });
  assert.equal(done.status, 200, JSON.stringify(done.body));
  assert.match(String(done.body['until']), /Z$/);
  await t.app.as('Esha', stepped).refused(authenticatorContract.begin, {}, 'authenticator.have-one');
  await t.app.as('Esha', stepped).call(authenticatorContract.remove, {});
  assert.equal((await t.app.as('Esha', stepped).call(authenticatorContract.get, {})).since, null);
});

test('a lost phone: one super admin asks, another one does it, the person is told and signed out', async () => {
  const asha = t.app.as('Asha', { centre: null, ...stepped });
  await t.app
    .as('Bina', stepped)
    .refused(authenticatorResetContract.ask, { identifier: emailOf('Bina'), reason: 'x' }, 'module.missing');
  await asha.refused(
    authenticatorResetContract.ask,
    { identifier: emailOf('Farid'), reason: 'lost' },
    'authenticator.none',
  );
  const { id } = await asha.call(authenticatorResetContract.ask, {
    identifier: emailOf('Bina'),
    reason: 'Her phone was stolen',
  });
  await asha.refused(authenticatorResetContract.decide, { id, approve: true }, 'authenticator.second-person');
  await assert.rejects(
    t.app.sql(
      `update authenticator_reset set status = 'DONE', decided_by = asked_by, decided_at = now() where id = $1`,
      [id],
    ),
    /check/,
    'the database refuses it too',
  );
  await t.app.sql(
    `insert into user_role (user_id, role_id, scope, from_on, reason) values ($1, 1, 'NETWORK', '2024-04-01', 'second super admin')`,
    [people.Zoya.id],
  );
  await t.app.sql('update app_user set super_admin = true where id = $1', [people.Zoya.id]);
  const second = t.app.as('Zoya', { centre: null, ...stepped });
  const waiting = await second.call(authenticatorResetContract.list, {});
  assert.deepEqual(
    waiting.rows.map(({ who, askedBy, mayDecide }) => [who, askedBy, mayDecide]),
    [['Bina Shah', 'Asha Rao', true]],
  );
  await second.call(authenticatorResetContract.decide, { id, approve: true });
  const [left] = await t.app.sql<{ n: number }>(
    `select (select count(*) from authenticator a where a.user_id = u.id)::int + (select count(*) from recovery_code c where c.user_id = u.id)::int
       + (select count(*) from session s where s.user_id = u.id and ended_at is null)::int as n from app_user u where first_name = 'Bina'`,
  );
  assert.equal(left?.n, 0);
});

test('broken twin: without the kept step a code opens twice', async () => {
  const { bytes } = await enrol('Esha');
  const step = stepAt(new Date()) + 1;
  const now = new Date(step * 30_000 + 1_000);
  const once = stepOfCode(bytes, codeOfStep(bytes, step), now, 0);
  assert.equal(once, step);
  assert.equal(stepOfCode(bytes, codeOfStep(bytes, step), now, step), null);
  assert.equal(stepOfCode(bytes, codeOfStep(bytes, step), now, 0), step, 'the twin is red');
});
