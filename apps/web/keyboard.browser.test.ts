// The keyboard alone, from signing in to signing out (shell.md 4.3): nothing on the way needs a mouse, and the focus is
// always somewhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement?.textContent ?? '').trim());

/** Presses a key until the focus stands on this text. */
async function until(page: Page, key: string, text: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < 40; i += 1) {
    await page.keyboard.press(key);
    const here = await focused(page);
    if (text.test(here)) return;
    seen.push(here.slice(0, 20));
  }
  assert.fail(`${text} was not reached: ${seen.join(' | ')}`);
}

test('sign in, open a screen by the menu and one by the palette, and sign out without a mouse', async () => {
  const { page, context, problems } = await t.visit('/login');
  await page.getByLabel('E-mail or mobile').waitFor();
  await page.keyboard.type('bina@aangan.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('6-digit code').waitFor();
  await page.keyboard.type(
    await queuedCode(t.server, `payload -> 'about' -> 'userIds' ? $1`, people.Bina.id),
  );
  await page.getByRole('heading', { level: 1, name: /Bina/ }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('nav[aria-label=Main] [data-top]').length > 1);

  // The way begins at the top of the page, wherever the new screen has put the focus meanwhile.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  await until(page, 'Tab', /^Skip to content$/);
  await until(page, 'Tab', /^Admin$/);
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await focused(page), 'Admin');
  await page.keyboard.press('Home');
  assert.equal(await focused(page), 'Admin');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Users', exact: true }).waitFor();
  await until(page, 'ArrowDown', /^Users$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/user\/page\/1/);
  await page.getByRole('heading', { level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search everything' });
  await search.waitFor();
  await page.keyboard.type('enq');
  const options = page.getByRole('group', { name: 'Screens' }).getByRole('option');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#palette-results [role=group][aria-label=Screens] [role=option]')].every(
      (one) => /enq/i.test(one.textContent ?? ''),
    ),
  );
  assert.equal(
    await options.first().getAttribute('aria-selected'),
    'true',
    'the first is the one Enter takes',
  );
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await search.waitFor();
  await search.fill('enquiry list');
  await page.getByRole('option', { name: /^Enquiry list/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/forms\/enquiry\/list/);
  await page.getByRole('heading', { level: 1 }).waitFor();

  await page.keyboard.press('Alt+f');
  await page.getByRole('dialog').getByText('Logout').waitFor();
  await until(page, 'Tab', /^Logout$/);
  await page.keyboard.press('Enter');
  await page.getByText('Are you sure, you want to logout', { exact: true }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'No');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await focused(page), 'Yes');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  assert.deepEqual(problems, []);
  await context.close();
});
