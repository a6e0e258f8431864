// The counsellor's form without a network (promise B1): the family waits on the device and goes out once; what the server
// then refuses comes back into the form.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, fits, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { enquirySettingContract } from '../settings/enquiry-setting.contract.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

const KEPT = 'Enquiry kept on this device';
const enquiriesOf = (phone: string) =>
  web.server.sql<{ child: string }>(
    'select child_first_name as child from enquiry where franchisee_id = $1 and phone_norm = $2',
    [ANDHERI, phone],
  );

async function typeFamily(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('Mobile', { exact: true }).fill(mobile);
  await page.getByLabel("Parent's name").fill('Lata Joshi');
  await page.getByLabel('First name').fill('Ira');
  await page.getByLabel('Or age').fill('3');
  await pick(page, 'How did they hear of us', 'Walk-in');
}

test('a family that is typed without a network waits, is sent once, and has a code then', async () => {
  const page = await web.open('/forms/enquiry-form', 'Esha', { width: 1440, worker: true });
  await typeFamily(page, '9820755551');
  await page.getByRole('button', { name: 'Spoke: interested' }).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await page.getByRole('heading', { name: KEPT }).waitFor();
  await page.getByText('1 change waits to be sent.').waitFor();
  assert.deepEqual(await axe(page), []);
  await fits(page);
  await web.shot(page, 'kept-enquiry');
  assert.deepEqual(await enquiriesOf('+919820755551'), []);
  await page.context().setOffline(false);
  await page.getByText('the enquiry is saved.').waitFor();
  assert.deepEqual(await enquiriesOf('+919820755551'), [{ child: 'Ira' }]);
  const said = await web.server.sql(
    `select f.outcome from follow_up f join enquiry e on e.franchisee_id = f.franchisee_id and e.id = f.subject_id
      where e.phone_norm = '+919820755551'`,
  );
  assert.deepEqual(said, [{ outcome: 'INTERESTED' }], 'what was said went with it, once');
  await page.getByRole('button', { name: 'Add another family' }).click();
  await page.getByRole('heading', { name: 'New enquiry' }).waitFor();
  assert.equal(await page.getByLabel("Parent's name").inputValue(), '', 'nothing of it is left in the form');
  await page.context().close();
});

test('what is refused later comes back into the form as it was typed, and is saved from there', async () => {
  const page = await web.open('/forms/enquiry-form', 'Esha', { width: 1440, worker: true });
  await typeFamily(page, '9820755552');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await page.getByRole('heading', { name: KEPT }).waitFor();
  const bina = web.server.as('Bina');
  const { publicForm } = await bina.call(enquirySettingContract.get, {});
  await bina.call(enquirySettingContract.savePublicForm, {
    form: publicForm,
    ages: { fromMonths: 48, toMonths: 72 },
  });
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'It could not be saved' }).waitFor();
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Not sent yet').waitFor();
  await web.shot(page, 'refused-enquiry');
  await page.getByRole('dialog').getByRole('link', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'New enquiry' }).waitFor();
  assert.equal(await page.getByLabel('First name').inputValue(), 'Ira');
  assert.equal(await page.getByLabel("Parent's name").inputValue(), 'Lata Joshi');
  await page.getByLabel('Or age').fill('5');
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await page.getByRole('heading', { name: 'Enquiry saved' }).waitFor();
  await page.getByText('could not be saved.').waitFor({ state: 'detached' });
  assert.equal((await enquiriesOf('+919820755552')).length, 1);
  await page.context().close();
});

test('what another centre was to get and refused goes there still, once it is mended', async () => {
  await web.server.sql(
    `insert into pincode (pincode, district, state_name) values ('411045', 'Pune', 'Maharashtra') on conflict do nothing`,
  );
  await web.server.sql(
    `insert into franchisee_pincode (franchisee_id, pincode, leads) values ($1, '411045', true)`,
    [BANER],
  );
  const page = await web.open('/forms/enquiry-form', 'Asha', { width: 1440, centre: ANDHERI, worker: true });
  await typeFamily(page, '9820755553');
  await page.getByLabel('Pincode').fill('411045');
  await page.getByRole('button', { name: /^Send to .*Baner$/ }).click();
  await page.context().setOffline(true);
  await page.locator('button[type="submit"]').click();
  await page.getByRole('heading', { name: KEPT }).waitFor();
  const there = web.server.as('Asha', { centre: BANER });
  const { publicForm } = await there.call(enquirySettingContract.get, {});
  await there.call(enquirySettingContract.savePublicForm, {
    form: publicForm,
    ages: { fromMonths: 48, toMonths: 72 },
  });
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Open in the form' }).click();
  await page.getByText(/^This enquiry goes to .*Baner/).waitFor();
  await page.getByLabel('Or age').fill('5');
  await page.getByRole('button', { name: /^Send to .*Baner$/ }).click();
  await page.getByRole('heading', { name: /^Enquiry sent to .*Baner/ }).waitFor();
  assert.deepEqual(
    await web.server.sql(`select franchisee_id from enquiry where phone_norm = '+919820755553'`),
    [{ franchisee_id: BANER }],
  );
  await page.context().close();
  assert.deepEqual(
    web.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem)),
    [],
  );
});
