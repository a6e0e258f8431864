// A pincode of another centre in the counsellor's form: who serves it, and the way there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fits, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
  await web.server.sql(
    `insert into pincode (pincode, district, state_name) values ('411045', 'Pune', 'Maharashtra') on conflict do nothing`,
  );
  await web.server.sql(
    `insert into franchisee_pincode (franchisee_id, pincode, leads) values ($1, '411045', true)`,
    [BANER],
  );
});
after(() => web?.close());

test("another centre's pincode offers the way there; whoever works at both sends the family on", async () => {
  const esha = await web.open('/forms/enquiry-form', 'Esha', { width: 390 });
  await esha.getByLabel('Pincode').fill('411045');
  await esha.getByText(/^411045 is served by .*Baner/).waitFor();
  await esha.getByRole('link', { name: 'Its enquiry form' }).waitFor();
  assert.equal(await esha.getByRole('button', { name: /^Send to/ }).count(), 0);
  await fits(esha);
  await web.shot(esha, 'served-elsewhere');
  await esha.context().close();

  const page = await web.open('/forms/enquiry-form', 'Asha', { width: 1440, centre: ANDHERI });
  await page.getByLabel('Mobile', { exact: true }).fill('9820744443');
  await page.getByLabel("Parent's name").fill('Uma Kale');
  await page.getByLabel('First name').fill('Reva');
  await pick(page, 'How did they hear of us', 'Phone call');
  await page.getByLabel('Pincode').fill('411045');
  await page.getByRole('button', { name: /^Send to .*Baner$/ }).click();
  await page.getByText(/^This enquiry goes to .*Baner/).waitFor();
  await page.getByLabel('Pincode').fill('411046');
  await page.getByRole('button', { name: 'Save enquiry' }).waitFor();
  await page.getByLabel('Pincode').fill('411045');
  await page.getByText(/^This enquiry goes to .*Baner/).waitFor();
  await web.shot(page, 'send-elsewhere');
  await page.locator('button[type="submit"]').click();
  await page.getByRole('heading', { name: /^Enquiry sent to .*Baner/ }).waitFor();
  await web.shot(page, 'sent-elsewhere');
  assert.deepEqual(
    await web.server.sql(`select franchisee_id from enquiry where child_first_name = 'Reva'`),
    [{ franchisee_id: BANER }],
  );
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
