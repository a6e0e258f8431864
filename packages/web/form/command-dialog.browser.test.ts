// A declared command in its dialog, in a real browser, on the last day of a person of the staff.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, staffIds } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

const LEAVE = '**/api/staff/leave-service';

async function openDialog(width: number) {
  const page = await web.open(`/staff/details?staff=${staffIds.Divya}`, 'Bina', { width });
  const drawer = page.getByRole('dialog').filter({ hasText: 'Documents needed for approval' });
  const leave = drawer.getByRole('button', { name: 'Leave service' });
  await leave.click();
  await settled(page);
  return {
    page,
    drawer,
    leave,
    dialog: page.getByRole('dialog', { name: 'Set the last day of Divya Nair' }),
  };
}

const focusedLabel = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    return (at instanceof HTMLTextAreaElement && at.labels?.[0]?.textContent) || '';
  });

for (const width of [1440, 390])
  test(`${width} px: an empty field is named and gets the focus; closing asks only when something was typed`, async () => {
    const { page, drawer, leave, dialog } = await openDialog(width);
    const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await question.count(), 0);
    await leave.click();
    await dialog.getByRole('button', { name: 'Leave service' }).click();
    await dialog.getByText('Reason: fill this in').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    assert.match(await focusedLabel(page), /^Reason/);
    await web.shot(page, `command-dialog-${width}`);
    await dialog.getByLabel('Reason').fill('Moves to Nagpur');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await question.getByRole('button', { name: 'Stay and keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Moves to Nagpur');
    // Escape belongs to the top layer: the dialog asks, the question stays, the drawer below never closes.
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Moves to Nagpur');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await page.context().close();
  });

test('a version conflict is said in the dialog and keeps what was typed; two presses send once', async () => {
  const { page, dialog } = await openDialog(1440);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/staff/leave-service')) sent += 1;
  });
  const submitTwice = () =>
    page.evaluate(() => {
      const form = [...document.querySelectorAll('form')].find((one) =>
        one.textContent?.includes('Last day'),
      );
      form?.requestSubmit();
      form?.requestSubmit();
    });
  await dialog.getByLabel('Reason').fill('Moves to Nagpur');
  await page.route(LEAVE, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'if-match': '"999"' } }),
  );
  await submitTwice();
  await dialog.getByText('Somebody else changed this entry meanwhile.').waitFor();
  assert.equal(sent, 1);
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Moves to Nagpur');
  await page.unroute(LEAVE);
  await submitTwice();
  await page.getByText('The last day of Divya Nair is set.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(sent, 2);
  const [row] = await web.server.sql<{ left_on: string | null }>(
    'select left_on::text from staff where id = $1 and franchisee_id = $2',
    [staffIds.Divya, ANDHERI],
  );
  assert.ok(row?.left_on);
  assert.deepEqual(web.problems, []);
  await page.context().close();
});
