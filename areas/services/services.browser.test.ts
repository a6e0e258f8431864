// The screens of services in a real browser against the real server, over the demo.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

test('head office adds a category; the centre head prices a slab of the bus', async () => {
  const categories = await web.open('/services/categories', 'Kavi', { centre: 1 });
  await categories.getByText('Clubs and camps').first().waitFor();
  await settled(categories);
  await web.shot(categories, 'service-categories');
  await categories.getByRole('button', { name: 'Add service category' }).click();
  await categories.getByLabel('Name').fill('Music');
  await categories.getByLabel('Code').fill('MUSIC');
  await categories.getByRole('dialog').getByRole('button', { name: 'Add service category' }).click();
  await categories.getByText('Saved.').waitFor();
  await categories.close();

  const page = await web.open('/services/list', 'Bina');
  await page.getByText('School bus').first().waitFor();
  await settled(page);
  await web.shot(page, 'service-offerings');
  await fits(page);
  await page.getByText('School bus').first().click();
  const drawer = page.getByRole('dialog', { name: 'School bus' });
  await drawer.getByText('Bus, slab B').waitFor();
  await settled(page);
  await web.shot(page, 'service-offering');
  await drawer.getByRole('button', { name: 'Add slab' }).click();
  const form = page.getByRole('dialog', { name: 'Add slab' });
  await pick(page, 'Slab', 'D');
  await form.getByLabel('From (metres)').fill('9000');
  await form.getByLabel('Below (metres)').fill('15000');
  await form.getByLabel('Fee plan').first().click();
  await page.getByRole('option', { name: /Bus, slab C/ }).click();
  await form.getByRole('button', { name: 'Add slab' }).click();
  await page.getByText('Added.').waitFor();
  const slabs = await web.server.sql(
    `select 1 from service_fare_slab where franchisee_id = $1 and slab = 'D' and to_m = 15000`,
    [ANDHERI],
  );
  assert.equal(slabs.length, 1);
  await page.goto(`${web.origin}/services/list?tab=products`);
  await page.getByText('After-school club').first().waitFor();
  await settled(page);
  await web.shot(page, 'services');
  await page.close();
});
