// Whose enquiries the register opens with (enquiries.md D21): a counsellor's own, unless the address says what to show.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { people } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';

const LIST = '/forms/enquiry/list';
let web: WebPages;
before(async () => {
  web = await webPages();
  await capture('9820077001', 'Aarohi', people.Esha.id);
  await capture('9820077002', 'Vihaan', people.Bina.id);
});
after(() => web?.close());

const capture = (mobile: string, firstName: string, ownerId: string) =>
  web.server.as('Bina').call(enquiryContract.capture, {
    guardianName: 'Kavita Nair',
    mobile,
    ownerId,
    children: [{ firstName, dob: '2023-03-05', classId: 3 }],
    sourceId: sourceIds.walkIn,
  });

test('a counsellor sees her own first; All is one press and stays; a filter in the address wins', async () => {
  const page = await web.open(LIST, 'Esha', { width: 1440 });
  const hers = page.getByText('Aarohi').first();
  const others = page.getByText('Vihaan').first();
  await hers.waitFor();
  assert.deepEqual([...new URL(page.url()).searchParams].toSorted(), [
    ['assignedTo', 'me'],
    ['open', 'true'],
  ]);
  assert.equal(await others.count(), 0);
  assert.ok(await page.getByRole('radio', { name: 'Mine' }).isChecked());
  await page.getByText('All', { exact: true }).first().click();
  await others.waitFor();
  assert.equal(new URL(page.url()).search, '');
  await page.reload();
  await others.waitFor();
  await page.goto(`${web.origin}${LIST}?stage=Yet_to_call`);
  await others.click();
  await page.waitForURL('**/forms/edit/**');
  await page.getByRole('link', { name: 'Enquiries', exact: true }).last().click();
  await page.waitForURL(`**${LIST}?stage=Yet_to_call`);
  await others.waitFor();
  await page.goto(`${web.origin}${LIST}`);
  await hers.waitFor();
  assert.equal(await others.count(), 0);
  await page.context().close();
});

test('a tile that counts everybody opens everybody; who leads the centre sees all at once', async () => {
  const page = await web.open('/forms/enquiry/dashboard', 'Esha', { width: 1440 });
  await page.getByText('Total leads').click();
  await page.waitForURL(`**${LIST}**`);
  await page.getByText('Vihaan').first().waitFor();
  await page.getByText('Aarohi').first().waitFor();
  await page.context().close();
  const head = await web.open(LIST, 'Bina', { width: 1440 });
  await head.getByText('Vihaan').first().waitFor();
  await head.getByText('Aarohi').first().waitFor();
  await head.context().close();
});
