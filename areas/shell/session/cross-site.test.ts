// Promise W3: nothing that another site can make a browser send changes anything. Every state-changing operation of the
// document, five ways; with its broken twin.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { operationsOf, type WalkedApp, walkedApp } from '@aangan/testkit/operations.ts';

let app: WalkedApp;
before(async () => {
  app = await walkedApp();
});
after(() => app.close());

const cross = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };

test('W3: a foreign page changes nothing', async () => {
  const token = (await app.as('Asha', { steppedUp: true }).headers())['authorization'] ?? '';
  const changing = operationsOf(app.document).filter(
    ({ method, operation }) => method !== 'GET' && operation['x-scope'] !== 'raw',
  );
  const ways: readonly [string, Record<string, string>, string][] = [
    ['a form', { ...cross, 'content-type': 'application/x-www-form-urlencoded' }, 'id=1'],
    ['a form with text', { ...cross, 'content-type': 'text/plain' }, '{"id":"1"}'],
    ['fetch without cors', { ...cross, 'content-type': 'text/plain' }, '{}'],
    [
      'fetch that knows a token',
      { ...cross, 'content-type': 'application/json', authorization: token },
      '{}',
    ],
    ['an old browser’s form', { origin: 'https://evil.example', 'content-type': 'text/plain' }, '{"id":"1"}'],
  ];
  const changes = async () => (await app.sql<{ n: string }>('select count(*) as n from record_change'))[0]?.n;
  const before = await changes();
  let effects = 0;
  for (const { method, path } of changing)
    for (const [, headers, payload] of ways) {
      const { statusCode } = await app.app.inject({
        method: method as 'POST' | 'PUT',
        url: path.replace(/\{\w+\}/g, '1'),
        headers,
        payload,
      });
      if (statusCode < 400) effects += 1;
    }
  const logout = await app.app.inject({
    method: 'GET',
    url: '/api/logout',
    headers: { ...cross, authorization: token },
  });
  if (logout.statusCode < 400) effects += 1;
  const after = await changes();
  publishFigure({
    promise: 'W3',
    operations: changing.length,
    requests: changing.length * ways.length + 1,
    effects,
  });
  assert.equal(effects, 0);
  assert.equal(after, before, 'no row was changed');
  // Broken twin: the same request from our own page signs out.
  const own = await app.app.inject({
    method: 'GET',
    url: '/api/logout',
    headers: { authorization: token, 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(own.statusCode, 200, 'the twin must be noticed');
});

test('the reference page is there where it is asked for, and evaluates no text as code', async () => {
  assert.equal((await app.app.inject({ url: '/api/docs' })).statusCode, 404);
  const shown = await testApp({ app: { docs: true } });
  const page = await shown.app.inject({ url: '/api/docs/' });
  await shown.close();
  assert.equal(page.statusCode, 200);
  assert.doesNotMatch(String(page.headers['content-security-policy']), /unsafe-eval/);
});
