import { after, before, test } from 'node:test';
import { settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

const shots: [string, string, 'Chetan' | 'Bina', number | null][] = [
  ['einv-needs', '/royalty/eInvoice-list', 'Chetan', null],
  ['einv-done', '/royalty/eInvoice-list?tab=done', 'Chetan', null],
  ['recon', '/ledger/nodal?tab=reconciliation', 'Chetan', null],
  ['proof', '/ledger/nodal?tab=proof', 'Chetan', null],
  ['periods', '/ledger/nodal?tab=periods', 'Chetan', null],
  ['payouts', '/ledger/nodal-payment-transfer?tab=payouts', 'Chetan', null],
  ['transfer', '/payments/settlement-payment-transfer', 'Chetan', null],
  ['explain', '/ledger/franchisee/detail/2?tab=payouts', 'Bina', 2],
];
for (const width of [1440, 390])
  for (const [name, path, who, centre] of shots)
    test(`${name} ${width}`, async () => {
      const page = await web.open(path, who, { centre });
      await page.setViewportSize({ width, height: 900 });
      if (name === 'einv-done' && width === 390) await page.emulateMedia({ colorScheme: 'dark' });
      await settled(page);
      await page.waitForTimeout(1200);
      if (name === 'explain') await page.locator('button[aria-expanded]').filter({ hasText: 'Received' }).click({ timeout: 3000 }).catch(() => {});
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/settle/${name}-${width}.png` });
      await page.context().close();
    });
test('drawers', async () => {
  let page = await web.open('/royalty/eInvoice-list?tab=done', 'Chetan', { centre: null });
  await settled(page);
  await page.locator('a[href*="e-invoice="]').first().click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/settle/einv-drawer.png' });
  await page.context().close();
  page = await web.open('/payments/settlement-payment-transfer', 'Chetan', { centre: null });
  await settled(page);
  await page.locator('a[href*="settlement="]').first().click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/settle/drawer-1440.png' });
  console.log('PROBLEMS', JSON.stringify(web.problems));
  await page.context().close();
});
