// The outcome Language by keys: the centre head writes down who speaks what, the counsellor says what the family speaks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { people } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('the roster says that Omkar speaks Marathi; the key l, the language and Enter hand the family to him', async () => {
  const roster = await web.open('/lead-allocation/list?tab=roster', 'Bina', { width: 1440 });
  await roster.getByRole('button', { name: 'Actions of Omkar Sawant' }).click();
  await roster.getByRole('menuitem', { name: 'Languages they speak…' }).click();
  const dialog = roster.getByRole('dialog');
  await dialog.getByLabel('Speaks').click();
  await roster.getByRole('option', { name: 'Marathi' }).click();
  await web.shot(roster, 'languages-dialog');
  await dialog.getByRole('heading').first().click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await roster.getByRole('cell', { name: 'Marathi', exact: true }).waitFor();
  await settled(roster);
  await web.shot(roster, 'roster');
  await roster.context().close();

  const saved = await web.server.as('Bina').call(enquiryContract.capture, {
    guardianName: 'Kavita Nair',
    mobile: '9820066001',
    ownerId: people.Esha.id,
    children: [{ firstName: 'Aarohi', dob: '2023-03-05', classId: 3 }],
    sourceId: sourceIds.walkIn,
  });
  const code = saved.enquiries[0]?.enquiryCode ?? '';
  const page = await web.open(`/forms/edit/${code}`, 'Esha', { width: 390 });
  await page.getByRole('button', { name: /^Language/ }).waitFor();
  await page.keyboard.press('l');
  const language = page.getByRole('combobox', { name: 'Language the family speaks' });
  await language
    .or(page.getByRole('textbox', { name: 'Language the family speaks' }))
    .first()
    .waitFor();
  // The list opens with the field and lies over the button.
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: 'Marathi', exact: true }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save follow-up' }).click();
  await page.getByText('Choose the language the family speaks').waitFor();
  // A letter into the closed list opens it; Enter takes what fits, whether the library has marked it or not.
  await language
    .or(page.getByRole('textbox', { name: 'Language the family speaks' }))
    .first()
    .focus();
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: 'Marathi', exact: true }).waitFor({ state: 'hidden' });
  await page.keyboard.press('m');
  await page.getByRole('option', { name: 'Marathi', exact: true }).waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Marathi', exact: true }).waitFor({ state: 'hidden' });
  await fits(page);
  await web.shot(page, 'language-asked');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Omkar Sawant speaks Marathi and has the family now.').waitFor();
  const [row] = await web.server.sql<{ owner_id: string }>(
    'select owner_id from enquiry where enquiry_code = $1',
    [code],
  );
  assert.equal(row?.owner_id, people.Omkar.id);
  await page.context().close();
});
