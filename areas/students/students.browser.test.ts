// The students' screens in a real browser on the demo network: the family's home on a phone, the strength of a centre,
// the list and every tab of a child's page; and the payments of a child at the approver's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { INDIAN_USER, launchBrowser, screenshots } from '@aangan/testkit/browser.ts';
import { ANDHERI, openSession, type PersonName } from '@aangan/testkit/world.ts';
import type { Browser, Page } from 'playwright-core';
import { buildWeb, WEB_DIR, webIsBuilt } from '../../bin/build-web.ts';

const given = process.env['TEST_WEB_DIR'];
const SHOTS = process.env['SHOTS'];
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

async function open(path: string, who: PersonName, width: number): Promise<Page> {
  const context = await browser.newContext({ ...INDIAN_USER, viewport: { width, height: 860 } });
  const token = await openSession(server.database.adminUrl, who);
  await context.addInitScript(
    ([value, centre]) => {
      if (window.top !== window.self || localStorage.getItem('token')) return;
      localStorage.setItem('token', String(value));
      localStorage.setItem('access', '[]');
      localStorage.setItem('franchisee', JSON.stringify({ id: centre, companyName: 'Andheri' }));
    },
    [token, ANDHERI],
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
  await page.goto(`${origin}${path}`);
  return page;
}

const shot = async (page: Page, name: string) => {
  if (SHOTS) await screenshots(page, SHOTS, name);
};

test('a parent on a phone sees what is due and pays from the own child’s page', async () => {
  const page = await open('/student/dashboard', 'Gita', 390);
  await page.getByRole('heading', { name: 'Fees', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Class and centre' }).waitFor();
  await page.getByRole('heading', { name: 'Receipts' }).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  await shot(page, 'parent-home-demo');
  await page.setViewportSize({ width: 390, height: 860 });
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(/\/admission-payments\/[\w-]{22}$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().close();
});

test('staff see the strength of their centre, the list, and every tab of a child', async () => {
  const page = await open('/student/dashboard', 'Bina', 1440);
  await page.getByRole('heading', { name: 'Children and places by class' }).waitFor();
  await shot(page, 'strength');
  const [child] = await server.sql<{ id: string; name: string }>(
    `select s.id, s.name from student s join fee_account a on a.student_id = s.id join admission d on d.student_id = s.id
      where s.franchisee_id = $1 and s.state = 'STUDYING' order by s.name limit 1`,
    [ANDHERI],
  );
  await page.goto(`${origin}/students/details/page/1?q=${encodeURIComponent(child?.name ?? '')}`);
  await page
    .getByText(child?.name ?? '')
    .first()
    .waitFor();
  await shot(page, 'student-list');
  await page.goto(`${origin}/students/edit/${child?.id}`);
  for (const [tab, text] of [
    ['Overview', 'First contact'],
    ['Years', 'One line per academic year'],
    ['Fees', 'Instalments'],
    ['Admission', 'What was checked'],
    ['Papers and people', 'People to call and at the gate'],
    ['History', 'Who changed what'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(text).first().waitFor({ timeout: 60_000 });
    await shot(page, `profile-${tab.split(' ')[0]?.toLowerCase()}`);
  }
  await page.context().close();
});

test('who approves payments sees the payments of one child with where the money goes', async () => {
  const [payment] = await server.sql<{ id: string }>(
    `select fee_account_id as id from payment where franchisee_id = $1 and mode <> 'ONLINE' order by (status = 'APPROVAL_WAITING') desc limit 1`,
    [ANDHERI],
  );
  assert.ok(payment);
  const page = await open(`/approve-payment/approve-payment-details/${payment.id}`, 'Chetan', 1440);
  await page.getByRole('heading', { level: 1, name: /^Payments of / }).waitFor();
  await page.getByText('Open instalments').first().waitFor();
  await shot(page, 'approve-details');
  await page.context().close();
  assert.deepEqual(problems, []);
});
