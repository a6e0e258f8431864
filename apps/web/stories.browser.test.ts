// Acceptance stories of the shell (areas/shell.md 10) that need a browser and stand nowhere else: where the way leads,
// what the frame shows to whom, what a refusal looks like, and what happens by the clock.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { people } from '@aangan/testkit/world.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { hashPassword } from '../../areas/shell/public.server.ts';
import { queuedCode } from '../../areas/shell/session/session-testing.ts';
import { type WebTest, webTest } from './browser-testing.ts';

const PASSWORD = 'a quiet courtyard';
let t: WebTest;
before(async () => {
  t = await webTest({ areas: 'all' });
  await t.server.sql('update app_user set password_hash = $1', [await hashPassword(PASSWORD)]);
});
after(() => t?.close());

const links = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const menu = JSON.parse(localStorage.getItem('menu') ?? '[]') as {
      groups: { items: { link: string }[] }[];
    }[];
    return menu.flatMap(({ groups }) => groups.flatMap(({ items }) => items.map(({ link }) => link)));
  });
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** A signed-in page whose clock the test moves. The server's clock must not correct it: its replies say no time. */
async function atTime(context: BrowserContext, page: Page, time: string): Promise<void> {
  await context.route('**/api/**', async (route) => {
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort();
    const { date: _date, ...headers } = response.headers();
    if (!route.request().url().endsWith('/api/admin/me')) return route.fulfill({ response, headers });
    // The page may be gone before its last answer.
    const whole = await response.json().catch(() => null);
    if (!whole) return route.abort().catch(() => undefined);
    const { serverTime: _time, ...me } = whole;
    await route.fulfill({ response, headers, json: me });
  });
  await page.clock.install({ time: new Date(time) });
}

test('shell story 1: the way to the finance dashboard goes through Login and arrives', async () => {
  const { page, context } = await t.visit('/finance/dashboard');
  await page.getByRole('tab', { name: 'Password' }).click();
  await page.getByLabel('E-mail or mobile').fill('chetan@aangan.test');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const code = page.getByLabel('Code of 6 digits');
  await code.waitFor();
  await code.fill(await queuedCode(t.server, `payload -> 'about' -> 'userIds' ? $1`, people.Chetan.id));
  await page.waitForURL(/\/finance\/dashboard$/);
  await page.getByRole('heading', { level: 1, name: /Finance/ }).waitFor();
  await context.close();
});

test('shell story 3: all roles show the union, one role its own; menu, role and enquiry access follow without a reload', async () => {
  const { page, context } = await t.visit('/profile/dashboard', 'Chetan');
  await page.getByRole('heading', { level: 1, name: /Chetan/ }).waitFor();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const choose = async (from: string, role: string) => {
    const [before, menu] = [await stored(page, 'token'), await stored(page, 'menu')];
    await page.getByRole('combobox', { name: 'Role' }).click();
    const begun = Date.now();
    await page.getByRole('option', { name: role, exact: true }).click();
    await page.waitForFunction(
      ([old, name]) =>
        localStorage.getItem('token') !== old && (localStorage.getItem('role') ?? '').includes(`"${name}"`),
      [before, role] as const,
      { polling: 20 },
    );
    assert.notEqual(from, role);
    const ms = Date.now() - begun;
    await page.waitForFunction((old) => ![null, '[]', old].includes(localStorage.getItem('menu')), menu);
    return ms;
  };
  const union = await links(page);
  const ms = await choose('All roles', 'FINANCE_DEPT');
  const dept = await links(page);
  const access = await stored(page, 'hasEnquiryAccess');
  await choose('FINANCE_DEPT', 'FINANCE_ADMIN');
  const admin = await links(page);
  publishFigure({ promise: 'shell figures', case: 'role change to new token', ms, limitMs: 300 });
  assert.ok(
    dept.every((link) => union.includes(link)),
    'one role is part of the union',
  );
  assert.deepEqual([...new Set([...dept, ...admin])].sort(), [...new Set(union)].sort());
  assert.ok(access === '0' || access === '1');
  assert.equal(await page.evaluate(() => 'sameDocument' in window), true);
  await context.close();
});

test('shell story 4: a super admin has no role selector, one chip, and the QR link', async () => {
  const { page, context } = await t.visit('/profile', 'Asha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Role' }).count(), 0);
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Super Admin', { exact: true }).waitFor();
  assert.equal(await drawer.getByText('Super Admin', { exact: true }).count(), 1);
  assert.match(
    String(await drawer.getByRole('link', { name: 'Generate QR Code' }).getAttribute('href')),
    /^\/enquiry\/generate-qrcode$/,
  );
  await context.close();
});

test('shell story 8: without an academic year a list of the year is not asked for, and the text shows for 3 s', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  await context.route('**/api/franchiseeAcademicYears**', (route) => route.fulfill({ json: { rows: [] } }));
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/student/list')) asked += 1;
  });
  await page.goto(`${t.origin}/students/details/page/1`);
  const text = page
    .locator('[class*="otification-root"]')
    .filter({ hasText: 'Please Select Acadamic Year' })
    .first();
  await text.waitFor();
  const shown = Date.now();
  const box = await text.boundingBox();
  await text.waitFor({ state: 'detached' });
  const ms = Date.now() - shown;
  assert.ok(box && box.x > 720 && box.y < 200, 'top right');
  assert.ok(ms > 2_000 && ms < 4_500, `${ms} ms`);
  assert.equal(asked, 0, 'no request was sent');
  await context.close();
});

test('shell story 10: training banners stand at 70 and 140 px, by the clock, and come back after two hours', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Asha');
  await atTime(context, page, '2026-11-25T09:44:00+05:30');
  await trainings(context, [
    { id: 7, fromTime: '10:00', toTime: '13:00', can: { register: true, join: true } },
  ]);
  await page.goto(`${t.origin}/profile`);
  const schedule = page.getByText('Training Scheduled At 10:00 AM, 25-11-2026');
  const join = page.getByText('Training Starts At 10:00 AM, 25-11-2026');
  await schedule.waitFor();
  assert.equal(await join.isVisible(), false, '09:44: more than 15 minutes away');
  await page.clock.runFor('02:00');
  await join.waitFor();
  const top = async (text: typeof join) =>
    Math.round((await text.locator('xpath=ancestor::*[@role="status"][1]').boundingBox())?.y ?? 0);
  assert.deepEqual([await top(schedule), await top(join)], [70, 140]);
  await page.clock.runFor('04:30');
  await join.locator('xpath=ancestor::*[@role="status"][1]').getByRole('button', { name: 'Dismiss' }).click();
  await join.waitFor({ state: 'detached' });
  await page.clock.fastForward('01:58:00');
  assert.equal(await join.isVisible(), false, 'before two hours are over');
  // Its timer looks twice a minute; a busy machine may need more than one look.
  for (let looks = 0; looks < 10 && !(await join.isVisible()); looks += 1)
    await page.clock.fastForward('00:30');
  await join.waitFor();
  await page.clock.fastForward('01:10:00');
  await join.waitFor({ state: 'detached' });
  await context.close();
});

/** What the training area would answer, and its item in the menu: the area itself is not part of this installation. */
async function trainings(context: BrowserContext, rows: readonly object[]): Promise<void> {
  await context.route('**/api/online-meeting/meeting-info', (route) =>
    route.fulfill({
      json: rows.map((row) => ({ fromDate: '2026-11-25', toDate: '2026-11-25', ...row })),
    }),
  );
  await context.route('**/api/menu/get**', async (route) => {
    const response = await route.fetch();
    const { date: _date, ...headers } = response.headers();
    const menu = await response.json().catch(() => null);
    if (!menu) return route.abort().catch(() => undefined);
    const item = {
      key: 'T',
      label: 'Trainings',
      link: '/trainer-led',
      modules: [],
      write: false,
      centre: false,
      student: false,
    };
    menu.dashboards[0].groups[0].items.push(item);
    menu.modules.trainingByTrainers = { write: true };
    await route.fulfill({ response, headers, json: menu });
  });
}

test('shell story 11: an empty and an absent list of meetings say their texts, and the button comes back', async () => {
  for (const [meetings, text] of [
    [[], 'Meeting details not founds!'],
    [null, 'Meeting details not found!'],
  ] as const) {
    const { page, context } = await t.visit('/icon.svg');
    await t.signIn(context, 'Asha');
    await atTime(context, page, '2026-11-25T09:50:00+05:30');
    await trainings(context, [
      { id: 7, fromTime: '10:00', toTime: '11:00', can: { join: true }, trainingOnlineMeetings: meetings },
    ]);
    await page.goto(`${t.origin}/profile`);
    const button = page.getByRole('button', { name: 'Join Meeting' });
    await button.click();
    await page.getByText(text, { exact: true }).waitFor();
    assert.equal(await button.isEnabled(), true);
    await context.close();
  }
});

test('shell story 12: a closed enquiry alert is back after two hours, also over a reload; not on /forms/enquiry', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  await atTime(context, page, '2026-11-25T10:00:00+05:30');
  await context.route('**/api/enquiry/enquiry-count**', (route) =>
    route.fulfill({ json: { totalLeadCount: 5, yetToCallCount: 3, followUpLeadCount: 0 } }),
  );
  await page.goto(`${t.origin}/profile`);
  const alert = page.getByText('3 enquiries are yet to call');
  await alert.waitFor();
  assert.match(
    String(await alert.getAttribute('href')),
    /^\/forms\/enquiry\/list\?.*Suspect.*Yet_to_call|^\/forms\/enquiry\/list\?.*Yet_to_call.*Suspect/,
  );
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await alert.waitFor({ state: 'detached' });
  await page.clock.fastForward('01:30:00');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  assert.equal(await alert.isVisible(), false, '11:30');
  await page.clock.fastForward('29:00');
  assert.equal(await alert.isVisible(), false, '11:59');
  await page.clock.fastForward('02:00');
  await alert.waitFor();
  await page.goto(`${t.origin}/forms/enquiry/list`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await alert.isVisible(), false, 'on /forms/enquiry');
  await context.close();
});

test('shell story 13: a failed list of franchisees says the server’s text, top right, for 2 s', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  await context.route('**/api/franchisee/active', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Franchisee list failed' } }),
  );
  await page.goto(`${t.origin}/profile`);
  const text = page.getByText('Franchisee list failed');
  await text.waitFor();
  const shown = Date.now();
  const box = await text.boundingBox();
  await text.waitFor({ state: 'detached' });
  const ms = Date.now() - shown;
  assert.ok(box && box.x > 720 && box.y < 200, 'top right');
  assert.ok(ms > 1_200 && ms < 3_500, `${ms} ms`);
  await context.close();
});

test('shell story 14: while the API is down a save says Service Unavailable!', async () => {
  const { page, context } = await t.visit('/profile', 'Bina');
  await page.getByLabel('First name').fill('Bina Devi');
  await context.route('**/api/profile/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Service Unavailable!').first().waitFor();
  assert.equal(await page.getByLabel('First name').inputValue(), 'Bina Devi', 'what was typed stays');
  await context.close();
});

test('shell stories 15 and 16: logout No changes nothing; one that fails shows its message under Error', async () => {
  const { page, context } = await t.visit('/profile', 'Esha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('menu') && localStorage.getItem('academicYear'));
  const before = await page.evaluate(() => ({ ...localStorage }));
  const ask = async () => {
    await page.getByRole('button', { name: /account, centre and year/ }).click();
    await page.getByRole('dialog').getByText('Logout').click();
    await page.getByText('Are you sure, you want to logout', { exact: true }).waitFor();
  };
  await ask();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'No', 'the focus is on No');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  assert.deepEqual(await page.evaluate(() => ({ ...localStorage })), before);
  await context.route('**/api/logout', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'The books are being closed' } }),
  );
  await ask();
  await page.getByRole('button', { name: 'Yes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await dialog.getByText('The books are being closed').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
  await dialog.getByRole('button', { name: 'Sign out on this device' }).waitFor();
  await context.close();
});

test('shell story 23: each tab works for its own centre, whatever the other one chose', async () => {
  const { page, context } = await t.visit('/profile', 'Asha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  const pick = async (tab: Page, centre: RegExp) => {
    await tab.getByRole('button', { name: /account, centre and year/ }).click();
    await tab.getByRole('combobox', { name: 'Franchisee' }).click();
    await tab.getByRole('option', { name: centre }).click();
    await tab.getByRole('banner').getByText(centre).waitFor();
  };
  await pick(page, /\(003\) Baner/);
  const other = await context.newPage();
  await other.goto(`${t.origin}/profile`);
  await other.getByRole('banner').getByText('(003) Baner').waitFor();
  await pick(page, /\(002\) Andheri/);
  await other
    .getByText('This tab shows (003) Baner. You switched to (002) Andheri in another tab.')
    .waitFor();
  await other.getByRole('button', { name: 'Keep' }).click();
  const centreOf = async (tab: Page, value: string) => {
    const sent = tab.waitForRequest((request) => request.url().includes('/api/profile/update'));
    await tab.getByLabel('Last name').fill(value);
    await tab.getByRole('button', { name: 'Save name' }).click();
    return (await sent).headers()['x-franchisee-id'];
  };
  assert.equal(await centreOf(other, 'Rao B'), '3', 'the kept tab’s command runs for its own centre');
  assert.equal(await centreOf(page, 'Rao A'), '2');
  await context.close();
});

test('shell story 24: a chunk that never comes is given up after 120 s: one reload, then the panel, never a loop', async () => {
  const context = await t.browser.newContext({ serviceWorkers: 'block' });
  await t.signIn(context, 'Esha');
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${t.origin}/profile`);
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  // The area's script never arrives, however often it is asked for.
  let hung: (url: string) => void = () => undefined;
  await context.route(/\/assets\/area\.web.*\.js$/, (route) => hung(route.request().url()));
  const nextHung = () =>
    new Promise<string>((resolve) => {
      hung = resolve;
    });
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const waits = nextHung();
  await page.evaluate(() => {
    window.history.pushState({}, '', '/forms/enquiry/list');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waits;
  await page.clock.runFor(119_000);
  assert.equal(loads, 0, 'not before 120 s');
  const reloaded = page.waitForEvent('load');
  const waitsAgain = nextHung();
  await page.clock.runFor(2_000);
  await reloaded;
  await waitsAgain;
  const panel = page.getByText('This screen could not be loaded.');
  for (let i = 0; i < 5 && !(await panel.isVisible()); i += 1) await page.clock.runFor(61_000);
  await panel.waitFor();
  await page.clock.runFor(300_000);
  publishFigure({ promise: 'B6', case: 'a chunk that never comes', reloads: loads });
  assert.equal(loads, 1, 'one reload');
  await context.close();
});

test('shell story 25: a BSK user chooses from one entry, and there is no Select All', async () => {
  const { page, context } = await t.visit('/profile', 'Bela');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('combobox', { name: 'Franchisee' }).click();
  const options = page.getByRole('option');
  await options.first().waitFor();
  assert.deepEqual(await options.allTextContents(), ['(002) Andheri']);
  await context.close();
});
