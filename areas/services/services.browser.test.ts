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

test('a counsellor writes a wish, and logs the call', async () => {
  const board = await web.open('/forms/service-enquiry/dashboard', 'Esha');
  await board.getByText('Due today').first().waitFor();
  await settled(board);
  await web.shot(board, 'service-dashboard');
  await board.goto(`${web.origin}/forms/service-enquiry/list`);
  await board.getByText('SE-002-').first().waitFor();
  await settled(board);
  assert.equal(await board.getByText('Yet_to_call').count(), 0, 'the list says it in words');
  await web.shot(board, 'service-enquiries');
  await fits(board);
  await board.getByText('SE-002-').first().click();
  await board.getByText('What happened').waitFor();
  await settled(board);
  await web.shot(board, 'service-enquiry');
  await board.close();

  const page = await web.open('/services/enquiries/add', 'Esha');
  await pick(page, 'For', 'Somebody new');
  await page.getByLabel('Child’s name').fill('Riya Sen');
  await page.getByLabel('Parent or guardian').fill('Mala Sen');
  await page.getByLabel('Mobile').fill('9820077777');
  await page.getByLabel('The family agrees').check();
  await page.getByRole('radio', { name: 'After-school club' }).click();
  await settled(page);
  await web.shot(page, 'service-enquiry-add');
  await fits(page);
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await page.getByRole('button', { name: 'Log contact' }).waitFor();
  const [made] = await web.server.sql<{ status: string }>(
    `select status from service_enquiry where child_name = 'Riya Sen' and franchisee_id = $1`,
    [ANDHERI],
  );
  assert.equal(made?.status, 'NEW');
  await settled(page);
  await web.shot(page, 'service-enquiry-page');
  await page.close();
});

test('a counsellor chooses the plan of a service and submits it; finance approves it', async () => {
  const [wish] = await web.server.sql<{ id: string; child: string }>(
    `select e.id, e.child_name as child from service_enquiry e join service s on s.id = e.service_id and s.code = 'DAY-CARE'
      where e.franchisee_id = $1 and e.status = 'CONTACTED' order by e.enquiry_code limit 1`,
    [ANDHERI],
  );
  assert.ok(wish);
  const page = await web.open(`/services/enquiries/assign/${wish.id}/true`, 'Esha');
  await page.getByText('Day-care is no transport service: it has no stop.').waitFor();
  await page.getByText('24 of 24 seats left', { exact: false }).waitFor();
  await settled(page);
  await fits(page);
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByText('Submitted. Another person approves it.').waitFor();
  await page.close();

  const queue = await web.open(`/services/approve-plan/${wish.id}`, 'Chetan', { centre: ANDHERI });
  await queue.getByRole('button', { name: 'Approve' }).click();
  await queue.getByRole('dialog').getByRole('button', { name: 'Approve service' }).click();
  await queue.getByText('Approved; the seat is held.').waitFor();
  const held = await web.server.sql(
    `select 1 from service_assignment where service_enquiry_id = $1 and status = 'HELD'`,
    [wish.id],
  );
  assert.equal(held.length, 1);
  await queue.close();
});
