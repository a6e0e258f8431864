// The network screens in a real browser against the real server: what head office and a centre head do on a first day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { people } from '@aangan/testkit/world.ts';
import { storeOffices } from './pincode/post-office-file.server.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
  const office = {
    pincode: '400053',
    officeName: 'Azad Nagar',
    officeType: 'SO' as const,
    delivery: true,
    district: 'Mumbai',
    stateName: 'Maharashtra',
    division: null,
    region: null,
    circle: null,
    lat: 19.13,
    lng: 72.83,
  };
  await inUnitOfWork(web.server.pool, systemActor(), { command: 'test' }, (db) => storeOffices(db, [office]));
});
after(() => web?.close());

test('head office adds a city and a centre, signs it and sees its page', async () => {
  const page = await web.open('/city/savecity', 'Asha', { steppedUp: true });
  await page.getByLabel('Name').fill('Nagpur');
  await pick(page, 'State', 'Maharashtra');
  await pick(page, 'Tier', 'Tier 2');
  await page
    .getByRole('button', { name: /^Save|^Add/ })
    .last()
    .click();
  // Whoever leaves sooner may leave before it was sent.
  await page.waitForURL('**/city/citylist');
  await page.goto(`${web.origin}/city/citylist?q=nagpur`);
  await page.getByText('Nagpur').first().waitFor();
  await page.goto(`${web.origin}/franchisee/create`);
  await page.getByLabel('Company name').fill('Dharampeth');
  await pick(page, 'City', 'Nagpur');
  await page.getByRole('button', { name: 'Create franchisee' }).click();
  await page.getByRole('heading', { name: '(004) Dharampeth' }).waitFor();
  await page.getByText('Before the next step: a zone, a brand, a signed agreement').waitFor();
  await page.goto(`${web.origin}/franchisee/view/4?tab=agreement`);
  await page.getByRole('button', { name: 'Add an agreement' }).click();
  await page.getByLabel('Number').fill('FA/4');
  await page.getByLabel('To', { exact: true }).fill('31-03-2031');
  await page.keyboard.press('Tab');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('FA/4 · First agreement').waitFor();
  await page.goto(`${web.origin}/franchisee`);
  await page.getByText('(004) Dharampeth').waitFor();
  await page.goto(`${web.origin}/franchisee?tab=zones`);
  await page.getByText('West').first().waitFor();
  await page.getByRole('link', { name: '(002) Andheri' }).waitFor();
  await page.goto(`${web.origin}/home/franchisee-data`);
  await page.getByText('(003) Baner').first().waitFor();
  // People of a centre, its master roles too, are made from its People tab (network.md N12).
  await page.goto(`${web.origin}/franchisee/view/3?tab=people`);
  await page.getByRole('link', { name: 'Invite somebody' }).click();
  await page.waitForURL('**/user/create?centre=3');
  const home = page.getByRole('combobox', { name: 'Home centre' });
  await home.waitFor();
  assert.match(await home.inputValue(), /Baner/);
  await page.close();
});

test('a centre head invites a counsellor, looks at people and adds a pincode', async () => {
  const page = await web.open('/user/create', 'Bina', { steppedUp: true });
  await page.getByLabel('First name').fill('Ila');
  await page.getByLabel('E-mail').fill('ila@aangan.test');
  await pick(page, 'Role', 'Counsellor');
  await page.getByText('What they will see').waitFor();
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await page.getByRole('heading', { name: 'Ila' }).first().waitFor();
  await page.getByText('(002) Andheri').first().waitFor();
  await page.goto(`${web.origin}/user/page/1`);
  await page.getByText('ila@aangan.test').waitFor();
  await page.goto(`${web.origin}/user/view/${people.Esha.id}`);
  await page.getByRole('heading', { name: 'Esha Patil' }).first().waitFor();
  await page.goto(`${web.origin}/user/create/staff`);
  await page.getByLabel('First name').fill('Divyani');
  await page.getByLabel('Mobile').fill('9819900077');
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await page.getByRole('heading', { name: 'Divyani' }).first().waitFor();
  await page.goto(`${web.origin}/user/view/${people.Usha.id}`);
  await page.getByRole('heading', { name: 'Usha Ghosh' }).first().waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Moved to another city');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('Switched off: Moved to another city').waitFor();
  await page.goto(`${web.origin}/pincodes/add`);
  await page.locator('input').and(page.getByLabel('Pincode')).fill('400053');
  await page.getByLabel('Priority').fill('1');
  await page.getByLabel('From').fill('01-04-2026');
  // The calendar stands over the form until it is closed, as it does for a person.
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Save|^Add/ })
    .last()
    .click();
  await page.waitForURL('**/pincodes/list');
  await page.getByText('400053').first().waitFor();
  await page.getByRole('link', { name: 'Upload a file' }).click();
  await page.getByRole('heading', { name: 'Upload pincodes' }).waitFor();
  await page.goto(`${web.origin}/pincodes/list?view=directory&q=azad`);
  await page.getByText('Azad Nagar').waitFor();
  await page.goto(`${web.origin}/home/pincode-service?pincode=400053`);
  await page.getByText('Azad Nagar').waitFor();
  await page.goto(`${web.origin}/franchisee/view`);
  await page.getByRole('heading', { name: '(002) Andheri' }).waitFor();
  await page.close();
});

test('network story 19: page 3 of the people keeps page and filters through reload and back', async () => {
  await web.server.sql(
    `insert into app_user (first_name, last_name, email, email_norm, franchisee_id, state, designation)
     select 'Pagee ' || lpad(n::text, 4, '0'), 'Test', 'p' || n || '@pages.test', 'p' || n || '@pages.test', 1, case n % 2 when 1 then 'ACTIVE' else 'DISABLED' end, 'Clerk' from generate_series(1, 340) n`,
  );
  const page = await web.open('/user/page/3?state=ACTIVE&q=pagee', 'Asha', { steppedUp: true });
  // The 101st of those who are at work and called so: neither the page nor a filter was left out.
  const third = () => page.locator('tbody tr').first().getByText('Pagee 0201 Test').first();
  await third().waitFor();
  await page.reload();
  await third().waitFor();
  await third().click();
  await page.getByRole('heading', { name: 'Pagee 0201 Test' }).first().waitFor();
  await page.goBack();
  await third().waitFor();
  const address = new URL(page.url());
  assert.deepEqual(
    [address.pathname, address.searchParams.get('state'), address.searchParams.get('q')],
    ['/user/page/3', 'ACTIVE', 'pagee'],
  );
  await page.close();
});

test('network story 20: looking as Bina stands under a watermark and shows her one centre', async () => {
  const page = await web.open(`/user/view/${people.Bina.id}`, 'Asha', { steppedUp: true });
  await page.getByRole('heading', { name: 'Bina Shah' }).first().waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'View as' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Centres: 1').waitFor();
  await dialog.getByText('(002) Andheri').first().waitFor();
  assert.equal(await dialog.locator('[data-name="Viewing as Bina Shah"]').count(), 1);
  await page.close();
});

test('no screen threw an error', () => assert.deepEqual(web.problems, []));
