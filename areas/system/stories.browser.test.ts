// Stories of areas/system.md 10 that are about what a person sees, and the emergency right from the screen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { people } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { accessContract } from '../shell/access.contract.ts';
import { dynamicModuleContract } from './dynamic-module/dynamic-module.contract.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

const field = (page: Page, name: string) =>
  page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first();

test('system story 11: with the nine dashboards and Alumni the preview shows ‘more’ with Alumni', async () => {
  await web.server.sql('update menu_item set has_screen = true');
  const asha = web.server.as('Asha', { centre: null, steppedUp: true });
  const { id } = await asha.call(dynamicModuleContract.createDashboard, { name: 'Alumni' });
  const made = await asha.call(dynamicModuleContract.save, {
    kind: 'SCREEN',
    target: '/city/citylist',
    dashboardId: id,
    groupLabel: 'Alumni',
    label: 'Alumni list',
    roleIds: [2],
  });
  await asha.call(dynamicModuleContract.publish, { uniqueId: made.uniqueId }, { version: made.version });
  const page = await web.open('/system/dynamic-dash-create/2', 'Asha', { steppedUp: true });
  await page.getByText('more: Alumni').first().waitFor();
  await page
    .getByText(/of 80 characters used/)
    .first()
    .waitFor();
  await page.close();
});

test('system story 19: a path without the right leads to the explanation, and the session stays', async () => {
  const page = await web.open('/system/roles', 'Bina', {});
  await page.waitForURL(/\/login\?reason=no-access/);
  await page.getByRole('button', { name: /ask/i }).first().waitFor();
  assert.ok(await page.evaluate(() => localStorage.getItem('token')), 'the token is still there');
  await page
    .getByRole('link', { name: /dashboard/i })
    .first()
    .click();
  await page.waitForURL(/\/profile\/dashboard/);
  const [session] = await web.server.sql<{ n: number }>(
    'select count(*)::int as n from session where user_id = $1 and ended_at is null',
    [people.Bina.id],
  );
  assert.ok((session?.n ?? 0) >= 1);
  await page.close();
});

test('an emergency right is taken, given back and reviewed on the screen', async () => {
  await web.server.sql('update app_user set super_admin = true where id = $1', [people.Kavi.id]);
  const page = await web.open('/system/roles?tab=emergency', 'Sahil', { steppedUp: true });
  await page.getByRole('button', { name: 'Take a role' }).click();
  await field(page, 'Role').click();
  await page.getByRole('option', { name: 'Operations', exact: true }).click();
  await page.getByLabel('What happened').fill('Orders of three centres stand still');
  await page.getByRole('button', { name: 'Take it for 60 minutes' }).click();
  await page.getByText('open now').waitFor();
  await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByText('review waits').waitFor();
  await page.close();
  const reviewer = await web.open('/system/roles?tab=emergency', 'Asha', { steppedUp: true });
  await reviewer.getByRole('button', { name: 'Review' }).click();
  await reviewer.getByLabel('What you looked at').fill('Nothing was touched');
  await reviewer.getByRole('button', { name: 'Save review' }).click();
  await reviewer.getByText('in order', { exact: true }).waitFor();
  await reviewer.close();
});

test('rights of a past day are asked and answered on the screen', async () => {
  const page = await web.open('/system/system-end-points?tab=as-of', 'Sahil', { steppedUp: true });
  await field(page, 'Approval code').click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Look it up' }).click();
  await page.getByText(/^Who could decide: .* on \d\d-\d\d-\d{4}\?$/).waitFor();
  await page.close();
});

test('an access review is started, a role kept and another one ended with one key each', async () => {
  await web.server.sql('update app_user set reports_to = $1 where id = any ($2)', [
    people.Bina.id,
    [people.Divya.id, people.Esha.id],
  ]);
  const asha = await web.open('/user/page/1?tab=review', 'Asha', { steppedUp: true });
  await asha.getByRole('button', { name: 'Start review' }).click();
  await asha.getByText('Pending reviewers').waitFor();
  await asha.close();
  const page = await web.open('/user/page/1?tab=review', 'Bina', { steppedUp: true });
  await page.getByText('2 open · 2 for you').waitFor();
  await page.getByRole('row', { name: /Divya Nair/ }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('y');
  await page.getByText('Kept: Teacher of Divya Nair.').waitFor();
  // What is decided moves below what waits: the row one stands on is the next one.
  await page.getByText('1 kept · 1 open · 1 for you').waitFor();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: /End Counsellor of Esha Patil/ });
  await dialog.getByLabel('Why').fill('Works in Baner now');
  await dialog.getByRole('button', { name: 'End role' }).click();
  await page.getByText('Ended: Counsellor of Esha Patil.').waitFor();
  const rows = await web.server.sql<{ decision: string; ended: boolean }>(
    'select i.decision, g.ended_at is not null as ended from access_review_item i join user_role g on g.id = i.grant_id where i.reviewer_id = $1 order by 1',
    [people.Bina.id],
  );
  assert.deepEqual(rows, [
    { decision: 'END', ended: true },
    { decision: 'KEEP', ended: false },
  ]);
  await page.close();
});

test('who waits for access stands among the roles, and is given the smallest role that opens it', async () => {
  const esha = web.server.as('Rekha');
  await esha.call(accessContract.ask, {
    path: '/user/page/1',
    title: 'Users',
    modules: ['User'],
    write: false,
    reason: 'The head is on leave this week',
  });
  const page = await web.open('/system/roles?tab=requests', 'Asha', { steppedUp: true });
  await page.getByRole('heading', { name: /Rekha More asks for/ }).waitFor();
  await page.getByRole('button', { name: 'Give it for 7 days' }).click();
  await page.getByText(/Rekha More holds .* until/).waitFor();
  await page.close();
});
