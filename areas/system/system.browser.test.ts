// The system screens in a real browser against the real server: a role is changed, explained and proposed; a menu item is
// made; a job is run; what was done stands in the journal.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMonths, formatDate, todayIst } from '@aangan/contract/period.ts';
import { syncJobs } from '@aangan/server/background/job-runs.ts';
import { jobsOf } from '@aangan/server/endpoint/area-registry.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import type { Page } from 'playwright-core';

let web: WebPages;
before(async () => {
  web = await webPages();
  await inUnitOfWork(web.server.pool, systemActor(), { command: 'test' }, (db) =>
    syncJobs(db, jobsOf(web.server.areas), new Date()),
  );
});
after(() => web?.close());

/** An input by its label, whatever role the widget gives it. */
const box = (page: Page, name: string) =>
  page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first();
/** The same words may stand in a bar that is hidden at this width. */
const seen = (page: Page, text: RegExp) => page.getByText(text).locator('visible=true').first().waitFor();

test('a right is ticked, its effect is said, saved, and stands in the role’s history', async () => {
  const page = await web.open('/system/roles', 'Asha', { steppedUp: true });
  await page.getByText('Finance Department').first().waitFor();
  await page.goto(`${web.origin}/system/edit-role/24`);
  await page.getByRole('heading', { name: 'Ticketing User' }).waitFor();
  await page.getByLabel('Cities: view').click();
  await seen(page, /Adds 1 module and \d+ screens?; affects nobody/);
  await page.getByRole('button', { name: 'Save role' }).click();
  await page.getByText('Saved. Changes apply immediately.').waitFor();
  const [pair] = await web.server.sql<{ n: number }>(
    `select count(*)::int as n from role_end_point p join system_end_point e on e.id = p.end_point_id where p.role_id = 24 and e.module = 'city'`,
  );
  assert.equal(pair?.n, 1);
  await page.goto(`${web.origin}/system/edit-role/24?tab=history`);
  await page
    .getByText(/Gave the role Ticketing User the right “.*”/)
    .first()
    .waitFor();
  await page.goto(`${web.origin}/system/edit-role/18`);
  await page.getByLabel('Cities: view').click();
  await page.getByRole('button', { name: 'Propose change' }).click();
  await page.getByText('A change waits for a second person').waitFor();
  await page.goto(`${web.origin}/system/roles?tab=waiting`);
  await page.getByText('Waits for approval').first().waitFor();
  await page.close();
});

test('dashboards of a role, a menu item made at run time, and the page it opens', async () => {
  const page = await web.open('/system/dynamic-dash-list', 'Asha', { steppedUp: true });
  await page.getByRole('link', { name: 'Counsellor' }).click();
  await page.getByRole('heading', { name: 'Dashboards of Counsellor' }).waitFor();
  await page.getByText(/of 80 characters used/).waitFor();
  await page.goto(`${web.origin}/system/dynamic-module/create`);
  await page.getByPlaceholder('/forms/enquiry/list').fill('/city/citylist?q=goa');
  await box(page, 'Dashboard').click();
  await page.getByRole('option', { name: 'Enquiries', exact: true }).click();
  await box(page, 'Group').fill('Lead sources');
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Goa cities');
  await box(page, 'Roles').click();
  await page.getByRole('option', { name: 'Counsellor', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish item' }).click();
  await page.getByText('It is in the menu within a second.').waitFor();
  const [row] = await web.server.sql<{ state: string }>('select state from dynamic_module');
  assert.equal(row?.state, 'LIVE');
  await page.close();
});

test('end points, access matrix, the explainer and the journals', async () => {
  const page = await web.open('/system', 'Sahil', { steppedUp: true });
  await page.waitForURL(/system-end-points$/);
  await page.getByText('Super admins alone').first().waitFor();
  await page.goto(`${web.origin}/system/system-end-points?tab=matrix`);
  await page.getByText(/[\d,]+ of [\d,]+ operations, 37 roles/).waitFor();
  await page.goto(`${web.origin}/system/system-end-points?tab=explain`);
  await box(page, 'Person').fill('Usha');
  await page.getByRole('option', { name: /Usha/ }).click();
  await page.getByLabel('Address').fill('/grade-book/skills/grade-entry');
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  await page.getByText('Staff approval is missing.').waitFor();
  await page.getByText('Refused').waitFor();
  await page.goto(`${web.origin}/system/system-end-points?tab=changes`);
  await page.getByText('Asha Rao').first().waitFor();
  await page.goto(`${web.origin}/system/system-end-points-list?q=city`);
  await page.getByText('Cities: view').waitFor();
  await page.goto(`${web.origin}/system/system-end-points/new`);
  await page.waitForURL(/login\?reason=no-access/, { timeout: 60_000 });
  await page.close();
});

test('cron list: a job whose time has come is due, and not run just now', async () => {
  await web.server.sql(
    `update cron_job set next_run_at = now() - interval '10 seconds' where title = 'Menu against rights'`,
  );
  const page = await web.open('/cron/list?q=menu%20against', 'Sahil', { steppedUp: true });
  const row = page.getByRole('row', { name: /Menu against rights/ });
  await row.getByText('Due now').waitFor();
  await page.context().close();
});

test('cron list: a job is run by hand and its run opens', async () => {
  // There are more jobs than a first page holds.
  const page = await web.open('/cron/list?q=menu%20against', 'Sahil', { steppedUp: true });
  const row = page.getByRole('row', { name: /Menu against rights/ });
  await row.hover();
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Run now' }).click();
  await page.getByRole('button', { name: 'Run job' }).click();
  await page.getByText('Attempt').waitFor();
  await page.getByText('Not started').first().waitFor();
  await page.close();
});

test('royalty setting: the worked check, and a standard that waits for another person', async () => {
  const page = await web.open('/system/royalty/setting', 'Chetan', { steppedUp: true });
  await page.getByText('₹3,000.00').waitFor();
  await page.getByText('₹3,540.00').waitFor();
  await page.getByRole('button', { name: 'Set the standard' }).click();
  const nextMonth = addMonths(todayIst(new Date()), 1);
  await page.getByLabel('Applies from').fill(formatDate(`${nextMonth.slice(0, 8)}01`));
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('button', { name: 'Submit agreement' }).click();
  await page.getByText('Waits for approval').first().waitFor();
  const [row] = await web.server.sql<{ status: string }>(
    'select status from royalty_agreement where franchisee_id = 1',
  );
  assert.equal(row?.status, 'PENDING');
  await page.close();
});

test('a record’s list shows the history of a row', async () => {
  const page = await web.open('/city/citylist', 'Asha', { steppedUp: true });
  const row = page.getByRole('row', { name: /Mumbai/ });
  await row.hover();
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByText('Nothing has been changed').waitFor();
  await page.close();
});

test('on a phone nothing is wider than the screen', async () => {
  const page = await web.open('/system/roles', 'Asha', { width: 390, steppedUp: true });
  for (const path of [
    '/system/roles',
    '/system/edit-role/9',
    '/system/dynamic-dash-list',
    '/system/dynamic-dash-create/9',
    '/system/system-end-points',
    '/system/system-end-points?tab=matrix',
    '/cron/list',
    '/system/royalty/setting',
  ]) {
    await page.goto(`${web.origin}${path}`);
    await page.locator('table, [role="tab"], section').first().waitFor();
    await settled(page);
    await fits(page);
  }
  await page.close();
});

test('no screen threw an error', () => assert.deepEqual(web.problems, []));
