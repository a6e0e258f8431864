// Promises W1, W2 and W6: the protecting headers stand on every response, a foreign frame shows the warning alone, and
// no other origin is contacted. Each with its broken twin.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { operationsOf } from '@aangan/testkit/operations.ts';
import { WEB_DIR } from '../../bin/build-web.ts';
import { type WebTest, webTest } from './browser-testing.ts';

let t: WebTest;
before(async () => {
  t = await webTest({ areas: 'all' });
});
after(() => t?.close());

type Headers = Readonly<Record<string, string | string[] | number | undefined>>;
type Kind = 'api' | 'page' | 'file';

const everywhere: readonly [string, RegExp][] = [
  ['strict-transport-security', /max-age=(3[1-9]\d{6}|[4-9]\d{7}|\d{9,}); includeSubDomains/],
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/],
  ['referrer-policy', /^no-referrer$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^same-origin$/],
  ['permissions-policy', /camera=/],
  ['content-security-policy', /frame-ancestors 'none'/],
];
const of: Readonly<Record<Kind, readonly [string, RegExp][]>> = {
  api: [
    ['cache-control', /no-store/],
    ['content-security-policy', /default-src 'none'/],
  ],
  file: [['content-security-policy', /default-src 'none'/]],
  page: [
    ['content-security-policy', /default-src 'none'/],
    ['content-security-policy', /script-src 'self'(;| https:)/],
    ['content-security-policy', /style-src 'self' 'nonce-[A-Za-z0-9+/=]{20,}'/],
    ['content-security-policy', /object-src 'none'/],
    ['content-security-policy', /base-uri 'none'/],
    ['content-security-policy', /require-trusted-types-for 'script'/],
  ],
};

/** What is missing on one response, in words. */
function missing(kind: Kind, headers: Headers): string[] {
  const wrong = [...everywhere, ...of[kind]]
    .filter(([name, wanted]) => !wanted.test(String(headers[name] ?? '')))
    .map(([name, wanted]) => `${name} ${wanted}`);
  // A page of an endpoint may style itself; nothing may run in it.
  const policy = String(headers['content-security-policy'] ?? '').replace("style-src 'unsafe-inline'", '');
  return /unsafe-inline|unsafe-eval/.test(policy) ? [...wrong, 'unsafe in the policy'] : wrong;
}

/** The reference page of the API shows a foreign viewer under a policy of its own; it is the developers' alone. */
const OWN_POLICY = /^\/api\/docs/;

test('W1: the headers stand on every operation, page, file and error', async () => {
  const { body } = await t.server.app.inject({ method: 'GET', url: '/api/openapi.json' });
  const own = await t.server.as('Asha').headers();
  const requests: {
    kind: Kind;
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: string;
  }[] = [];
  for (const { method, path: url, operation } of operationsOf(JSON.parse(body))) {
    const at = url.replace(/\{\w+\}/g, '1');
    requests.push({ kind: 'api', method, url: at });
    if (operation['x-scope'] !== 'raw') requests.push({ kind: 'api', method, url: at, headers: own });
  }
  for (const url of [
    '/',
    '/login',
    '/signIn',
    '/otp/abc',
    '/no/such/path',
    '/thankyou',
    '/application-form/x',
    '/admission-payments/x',
    '/enquiry-form/2',
    '/finance/dashboard',
  ])
    requests.push({ kind: 'page', method: 'GET', url });
  for (const file of ['index.html', 'icon.svg', 'manifest.webmanifest', 'sw.js'])
    requests.push({ kind: file === 'index.html' ? 'file' : 'file', method: 'GET', url: `/${file}` });
  for (const name of readdirSync(path.join(WEB_DIR, 'assets')))
    requests.push({ kind: 'file', method: 'GET', url: `/assets/${name}` });
  requests.push(
    { kind: 'api', method: 'GET', url: '/api/no/such/thing' },
    { kind: 'api', method: 'GET', url: '/assets/none.js' },
    {
      kind: 'api',
      method: 'POST',
      url: '/api/session/sign-in',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    },
    {
      kind: 'api',
      method: 'POST',
      url: '/api/session/sign-in',
      headers: { 'content-type': 'text/csv' },
      payload: 'a',
    },
    {
      kind: 'api',
      method: 'POST',
      url: '/api/session/sign-in',
      headers: { 'content-type': 'application/json' },
      payload: `"${'x'.repeat(3_000_000)}"`,
    },
    { kind: 'api', method: 'DELETE', url: '/api/admin/me' },
    { kind: 'api', method: 'GET', url: '/%E0%A4%A' },
  );
  const wrong: string[] = [];
  for (const { kind, method, url, headers, payload } of requests.filter((one) => !OWN_POLICY.test(one.url))) {
    const response = await t.server.app.inject({
      method: method as 'GET',
      url,
      headers: headers ?? {},
      ...(payload === undefined ? {} : { payload }),
    });
    const lacks = missing(kind, response.headers).filter(
      (one) =>
        !(
          kind === 'api' &&
          response.statusCode < 300 &&
          method === 'GET' &&
          url.startsWith('/api/file') &&
          one.startsWith('cache-control')
        ),
    );
    if (lacks.length > 0) wrong.push(`${method} ${url} ${response.statusCode}: ${lacks.join(', ')}`);
  }
  publishFigure({ promise: 'W1', responses: requests.length, missing: wrong.length });
  assert.deepEqual(wrong, []);
  // Broken twin: a response from which one header was taken.
  const { headers } = await t.server.app.inject({ method: 'GET', url: '/login' });
  for (const [name] of everywhere)
    assert.ok(missing('page', { ...headers, [name]: undefined }).length > 0, name);
});

test('W6: no other origin is contacted, and a foreign script does not run', async () => {
  const { page, context } = await t.visit('/profile/dashboard', 'Bina');
  const others = new Set<string>();
  let requests = 0;
  page.on('request', (request) => {
    requests += 1;
    const { origin, protocol } = new URL(request.url());
    if (origin !== t.origin && protocol.startsWith('http')) others.add(origin);
  });
  for (const url of [
    '/profile/dashboard',
    '/profile',
    '/forms/enquiry/list',
    '/students/details/page/1',
    '/finance/dashboard',
    '/login',
  ]) {
    await page.goto(`${t.origin}${url}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  publishFigure({ promise: 'W6', requests, otherOrigins: others.size });
  assert.deepEqual([...others], []);
  // Broken twin: a page that tries is seen trying, and the policy stops it.
  const ran = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        });
        fetch('https://elsewhere.invalid/x').catch(() => undefined);
      }),
  );
  assert.equal(ran, 'connect-src', 'the twin must be noticed');
  await context.close();
});

test('W6: the checkout may run on the screens that declare it, and whatever leads there loads a document of their own', async () => {
  const scriptsOf = async (url: string) => {
    const { headers } = await t.server.app.inject({ method: 'GET', url });
    return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };
  const declared = t.server.areas
    .flatMap(({ area }) => area.screens.filter(({ policy }) => policy))
    .map(({ path: at }) => at.replace(/\{\w+\??\}/g, 'x'));
  assert.ok(declared.includes('/admission-payments/x') && declared.includes('/registration-form/x'));
  for (const url of declared)
    for (const spelled of [url, `${url}/`, url.toUpperCase()])
      assert.match((await scriptsOf(spelled)) ?? '', /^'self' https?:/, spelled);
  for (const url of ['/', '/profile/dashboard', '/payments/pay/x', '/payment-invoice', '/admission-payments'])
    assert.equal(await scriptsOf(url), "'self'", url);

  const { page, context } = await t.visit('/profile/dashboard', 'Bina');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const [url, policy] of [
    ['/admission-payments/none', 'checkout'],
    ['/profile', 'own'],
    ['/APPLICATION-FORM/none', 'checkout'],
    ['/profile/dashboard', 'own'],
  ] as const) {
    // The router hears of it as of any way inside the app: no request of the browser's own.
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, url);
    await page.locator(`meta[name="page-policy"][content="${policy}"]`).waitFor({ state: 'attached' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    assert.equal(new URL(page.url()).pathname, url);
  }
  await context.close();
});
