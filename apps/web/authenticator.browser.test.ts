// Authenticator and recovery codes on the screens (shell.md 11.2): added on the Security tab with a fresh code, used at
// sign-in in place of the code that was sent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people } from '@aangan/testkit/world.ts';
import { codeOfStep, stepAt } from '../../areas/shell/authenticator/totp.server.ts';
import { hashPassword } from '../../areas/shell/public.server.ts';
import { eventually, queuedCode } from '../../areas/shell/session/session-testing.ts';
import { unlessGone, type WebTest, webTest } from './browser-testing.ts';

const PASSWORD = 'a quiet courtyard';
let t: WebTest;
before(async () => {
  t = await webTest();
  await t.server.sql('update app_user set password_hash = $1', [await hashPassword(PASSWORD)]);
});
after(() => t?.close());

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bytesOf = (text: string): Buffer => {
  const all = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from(Array.from({ length: 20 }, (_, i) => Number.parseInt(all.slice(i * 8, i * 8 + 8), 2)));
};

test('an authenticator is added with a fresh code, prints ten codes, and signs in without a message', async () => {
  const { page, context, problems } = await t.visit('/profile?tab=security', 'Chetan');
  // The message is faster than the answer that says what its code is for.
  const slow = Promise.withResolvers<void>();
  await page.route('**/api/session/step-up', (route) =>
    unlessGone(route, async () => {
      const response = await route.fetch();
      await slow.promise;
      await route.fulfill({ response });
    }),
  );
  await page.getByRole('button', { name: 'Add an authenticator' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByLabel('6-digit code').waitFor();
  await asked.getByRole('button', { name: 'Use authenticator or recovery code' }).waitFor();
  // The dialog stands before its code is sent.
  const sent = await eventually(
    () => queuedCode(t.server, `payload -> 'about' -> 'userIds' ? $1`, people.Chetan.id),
    (code) => code !== '',
  );
  await asked.getByLabel('6-digit code').fill(sent);
  slow.resolve();
  await page.getByAltText('QR code for your authenticator app').waitFor();
  const key = ((await page.locator('code').first().textContent()) ?? '').replace(/\s/g, '');
  assert.match(key, /^[A-Z2-7]{32}$/);
  const secret = bytesOf(key);
  await page.getByLabel('6-digit code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('This is not the code of now.').waitFor();
  // The code of now, and further down the next one: each is good for 30 s at least, however slow this machine is.
  await page.getByLabel('6-digit code').fill(codeOfStep(secret, stepAt(new Date())));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Print these ten recovery codes now.').waitFor();
  const codes = await page.locator('[data-recovery-code]').allInnerTexts();
  assert.equal(new Set(codes).size, 10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  assert.deepEqual(problems, []);
  await context.close();

  for (const other of [
    () => codeOfStep(secret, stepAt(new Date()) + 1),
    () => (codes[0] ?? '').toLowerCase(),
  ]) {
    const fresh = await t.visit('/login');
    await fresh.page.getByRole('tab', { name: 'Password' }).click();
    await fresh.page.getByLabel('E-mail or mobile').fill('chetan@aangan.test');
    await fresh.page.locator('input[name=password]').fill(PASSWORD);
    await fresh.page.getByRole('button', { name: 'Sign in' }).click();
    await fresh.page.getByRole('button', { name: 'Use authenticator or recovery code' }).click();
    await fresh.page.getByLabel('Code of your app, or a recovery code').fill(other());
    await fresh.page.getByRole('button', { name: 'Continue' }).click();
    await fresh.page.getByRole('heading', { level: 1, name: /Chetan/ }).waitFor();
    await fresh.context.close();
  }
});

test('after a code alone the app’s code is not offered: it would be the only proof', async () => {
  const { page, context } = await t.visit('/login');
  await page.getByRole('tab', { name: 'One-time code' }).click();
  await page.getByRole('tabpanel').getByLabel('E-mail or mobile').fill('bina@aangan.test');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('6-digit code').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Use authenticator or recovery code' }).count(), 0);
  await context.close();
});
