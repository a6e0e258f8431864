// Promises S2 and S3 over every operation of the product: a session that ended by logout, disabling or revoking opens
// nothing, and the idle and absolute limits hold to the second. Each with its broken twin.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { operationsOf } from '@aangan/testkit/operations.ts';
import { people } from '@aangan/testkit/world.ts';
import { auth, eventually, queuedCode, type SignInTest, signInTest } from './session-testing.ts';

let t: SignInTest;
let operations: { name: string; method: 'GET' | 'POST' | 'PUT'; url: string }[];
before(async () => {
  t = await signInTest({ areas: 'all' });
  const { body } = await t.app.app.inject({ method: 'GET', url: '/api/openapi.json' });
  operations = operationsOf(JSON.parse(body)).flatMap(({ method, path, operation }) =>
    // Those that ask for a session; sign-in, public links and webhooks know none.
    ['own', 'centre', 'network'].includes(String(operation['x-scope']))
      ? [
          {
            name: operation.operationId,
            method: method as 'GET' | 'POST' | 'PUT',
            url: path.replace(/\{\w+\}/g, '1'),
          },
        ]
      : [],
  );
});
after(() => t.close());
beforeEach(() => t.forgetTries());

/** Operations that do not answer 401 to this token. */
async function accepting(token: string, some = operations): Promise<string[]> {
  const open: string[] = [];
  for (const { name, method, url } of some) {
    const { status } = await t.send(method, url, { headers: auth(token) });
    if (status !== 401) open.push(name);
  }
  return open;
}

test('S2: logout, disabling, revoking and a new password are final for every operation', async () => {
  const ways: readonly [string, () => Promise<string>][] = [
    [
      'POST logout',
      async () => {
        const token = await t.fullSignIn('Bina');
        const left = await t.send('POST', '/api/logout', { headers: auth(token) });
        assert.deepEqual([left.status, left.headers['clear-site-data']], [200, '"cache"']);
        return token;
      },
    ],
    [
      'GET logout',
      async () => {
        const token = await t.fullSignIn('Charu');
        assert.equal((await t.send('GET', '/api/logout', { headers: auth(token) })).status, 200);
        assert.equal(
          (await t.send('GET', '/api/logout', { headers: auth(token) })).status,
          200,
          'a dead token too',
        );
        return token;
      },
    ],
    [
      'disabled',
      async () => {
        const token = await t.fullSignIn('Esha');
        assert.equal((await t.me(token)).status, 200);
        await t.app.sql(`update app_user set state = 'DISABLED' where id = $1`, [people.Esha.id]);
        await eventually(
          () => t.me(token),
          ({ status }) => status === 401,
        );
        await t.app.sql(`update app_user set state = 'ACTIVE' where id = $1`, [people.Esha.id]);
        return token;
      },
    ],
    [
      'revoked elsewhere',
      async () => {
        const token = await t.fullSignIn('Harsh');
        await t.forgetTries();
        const other = await t.fullSignIn('Harsh');
        const { body } = await t.send('POST', '/api/session/end-others', { headers: auth(other) });
        assert.equal(body['ended'], 1);
        return token;
      },
    ],
  ];
  const accepted: string[] = [];
  const dead: string[] = [];
  for (const [way, end] of ways) {
    await t.forgetTries();
    const token = await end();
    dead.push(token);
    accepted.push(...(await accepting(token)).map((name) => `${way}: ${name}`));
  }
  publishFigure({
    promise: 'S2',
    operations: operations.length,
    ways: ways.length,
    requests: operations.length * ways.length,
    accepted: accepted.length,
  });
  assert.deepEqual(accepted, []);
  assert.ok(operations.length > 200, `${operations.length} operations`);
  // Broken twin: a session whose end is taken back.
  await t.app.sql(`update session set ended_at = null, end_reason = null where user_id = $1`, [
    people.Charu.id,
  ]);
  const few = operations.slice(0, 20);
  const twin = await eventually(
    () => accepting(dead[1] ?? '', few),
    (open) => open.length > 0,
  );
  assert.ok(twin.length > 0, 'the twin must be noticed');
});

test('another site signs nobody out', async () => {
  const token = await t.fullSignIn('Omkar');
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }])
    assert.equal((await t.send('GET', '/api/logout', { headers: auth(token, headers) })).status, 403);
  assert.equal((await t.me(token)).status, 200);
});

test('S3 and shell story 22: idle and absolute limits hold to the second', async () => {
  const minute = 60;
  const hour = 3600;
  const at = async (began: number, seconds: number, token: string, headers: Record<string, string> = {}) => {
    t.clock.at = new Date(began + seconds * 1000);
    return (await t.send('GET', '/api/admin/me', { headers: auth(token, headers) })).status;
  };
  /** The session's own beginning, as the server noted it. */
  const begin = async (name: 'Rekha' | 'Chetan' | 'Dev' | 'Tara') => {
    t.clock.at = new Date();
    await t.forgetTries();
    return { token: await t.fullSignIn(name), began: t.clock.at.getTime() };
  };
  let checks = 0;
  let wrong = 0;
  const expect = (status: number, wanted: number) => {
    checks += 1;
    if (status !== wanted) wrong += 1;
  };
  for (const [name, idle] of [
    ['Rekha', 30 * minute],
    ['Chetan', 15 * minute],
  ] as const) {
    const last = await begin(name);
    expect(await at(last.began, idle - 1, last.token), 200);
    expect(await at(last.began, 2 * idle - 2, last.token, { 'x-background': '1' }), 200); // a poll does not keep it alive
    expect(await at(last.began, 2 * idle - 1, last.token), 401);
    expect(await at(last.began, 10, last.token), 401); // an ended session does not come back
  }
  const busy = await begin('Dev');
  for (let s = 20 * minute; s < 12 * hour; s += 20 * minute) expect(await at(busy.began, s, busy.token), 200);
  expect(await at(busy.began, 12 * hour - 1, busy.token), 200);
  expect(await at(busy.began, 12 * hour, busy.token), 401);
  // Broken twin: a session whose idle time is longer lets the same late call through.
  const twin = await begin('Tara');
  await t.app.sql('update session set idle_seconds = 7200 where user_id = $1', [people.Tara.id]);
  assert.equal(await at(twin.began, 30 * minute, twin.token), 200, 'the twin must be noticed');
  t.clock.at = null;
  publishFigure({ promise: 'S3', checks, wrong });
  assert.equal(wrong, 0);
});

test('a new address needs a code to the old one, ends the other sessions and holds guarded acts for a day', async () => {
  const stolen = await t.fullSignIn('Omkar');
  const own = await t.fullSignIn('Omkar');
  await t.forgetTries();
  const post = (url: string, token: string, body: object) =>
    t.send('POST', url, { headers: auth(token), body });
  const address = '9819977777';
  t.clock.at = new Date(Date.now() + 6 * 60_000);
  const unproved = await post('/api/profile/request-contact', stolen, { address });
  assert.deepEqual([unproved.status, unproved.body['code']], [403, 'step-up.needed']);
  const asked = await post('/api/session/step-up', own, {});
  const { body } = await post('/api/session/step-up/verify', own, {
    referenceID: asked.body['referenceID'],
    otp: await t.codeOf('Omkar'),
  });
  const token = String(body['token']);
  const sent = await post('/api/profile/request-contact', token, { address });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  const otp = await queuedCode(t.app, `not payload -> 'about' ? 'userIds' and $1 <> ''`, 'to an address');
  const confirm = { address, referenceID: sent.body['referenceID'], otp };
  assert.equal((await post('/api/profile/confirm-contact', stolen, confirm)).status, 403);
  const changed = await post('/api/profile/confirm-contact', token, confirm);
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.equal((await t.me(stolen)).status, 401);
  assert.equal((await t.me(token)).status, 200);
  const held = await post('/api/tablet/set-pin', token, { pin: '274918' });
  assert.deepEqual([held.status, held.body['code']], [403, 'step-up.held']);
  assert.match(String(held.body['message']), /opens again at \d{2}-\d{2}-\d{4}/);
  t.clock.at = new Date(Date.now() + 24.5 * 3600_000);
  await t.forgetTries();
  const later = await t.fullSignIn('Omkar');
  assert.equal((await post('/api/tablet/set-pin', later, { pin: '274918' })).status, 200);
  t.clock.at = null;
});
