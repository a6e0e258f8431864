// The generic screens of a record against the real server, in a real browser, on the cities of the network area.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { axe, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import type { Page } from 'playwright-core';
import { eventually, kept } from '../../../apps/web/browser-testing.ts';
import { networkServer } from '../../../areas/network/area.server.ts';
import { authenticate, shellServer } from '../../../areas/shell/area.server.ts';
import { systemServer } from '../../../areas/system/area.server.ts';

let web: WebPages;
let page: Page;

before(async () => {
  web = await webPages({
    areas: [networkServer, systemServer, shellServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
  await web.server.sql(
    `insert into city (name, state, tier, active) select 'Town ' || lpad(i::text, 3, '0'), 'Maharashtra', 'T' || (i % 3 + 1), i % 2 = 0 from generate_series(1, 120) i`,
  );
  page = await web.open('/icon.svg', 'Asha', { width: 1440 });
});
after(() => web?.close());

const rows = () => page.locator('tbody tr[data-index]');

test('the list pages forward and back, and says where it stands', async () => {
  await page.goto(`${web.origin}/city/citylist`);
  await page.getByText('Town 001').waitFor();
  assert.equal(await rows().count(), 50);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText(/^51-100 of/).waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText(/^101-/).waitFor();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByText(/^51-100 of/).waitFor();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByText(/^1-50 of/).waitFor();
});

test('search and filters live in the URL and survive a reload', async () => {
  await page.goto(`${web.origin}/city/citylist`);
  await page.getByLabel('Search', { exact: true }).fill('Town 01');
  await page.waitForURL(/q=Town\+01/);
  await page.getByText(/^1-10 of 10$/).waitFor();
  await page.getByRole('search').getByRole('button', { name: 'Tier', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Tier 2' }).click();
  await page.waitForURL(/tier=T2/);
  await page.keyboard.press('Escape');
  await page.getByText(/^1-\d of \d$/).waitFor();
  const few = await page.getByText(/^1-\d of \d$/).textContent();
  await page.reload();
  await page.getByText(few ?? '').waitFor();
  await page.getByRole('button', { name: 'Remove filter Tier' }).click();
  await page.getByText(/^1-10 of 10$/).waitFor();
});

test('a view that was saved comes back with one press', async () => {
  await page.goto(`${web.origin}/city/citylist?tier=T1`);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name of the view').fill('First tier');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'First tier', exact: true }).waitFor();
  await page.goto(`${web.origin}/city/citylist`);
  await page.getByRole('button', { name: 'First tier' }).click();
  await page.waitForURL(/tier=T1/);
  assert.deepEqual(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /view|table/.test(key))),
    [],
  );
});

test('keys move through the list and open the form', async () => {
  await page.goto(`${web.origin}/city/citylist?q=Town`);
  await page.getByText('Town 001').waitFor();
  await page.locator('h1').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.waitForURL(/\/city\/editcity\/\d+$/);
  assert.equal(await page.getByLabel('Name').inputValue(), 'Town 002');
  await page.goto(`${web.origin}/city/citylist`);
  await page.getByText('Town 001').waitFor();
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Search');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
});

test('the form shows its errors, takes the server’s on their fields, and saves', async () => {
  await page.goto(`${web.origin}/city/savecity`);
  await page.getByRole('button', { name: 'Add city' }).click();
  await page.getByText('Fill this in').first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name');
  await page.getByLabel('Name').fill('Satara');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Maharashtra' }).click();
  await page.getByRole('combobox', { name: 'Tier' }).click();
  await page.getByRole('option', { name: 'Tier 2' }).click();
  await page.getByLabel(/^Latitude/).fill('17.68');
  await page.getByRole('button', { name: 'Add city' }).click();
  await page.getByText('Give both numbers or none').waitFor();
  await page.getByLabel(/^Longitude/).fill('74.01');
  await page.getByRole('button', { name: 'Add city' }).click();
  await page.waitForURL(/\/city\/citylist$/);
  const saved = await web.server.sql<{ name: string; lat: string }>(
    "select name, lat::text from city where name = 'Satara'",
  );
  assert.deepEqual(saved, [{ name: 'Satara', lat: '17.680000' }]);
});

test('leaving with unsaved entries asks, and the draft comes back', async () => {
  await page.goto(`${web.origin}/city/savecity`);
  await page.getByLabel('Name').fill('Half a town');
  // A reload forgets what does not stand on the device yet.
  await eventually(async () => ((await kept(page)).stores['aangan-offline.drafts'] ?? 0) > 0);
  await page.getByRole('link', { name: 'Cities' }).click();
  await page.getByText('You have unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Stay and keep editing' }).click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Your unsaved entries are back.').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Half a town');
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await page.waitForFunction(
    () => (document.querySelector('[name=name]') as HTMLInputElement | null)?.value === '',
  );
});

test('B2: a change over somebody else’s is refused, both are offered, and nothing is overwritten silently', async () => {
  const [town] = await web.server.sql<{ id: number }>("select id from city where name = 'Town 050'");
  await page.goto(`${web.origin}/city/editcity/${town?.id}`);
  await page.getByLabel('Name').fill('Town 050 mine');
  await web.server.sql("update city set district = 'theirs' where name = 'Town 050'");
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Load the latest version' }).click();
  await page.waitForFunction(
    () => (document.querySelector('[name=district]') as HTMLInputElement | null)?.value === 'theirs',
  );
  const row = async () =>
    (
      await web.server.sql<{ name: string; district: string }>(
        'select name, district from city where id = $1',
        [town?.id],
      )
    )[0];
  const afterRefusal = await row();
  // Broken twin: with the latest version in hand the same change goes through, so it was the version that stopped it.
  await page.getByLabel('Name').fill('Town 050 mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/city\/citylist/);
  const afterReload = await row();
  publishFigure({
    promise: 'B2',
    conflicts: 1,
    silentOverwrites: afterRefusal?.district === 'theirs' && afterRefusal.name === 'Town 050' ? 0 : 1,
    savedAfterLoading: afterReload?.name === 'Town 050 mine',
  });
  assert.deepEqual(afterRefusal, { name: 'Town 050', district: 'theirs' });
  assert.deepEqual(afterReload, { name: 'Town 050 mine', district: 'theirs' }, 'the twin must be noticed');
});

test('an import is checked first, then saved as a whole', async () => {
  await page.goto(`${web.origin}/city/citylist`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import cities' }).click();
  const choose = async (csv: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await choose('Name,State,Tier,Active\nWai,Maharashtra,Tier 9,Yes\nKarad,Maharashtra,Tier 2,Yes\n');
  await page.getByText('1 row with faults').waitFor();
  await page.getByText('Choose one of the list').waitFor();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose('Name,State,Tier,Active\nWai,Maharashtra,Tier 3,Yes\nKarad,Maharashtra,Tier 2,Yes\n');
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await page.getByText('2 rows saved.').waitFor();
  assert.equal((await web.server.sql("select 1 from city where name in ('Wai', 'Karad')")).length, 2);
});

test('list and form have no accessibility violations, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/city/citylist?tier=T1', '/city/savecity']) {
      await page.goto(`${web.origin}${path}`);
      await settled(page);
      assert.deepEqual(await axe(page), [], `${path} ${colorScheme}`);
    }
  }
});
