// The counsellor's form where a parent knows the age and not the date; the days of the tries; the missed calls of a line.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMonths, formatDate, todayIst } from '@aangan/contract/period.ts';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { inboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import { fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import pino from 'pino';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('an age makes a date that counts as about right, offers its class, and a typed date is exact again', async () => {
  const page = await web.open('/forms/enquiry-form', 'Esha', { width: 1440 });
  await page.getByLabel('Mobile', { exact: true }).fill('9820711111');
  await page.getByLabel('Parent’s name').or(page.getByLabel("Parent's name")).fill('Asha Rao');
  await page.getByLabel('First name').fill('Tara');
  await page.getByLabel('Or age').fill('3.5');
  const born = addMonths(todayIst(new Date()), -42);
  await page.getByText('About: made of the age').waitFor();
  assert.equal(await page.getByLabel('Date of birth').inputValue(), formatDate(born));
  await page.getByRole('button', { name: 'Nursery', exact: true }).click();
  await page.getByText('For this age:').waitFor({ state: 'detached' });
  await pick(page, 'How did they hear of us', 'Walk-in');
  await web.shot(page, 'told-age');
  await fits(page);
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await page.getByRole('heading', { name: 'Enquiry saved' }).waitFor();
  const rows = await web.server.sql<{ dob: string; about: boolean; klass: string; code: string }>(
    `select e.child_dob::text as dob, e.dob_approx as about, k.name as klass, e.enquiry_code as code
       from enquiry e join class k on k.id = e.class_id where e.child_first_name = 'Tara'`,
  );
  assert.deepEqual(
    rows.map(({ dob, about, klass }) => [dob, about, klass]),
    [[born, true, 'Nursery']],
  );
  await page.goto(`${web.origin}/forms/enquiry/edit/${rows[0]?.code}`);
  await page.getByText('About: made of the age').waitFor();
  await page.getByLabel('Date of birth').fill('05-03-2023');
  await page.getByLabel('Date of birth').press('Tab');
  await page.getByText('About: made of the age').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(/forms[/]edit[/]ENQ/);
  const after = await web.server.sql(
    `select child_dob::text as dob, dob_approx as about from enquiry where child_first_name = 'Tara'`,
  );
  assert.deepEqual(after, [{ dob: '2023-03-05', about: false }]);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});

test('the days of the tries are set in their tab, and what they make of today is shown', async () => {
  const page = await web.open('/forms/settings/add?tab=cadence', 'Bina', { width: 1440 });
  await page.getByLabel('Days of the tries').fill('2, 1');
  await page.getByText('Asked today and never reached').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Each day later than the one before').waitFor();
  await page.getByLabel('Days of the tries').fill('2, 6');
  await page.getByText('Asked today and never reached').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText("These are this centre's own values.").waitFor();
  await settled(page);
  await web.shot(page, 'cadence');
  await fits(page);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});

test('a telephone line is opened like a form; who rang and was missed has a tab', async () => {
  const page = await web.open('/google-webhook/list?tab=calls', 'Meera', { width: 1440, steppedUp: true });
  await page.getByText('No missed call yet').waitFor();
  await page.getByRole('button', { name: 'Add a form or page' }).first().click();
  await pick(page, 'Where leads come from', 'Telephone line (Exotel)');
  await page.getByText('Whose line it is').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Hotline');
  await web.shot(page, 'telephone-line');
  await page.getByRole('button', { name: 'Open channel' }).click();
  const address = (await page.getByText(/webhooks[/]telephony[/]exotel/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  const told = new URLSearchParams({
    CallSid: 'c1',
    From: '09820722222',
    Direction: 'incoming',
    Status: 'no-answer',
  });
  const sent = await fetch(`${web.origin}${new URL(address).pathname}`, {
    method: 'POST',
    body: told,
  });
  assert.equal(sent.status, 200);
  const { pool, areas } = web.server;
  const ports = { config: {}, origin: web.origin };
  await drainInbox({ database: pool, workers: inboxWorkers(areas), ports, log: pino({ level: 'silent' }) });
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Hotline' });
  await row.waitFor();
  assert.equal(await row.count(), 1);
  assert.doesNotMatch((await page.getByRole('table').textContent()) ?? '', /9820722222/);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
