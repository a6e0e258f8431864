// Promise S4: a token copied out of the browser is worth nothing. A session bound to a browser's key answers to that key
// alone; every other use is refused, ends the session and is told to its owner. With its broken twin.
import assert from 'node:assert/strict';
import { createHash, randomUUID, webcrypto } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { people } from '@aangan/testkit/world.ts';
import { auth, emailOf, eventually, PASSWORD, type SignInTest, signInTest } from './session-testing.ts';

interface BrowserKey {
  pair: CryptoKeyPair;
  jwk: { crv: string; kty: string; x: string; y: string };
  thumbprint: string;
}
type CryptoKeyPair = webcrypto.CryptoKeyPair;

interface Claims {
  htm: string;
  htu: string;
  iat: number;
  jti: string;
  ath: string;
}

let t: SignInTest;
let mine: BrowserKey;
let thief: BrowserKey;
before(async () => {
  t = await signInTest();
  mine = await newKey();
  thief = await newKey();
});
after(() => t.close());
beforeEach(() => t.forgetTries());

async function newKey(): Promise<BrowserKey> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const { crv = '', kty = '', x = '', y = '' } = await webcrypto.subtle.exportKey('jwk', pair.publicKey);
  const jwk = { crv, kty, x, y };
  return { pair, jwk, thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') };
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsFor = (token: string, change: Partial<Claims> = {}): Claims => ({
  htm: 'GET',
  htu: 'https://aangan.test/api/admin/me',
  iat: Math.floor(Date.now() / 1000),
  jti: randomUUID(),
  ath: createHash('sha256').update(token).digest('base64url'),
  ...change,
});

async function proof(key: BrowserKey, claims: Claims): Promise<string> {
  const data = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk })}.${part(claims)}`;
  const signature = await webcrypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key.pair.privateKey,
    Buffer.from(data),
  );
  return `${data}.${Buffer.from(signature).toString('base64url')}`;
}

const meWith = (token: string, dpop?: string) =>
  t.send('GET', '/api/admin/me', { headers: auth(token, dpop ? { dpop } : {}) });

test('the own browser works; its proof counts for one call, at this time, for this token', async () => {
  const token = await t.fullSignIn('Bina', { key: mine.thumbprint });
  const good = await proof(mine, claimsFor(token));
  const first = await meWith(token, good);
  assert.deepEqual([first.status, first.body['bound']], [200, true]);
  const stale: readonly [string, string][] = [
    ['used before', good],
    ['another method', await proof(mine, claimsFor(token, { htm: 'POST' }))],
    ['another path', await proof(mine, claimsFor(token, { htu: 'https://aangan.test/api/menu/get' }))],
    ['too old', await proof(mine, claimsFor(token, { iat: Math.floor(Date.now() / 1000) - 121 }))],
    ['from the future', await proof(mine, claimsFor(token, { iat: Math.floor(Date.now() / 1000) + 125 }))],
    ['another token', await proof(mine, claimsFor('pps_another'))],
  ];
  for (const [what, dpop] of stale)
    assert.equal((await meWith(token, dpop)).body['code'], 'session.proof-stale', what);
  assert.equal(
    (await meWith(token, await proof(mine, claimsFor(token)))).status,
    200,
    'and the session lives',
  );
});

test('S4 and shell story 21: a token copied to another browser is refused, ends the session and is told to its owner', async () => {
  const copied: readonly [string, (token: string) => Promise<string | undefined>][] = [
    ['no proof', async () => undefined],
    ['the thief’s own key', (token) => proof(thief, claimsFor(token))],
    ['the owner’s key named, the thief’s signature', async (token) => forged(token)],
    ['not a proof at all', async () => 'a.b.c'],
    [
      'an unsigned proof',
      async (token) => `${part({ typ: 'dpop+jwt', alg: 'none' })}.${part(claimsFor(token))}.`,
    ],
  ];
  let accepted = 0;
  let told = 0;
  for (const [what, dpopOf] of copied) {
    await t.forgetTries();
    const token = await t.fullSignIn('Chetan', { key: mine.thumbprint });
    assert.equal((await meWith(token, await proof(mine, claimsFor(token)))).status, 200, what);
    if ((await meWith(token, await dpopOf(token))).status === 200) accepted += 1;
    // The owner's own browser is signed out as well: whoever holds a copy is not waited for.
    const own = await eventually(
      async () => meWith(token, await proof(mine, claimsFor(token))),
      ({ status }) => status === 401,
    );
    if (own.status === 200) accepted += 1;
  }
  const rows = await t.app.sql<{ n: number }>(
    `select count(*)::int as n from outbox where payload ->> 'kind' = 'shell.session-stopped' and payload -> 'about' -> 'userIds' ? $1`,
    [people.Chetan.id],
  );
  const alarms = await t.app.sql(
    `select 1 from sign_in_event where user_id = $1 and kind = 'THEFT_SUSPECT'`,
    [people.Chetan.id],
  );
  told = rows[0]?.n ?? 0;
  publishFigure({ promise: 'S4', copies: copied.length, accepted, told, alarms: alarms.length });
  assert.deepEqual([accepted, told, alarms.length], [0, copied.length, copied.length]);
  // Broken twin: the same copied token against a session that is bound to no key.
  await t.forgetTries();
  const token = await t.fullSignIn('Chetan', { key: mine.thumbprint });
  await t.app.sql('update session set proof_thumbprint = null where ended_at is null');
  const twin = await eventually(
    () => meWith(token),
    ({ status }) => status === 200,
    2_000,
  );
  assert.equal(twin.status, 200, 'the twin must be noticed');
});

/** The owner's public key in the head, somebody else's signature. */
async function forged(token: string): Promise<string> {
  const data = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk: mine.jwk })}.${part(claimsFor(token))}`;
  const signature = await webcrypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    thief.pair.privateKey,
    Buffer.from(data),
  );
  return `${data}.${Buffer.from(signature).toString('base64url')}`;
}

test('a command’s proof is used once in all processes', async () => {
  const token = await t.fullSignIn('Dev', { key: mine.thumbprint });
  const claims = claimsFor(token, { htm: 'POST', htu: 'https://aangan.test/api/preference/save' });
  await t.app.sql(`insert into rate_counter (key, window_start, n) values ($1, to_timestamp($2), 1)`, [
    `proof:${claims.jti}`,
    claims.iat,
  ]);
  const again = await t.send('POST', '/api/preference/save', {
    body: { theme: 'dark' },
    headers: auth(token, { dpop: await proof(mine, claims) }),
  });
  assert.equal(again.body['code'], 'session.proof-stale', 'another process has seen it');
});

test('guarded people open no session from a browser without a key', async () => {
  const strict = await signInTest({ app: { ports: { config: {}, origin: 'http://aangan.test' } } });
  try {
    const ask = async (name: 'Asha' | 'Esha', key?: string) => {
      await strict.forgetTries();
      const first = await strict.signIn(emailOf(name), PASSWORD);
      const body = {
        referenceID: first.body['referenceID'],
        otp: await strict.codeOf(name),
        ...(key ? { key } : {}),
      };
      return strict.send('POST', '/api/session/verify-otp', { body });
    };
    assert.equal((await ask('Asha')).body['code'], 'session.key-needed');
    assert.equal((await ask('Asha', mine.thumbprint)).status, 200);
    assert.equal((await ask('Esha')).status, 200, 'an ordinary role may');
  } finally {
    await strict.close();
  }
});
