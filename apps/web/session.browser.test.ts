// The session in a real browser: frame, role and centre, two tabs, refusals with 'Ask for access', and the ways out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import {
  eventually,
  kept,
  LOCAL_KEYS,
  leftInCache,
  plantInCache,
  rowsOf,
  type WebTest,
  webTest,
} from './browser-testing.ts';

let t: WebTest;
before(async () => {
  t = await webTest({ worker: true });
});
after(() => t?.close());

test('a session opens the frame: home, menu, drawer, exactly the twelve keys', async () => {
  const { page, context, problems } = await t.visit('/', 'Bina');
  await page.getByRole('heading', { level: 1, name: /Bina/ }).waitFor();
  assert.match(page.url(), /\/profile\/dashboard$/);
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Version 3.1.0').waitFor();
  await drawer.getByText('Logout').click();
  await page.getByText('Are you sure, you want to logout').waitFor();
  await page.keyboard.press('Escape');
  const { local, session } = await kept(page);
  assert.deepEqual(
    local.filter((key) => !(LOCAL_KEYS as readonly string[]).includes(key)),
    [],
  );
  assert.deepEqual(
    session.filter((key) => key !== 'tab-context' && key !== 'chunk-reloaded-at'),
    [],
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test('S2 and shell story 15: logout Yes empties this browser, all tabs leave within 2 s, and the token is dead', async () => {
  const { page, context } = await t.visit('/profile', 'Esha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const other = await context.newPage();
  await other.goto(`${t.origin}/profile/dashboard`);
  await other.getByRole('heading', { level: 1, name: /Esha/ }).waitFor();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('intellitotsadmin', 30);
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore('studentOrderKit', { keyPath: 'id' });
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
  );
  await plantInCache(page);
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Logout').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.waitForFunction(() => localStorage.length === 0);
  const began = Date.now();
  await other.getByText('You signed out in another tab.').waitFor();
  const otherTabMs = Date.now() - began;
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const cached = await leftInCache(page);
  await eventually(() =>
    page.evaluate(async () => (await indexedDB.databases()).every(({ name }) => name !== 'intellitotsadmin')),
  );
  // The login page stands before the stores are emptied.
  await eventually(async () => (await rowsOf(page)) === 0);
  const [left, rows] = [await kept(page), await rowsOf(page)];
  const again = await fetch(`${t.origin}/api/admin/me`, { headers: { authorization: token ?? '' } });
  publishFigure({
    promise: 'S2',
    otherTabMs,
    keysLeft: left.local.length,
    cachedLeft: cached.length,
    rowsLeft: rows,
    tokenAccepted: again.status !== 401,
  });
  assert.deepEqual([left.local, cached, rows, again.status], [[], [], 0, 401]);
  await context.close();
});

test('a session that ended leads to Login with the way back, once', async () => {
  const { page, context } = await t.visit('/profile?tab=access', 'Farid');
  await page.getByRole('tab', { name: 'Security' }).waitFor();
  await t.server.sql(
    "update session set ended_at = now(), end_reason = 'REVOKED' where ended_at is null and user_id = (select id from app_user where first_name = 'Farid')",
  );
  const ended = page.getByText('Your session has ended. Please sign in again.');
  // Rights may be a second old: the tab is asked again until the server has noticed.
  for (const name of ['Security', 'Preferences', 'Security', 'About me', 'Security', 'My access']) {
    if (await ended.isVisible()) break;
    await page
      .getByRole('tab', { name })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await ended.waitFor({ timeout: 1_000 }).catch(() => undefined);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  }
  await ended.waitFor();
  assert.match(page.url(), /\/login\?reason=ended&next=%2Fprofile/);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  await context.close();
});

test('a refusal explains itself and asks for access; the grantor is told', async () => {
  const { page, context } = await t.visit('/user/page/1', 'Divya');
  await page.getByText(/You do not have access to/).waitFor();
  await page
    .getByText('Needs Users.')
    .or(page.getByText(/^Your role does not open this\./))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Ask for access' }).click();
  await page.getByLabel('What do you need it for?').fill('I look up phone numbers');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText(/You will be told when somebody answers\./).waitFor();
  const [row] = await t.server.sql(
    "select path, reason, status from access_request where path = '/user/page/1'",
  );
  assert.deepEqual(row, { path: '/user/page/1', reason: 'I look up phone numbers', status: 'OPEN' });
  await page.getByRole('link', { name: 'Go to my dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: /Divya/ }).waitFor();
  await context.close();
});

test('changing the role changes menu and token without a reload', async () => {
  const { page, context } = await t.visit('/profile/dashboard', 'Chetan');
  await page.getByRole('heading', { level: 1, name: /Chetan/ }).waitFor();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const before = await page.evaluate(() => localStorage.getItem('token'));
  const select = page.getByRole('combobox', { name: 'Role' });
  assert.equal(await select.inputValue(), 'All roles');
  await select.click();
  await page.getByRole('option', { name: 'Finance Department' }).click();
  await page.waitForFunction((old) => localStorage.getItem('token') !== old, before);
  await page.waitForFunction(() => (localStorage.getItem('role') ?? '').includes('FINANCE_DEPT'));
  assert.equal(await page.evaluate(() => 'sameDocument' in window), true);
  await context.close();
});

test('choosing a centre says so, the address stays, and the other tab warns that it shows the old one', async () => {
  const { page, context } = await t.visit('/profile', 'Asha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  const other = await context.newPage();
  await other.goto(`${t.origin}/profile`);
  await other.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('combobox', { name: 'Franchisee' }).click();
  await page.getByRole('option', { name: /Baner/ }).click();
  await page.getByText('Centre Change').waitFor();
  await page.getByRole('banner').getByText('(003) Baner').waitFor();
  assert.match(page.url(), /\/profile$/);
  await other.getByText('This tab shows all centres. You switched to (003) Baner in another tab.').waitFor();
  await other.getByRole('button', { name: 'Switch this tab' }).click();
  await other.getByRole('banner').getByText('(003) Baner').waitFor();
  // A notice's link names the centre and year it counts for.
  await other.goto(`${t.origin}/profile?tab=security&forCentre=2&forYear=2025`);
  await other.getByRole('banner').getByText('(002) Andheri').waitFor();
  await other.getByRole('banner').getByText('2025-2026').waitFor();
  assert.match(other.url(), /\/profile\?tab=security$/);
  await context.close();
});

test('a centre chosen inside a screen is that screen’s: the product stays at all centres', async () => {
  const { page, context } = await t.visit('/pincodes/uploadcsv', 'Asha');
  await page.getByRole('main').getByRole('combobox', { name: 'Franchisee' }).click();
  await page.getByRole('option', { name: /Baner/ }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page.getByRole('banner').getByText('(003) Baner').waitFor();
  await page
    .getByRole('banner')
    .getByText(/this screen only/)
    .waitFor();
  const kept = () =>
    page.evaluate(() => [
      JSON.parse(localStorage.getItem('franchisee') ?? '{}').id,
      JSON.parse(sessionStorage.getItem('tab-context') ?? '{}').franchisee,
    ]);
  assert.deepEqual(await kept(), [0, null]);
  await page.getByRole('link', { name: 'Aangan, home' }).click();
  await page.getByRole('banner').getByText('Select Franchisee').waitFor();
  assert.deepEqual(await kept(), [0, null]);
  await page.goBack();
  await page.getByRole('main').getByRole('combobox', { name: 'Franchisee' }).waitFor();
  await context.close();
});

test('the palette finds screens at once and people of the own scope', async () => {
  const { page, context } = await t.visit('/profile', 'Asha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.keyboard.press('Control+k');
  await page
    .getByRole('combobox', { name: /Search|Find|palette/i })
    .first()
    .fill('rekha');
  await page.getByRole('option', { name: /Rekha More/ }).click();
  await page.waitForURL(/\/user\/view\//);
  await context.close();
});

test('S4: signing in binds the session to this browser; its token alone opens nothing elsewhere', async () => {
  const { hashPassword } = await import('../../areas/shell/session/hash-gate.server.ts');
  const { queuedCode } = await import('../../areas/shell/session/session-testing.ts');
  const [user] = await t.server.sql<{ id: string; email: string }>(
    "update app_user set password_hash = $1 where first_name = 'Omkar' returning id, email",
    [await hashPassword('a quiet courtyard')],
  );
  assert.ok(user);
  const { page, context, problems } = await t.visit('/login');
  await page.getByLabel('E-mail or mobile').fill(user.email);
  await page.locator('input[name=password]').fill('a quiet courtyard');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('6-digit code').waitFor();
  await page
    .getByLabel('6-digit code')
    .fill(await queuedCode(t.server, `payload -> 'about' -> 'userIds' ? $1`, user.id));
  await page.getByRole('heading', { level: 1, name: /Omkar/ }).waitFor();
  await page.goto(`${t.origin}/profile?tab=security`);
  await page.getByText('Bound to its device').waitFor();
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  // A thief's browser, with everything of the local storage.
  const storage = await page.evaluate(() => Object.entries(localStorage));
  const thief = await t.visit('/icon.svg');
  await thief.page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, storage);
  await thief.page.goto(`${t.origin}/profile`);
  await thief.page.getByText('Your session has ended. Please sign in again.').waitFor();
  const bare = await fetch(`${t.origin}/api/admin/me`, { headers: { authorization: token } });
  assert.equal(bare.status, 401);
  assert.deepEqual(problems, []);
  await thief.context.close();
  await context.close();
});
