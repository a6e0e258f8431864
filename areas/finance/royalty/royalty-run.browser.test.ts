// The month run in a real browser: preview, freeze, and the list of invoices with one of them open.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

test('the month before is previewed and frozen; an invoice of an earlier month is read', async () => {
  const page = await web.open('/royalty/list?tab=run', 'Chetan', { centre: null });
  await page.getByRole('button', { name: 'Freeze' }).waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'royalty-preview');
  await page.getByRole('button', { name: 'Freeze' }).click();
  await page.getByText('What comes later lands in a later month').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await page.getByText('The month is being frozen.').waitFor();
  await page.goto(`${web.origin}/ledger/franchisee/royalty-invoice`);
  await page.getByText('ROY/').first().waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'royalty-invoices');
  await page.getByText('ROY/').first().click();
  await page.getByText('Before tax').waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'royalty-invoice');
  assert.deepEqual(web.problems, []);
  await page.context().close();
});
