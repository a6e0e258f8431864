// The home of each persona in a real browser: every card stands there, and a click on one opens the list that counts the same.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { INDIAN_USER, launchBrowser, SIZES } from '@aangan/testkit/browser.ts';
import { axe, fits } from '@aangan/testkit/web-pages.browser.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildWeb, WEB_DIR, webIsBuilt } from '../../../bin/build-web.ts';
import { headOffice, parent, teams } from '../../../db/demo/people.ts';

const given = process.env['TEST_WEB_DIR'];
let server: TestApp;
let browser: Browser;
let origin: string;
const problems: string[] = [];

before(async () => {
  if (!given && !webIsBuilt()) await buildWeb(() => undefined);
  server = await testApp({ data: 'demo', app: { webDir: given ?? WEB_DIR } });
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function tokenOf(userId: string): Promise<string> {
  const token = `pps_${randomBytes(32).toString('base64url')}`;
  const [session] = await server.sql<{ id: string }>(
    `insert into session (user_id, ip, user_agent, started_at, last_seen_at, idle_seconds, absolute_until)
     values ($1, '127.0.0.1', 'test', now(), now(), 43200, now() + interval '12 hours') returning id`,
    [userId],
  );
  await server.sql('insert into session_token (token_hash, session_id, issued_at) values ($1, $2, now())', [
    createHash('sha256').update(token).digest(),
    session?.id,
  ]);
  return token;
}

async function home(userId: string, size: keyof typeof SIZES = 'desktop'): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...INDIAN_USER, viewport: SIZES[size] });
  const token = await tokenOf(userId);
  await context.addInitScript((value) => {
    if (window.top !== window.self || localStorage.getItem('token')) return;
    localStorage.setItem('token', value);
    localStorage.setItem('access', '[]');
  }, token);
  const page = await context.newPage();
  page.setDefaultTimeout(90_000); // the whole suite runs at once on two cores
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (response) => {
    if (response.status() === 404 && response.url().includes('/api/')) problems.push(`404 ${response.url()}`);
  });
  await page.goto(`${origin}/profile/dashboard`);
  await page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), / }).waitFor();
  return page;
}

const digits = (text: string | null): number => Number((text ?? '').replace(/[^\d]/g, ''));

/** Clicks a card and compares its figure with the count beside the title of the list it opens. */
async function opensItsRows(page: Page, key: string, title: string): Promise<void> {
  const card = page.locator(`[data-card="${key}"]`).first();
  await card.waitFor();
  const figure = digits(await card.locator('.figures').first().textContent());
  const isLink = await card.evaluate((element) => element.tagName === 'A');
  await (isLink ? card : card.getByRole('link').first()).click();
  const heading = page.getByRole('heading', { level: 1, name: title });
  await heading.waitFor();
  // The count stands beside the heading once the list has come.
  await page.waitForFunction(
    ([h1, n]) => {
      const beside = [...document.querySelectorAll('h1')].find(
        (one) => one.textContent === h1,
      )?.nextElementSibling;
      return Number((beside?.textContent ?? '').replace(/[^\d]/g, '')) === n && beside?.textContent !== '';
    },
    [title, figure] as const,
  );
}

const [andheri] = teams;
const clicks: readonly { who: string; id: string; card: string; opens: string }[] = [
  {
    who: 'super admin',
    id: headOffice.superadmin.id,
    card: 'finance.payments-to-approve',
    opens: 'Payments',
  },
  {
    who: 'finance',
    id: headOffice.finance.id,
    card: 'finance.plans-to-approve',
    opens: 'Fee plans to approve',
  },
  { who: 'zone manager', id: headOffice.zonemanager.id, card: 'students.studying', opens: 'Students' },
  { who: 'operations', id: headOffice.operations.id, card: 'enquiries.admitted', opens: 'Enquiries' },
  { who: 'marketing', id: headOffice.marketing.id, card: 'enquiries.from-codes', opens: 'Enquiries' },
  { who: 'centre head', id: andheri?.head.id ?? '', card: 'enquiries.overdue', opens: 'Follow-ups' },
  {
    who: 'counsellor',
    id: andheri?.counsellors[0]?.id ?? '',
    card: 'enquiries.my-due-today',
    opens: 'Follow-ups',
  },
  { who: 'teacher', id: andheri?.teachers[0]?.id ?? '', card: 'students.allergies', opens: 'Students' },
];

for (const { who, id, card, opens } of clicks)
  test(`${who}: a click opens exactly the rows that were counted`, async () => {
    const page = await home(id);
    await opensItsRows(page, card, opens);
    await page.context().close();
  });

test('a figure of the compared centres chooses its centre and opens the rows there', async () => {
  const page = await home(headOffice.zonemanager.id);
  const row = page.locator('[data-centre="2"]');
  await row.waitFor();
  const children = digits(await row.locator('button.figures, .figures').first().textContent());
  await row.locator('.figures').first().click();
  await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
  await page.getByText('(002) Andheri').first().waitFor();
  await page.waitForFunction(
    (n) =>
      Number((document.querySelector('h1')?.nextElementSibling?.textContent ?? '').replace(/[^\d]/g, '')) ===
      n,
    children,
  );
  await page.context().close();
});

test('who has no figures still has a home, on a phone too', async () => {
  for (const id of [headOffice.delivery.id, headOffice.tickets.id, parent.id]) {
    const page = await home(id, 'phone');
    await page.getByText(/^\w+day, \d\d-\d\d-\d{4}/).waitFor();
    await fits(page);
    await page.context().close();
  }
  const page = await home(andheri?.head.id ?? '', 'phone');
  await page.locator('[data-card="enquiries.yet-to-call"]').waitFor();
  await page.locator('[data-card="finance.collected-days"] ol a').first().waitFor();
  await fits(page);
  // The days of a figure are links: each wide enough for a finger.
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test('nothing broke on the way', () => assert.deepEqual(problems, []));
