// Acceptance stories of the shell (areas/shell.md 10) that need a browser and stand nowhere else: where the way leads,
// what the frame shows to whom, what a refusal looks like, and whose centre a call is for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { people } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
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

/**
 * Notes when the next click comes and when each key is stored after it, by the page's own clock: what the driver needs
 * until it has clicked, and to look, is not the product's time.
 */
const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const at: Record<string, number> = {};
    Object.assign(window, { at });
    window.addEventListener('click', () => Object.assign(at, { click: performance.now() }), {
      capture: true,
      once: true,
    });
    const own = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      at[key] ??= performance.now();
      own.call(this, key, value);
    };
  });
const sinceClick = (page: Page, key: string): Promise<number> =>
  page.evaluate((name) => {
    const { at = {} } = window as Window & { at?: Record<string, number> };
    return Math.round((at[name] ?? Number.NaN) - (at['click'] ?? Number.NaN));
  }, key);

test('shell story 1: the way to the finance dashboard goes through Login and arrives', async () => {
  const { page, context } = await t.visit('/finance/dashboard');
  await page.getByRole('tab', { name: 'Password' }).click();
  await page.getByLabel('E-mail or mobile').fill('chetan@aangan.test');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const code = page.getByLabel('6-digit code');
  await code.waitFor();
  await code.fill(await queuedCode(t.server, `payload -> 'about' -> 'userIds' ? $1`, people.Chetan.id));
  await page.waitForURL(/\/finance\/dashboard$/);
  await page.getByRole('heading', { level: 1, name: /Finance/ }).waitFor();
  await context.close();
});

test('shell story 3: all roles show the union, one role its own; menu, role and enquiry access follow without a reload', async () => {
  const { page, context } = await t.visit('/profile/dashboard', 'Chetan');
  await page.getByRole('heading', { level: 1, name: /Chetan/ }).waitFor();
  await page.waitForFunction(() => ![null, '[]'].includes(localStorage.getItem('menu')));
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  // No answer of the server: it is told anew with each choice.
  await page.evaluate(() => localStorage.setItem('hasEnquiryAccess', '7'));
  const choose = async (from: string, role: string, code: string) => {
    const [before, menu] = [await stored(page, 'token'), await stored(page, 'menu')];
    await page.getByRole('combobox', { name: 'Role' }).click();
    const option = page.getByRole('option', { name: role, exact: true });
    await option.waitFor();
    await watchKeys(page);
    await option.click();
    await page.waitForFunction(
      ([old, name]) =>
        localStorage.getItem('token') !== old && (localStorage.getItem('role') ?? '').includes(`"${name}"`),
      [before, code] as const,
      { polling: 20 },
    );
    assert.notEqual(from, role);
    await page.waitForFunction((old) => ![null, '[]', old].includes(localStorage.getItem('menu')), menu);
    return { token: await sinceClick(page, 'token'), menu: await sinceClick(page, 'menu') };
  };
  const union = await links(page);
  const first = await choose('All roles', 'Finance Department', 'FINANCE_DEPT');
  const dept = await links(page);
  const access = await stored(page, 'hasEnquiryAccess');
  const second = await choose('Finance Department', 'Finance Admin', 'FINANCE_ADMIN');
  const admin = await links(page);
  publishFigure({
    promise: 'shell figures',
    case: 'role change to new token and menu',
    firstTokenMs: first.token,
    firstMenuMs: first.menu,
    tokenMs: second.token,
    menuMs: second.menu,
    limitMs: 300,
  });
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

const STEP_MS = 50;
/** A notice slides away, and is looked at between two steps. */
const LEAVES_MS = 250 + 2 * STEP_MS;

/** From here on the page's clock stands still, whatever this machine is doing meanwhile. */
async function stillClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-25T10:00:00+05:30') });
  await page.clock.pauseAt(new Date('2026-11-25T10:00:01+05:30'));
}

/** Steps the page's clock until `seen`; answers how many of its milliseconds that took. */
async function stepUntil(page: Page, seen: () => Promise<boolean>): Promise<number> {
  const until = Date.now() + 60_000;
  let ms = 0;
  for (; !(await seen()); ms += STEP_MS) {
    assert.ok(Date.now() < until, `not seen in ${ms} ms of the page`);
    await page.clock.runFor(STEP_MS);
    await drawn(page);
  }
  return ms;
}

/** What the step began is on the screen: React works by messages, which no clock holds. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 3; i += 1)
      await new Promise((done) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(0);
      });
  });

test('shell story 8: without an academic year a list of the year is not asked for, and the text shows for 3 s', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  await stillClock(page);
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
  await stepUntil(page, () => text.isVisible());
  const box = await text.boundingBox();
  const ms = await stepUntil(page, async () => !(await text.isVisible()));
  assert.ok(box && box.x > 720 && box.y < 200, 'top right');
  assert.ok(ms >= 2_900 && ms <= 3_000 + LEAVES_MS, `${ms} ms`);
  assert.equal(asked, 0, 'no request was sent');
  await context.close();
});

test('shell story 13: a failed list of franchisees says the server’s text, top right, for 2 s', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  await stillClock(page);
  await context.route('**/api/franchisee/active', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Franchisee list failed' } }),
  );
  await page.goto(`${t.origin}/profile`);
  const text = page.getByText('Franchisee list failed');
  await stepUntil(page, () => text.isVisible());
  const box = await text.boundingBox();
  const ms = await stepUntil(page, async () => !(await text.isVisible()));
  assert.ok(box && box.x > 720 && box.y < 200, 'top right');
  assert.ok(ms >= 1_900 && ms <= 2_000 + LEAVES_MS, `${ms} ms`);
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
  // The dialog gives the focus once it has come in.
  await page.waitForFunction(() => document.activeElement?.textContent === 'No');
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
  const rowsOf = () =>
    t.server.sql('select franchisee_id, pincode from franchisee_pincode order by franchisee_id');
  const save = async (tab: Page, centre: string, pincode: string) => {
    // By its address, as after a reload: what the tab has chosen stands.
    await tab.goto(`${t.origin}/pincodes/add`);
    await tab.getByRole('banner').getByText(centre).waitFor();
    await tab.locator('input').and(tab.getByLabel('Pincode')).fill(pincode);
    await tab.getByRole('button', { name: 'Add pincode', exact: true }).click();
    await tab.waitForURL(/\/pincodes\/list/);
  };
  await save(other, '(003) Baner', '411045');
  await save(page, '(002) Andheri', '400058');
  assert.deepEqual(
    await rowsOf(),
    [
      { franchisee_id: 2, pincode: '400058' },
      { franchisee_id: 3, pincode: '411045' },
    ],
    'each tab’s row is its own centre’s',
  );
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
