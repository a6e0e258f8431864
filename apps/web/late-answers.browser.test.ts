// Answers that come late or in another order than they were asked for: what was typed and what was chosen meanwhile stands.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settled } from '@aangan/testkit/web-pages.browser.ts';
import { hashPassword } from '../../areas/shell/public.server.ts';
import { unlessGone, type WebTest, webTest } from './browser-testing.ts';

let t: WebTest;
before(async () => {
  t = await webTest();
});
after(() => t?.close());

test('nothing can be typed that the coming of the centres would take away', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  const held = Promise.withResolvers<void>();
  await context.route('**/api/franchisee/active', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${t.origin}/profile`);
  const name = page.getByLabel('First name');
  const typing = name.fill('Bina Devi');
  // A screen that does not wait stands by now, and takes what is typed.
  await page.waitForFunction(() => ![null, '[]'].includes(localStorage.getItem('menu')));
  await page.getByRole('button', { name: 'Notices' }).waitFor();
  held.resolve();
  await typing;
  await page.getByRole('banner').getByText('(002) Andheri').waitFor();
  await settled(page);
  assert.equal(await name.inputValue(), 'Bina Devi');
  await context.close();
});

test('a menu that was asked for before another choice undoes nothing when it comes late', async () => {
  const { page, context } = await t.visit('/profile', 'Asha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.waitForFunction(() => ![null, '[]'].includes(localStorage.getItem('menu')));
  const late = Promise.withResolvers<void>();
  let asked = 0;
  await context.route('**/api/menu/get**', (route) =>
    unlessGone(route, async () => {
      asked += 1;
      if (asked > 1) return route.continue();
      const response = await route.fetch();
      const text = (await response.text()).replace(/"label":"[^"]*"/, '"label":"Of before"');
      await late.promise;
      await route.fulfill({ response, body: text });
    }),
  );
  const choose = async (centre: RegExp) => {
    await page.getByRole('button', { name: /account, centre and year/ }).click();
    await page.getByRole('combobox', { name: 'Franchisee' }).click();
    await page.getByRole('option', { name: centre }).click();
    await page.getByRole('banner').getByText(centre).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const first = page.waitForRequest('**/api/menu/get**');
  await choose(/\(003\) Baner/);
  await first;
  const second = page.waitForResponse('**/api/menu/get**');
  await choose(/\(002\) Andheri/);
  await (await second).finished();
  const answered = page.waitForResponse('**/api/menu/get**');
  late.resolve();
  await (await answered).finished();
  // A whole further look at the server is over when the late answer has done what it does.
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
  await settled(page);
  assert.doesNotMatch(String(await page.evaluate(() => localStorage.getItem('menu'))), /Of before/);
  await context.close();
});

test('a call that a change of centre overtakes signs nobody out, in no tab', async () => {
  const { page, context } = await t.visit('/profile', 'Asha');
  const other = await context.newPage();
  await other.goto(`${t.origin}/profile`);
  for (const tab of [page, other]) await tab.getByRole('tab', { name: 'Security' }).waitFor();
  const held = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const choosing = '**/api/session/choose-context';
  await context.route(choosing, (route) =>
    unlessGone(route, async () => {
      const response = await route.fetch();
      changed.resolve();
      await held.promise;
      await route.fulfill({ response });
    }),
  );
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('combobox', { name: 'Franchisee' }).click();
  const begun = page.waitForRequest(choosing);
  await page.getByRole('option', { name: /\(003\) Baner/ }).click();
  await begun;
  await changed.promise;
  // The server knows the new token alone by now, and this browser the old one.
  await page.keyboard.press('Escape');
  const refused = [page, other].map((tab) => tab.waitForResponse((response) => response.status() === 401));
  for (const tab of [page, other]) await tab.getByRole('tab', { name: 'Security' }).click();
  await Promise.all(refused);
  held.resolve();
  await page.getByRole('banner').getByText('(003) Baner').waitFor();
  for (const tab of [page, other]) await tab.getByText('This one', { exact: true }).waitFor();
  await context.close();
});

test('a change of password signs no other tab out while its reply is on the way', async () => {
  await t.server.sql('update app_user set password_hash = $1', [await hashPassword('a quiet courtyard')]);
  const { page, context } = await t.visit('/profile?tab=security', 'Bina');
  const other = await context.newPage();
  await other.goto(`${t.origin}/profile`);
  await other.getByRole('tab', { name: 'My access' }).waitFor();
  const held = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  await context.route('**/api/password/change', (route) =>
    unlessGone(route, async () => {
      const response = await route.fetch();
      changed.resolve();
      await held.promise;
      await route.fulfill({ response });
    }),
  );
  await page.getByLabel('Present password', { exact: true }).fill('a quiet courtyard');
  await page.getByLabel('New password', { exact: true }).fill('verandah lantern 82');
  await page.getByLabel('New password again', { exact: true }).fill('verandah lantern 82');
  await page.getByRole('button', { name: 'Change password' }).click();
  await changed.promise;
  const refused = other.waitForResponse((response) => response.status() === 401);
  await other.getByRole('tab', { name: 'Security' }).click();
  await refused;
  held.resolve();
  await page.getByText('Password changed.').waitFor();
  for (const tab of [page, other]) await tab.getByText('This one', { exact: true }).waitFor();
  await context.close();
});

test('the links of the home move under no finger: they come below its figures, once these have come', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Asha');
  const held = Promise.withResolvers<void>();
  await context.route('**/api/home/cards**', (route) =>
    unlessGone(route, async () => {
      await held.promise;
      await route.continue();
    }),
  );
  await page.goto(`${t.origin}/profile/dashboard`);
  const main = page.getByRole('main');
  await main.locator('.mantine-Skeleton-root').first().waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button').first().waitFor();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
  const links = main.getByRole('heading', { name: 'All screens' });
  assert.equal(await links.count(), 0);
  held.resolve();
  await links.waitFor();
  await context.close();
});

test('letters typed before the palette stands are in its field, and the page behind hears none of them', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Asha');
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await context.route('**/assets/palette-*.js', (route) =>
    unlessGone(route, async () => {
      asked.resolve();
      await held.promise;
      await route.continue();
    }),
  );
  await page.goto(`${t.origin}/profile`);
  await settled(page);
  await page.keyboard.press('Control+k');
  await asked.promise;
  // The help with the keys is the page's answer to a question mark.
  await page.keyboard.type('us?');
  await page.keyboard.press('Backspace');
  held.resolve();
  const search = page.getByRole('combobox', { name: 'Search everything' });
  await search.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  await page.keyboard.type('ers');
  assert.equal(await search.inputValue(), 'users');
  await page.getByRole('option', { name: /^Users/ }).waitFor();
  // Called again while it stands, it takes every key as before.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('x');
  assert.equal(await search.inputValue(), 'usersx');
  await context.close();
});
