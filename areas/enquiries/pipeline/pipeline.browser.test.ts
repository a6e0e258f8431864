// The pipeline in a real browser: a card is dragged or moved by keys, what the step needs is asked, a stage is added, two
// enquiries become one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

const capture = async (mobile: string, firstName: string, guardianName: string) => {
  const saved = await web.server.as('Esha').call(enquiryContract.capture, {
    guardianName,
    mobile,
    children: [{ firstName, dob: '2023-03-05', classId: 3 }],
    sourceId: sourceIds.walkIn,
  });
  const [one] = saved.enquiries;
  assert.ok(one);
  return one;
};

test('story 15 on the board: Suspect dragged to Approach asks everything; forbidden columns say why', async () => {
  const { enquiryCode } = await capture('9820088001', 'Ishaan', 'Meera Iyer');
  const page = await web.open('/forms/list', 'Esha', { width: 1440 });
  const card = page.locator(`[data-enquiry="${enquiryCode}"]`);
  await card.waitFor();
  const column = (status: string) => page.locator(`[data-column="${status}"]`);
  await card.hover();
  await page.mouse.down();
  await page.mouse.move(20, 20, { steps: 4 });
  await column('Closing').getByText('Comes from admissions').waitFor();
  await page.mouse.up();
  await column('Closing').getByText('Comes from admissions').waitFor({ state: 'detached' });
  await card.dragTo(column('Closing'));
  assert.equal(await page.getByRole('dialog').count(), 0);
  await card.dragTo(column('Approach'));
  const dialog = page.getByRole('dialog');
  await pick(page, 'What happened', 'Counselled at the centre');
  await pick(page, 'How you spoke with them', 'At the centre');
  await dialog.getByLabel('They came without an appointment').check();
  await pick(page, 'Programme', 'Regular');
  await dialog.getByLabel('Note').fill('Nine char');
  await dialog.getByRole('button', { name: 'Counselled at the centre' }).click();
  await dialog.getByText('At least 10 characters').last().waitFor();
  await web.shot(page, 'step-dialog');
  await dialog.getByLabel('Note').fill('Liked the play area');
  await dialog.getByRole('button', { name: 'Counselled at the centre' }).click();
  await column('Approach').locator(`[data-enquiry="${enquiryCode}"]`).waitFor();
  await settled(page);
  await web.shot(page, 'board');
  await page.context().close();
});

test('by keys alone: the same steps from the card’s menu; the panel shows stages and family', async () => {
  const { enquiryCode } = await capture('9820088002', 'Anika', 'Rohan Das');
  const page = await web.open('/forms/list', 'Esha', { width: 390 });
  const card = page.locator(`[data-enquiry="${enquiryCode}"]`);
  await card.getByRole('button', { name: 'Move Anika' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Spoke with the family' }).waitFor();
  await page.getByRole('menuitem', { name: 'Fee due (Closing): comes from admissions' }).waitFor();
  await page.getByRole('menuitem', { name: 'Spoke with the family' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await pick(page, 'How you spoke with them', 'By phone');
  await dialog.getByRole('button', { name: 'Spoke with the family' }).click();
  await page.locator('[data-column="Prospect"]').locator(`[data-enquiry="${enquiryCode}"]`).waitFor();
  await fits(page);
  await page.goto(`${web.origin}/forms/list/${enquiryCode}`);
  await page.getByRole('dialog').getByText('Rohan Das').first().waitFor();
  await page.getByRole('dialog').getByText('To call').first().waitFor();
  await web.shot(page, 'enquiry-panel');
  await page.goto(`${web.origin}/forms/list/9820088002/mobile`);
  await page.waitForURL(`**/forms/list/${enquiryCode}`);
  assert.ok(!page.url().includes('9820088002'));
  await page.goto(`${web.origin}/forms/list/ENQ-002-2627-99999`);
  await page.getByText('No enquiry with this code in your centres.').waitFor();
  await page.context().close();
});

test('the register closes some for a reason, shows the pair that looks alike, and joins it', async () => {
  const one = await capture('9820088003', 'Aadhya', 'Kavita Nair');
  const two = await capture('9820088004', 'Adya', 'Kavitha N');
  const page = await web.open('/forms/enquiry/list', 'Esha', { width: 1440 });
  await page.getByText('Duplicate?').first().waitFor();
  await settled(page);
  await web.shot(page, 'register');
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Possibly the same child' }).click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'Are they one child?' }).waitFor();
  await page.getByLabel('Parent: Kavitha N').check();
  await web.shot(page, 'merge');
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(new URL(answer.url()).pathname);
  });
  await page.getByRole('button', { name: 'One child: join them' }).click();
  await page.getByText(`Joined as ${one.enquiryCode}`).waitFor();
  await settled(page);
  assert.deepEqual(refused, [], 'what is joined is no pair any more');
  await page.goto(`${web.origin}/forms/list/${one.enquiryCode}`);
  await page.getByText(`${two.enquiryCode} was joined on`).waitFor();
  await page.getByRole('button', { name: 'Take apart' }).click();
  await page
    .getByRole('dialog', { name: `Take ${two.enquiryCode} out again?` })
    .getByRole('button', { name: 'Take apart' })
    .click();
  await page.getByText(`${two.enquiryCode} stands for itself again.`).waitFor();
  await page.context().close();
});

test('head office adds a stage, orders and sets it; unknown stages are not there', async () => {
  const page = await web.open('/forms/settings/add', 'Kavi', { width: 1440, centre: null });
  await settled(page);
  await web.shot(page, 'settings-home');
  await page.getByRole('button', { name: 'Add stage' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Demo class booked');
  await dialog.getByLabel('The next follow-up').check();
  await web.shot(page, 'add-stage');
  await dialog.getByRole('button', { name: 'Add stage' }).click();
  await page.getByRole('link', { name: 'Demo class booked' }).waitFor();
  await page.getByRole('button', { name: 'Move up: Demo class booked' }).click();
  await settled(page);
  await web.shot(page, 'stages');
  await page.getByRole('link', { name: 'Demo class booked' }).click();
  await page.getByRole('heading', { name: 'Demo class booked' }).waitFor();
  await web.shot(page, 'edit-stage');
  await page.getByLabel('Score').fill('4');
  await page.getByRole('button', { name: 'Save stage' }).click();
  await page.getByRole('heading', { name: 'Enquiry settings' }).waitFor();
  await page.goto(`${web.origin}/forms/settings/add?tab=lost-reasons`);
  await page.getByText('Competitor').first().waitFor();
  await web.shot(page, 'lost-reasons');
  await page.goto(`${web.origin}/forms/settings/edit/00000000-0000-4000-8000-000000000000`);
  await page.getByText(/does not exist/).waitFor();
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
