// The generic screens of a record against the real server, in a real browser, on the cities of the network area.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { INDIAN_USER, launchBrowser } from '@aangan/testkit/browser.ts';
import { openSession } from '@aangan/testkit/world.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { networkServer } from '../../../areas/network/area.server.ts';
import { authenticate, shellServer } from '../../../areas/shell/area.server.ts';
import { systemServer } from '../../../areas/system/area.server.ts';
import { buildWeb, WEB_DIR, webIsBuilt } from '../../../bin/build-web.ts';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let server: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let origin: string;

before(async () => {
  const webDir = process.env.AANGAN_WEB_DIR ?? WEB_DIR;
  if (webDir === WEB_DIR && !webIsBuilt()) await buildWeb(() => undefined);
  server = await testApp({
    areas: [networkServer, systemServer, shellServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
    app: { webDir },
  });
  await server.sql(
    `insert into city (name, state, tier, active) select 'Town ' || lpad(i::text, 3, '0'), 'Maharashtra', 'T' || (i % 3 + 1), i % 2 = 0 from generate_series(1, 120) i`,
  );
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
  const token = await openSession(server.database.adminUrl, 'Asha');
  context = await browser.newContext(INDIAN_USER);
  await context.addInitScript((value) => {
    localStorage.setItem('token', value);
    localStorage.setItem('access', '[]');
  }, token);
  // axe is put in by the test; the page's own policy rightly refuses such scripts.
  page = await context.newPage();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

const rows = () => page.locator('tbody tr[data-index]');

async function violations(): Promise<string[]> {
  const session = await context.newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.addScriptTag({ path: axePath });
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })).violations;
  });
  return found.map(
    (one) =>
      `${one.id}: ${one.nodes
        .map((node) => node.html.slice(0, 160))
        .slice(0, 3)
        .join(' | ')}`,
  );
}

test('the list pages forward and back, and says where it stands', async () => {
  await page.goto(`${origin}/city/citylist`);
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
  await page.goto(`${origin}/city/citylist`);
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
  await page.goto(`${origin}/city/citylist?tier=T1`);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name of the view').fill('First tier');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto(`${origin}/city/citylist`);
  await page.getByRole('button', { name: 'First tier' }).click();
  await page.waitForURL(/tier=T1/);
  assert.deepEqual(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /view|table/.test(key))),
    [],
  );
});

test('keys move through the list and open the form', async () => {
  await page.goto(`${origin}/city/citylist?q=Town`);
  await page.getByText('Town 001').waitFor();
  await page.locator('h1').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.waitForURL(/\/city\/editcity\/\d+$/);
  assert.equal(await page.getByLabel('Name').inputValue(), 'Town 002');
  await page.goto(`${origin}/city/citylist`);
  await page.getByText('Town 001').waitFor();
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Search');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
});

test('the form shows its errors, takes the server’s on their fields, and saves', async () => {
  await page.goto(`${origin}/city/savecity`);
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
  const saved = await server.sql<{ name: string; lat: string }>(
    "select name, lat::text from city where name = 'Satara'",
  );
  assert.deepEqual(saved, [{ name: 'Satara', lat: '17.680000' }]);
});

test('leaving with unsaved entries asks, and the draft comes back', async () => {
  await page.goto(`${origin}/city/savecity`);
  await page.getByLabel('Name').fill('Half a town');
  await page.waitForTimeout(400);
  await page.getByRole('link', { name: 'Cities' }).click();
  await page.getByText('You have unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Stay and keep editing' }).click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Your unsaved entries are back.').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Half a town');
  await page.getByRole('button', { name: 'Start afresh' }).click();
  assert.equal(await page.getByLabel('Name').inputValue(), '');
});

test('a change over somebody else’s is refused, and the latest can be loaded', async () => {
  const [town] = await server.sql<{ id: number }>("select id from city where name = 'Town 050'");
  await page.goto(`${origin}/city/editcity/${town?.id}`);
  await page.getByLabel('Name').fill('Town 050 mine');
  await server.sql("update city set district = 'theirs' where name = 'Town 050'");
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Load the latest version' }).click();
  await page.waitForFunction(
    () => (document.querySelector('[name=district]') as HTMLInputElement | null)?.value === 'theirs',
  );
});

test('an import is checked first, then saved as a whole', async () => {
  await page.goto(`${origin}/city/citylist`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import cities' }).click();
  const choose = async (csv: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await choose('Name,State,Tier,Active\nWai,Maharashtra,Tier 9,Yes\nKarad,Maharashtra,Tier 2,Yes\n');
  await page.getByText('1 rows have errors').waitFor();
  await page.getByText('Choose one of the list').waitFor();
  await choose('Name,State,Tier,Active\nWai,Maharashtra,Tier 3,Yes\nKarad,Maharashtra,Tier 2,Yes\n');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 rows imported').waitFor();
  assert.equal((await server.sql("select 1 from city where name in ('Wai', 'Karad')")).length, 2);
});

test('list and form have no accessibility violations, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/city/citylist?tier=T1', '/city/savecity']) {
      await page.goto(`${origin}${path}`);
      assert.deepEqual(await violations(), [], `${path} ${colorScheme}`);
    }
  }
});
