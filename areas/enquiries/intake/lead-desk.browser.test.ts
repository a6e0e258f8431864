// Meera's lead desk in a real browser on the demo network: fourteen leads of a form nobody mapped reach their centre.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fits, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import type { Page } from 'playwright-core';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

/** Pictures into the folder SHOTS, at the desk and on a phone; the story goes on at the desk. */
const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}-1440-light.png`, animations: 'disabled' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${folder}/${name}-390-dark.png`, animations: 'disabled' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};

test('Meera maps the Pune form once and replays 14 leads; a lead without a number is completed', async () => {
  const page = await web.open('/google-webhook/list', 'Meera', { width: 1440, steppedUp: true });
  await page.getByRole('heading', { name: 'Google leads' }).waitFor();
  await page.getByText('Facebook page needs you').waitFor();
  await page.getByText('This form has no centre yet').first().waitFor();
  await shot(page, 'google-leads');
  const row = page.getByRole('row').filter({ hasText: 'This form has no centre yet' }).first();
  await row.hover();
  await row.getByRole('button', { name: 'See what came' }).click();
  await page.getByText('As it came').waitFor();
  await page.getByText('"google_key": "removed"').waitFor();
  await shot(page, 'raw-lead');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Map this form' }).click();
  await page.getByText('Questions of this form').waitFor();
  await shot(page, 'map-form');
  await pick(page, 'Centre', '(003) Baner');
  await page.getByRole('button', { name: 'Save mapping' }).click();
  await page.getByRole('button', { name: 'Replay 14 leads' }).click();
  await page.getByText('14 leads replayed: 14 created.').waitFor();
  const [sum] = await web.server.sql(
    `select count(*)::int as n, count(*) filter (where e.franchisee_id = 3)::int as baner from lead_intake i join enquiry e on e.id = i.enquiry_id where i.external_form = '20458812345678901'`,
  );
  assert.deepEqual(sum, { n: 14, baner: 14 });
  const missing = page.getByRole('row').filter({ hasText: 'No mobile number' }).first();
  await missing.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Assign a centre' }).click();
  await pick(page, 'Centre', '(002) Andheri');
  await page.getByLabel('Mobile of the parent').fill('9820099887');
  await shot(page, 'assign-lead');
  await page.getByRole('button', { name: 'Assign lead' }).click();
  await page.getByText('1 lead assigned: 1 created.').waitFor();
  await page.getByRole('tab', { name: 'Forms and channels' }).click();
  await page.getByRole('heading', { name: 'Forms and whose they are' }).waitFor();
  await page.getByText('20458812345678901').waitFor();
  await shot(page, 'forms-and-channels');
  await page.getByRole('button', { name: 'Add a form or page' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Pune, search, nursery');
  await page.getByRole('button', { name: 'Open channel' }).click();
  await page.getByText('Copy the key now').waitFor();
  await shot(page, 'new-channel');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('tab', { name: 'Rejected' }).click();
  await page.getByText('Wrong key').first().waitFor();
  await shot(page, 'rejected');
  await fits(page);
  await page.context().close();
});

test('a WhatsApp contact becomes an enquiry', async () => {
  const page = await web.open('/waid-integration/list', 'Meera', { width: 1440 });
  await page.getByRole('heading', { name: 'WhatsApp leads' }).waitFor();
  await page.getByText('Admissions open 2027').first().waitFor();
  await shot(page, 'whatsapp-leads');
  const row = page.getByRole('row').filter({ hasText: 'Admissions open 2027' }).first();
  await row.hover();
  await row.getByRole('button', { name: 'Create enquiry' }).click();
  await pick(page, 'Centre', '(003) Baner');
  await page.getByLabel('Child’s first name').fill('Kiaan');
  await shot(page, 'whatsapp-enquiry');
  await page.getByRole('button', { name: 'Create enquiry', exact: true }).last().click();
  await page.getByText(/ENQ-003-2627-\d+ is made/).waitFor();
  await fits(page);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
