// The built web app against the real server, in a real browser: start, sign-in screens, frame, guard, ways out.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { INDIAN_USER, launchBrowser } from '@aangan/testkit/browser.ts';
import { openSession, type PersonName } from '@aangan/testkit/world.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { networkServer } from '../../areas/network/area.server.ts';
import { authenticate, shellServer } from '../../areas/shell/area.server.ts';
import { hashPassword } from '../../areas/shell/session/hash-gate.server.ts';
import { systemServer } from '../../areas/system/area.server.ts';
import { buildWeb, WEB_DIR, webIsBuilt } from '../../bin/build-web.ts';

let server: TestApp;
let browser: Browser;
let origin: string;

before(async () => {
  const webDir = process.env.AANGAN_WEB_DIR ?? WEB_DIR;
  if (webDir === WEB_DIR && !webIsBuilt()) await buildWeb(() => undefined);
  server = await testApp({
    areas: [networkServer, systemServer, shellServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
    app: { webDir },
  });
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

interface Visit {
  page: Page;
  context: BrowserContext;
  problems: string[];
}

async function visit(path: string, who?: PersonName, width = 1440): Promise<Visit> {
  const context = await browser.newContext({ ...INDIAN_USER, viewport: { width, height: 900 } });
  const problems: string[] = [];
  if (who) {
    const token = await openSession(server.database.adminUrl, who);
    await context.addInitScript((value) => {
      if (window.top !== window.self || localStorage.getItem('token')) return;
      localStorage.setItem('token', value);
      localStorage.setItem('access', '[]');
    }, token);
  }
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  await page.goto(`${origin}${path}`);
  return { page, context, problems };
}

test('nobody signed in lands on Login, and the first screen stays within its budget', async () => {
  const context = await browser.newContext(INDIAN_USER);
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(`${origin}/finance/dashboard`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.waitForLoadState('networkidle');
  const kb = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) / 1024;
  console.log(`figure first screen: ${kb.toFixed(1)} kB gzip in ${scripts.length} scripts`);
  assert.ok(kb <= 220, `${kb} kB`);
  assert.match(page.url(), /\/login\?next=%2Ffinance%2Fdashboard$/);
  assert.equal(await page.locator('header').count(), 0, 'the bar is hidden on Login');
  await context.close();
});

test('a wrong password stays on the form, a right one on an unknown device asks for a code', async () => {
  const [user] = await server.sql<{ email: string }>("select email from app_user where first_name = 'Bina'");
  assert.ok(user);
  await server.sql("update app_user set password_hash = $1 where first_name = 'Bina'", [
    await hashPassword('a quiet courtyard'),
  ]);
  const { page, context, problems } = await visit('/signIn');
  await page.getByLabel('E-mail or mobile').fill(user.email);
  await page.locator('input[name=password]').fill('wrong words here');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('Sign-in details are not right.').waitFor();
  await page.locator('input[name=password]').fill('a quiet courtyard');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code of 6 digits').waitFor();
  assert.match(page.url(), /\/otp\/[A-Za-z0-9]{22}$/);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a session opens the frame: home, menu, drawer, exactly the twelve keys', async () => {
  const { page, context, problems } = await visit('/', 'Bina');
  await page.getByRole('heading', { level: 1, name: /Bina/ }).waitFor();
  assert.match(page.url(), /\/profile\/dashboard$/);
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Version 3.1.0').waitFor();
  await drawer.getByText('Logout').click();
  await page.getByText('Are you sure, you want to logout').waitFor();
  await page.keyboard.press('Escape');
  const keys = await page.evaluate(() => Object.keys(localStorage).sort());
  const allowed = [
    'access',
    'academicYear',
    'franchisee',
    'hasEnquiryAccess',
    'me',
    'menu',
    'menuShow',
    'role',
    'roles',
    'superadmin',
    'token',
    'wowKitOrderItems',
  ];
  assert.deepEqual(
    keys.filter((key) => !allowed.includes(key)),
    [],
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test('logout Yes clears the keys, goes to Login, and the token is dead', async () => {
  const { page, context } = await visit('/profile', 'Esha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Logout').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  const again = await fetch(`${origin}/api/admin/me`, { headers: { authorization: token ?? '' } });
  assert.equal(again.status, 401);
  await context.close();
});

test('an unknown path leads home with a word; a path without its area too', async () => {
  const { page, context } = await visit('/no/such/thing', 'Bina');
  await page.getByText('Page not found: /no/such/thing').waitFor();
  await page.waitForURL(/\/profile\/dashboard$/);
  await context.close();
});

test('without an access list everything stored is cleared at start', async () => {
  const context = await browser.newContext(INDIAN_USER);
  await context.addInitScript(() => {
    if (!sessionStorage.getItem('seeded')) {
      sessionStorage.setItem('seeded', '1');
      localStorage.setItem('token', 'pps_x');
      localStorage.setItem('menu', '[]');
    }
  });
  const page = await context.newPage();
  await page.goto(`${origin}/profile`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  await context.close();
});

test('inside a frame only the warning shows', async () => {
  const context = await browser.newContext(INDIAN_USER);
  const page = await context.newPage();
  // The header is stripped on purpose: the app itself must refuse too.
  await page.route(`${origin}/**`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers['x-frame-options'];
    headers['content-security-policy'] = (headers['content-security-policy'] ?? '').replace(
      "frame-ancestors 'none'",
      'frame-ancestors *',
    );
    await route.fulfill({ response, headers });
  });
  await page.route('http://evil.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${origin}/login"></iframe>` }),
  );
  await page.goto('http://evil.test/');
  const frame = page.frameLocator('iframe');
  await frame.getByText('Xframe options denied').waitFor();
  assert.equal(await frame.getByRole('button').count(), 0);
  await context.close();
});

test('under 700 px the drawer button shows, from 700 px on the horizontal menu', async () => {
  const narrow = await visit('/profile/dashboard', 'Bina', 699);
  await narrow.page.getByRole('button', { name: 'Menu' }).waitFor();
  assert.equal(await narrow.page.getByRole('navigation', { name: 'Main' }).count(), 0);
  await narrow.context.close();
  const wide = await visit('/profile/dashboard', 'Bina', 700);
  await wide.page.getByRole('navigation', { name: 'Main' }).waitFor();
  assert.equal(await wide.page.getByRole('button', { name: 'Menu' }).count(), 0);
  await wide.context.close();
});

test('without a network the app still opens, and nothing of the API was kept', async () => {
  const { page, context } = await visit('/profile/dashboard', 'Bina');
  await page.getByRole('heading', { level: 1, name: /Bina/ }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('Service Unavailable!').waitFor();
  const kept = await page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
  assert.ok(kept.length > 10);
  assert.deepEqual(
    kept.filter((path) => path.startsWith('/api')),
    [],
  );
  await context.close();
});

test('login and profile have no accessibility violations, light and dark', async () => {
  const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [path, who] of [
      ['/login', undefined],
      ['/profile/dashboard', 'Bina'],
      ['/profile?tab=security', 'Bina'],
      ['/profile?tab=access', 'Bina'],
    ] as const) {
      const { page, context } = await visit(path, who);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      // The page's own policy rightly refuses a foreign script: it comes in by the browser's tools.
      const session = await context.newCDPSession(page);
      const { readFile } = await import('node:fs/promises');
      await session.send('Runtime.evaluate', { expression: await readFile(axePath, 'utf8') });
      const found = await page.evaluate(async () => {
        const { axe } = window as Window & {
          axe?: {
            run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        };
        const result = await axe?.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
        return (result?.violations ?? [{ id: 'axe is missing', nodes: [] }]).map(
          (one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 160)}`,
        );
      });
      assert.deepEqual(found, [], `${path} ${colorScheme}`);
      await context.close();
    }
});

test('a session that ended leads to Login with the way back, once', async () => {
  const { page, context } = await visit('/profile?tab=access', 'Farid');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await server.sql(
    "update session set ended_at = now(), end_reason = 'REVOKED' where ended_at is null and user_id = (select id from app_user where first_name = 'Farid')",
  );
  await page.waitForTimeout(1200); // rights may be a second old
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByText('Your session has ended. Please sign in again.').waitFor();
  assert.match(page.url(), /\/login\?reason=ended&next=%2Fprofile/);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  await context.close();
});

test('a role that may not open a screen is told so, and stays signed in', async () => {
  const { page, context } = await visit('/city/citylist', 'Divya');
  await page.getByText('You do not have access to Cities.').waitFor();
  await page.getByRole('link', { name: 'Go to my dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: /Divya/ }).waitFor();
  await context.close();
});

test('changing the role changes menu and token without a reload', async () => {
  const { page, context } = await visit('/profile/dashboard', 'Chetan');
  await page.getByRole('heading', { level: 1, name: /Chetan/ }).waitFor();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const before = await page.evaluate(() => localStorage.getItem('token'));
  const select = page.getByRole('combobox', { name: 'Role' });
  assert.equal(await select.inputValue(), 'All roles');
  await select.click();
  await page.getByRole('option', { name: 'FINANCE_DEPT' }).click();
  await page.waitForFunction((old) => localStorage.getItem('token') !== old, before);
  await page.waitForFunction(() => (localStorage.getItem('role') ?? '').includes('FINANCE_DEPT'));
  assert.equal(await page.evaluate(() => 'sameDocument' in window), true);
  await context.close();
});

test('choosing a centre says so, and the address stays', async () => {
  const { page, context } = await visit('/profile', 'Asha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('combobox', { name: 'Franchisee' }).click();
  await page.getByRole('option', { name: /Baner/ }).click();
  await page.getByText('Centre Change').waitFor();
  await page.getByRole('banner').getByText('(003) Baner').waitFor();
  assert.match(page.url(), /\/profile$/);
  await context.close();
});
