// Story 21 in a browser over the demo: what is ticked survives a reload and a lost network, and one press makes one order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

const ordersOf = async () =>
  (
    await web.server.sql<{ n: number }>('select count(*)::int as n from kit_order where franchisee_id = $1', [
      ANDHERI,
    ])
  )[0]?.n ?? 0;

/** What a store of the local database holds. */
const rowsOf = (page: Page, store: string) =>
  page.evaluate(
    (name) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open('intellitotsadmin');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
    store,
  );

test('the cart survives a reload and a lost network; pressed once it is one order', async () => {
  const page = await web.open('/place-order', 'Bina', { worker: true });
  const open = page.locator('input[type=checkbox]:not([disabled])');
  await open.nth(1).waitFor();
  const names = [await open.nth(0).getAttribute('aria-label'), await open.nth(1).getAttribute('aria-label')];
  // The server keeps them too: another device has them.
  const kept = page.waitForResponse(
    (response) =>
      response.url().includes('/api/kit-cart/save') &&
      response.ok() &&
      (response.request().postDataJSON() as { items: unknown[] }).items.length === 2,
  );
  for (const name of names) await page.getByLabel(name ?? '').check();
  await page.getByRole('heading', { name: '2 × Curriculum Kit 1' }).waitFor();
  await kept;
  // Row 61 of the specification's letter; the name of the order stands in no key of local storage (row 59).
  const rows = await rowsOf(page, 'studentOrderKit');
  assert.deepEqual(
    rows.map((row) => Object.keys(row).sort()),
    Array.from({ length: 2 }, () => [
      'classID',
      'className',
      'enrollmentID',
      'franchiseeID',
      'gender',
      'id',
      'studentName',
    ]),
  );
  assert.deepEqual(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /kit/i.test(key))),
    [],
  );
  await page.reload();
  await page.getByRole('heading', { name: '2 × Curriculum Kit 1' }).waitFor();
  for (const name of names) assert.ok(await page.getByLabel(name ?? '').isChecked());
  await settled(page);
  await fits(page);
  await page.context().setOffline(true);
  await page.getByText('Service Unavailable!').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Place order/ }).count(), 0);
  await page.context().setOffline(false);
  const before = await ordersOf();
  const short = page.getByLabel('Order it all; what is missing comes later');
  await page.getByRole('button', { name: /^Place order/ }).waitFor();
  if (await short.count()) await short.check();
  await page.getByRole('radio', { name: 'Credit' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await page.getByText(/^Order KO\/002\/.* is confirmed\.$/).waitFor();
  assert.equal((await ordersOf()) - before, 1);
  await page
    .getByLabel(names[0] ?? '')
    .and(page.locator(':disabled'))
    .waitFor();
  assert.deepEqual(web.problems, []);
});
