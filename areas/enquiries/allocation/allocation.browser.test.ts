// Bina's morning with leads in a real browser on the demo network: the queue by keyboard, a cover, a rule tried before it is
// saved, a move looked at, carried out and taken back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import type { Page } from 'playwright-core';
import { moveStep } from './reallocation-job.server.ts';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

/** Pictures into the folder SHOTS, at the desk and on a phone; the story goes on at the desk. */
const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}-1440-light.png`, animations: 'disabled' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${folder}/${name}-390-dark.png`, animations: 'disabled', fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};

const unallocated = async (): Promise<number> =>
  Number(
    (
      await web.server.sql(
        'select count(*) as n from enquiry where franchisee_id = 2 and is_open and owner_id is null',
      )
    )[0]?.['n'],
  );

test('the queue: why nobody has a lead, and giving one by the keyboard', async () => {
  const page = await web.open('/lead-allocation/list', 'Bina', { width: 1440 });
  await page.getByRole('heading', { name: 'Lead allocation' }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await shot(page, 'lead-queue');
  const before = await unallocated();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.getByText(/^Who gets/).waitFor();
  await page.getByRole('option').first().waitFor();
  await shot(page, 'assign-picker');
  // Enter on Cancel leaves; only in the list of people it gives.
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^Who gets/).waitFor({ state: 'detached' });
  assert.equal(await unallocated(), before, 'Cancel gave the lead');
  await page.keyboard.press('a');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByText(/One enquiry given/).waitFor();
  assert.equal(await unallocated(), before - 1);
  await page.getByRole('tab', { name: 'Roster' }).click();
  await page.getByText('Takes leads').first().waitFor();
  await shot(page, 'lead-roster');
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByText('Given by a person').first().waitFor();
  await shot(page, 'lead-log');
  await page.close();
});

test('a rule is tried on the last leads before it is saved; the dry run names the rule; a cover is set', async () => {
  const page = await web.open('/icon.svg', 'Bina', { width: 1440 });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/allocation-rule/choices**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${web.origin}/forms/settings/add?tab=allocation`);
  await page.getByText('Western suburbs').waitFor();
  await page.getByLabel('or pincode').fill('400053');
  // Without the sources a lead cannot be thought up: the press waits for them instead of asking nothing.
  await page.locator('button:disabled', { hasText: 'Test rules' }).waitFor();
  held.resolve();
  await page.getByRole('button', { name: 'Test rules' }).click();
  await page.getByText('Language does not fit').waitFor();
  await shot(page, 'allocation-rules');
  await page.getByRole('link', { name: 'Western suburbs' }).click();
  await page.getByRole('heading', { name: 'Western suburbs' }).waitFor();
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText(/^Takes \d+ of 50 leads/).waitFor();
  await shot(page, 'allocation-rule');
  await page.getByLabel('Leads a day').first().fill('15');
  await page.getByRole('button', { name: 'Save rule' }).first().click();
  await page.getByText('Rule saved. 0 leads moved.').waitFor();
  await page.goto(`${page.url().split('/forms')[0]}/forms/settings/add?tab=cover`);
  await page.getByText('Sneha Pawar').waitFor();
  await shot(page, 'allocation-cover');
  await page.close();
});

test('a move is looked at, carried out and taken back', async () => {
  const page = await web.open('/lead-reallocation/list', 'Bina', { width: 1440 });
  await page.getByRole('heading', { name: 'Lead re-allocation' }).waitFor();
  const boxes = page.getByRole('row').getByRole('checkbox');
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await shot(page, 'reallocation-list');
  await page.getByRole('button', { name: 'Move 2' }).click();
  await page.getByLabel('Who gets them').first().click();
  await page.getByRole('option', { name: /^Imran Shaikh/ }).click();
  await page.getByText('Next dates, first-answer times').click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(/2 enquiries move/).waitFor();
  await shot(page, 'reallocation-preview');
  await page.getByRole('button', { name: 'Move 2', exact: true }).last().click();
  await page.getByText('2 enquiries are on the move.').waitFor();
  const [batch] = await web.server.sql(`select id from reallocation_batch where state = 'QUEUED'`);
  for (let left = true; left; )
    left =
      (await inUnitOfWork(web.server.pool, systemActor(2), { command: 'test' }, (db) =>
        moveStep(db, { batchId: String(batch?.['id']), franchiseeId: 2, now: new Date() }),
      )) !== null;
  const row = page.getByRole('row').filter({ hasText: '2 of 2' });
  await row.waitFor();
  await shot(page, 'reallocation-batches');
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo move' }).click();
  await page.getByText('2 given back.').waitFor();
  await page.close();
});
