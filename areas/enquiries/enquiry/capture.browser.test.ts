// The counsellor's form: a pincode of another centre and the way there; what was said, saved with the family; a draft that
// comes back whole.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, fits, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
  await web.server.sql(
    `insert into pincode (pincode, district, state_name, primary_office) values ('411045', 'Pune', 'Maharashtra', 'Baner Gaon')
      on conflict (pincode) do update set primary_office = excluded.primary_office, district = excluded.district`,
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
  await esha.getByText('Baner Gaon, Pune').waitFor();
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

test('a draft comes back with its children, referrer and outcome; the card says who has it, why, and what is logged', async () => {
  const [child] = await web.server.sql<{ name: string }>(
    'select name from student where franchisee_id = $1 order by name limit 1',
    [ANDHERI],
  );
  const page = await web.open('/forms/enquiry-form', 'Esha', { width: 1440 });
  await page.getByLabel('Mobile', { exact: true }).fill('9820744445');
  await page.getByLabel("Parent's name").fill('Lata Joshi');
  await page.getByLabel('First name').fill('Ira');
  await page.getByRole('button', { name: 'Add another child' }).click();
  await page.getByLabel('First name').nth(1).fill('Om');
  await pick(page, 'How did they hear of us', 'Parent referral');
  const referrer = page.getByRole('combobox', { name: 'Sent by the family of' });
  await referrer.fill(child?.name ?? '');
  await page
    .getByRole('option', { name: child?.name ?? '' })
    .first()
    .click();
  const said = page.getByRole('group', { name: 'What came of it' });
  await said.getByRole('button', { name: 'Appointment' }).click();
  await page.getByLabel('Time of the visit').waitFor();
  await said.getByRole('button', { name: 'Spoke: interested' }).click();
  await page.getByLabel('Note', { exact: false }).first().fill('Wants the morning for both');
  assert.deepEqual(await axe(page), []);
  await fits(page);
  await web.shot(page, 'what-was-said');
  await page.reload();
  await page.getByText('Your unsaved entries are back.').waitFor();
  await page.waitForFunction(
    (name) => [...document.querySelectorAll('input')].some((input) => input.value.startsWith(name)),
    child?.name ?? '',
  );
  assert.equal(await page.getByLabel('First name').nth(1).inputValue(), 'Om');
  assert.equal(
    await said.getByRole('button', { name: 'Spoke: interested' }).getAttribute('aria-pressed'),
    'true',
  );
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await page.getByRole('heading', { name: 'Enquiry saved' }).waitFor();
  await page.getByText('Why: kept by whoever took it down.').first().waitFor();
  assert.equal(await page.getByText('What was said is logged.').count(), 2);
  assert.equal(await page.getByRole('link', { name: 'Log call' }).count(), 0);
  await web.shot(page, 'saved-and-logged');
  const rows = await web.server.sql(
    `select e.child_first_name as child, e.stage_code as stage, f.outcome, e.referrer_student_id is not null as referred
       from enquiry e join follow_up f on f.franchisee_id = e.franchisee_id and f.subject_id = e.id
      where e.phone_norm = '+919820744445' order by e.enquiry_code`,
  );
  const line = { stage: 'In Conversation', outcome: 'INTERESTED', referred: true };
  assert.deepEqual(rows, [
    { child: 'Ira', ...line },
    { child: 'Om', ...line },
  ]);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
