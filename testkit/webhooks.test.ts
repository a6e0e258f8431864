// Every webhook of the product under a stranger who forges deliveries: refused, and after a while not even kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from './app.ts';

/** What one address may have kept in ten minutes (rate-limit.ts). */
const KEPT = 200;

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

test('forged deliveries are refused at every webhook, and a stranger who keeps knocking fills no more rows', async () => {
  const webhooks = app.areas
    .flatMap((area) => area.extras.rawEndpoints ?? [])
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/webhooks/'));
  assert.ok(webhooks.length >= 6, `${webhooks.length} webhooks`);
  const rows = async () => {
    const [kept] = await app.sql<{ n: number }>(
      'select ((select count(*) from inbox) + (select count(*) from lead_intake))::int as n',
    );
    return kept?.n ?? 0;
  };
  for (const { path } of webhooks) {
    const forge = async (n: number) => {
      const { statusCode } = await app.app.inject({
        method: 'POST',
        url: path.replace(/:\w+/g, 'nobody-gave-this-key'),
        payload: JSON.stringify({ forged: n }),
        headers: { 'content-type': 'application/json' },
      });
      assert.ok(statusCode >= 400 && statusCode < 500, `${path}: ${statusCode}`);
    };
    await app.sql('delete from rate_counter');
    await forge(1);
    const [counted] = await app.sql('update rate_counter set n = $1 returning key', [KEPT]);
    assert.ok(counted, `${path} counts nobody`);
    const before = await rows();
    for (const n of [2, 3, 4]) await forge(n);
    assert.equal(await rows(), before, `${path} keeps what is refused`);
  }
});
