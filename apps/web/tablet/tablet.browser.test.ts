// Shared-tablet mode in the browser (shell.md 11.5): the centre head makes a device a tablet, a teacher picks her face,
// works, and hands it on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '@aangan/testkit/web-pages.browser.ts';
import { openSession, people } from '@aangan/testkit/world.ts';
import { tabletContract } from '../../../areas/shell/tablet.contract.ts';
import { type WebTest, webTest } from '../browser-testing.ts';

const PIN = '274918';
let t: WebTest;
before(async () => {
  t = await webTest({ areas: 'all' });
  await t.server.as('Divya', { steppedUp: true }).call(tabletContract.setPin, { pin: PIN });
});
after(() => t?.close());

test('a head enrols the tablet, a teacher signs in by face and PIN and hands it on', async () => {
  const { page, context, problems } = await t.visit('/icon.svg');
  const token = await openSession(t.server.database.adminUrl, 'Bina', { steppedUp: true });
  await page.evaluate((value) => {
    localStorage.setItem('token', value);
    localStorage.setItem('access', '[]');
  }, token);
  await page.goto(`${t.origin}/profile?tab=security`);
  const section = page.getByRole('region', { name: 'Shared tablets' });
  await section.getByLabel('Name of this device').fill('Nursery tablet');
  await section.getByRole('button', { name: 'Add this device' }).click();
  await page.getByRole('button', { name: 'Make it a shared tablet' }).click();
  await section.getByText('Nursery tablet').waitFor();
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Logout').click();
  await page.getByRole('button', { name: 'Yes' }).click();

  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await page.getByText('(002) Andheri · Nursery tablet').waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByRole('button', { name: 'Divya Nair' }).click();
  const pin = page.getByLabel('Your PIN of 6 digits');
  await pin.fill('918273');
  await page.getByRole('alert').getByText('That PIN is not right.').waitFor();
  await pin.fill(PIN);
  await page.getByRole('heading', { level: 1, name: /Divya/ }).waitFor();
  const links = await page.evaluate(() => localStorage.getItem('menu') ?? '');
  assert.doesNotMatch(links, /"\/students\/|"\/user\//);
  await page.getByRole('button', { name: 'Switch person' }).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  const [event] = await t.server.sql<{ user_id: string }>(
    "select user_id from sign_in_event where kind = 'PIN_OK' order by id desc limit 1",
  );
  assert.equal(event?.user_id, people.Divya.id);

  await page.getByRole('button', { name: 'Sign in another way' }).click();
  await page.getByRole('tab', { name: 'Password' }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});
