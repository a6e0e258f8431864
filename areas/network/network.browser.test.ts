// The network screens in a real browser against the real server: what head office and a centre head do on a first day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/actor.ts';
import { inUnitOfWork } from '@aangan/server/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { INDIAN_USER, launchBrowser } from '@aangan/testkit/browser.ts';
import { ANDHERI, openSession, type PersonName, people } from '@aangan/testkit/world.ts';
import type { Browser, Page } from 'playwright-core';
import { buildWeb, WEB_DIR, webIsBuilt } from '../../bin/build-web.ts';
import { storeOffices } from './pincode/post-office-file.server.ts';

const given = process.env['TEST_WEB_DIR'];
let server: TestApp;
let browser: Browser;
let origin: string;
const problems: string[] = [];

before(async () => {
  if (!given && !webIsBuilt()) await buildWeb(() => undefined);
  server = await testApp({ app: { webDir: given ?? WEB_DIR } });
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
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
  await inUnitOfWork(server.pool, systemActor(), { command: 'test' }, (db) => storeOffices(db, [office]));
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path: string, who: PersonName, centre: number | null): Promise<Page> {
  const context = await browser.newContext({ ...INDIAN_USER, viewport: { width: 1280, height: 860 } });
  const token = await openSession(server.database.adminUrl, who, { steppedUp: true });
  await context.addInitScript(
    ([value, id]) => {
      if (window.top !== window.self || localStorage.getItem('token')) return;
      localStorage.setItem('token', String(value));
      localStorage.setItem('access', '[]');
      if (id) localStorage.setItem('franchisee', JSON.stringify({ id, companyName: 'Andheri' }));
    },
    [token, centre] as const,
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      problems.push(`${path}: ${message.text()}`);
  });
  await page.goto(`${origin}${path}`);
  return page;
}

const pick = async (page: Page, label: string, option: string) => {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('head office adds a city and a centre, signs it and sees its page', async () => {
  const page = await open('/city/savecity', 'Asha', null);
  await page.getByLabel('Name').fill('Nagpur');
  await pick(page, 'State', 'Maharashtra');
  await pick(page, 'Tier', 'Tier 2');
  await page
    .getByRole('button', { name: /^Save|^Add/ })
    .last()
    .click();
  await page.goto(`${origin}/city/citylist?q=nagpur`);
  await page.getByText('Nagpur').first().waitFor();
  await page.goto(`${origin}/franchisee/create`);
  await page.getByLabel('Company name').fill('Dharampeth');
  await pick(page, 'City', 'Nagpur');
  await page.getByRole('button', { name: 'Create franchisee' }).click();
  await page.getByRole('heading', { name: '(004) Dharampeth' }).waitFor();
  await page.getByText('Before the next step: a zone, a brand, a signed agreement with its paper').waitFor();
  await page.goto(`${origin}/franchisee/view/4?tab=agreement`);
  await page.getByRole('button', { name: 'Add an agreement' }).click();
  await page.getByLabel('Number').fill('FA/4');
  await page.getByLabel('To', { exact: true }).fill('31-03-2031');
  await page.keyboard.press('Tab');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('FA/4 · First agreement').waitFor();
  await page.goto(`${origin}/franchisee`);
  await page.getByText('(004) Dharampeth').waitFor();
  await page.goto(`${origin}/franchisee?tab=zones`);
  await page.getByText('West').first().waitFor();
  await page.getByRole('link', { name: '(002) Andheri' }).waitFor();
  await page.goto(`${origin}/home/franchisee-data`);
  await page.getByText('(003) Baner').first().waitFor();
  await page.close();
});

test('a centre head invites a counsellor, looks at people and adds a pincode', async () => {
  const page = await open('/user/create', 'Bina', ANDHERI);
  await page.getByLabel('First name').fill('Ila');
  await page.getByLabel('E-mail').fill('ila@aangan.test');
  await pick(page, 'Role', 'Counsellor');
  await page.getByText('What they will see').waitFor();
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await page.getByRole('heading', { name: 'Ila' }).first().waitFor();
  await page.getByText('(002) Andheri').first().waitFor();
  await page.goto(`${origin}/user/page/1`);
  await page.getByText('ila@aangan.test').waitFor();
  await page.goto(`${origin}/user/view/${people.Esha.id}`);
  await page.getByRole('heading', { name: 'Esha Patil' }).first().waitFor();
  await page.goto(`${origin}/user/create/staff`);
  await page.getByLabel('First name').fill('Divyani');
  await page.getByLabel('Mobile').fill('9819900077');
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await page.getByRole('heading', { name: 'Divyani' }).first().waitFor();
  await page.goto(`${origin}/user/view/${people.Usha.id}`);
  await page.getByRole('heading', { name: 'Usha Ghosh' }).first().waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Moved to another city');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('Switched off: Moved to another city').waitFor();
  await page.goto(`${origin}/pincodes/add`);
  await page.locator('input').and(page.getByLabel('Pincode')).fill('400053');
  await page.getByLabel('Priority').fill('1');
  await page.getByLabel('From').fill('01-04-2026');
  // The calendar stands over the form until it is closed, as it does for a person.
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Save|^Add/ })
    .last()
    .click();
  await page.goto(`${origin}/pincodes/list`);
  await page.getByText('400053').first().waitFor();
  await page.goto(`${origin}/pincodes/list?view=directory&q=azad`);
  await page.getByText('Azad Nagar').waitFor();
  await page.goto(`${origin}/home/pincode-service?pincode=400053`);
  await page.getByText('Azad Nagar').waitFor();
  await page.goto(`${origin}/pincodes/uploadcsv`);
  await page.getByRole('heading', { name: 'Upload pincodes' }).waitFor();
  await page.goto(`${origin}/franchisee/view`);
  await page.getByRole('heading', { name: '(002) Andheri' }).waitFor();
  await page.close();
});

test('no screen threw an error', () => assert.deepEqual(problems, []));
