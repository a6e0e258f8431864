// Concessions in a real browser: rules are changed on their form, a request is approved in its drawer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

test('a rule is changed for one centre, and a waiting concession is approved from the list', async () => {
  const page = await web.open('/concession/settings', 'Chetan', { centre: ANDHERI });
  await page.getByLabel('All concessions together take at most').fill('20');
  await settled(page);
  await fits(page);
  await web.shot(page, 'concession-settings');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  await page.getByText('Own value of this centre.').waitFor();
  await page.getByRole('tab', { name: 'Approval levels' }).click();
  await page.getByText('CONCESSION_L2').waitFor();
  await settled(page);
  await web.shot(page, 'concession-levels');
  for (const [path, text, name] of [
    ['/concession/fee-setting?tab=receipts', 'The next receipt is', 'fee-setting-receipts'],
    ['/concession/fee-setting?tab=refunds', 'Before the session begins', 'fee-setting-refunds'],
    ['/concession/application-setting', 'Fees of forms', 'application-setting'],
  ] as const) {
    await page.goto(`${web.origin}${path}`);
    await page.getByText(text).first().waitFor();
    await settled(page);
    await fits(page);
    await web.shot(page, name);
  }
  await page.goto(`${web.origin}/approve-concession/list?status=PENDING`);
  await page.locator('a[href*="student-concession="]').first().click();
  await page.getByText('Later line').waitFor();
  await settled(page);
  await web.shot(page, 'concession-drawer');
  await page.getByRole('button', { name: 'Approve', exact: true }).last().click();
  await page.getByText('Later lines that are not paid are lowered at once').waitFor();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved. The later lines are lower now.').waitFor();
  await settled(page);
  await page.keyboard.press('Escape');
  await settled(page);
  await fits(page);
  await web.shot(page, 'concession-queue');
  assert.deepEqual(web.problems, []);
  await page.context().close();
});
