// A section's life in a real browser: written, approved by another, read to the end and acknowledged, changed and stale again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { dutyContract } from './duty/duty.contract.ts';
import { sopFolder } from './library/sop-folder.record.ts';
import { sopSectionContract } from './library/sop-section.contract.ts';

const TEACHER = 10;
const TITLE = 'Child sickness and fever';
let web: WebPages;
let folder = '';
let section = '';
before(async () => {
  web = await webPages();
  const made = await web.server
    .as('Kavi', { centre: 1 })
    .call(sopFolder.endpoints.create as never, { name: 'Health', position: 1, active: true } as never);
  folder = (made as { id: string }).id;
  section = (
    await web.server.as('Harsh', { centre: null }).call(sopSectionContract.add, {
      folderId: folder,
      title: TITLE,
      code: 'SOP-HLTH-001',
      ackDueDays: 7,
      position: 1,
      ownCentre: false,
    })
  ).id;
  const kavi = web.server.as('Kavi', { centre: null });
  const { seen } = await kavi.call(dutyContract.matrix, {});
  await kavi.call(dutyContract.save, {
    seen,
    cells: [{ targetId: folder, roleId: TEACHER, duty: 'ACKNOWLEDGE' }],
  });
});
after(() => web?.close());

/** Kavi decides what waits; gives what the drawer said of its impact. */
async function approve(): Promise<string> {
  const page = await web.open('/sop/manage-sops?tab=approval', 'Kavi', { centre: null });
  await page.getByRole('button', { name: 'Decide' }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText('Kind of change').waitFor();
  const said = (await drawer.textContent()) ?? '';
  await drawer.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Nothing waits for you').waitFor();
  await page.context().close();
  return said;
}

test('written by Harsh, who cannot approve it, and approved by Kavi as 1.0', async () => {
  const page = await web.open(`/sop/edit-section/${section}`, 'Harsh', { centre: null });
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('menuitem', { name: 'Heading', exact: true }).click();
  await page.getByLabel('Heading', { exact: true }).fill('A child has a fever');
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('menuitem', { name: 'Text', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('Measure the temperature.\n\n- Call the parent within 15 minutes.');
  await settled(page);
  await web.shot(page, 'sop-thread-editor');
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await page.getByText('Handed in. Another person approves it.').waitFor();
  await page.goto(`${web.origin}/sop/manage-sops?tab=approval`);
  await page.getByRole('tab', { name: 'Sections' }).waitFor();
  assert.equal(await page.getByRole('tab', { name: 'For approval' }).count(), 0);
  await page.context().close();
  await approve();
});

test('Divya reads it to the end and acknowledges; a major change makes it stale again', async () => {
  const page = await web.open('/sop/sop-home', 'Divya', { width: 390 });
  await page.getByRole('link', { name: TITLE }).first().click();
  await page.getByText('Measure the temperature.').waitFor();
  await fits(page);
  const waiting = page.getByRole('button', { name: /cknowledge.* \d+ s$/ });
  await waiting.waitFor();
  assert.equal(await waiting.isEnabled(), false, 'not before it is read');
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await page.getByText('You have acknowledged this version.').waitFor();
  await settled(page);
  await web.shot(page, 'sop-thread-read');

  const desk = await web.open(`/sop/edit-section/${section}`, 'Harsh', { centre: null });
  await desk
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('Measure the temperature.\n\n- Call the parent within 10 minutes.');
  await desk.getByLabel('Major: everybody reads it again').check();
  await desk.getByLabel('What changed').fill('The parent is called within 10 minutes');
  await desk.getByRole('button', { name: 'Submit for approval' }).click();
  await desk.getByText('Handed in. Another person approves it.').waitFor();
  await desk.context().close();
  const said = await approve();
  assert.match(said, /Asks 1 person to read it again/);
  assert.match(said, /within 15 minutes/, 'what it said before');
  assert.doesNotMatch(said, /A child has a fever/, 'a block that stays is not shown');

  await page.reload();
  await page.getByText('Changed, to read again').first().waitFor();
  await page.getByRole('tab', { name: 'What changed' }).click();
  const changed = page.getByRole('tabpanel', { name: 'What changed' });
  await changed.getByText('The parent is called within 10 minutes').waitFor();
  await settled(page);
  await web.shot(page, 'sop-thread-stale');
  await fits(page);
  await page.goto(`${web.origin}/sop/sop-home`);
  await page.getByRole('link', { name: TITLE }).first().waitFor();
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
