// The boards in a real browser: a number opens exactly its list, a season is set up and reported, a code is made, shown
// and counted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, fits, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
  const esha = web.server.as('Esha');
  for (const [n, firstName] of ['Vivaan', 'Myra', 'Kiaan', 'Diya'].entries())
    await esha.call(enquiryContract.capture, {
      guardianName: 'Meera Iyer',
      mobile: `98201000${10 + n}`,
      children: [{ firstName, classId: 3 }],
      sourceId: n === 3 ? sourceIds.website : sourceIds.walkIn,
      walkIn: n < 2,
    });
});
after(() => web?.close());

test('a number of the dashboard opens its list, at a desk and on a phone', async () => {
  const page = await web.open('/forms/enquiry/dashboard', 'Esha', { width: 1440 });
  const sources = page.getByRole('region', { name: 'Sources' });
  const walkIns = sources.getByRole('row', { name: /Walk-in/ });
  assert.equal(await walkIns.getByRole('cell').nth(1).textContent(), '3');
  await walkIns.getByRole('link', { name: '2', exact: true }).click();
  await page.getByText('1-2 of 2').waitFor();
  assert.match(page.url(), /visited=true/);
  await page.goBack();
  await page.getByRole('region', { name: 'When families ask' }).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await fits(page);
  await page.context().close();
});

test('head office sets up a season; the report says that nothing was gathered yet', async () => {
  const page = await web.open('/forms/b2sconfiguration', 'Meera', { width: 1440 });
  await page.getByRole('link', { name: 'New season' }).first().click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Season saved.').waitFor();
  const first = page.getByLabel('(002) Andheri, Nursery');
  await first.fill('12');
  await page.getByRole('button', { name: /Save 1 change/ }).click();
  await page.getByText('1 target saved.').waitFor();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('button', { name: 'Activate season' }).click();
  await page.getByText('The season is active.').waitFor();
  await page.goto(`${web.origin}/B2SReport/dashboard`);
  await page.getByText('0 of 12').waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await fits(page);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test('a code is made and shown; whoever opens its form is counted', async () => {
  const page = await web.open('/enquiry/generate-qrcode', 'Bina', { width: 1440 });
  await page.getByRole('button', { name: 'New code' }).click();
  await page.getByLabel('Label').fill('Gate');
  await pick(page, 'Source', 'QR code');
  await pick(page, 'Language of the form', 'हिन्दी');
  await page.getByRole('button', { name: 'Make code' }).click();
  await page.getByText('Code made.').waitFor();
  const [link] = await web.server.sql<{ key: string }>(
    `select key from enquiry_source_link where franchisee_id = $1`,
    [ANDHERI],
  );
  const parent = await web.open(`/enquiry-form/${ANDHERI}?mid=${link?.key}`, null, { width: 360 });
  await parent.getByRole('heading', { name: 'Andheri के बारे में पूछें' }).waitFor();
  await parent.getByRole('button', { name: 'English' }).click();
  await parent.getByLabel('Your name').fill('Gita Rao');
  const counted = async () =>
    (
      await web.server.sql<{ opens: number; starts: number; scans: number }>(
        `select opens, starts, scans from enquiry_qr_day`,
      )
    )[0];
  // Three calls of the page, which may arrive in any order.
  const came = async () => Object.values((await counted()) ?? {}).reduce((sum, n) => sum + n, 0);
  for (let n = await came(); n < 3; n = await came()) await parent.waitForTimeout(50);
  assert.deepEqual(await counted(), { opens: 1, starts: 1, scans: 1 });
  await parent.context().close();
  await page.reload();
  await page.getByRole('row', { name: /Gate/ }).getByRole('button', { name: 'Show' }).click();
  await page.getByRole('link', { name: 'Test scan' }).waitFor();
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
