// The counsellor's form in a real browser: who sent the family, further numbers, and the visit that is booked from the card.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, fits, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('a referral names the child whose family sent them; a second number and a session; a visit from the card', async () => {
  const [child] = await web.server.sql<{ name: string }>(
    'select name from student where franchisee_id = $1 order by name limit 1',
    [ANDHERI],
  );
  const page = await web.open('/forms/enquiry-form', 'Esha', { width: 1440 });
  await page.getByLabel('Mobile', { exact: true }).fill('9820744441');
  await page.getByLabel(/^Another number [(]/).fill('022 2634 5678');
  await page.getByRole('button', { name: 'Add one more number' }).click();
  await page.getByLabel('Another number 2').fill('9820744442');
  await page.getByLabel("Parent's name").fill('Lata Joshi');
  await page.getByLabel('First name').fill('Ira');
  await pick(page, 'Session', 'Full day');
  await pick(page, 'How did they hear of us', 'Parent referral');
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await page.getByText('Choose who sent the family').waitFor();
  await page.getByRole('combobox', { name: 'Sent by the family of' }).fill(child?.name ?? '');
  await page
    .getByRole('option', { name: child?.name ?? '' })
    .first()
    .click();
  await web.shot(page, 'referral');
  await fits(page);
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await page.getByRole('heading', { name: 'Enquiry saved' }).waitFor();
  await page.getByRole('button', { name: 'Book visit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Fix an appointment' }).waitFor();
  await web.shot(page, 'book-visit');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(await axe(page), []);
  await web.shot(page, 'saved-card');
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await page.getByRole('tab', { name: 'Family' }).click();
  await page.getByText('Sent by the family of').waitFor();
  await page
    .getByText(new RegExp(`^${child?.name}`))
    .first()
    .waitFor();
  await page.getByText('Full day').waitFor();
  await web.shot(page, 'family-tab');
  const rows = await web.server.sql<{ numbers: string[] }>(
    `select array_agg(c.value_norm order by c.position) as numbers from household_contact c join enquiry e on e.household_id = c.household_id
      where e.child_first_name = 'Ira'`,
  );
  assert.deepEqual(rows[0]?.numbers, ['+919820744441', '+912226345678', '+919820744442']);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
