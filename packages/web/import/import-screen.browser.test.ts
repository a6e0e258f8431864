// The import screen in a real browser, on the people of the network: a file as somebody has it, from the drop to its end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import type { Page } from 'playwright-core';
import { networkServer } from '../../../areas/network/area.server.ts';
import { authenticate, shellServer } from '../../../areas/shell/area.server.ts';
import { systemServer } from '../../../areas/system/area.server.ts';

let web: WebPages;
before(async () => {
  web = await webPages({
    areas: [networkServer, systemServer, shellServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
});
after(() => web?.close());

const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};
const FILE = [
  'People of Andheri',
  'Given name,Surname,E-mail,Mobile No.,Role,Franchisee ID,Start date',
  'Ila,Rao,ila@aangan.test,98200 11111,Counseller,2,01/12/2026',
  'Jai,Shah,jai@aangan.test,123,Counseller,2,02/12/2026',
].join('\n');

for (const width of [1440, 390])
  test(`${width} px: columns, dates, a word of the file and a cell are asked for, then the file is saved`, async () => {
    const page = await web.open('/user/page/1', 'Kavi', { width });
    const name = `Ila${width}`;
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Import people' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('or drop it here').waitFor();
    await shot(page, `import-file-${width}`);
    const text = FILE.replace('Ila,', `${name},`)
      .replaceAll('@', `${width}@`)
      .replace('11111', `1${width}`.padEnd(5, '0'));
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    if (width === 1440) {
      // Asked once; the second file knows.
      await pick(page, 'Given name is', 'First name');
      await shot(page, `import-columns-${width}`);
      await dialog.getByRole('button', { name: 'Check the rows' }).click();
    }
    await dialog.getByRole('button', { name: '01-12-2026 (day first)' }).click();
    await dialog.getByText('Which day is this?').waitFor({ state: 'hidden' });
    if (width === 1440) {
      await pick(page, 'Counseller means', 'Councellor');
      await shot(page, `import-values-${width}`);
      await dialog.getByRole('button', { name: 'Use these values' }).click();
    }
    await dialog.getByText('10 digits starting 6–9.').waitFor();
    await shot(page, `import-faults-${width}`);
    // The list behind the dialog is its own screen's.
    assert.deepEqual(
      (await axe(page)).filter((one) => !one.includes('mailto:')),
      [],
    );
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      'nothing is wider than the screen',
    );
    await dialog.getByLabel('Mobile of row 4').fill(`98200 2${width}`.padEnd(11, '0'));
    await dialog.getByRole('button', { name: 'Check again with 1 corrected' }).click();
    await dialog.getByRole('button', { name: 'Save 2 rows' }).click();
    await dialog.getByText('2 rows saved.').waitFor();
    await shot(page, `import-saved-${width}`);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByText(`${name} Rao`).first().waitFor();
    await page.context().close();
  });
