// The enquiry screens in a real browser against the real server: the public form on a phone, then the counsellor's day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { axe, fits, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { consumeSubmission, PUBLIC_FORM } from './public-form/public-enquiry.server.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('a parent sends the form behind the QR code on a small phone', async () => {
  const page = await web.open(`/enquiry-form/${ANDHERI}`, null, { width: 360 });
  await page.getByRole('heading', { name: 'Ask about Andheri' }).waitFor();
  await fits(page);
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByRole('heading', { name: 'Andheri के बारे में पूछें' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByLabel('Your name').fill('Gita Rao');
  await page.getByLabel('Mobile number').fill('98200 54321');
  await page.getByLabel("Child's first name").fill('Kiaan');
  await pick(page, 'Month', 'August');
  await pick(page, 'Year', String(new Date().getFullYear() - 3));
  await page.getByLabel('Pincode').fill('400053');
  await page.getByLabel('By SMS').check();
  await page.getByLabel(/I am the parent/).check();
  await page.waitForTimeout(3100);
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/public-form.png`, fullPage: true });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.match((await page.locator('main').textContent()) ?? '', /R-[2-9A-Z]{6}/);
  await page.context().close();
  await drainInbox({
    database: web.server.pool,
    workers: { [PUBLIC_FORM]: consumeSubmission },
    ports: web.server.ports,
    log: pino({ level: 'silent' }),
  });
  assert.equal((await web.server.sql('select from enquiry')).length, 1);
});

test("the counsellor's form shows what is known of the number and saves; list, dashboard, queue and working screen agree", async () => {
  const page = await web.open('/forms/enquiry-form', 'Esha', { width: 1440 });
  await page.getByLabel('Mobile', { exact: true }).fill('9820054321');
  await page.getByText('This family is known here').waitFor();
  await page.getByLabel("Parent's name").fill('Gita Rao');
  await page.getByLabel('First name').fill('Myra');
  await pick(page, 'How did they hear of us', 'Walk-in');
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/enquiry-form.png`, fullPage: true });
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await page.getByRole('heading', { name: 'Enquiry saved' }).waitFor();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'Next step' }).waitFor();
  await page.getByRole('button', { name: /Spoke: interested/ }).click();
  await page.getByRole('button', { name: '+3 days' }).click();
  await page.getByRole('button', { name: 'Save follow-up' }).click();
  await page.getByText('In Conversation').first().waitFor();
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/working.png`, fullPage: true });
  for (const [path, text] of [
    ['/forms/enquiry/list', 'Myra'],
    ['/forms/enquiry/dashboard', 'Total leads'],
    ['/forms/list', 'Myra'],
    // Not a name: on a Sunday nobody is to be called, and the first call is Monday's.
    ['/forms/followup', 'Open-Cold'],
    ['/enquiry/generate-qrcode', 'Scan to ask about Andheri'],
    ['/class/details', 'Nursery'],
  ] as const) {
    await page.goto(`${web.origin}${path}`);
    await page
      .getByText(text)
      .first()
      .waitFor()
      .catch(async (error) => {
        if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/failed.png` });
        throw error;
      });
    // Charts hide nothing that takes the focus; a link in a list is not told by its colour alone.
    if (/list$|dashboard$/.test(path)) assert.deepEqual(await axe(page), [], path);
    if (process.env['SHOTS'])
      await page.screenshot({
        path: `${process.env['SHOTS']}/${path.replaceAll('/', '_')}.png`,
        fullPage: true,
      });
  }
  await page.goto(`${web.origin}/forms/enquiry/dashboard`);
  await page.getByText('Total leads').click();
  await page.getByText('Kiaan').first().waitFor();
  await page.context().close();
});

test('a centre head uploads a file: faults are shown and corrected, the file is saved, its rows are shown', async () => {
  const page = await web.open('/upload/enquiries', 'Bina', { width: 1440 });
  const choose = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('a.csv', 'parent_name,mobile,source\r\nMeera,123,Event\r\n');
  await page.getByText('Enter a 10-digit mobile number starting 6–9.').waitFor();
  await page.getByLabel('Mobile of row 2').fill('9820077777');
  await page.getByRole('button', { name: 'Check again with 1 corrected' }).click();
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  await page.getByText('1 row saved.').waitFor();
  await page.getByRole('link', { name: 'Show the rows' }).click();
  await page.getByRole('dialog').getByText('Child of Meera').waitFor();
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/upload.png`, fullPage: true });
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
