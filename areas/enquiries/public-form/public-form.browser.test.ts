// The public form on a small phone where many forms came from its network, and of a centre that takes none.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, fits, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('the sixth form of a network is sent like the first, in Hindi and at 360 px: the phone did its work unseen', async () => {
  await web.server.sql(`select count_try('public-enquiry:127.0.0.1', 600) from generate_series(1, 5)`);
  const page = await web.open(`/enquiry-form/${ANDHERI}`, null, { width: 360 });
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByLabel('आपका नाम').waitFor();
  // A phone that comes back from its pocket loads the page anew, and it speaks Hindi still.
  await page.reload();
  await page.getByLabel('आपका नाम').fill('Gita Rao');
  await page.getByLabel('मोबाइल नंबर').fill('98200 54321');
  await page.getByLabel('बच्चे का पहला नाम').fill('Kiaan');
  await pick(page, 'महीना', 'अगस्त');
  await pick(page, 'साल', String(new Date().getFullYear() - 3));
  await page.getByLabel('पिनकोड').fill('400053');
  await page.getByLabel(/मैं माता-पिता/).check();
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/public-enquiry/submit')) answers.push(response.status());
  });
  await page.getByRole('button', { name: 'भेजें' }).click();
  await page.getByRole('heading', { name: 'धन्यवाद' }).waitFor();
  await fits(page);
  assert.deepEqual(answers, [409, 200]);
  assert.equal((await web.server.sql(`select from inbox where provider = 'enquiry-form'`)).length, 1);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});

test('a missing month of birth is told once, and both of its fields are marked until one is chosen', async () => {
  const page = await web.open(`/enquiry-form/${ANDHERI}`, null, { width: 360 });
  const marked = (name: string) => page.getByRole('combobox', { name }).getAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Send' }).click();
  const fault = page.getByRole('alert').filter({ hasText: 'Choose month and year' });
  await fault.waitFor();
  await web.shot(page, 'public-faults');
  assert.deepEqual([await marked('Month'), await marked('Year')], ['true', 'true']);
  await pick(page, 'Month', 'August');
  await fault.waitFor({ state: 'detached' });
  assert.deepEqual([await marked('Month'), await marked('Year')], [null, null]);
  await page.context().close();
});

test('a closed centre leads on to its open neighbour', async () => {
  const { server } = web;
  await server.sql(`update franchisee set lat = 19.1197, lng = 72.8464 where id = $1`, [ANDHERI]);
  await server.sql(`update franchisee set lat = 19.1350, lng = 72.8464 where id = $1`, [BANER]);
  await server.sql(
    `update franchisee set status = 'SUSPENDED', suspend = '{"blocks": ["PUBLIC_ENQUIRY"], "reason": "Building works"}' where id = $1`,
    [ANDHERI],
  );
  const page = await web.open(`/enquiry-form/${ANDHERI}`, null, { width: 360 });
  await page.getByText('This centre does not take enquiries now.').waitFor();
  await page.getByRole('link', { name: 'Baner · 1.7 km away' }).waitFor();
  await fits(page);
  assert.deepEqual(await axe(page), []);
  await web.shot(page, 'closed-centre');
  await page.getByRole('link', { name: 'Baner · 1.7 km away' }).click();
  await page.getByRole('heading', { name: 'Ask about Baner' }).waitFor();
  await page.getByLabel('Your name').waitFor();
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
