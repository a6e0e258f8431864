// A right that is taken while its screen is open (shell.md 3.8): the panel with 'Ask for access' stands in its place,
// without a reload, and nothing of what the screen showed stays. And a choice of centre or role that does not open it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people } from '@aangan/testkit/world.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { type WebTest, webTest } from './browser-testing.ts';

let t: WebTest;
before(async () => {
  t = await webTest({ areas: 'all', app: { live: true } });
});
after(() => t?.close());

/** Bina has the list of her people open. */
async function listOpen(before?: (context: BrowserContext) => Promise<unknown>): Promise<Page> {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  await before?.(context);
  await page.goto(`${t.origin}/user/page/1`);
  await page.getByText('Divya Nair').first().waitFor();
  await page.waitForFunction(() => localStorage.getItem('menu') !== null);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return page;
}

const take = () =>
  t.server.sql(
    `delete from role_end_point where role_id = 5 and end_point_id in (select id from system_end_point where module = 'User')`,
  );
const give = () =>
  t.server.sql(
    `insert into role_end_point (role_id, end_point_id) select 5, id from system_end_point where module = 'User' on conflict do nothing`,
  );

const lost = (page: Page) => page.getByRole('heading', { name: /You do not have access to/ });

test('a right that is taken leaves the panel in place, and gives the screen back with it', async () => {
  const page = await listOpen();
  await take();
  await lost(page).waitFor();
  assert.match(page.url(), /\/user\/page\/1$/, 'the address stays');
  assert.equal(await page.getByText('Divya Nair').count(), 0, 'what the screen showed is gone');
  assert.ok(await page.getByRole('banner').isVisible(), 'the frame stays');
  await page.getByRole('button', { name: 'Ask for access' }).click();
  await page.getByLabel('What do you need it for?').fill('My team changes today');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText(/You will be told when somebody answers\./).waitFor();
  const [row] = await t.server.sql<{ path: string; module: string }>(
    'select path, module from access_request where user_id = $1',
    [people.Bina.id],
  );
  assert.deepEqual(row, { path: '/user/page/1', module: 'User' });
  await give();
  await page.getByText('Divya Nair').first().waitFor();
  assert.equal(await page.evaluate(() => 'sameDocument' in window), true, 'without a reload');
  await page.context().close();
});

test('where nobody tells the tab, the first refused call does', async () => {
  const page = await listOpen((context) => context.route('**/api/live', (route) => route.abort()));
  await take();
  const search = page.getByPlaceholder(/Search/).first();
  // The server itself may believe the old right for a second.
  for (let i = 0; i < 40 && !(await lost(page).isVisible()); i += 1) {
    await search.fill(`di${'v'.repeat(i % 5)}`, { timeout: 2_000 }).catch(() => undefined);
    await lost(page)
      .waitFor({ timeout: 700 })
      .catch(() => undefined);
  }
  await lost(page).waitFor();
  assert.equal(await page.getByText('Divya Nair').count(), 0);
  assert.equal(await page.evaluate(() => 'sameDocument' in window), true);
  await give();
  await page.context().close();
});

test('a role that does not open the screen leads home with a word, not to a refusal', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  await t.server.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) select user_id, 10, 'CENTRE', franchisee_id, from_on from user_role where user_id = $1 and role_id = 5`,
    [people.Bina.id],
  );
  await page.goto(`${t.origin}/user/page/1`);
  await page.getByText('Divya Nair').first().waitFor();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Teacher', exact: true }).click();
  await page.waitForURL(/\/profile\/dashboard$/);
  await page.getByText(/is not open to you with this choice/).waitFor();
  assert.equal(await lost(page).count(), 0);
  await context.close();
});
