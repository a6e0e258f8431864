// The staff screens in a real browser against the real server: head office approves, the centre head edits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, people, staffIds } from '@aangan/testkit/world.ts';
import { leaveYearOf } from './leave/leave-count.ts';
import { days, rowOf, verifyDocuments } from './staff-testing.ts';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

test('head office approves a teacher whose documents are verified', async () => {
  await verifyDocuments(web.server, staffIds.Usha, { but: ['Police verification'] });
  const page = await web.open('/staff/details?status=PENDING', 'Kavi', { centre: ANDHERI });
  await page.getByText('Usha Ghosh').first().click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Documents needed for approval' });
  await drawer.getByText('Not added').waitFor();
  await settled(page);
  await web.shot(page, 'staff-drawer');
  await drawer.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: 'Approve Usha Ghosh?' });
  await question.getByRole('button', { name: 'Approve' }).click();
  await question
    .getByText('Police verification is missing. Verify the documents first, then approve.')
    .waitFor();
  await web.shot(page, 'staff-approve');
  await web.server.sql(
    `insert into staff_document (franchisee_id, staff_id, kind_id, status, verified_at) select $1, $2, id, 'VERIFIED', now() from staff_document_kind where name = 'Police verification'`,
    [ANDHERI, staffIds.Usha],
  );
  await question.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Usha Ghosh is approved.').waitFor();
  assert.equal((await rowOf(web.server, staffIds.Usha)).status, 'APPROVED');
  await drawer.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Waiting for approval → Approved').waitFor();
  await page.close();
});

test('a document is added by the centre head and verified in the queue by a key', async () => {
  const page = await web.open(`/staff/documents/upload?staffId=${staffIds.Divya}`, 'Bina');
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Experience.png', mimeType: 'image/png', buffer: picture });
  await page.getByLabel('Number').fill('EXP-2044');
  await settled(page);
  await web.shot(page, 'staff-document-upload');
  await fits(page);
  await page.getByRole('button', { name: 'Save document' }).click();
  await page.getByText('Waiting for verification').first().waitFor();
  await page.getByText('Number ••••2044').waitFor();
  await page.close();
  const queue = await web.open('/staff/documents/upload?tab=queue', 'Kavi', { centre: ANDHERI });
  await queue.getByText('Experience letter').first().waitFor();
  await settled(queue);
  await web.shot(queue, 'staff-document-queue');
  await queue.getByText('Divya Nair').first().click();
  const drawer = queue.getByRole('dialog', { name: 'Experience letter' });
  await drawer.getByRole('button', { name: 'Verify (V)', disabled: false }).waitFor();
  await settled(queue);
  await web.shot(queue, 'staff-document-check');
  await queue.keyboard.press('v');
  await queue.getByText('Experience letter of Divya Nair is verified.').waitFor();
  await queue.close();
});

test('a centre head finds a person, edits the page and sets a last day', async () => {
  const page = await web.open('/staff/details', 'Bina');
  await page.getByText('Divya Nair').first().waitFor();
  await settled(page);
  await web.shot(page, 'staff-list');
  await fits(page);
  await page.goto(`${web.origin}/staff/edit/${staffIds.Divya}`);
  await page.getByLabel('First name').waitFor();
  await settled(page);
  await web.shot(page, 'staff-edit');
  await pick(page, 'Designation', 'Teacher');
  await page.getByRole('textbox', { name: /^Mobile(?! of)/ }).fill('98198 77001');
  await page.getByLabel('PAN').fill('abcde1234f');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/staff/details?staff=*');
  const drawer = page.getByRole('dialog').filter({ hasText: 'Documents needed for approval' });
  await drawer.getByText('••••234F').waitFor();
  await drawer.getByText('98198 77001').first().waitFor();
  await drawer.getByRole('button', { name: 'Leave service' }).click();
  const question = page.getByRole('dialog', { name: 'Set the last day of Divya Nair' });
  await question.getByLabel('Reason').fill('Moves to Nagpur');
  await web.shot(page, 'staff-leave');
  await question.getByRole('button', { name: 'Leave service' }).click();
  await drawer.getByRole('button', { name: 'Remove last day' }).click();
  await page
    .getByRole('dialog', { name: /Remove the last day/ })
    .getByRole('button', { name: 'Remove last day' })
    .click();
  await page.getByText('Divya Nair stays.').waitFor();
  await page.close();
});

test('a sealed number is shown to who may approve, with a reason', async () => {
  const page = await web.open(`/staff/edit/${staffIds.Divya}`, 'Kavi', { centre: ANDHERI, steppedUp: true });
  await page.getByRole('button', { name: 'Show PAN' }).click();
  await page.getByLabel('Why do you need it?').fill('Form 16');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('ABCDE1234F').waitFor();
  const [logged] = await web.server.sql<{ user_id: string }>(
    `select user_id from access_log where contract = 'staff.reveal'`,
  );
  assert.equal(logged?.user_id, people.Kavi.id);
  await page.close();
});

test('a teacher checks in, also without a network; the centre head marks a half by key', async () => {
  const page = await web.open('/staff/home', 'Divya', { worker: true });
  await page.getByText('My documents').waitFor();
  await page.getByRole('button', { name: 'Check in' }).click();
  await page.getByText(/^In .* · no position/).waitFor();
  await settled(page);
  await web.shot(page, 'staff-home');
  await fits(page);
  // From here on what the screen loads later comes from the device.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByText('One check-in waits for the network.').waitFor();
  await page.context().setOffline(false);
  await page.getByText(/^Out .* · no position/).waitFor();
  await page.goto(`${web.origin}/staff/teacherAttendance`);
  await page.getByText('Payable days').waitFor();
  await settled(page);
  await web.shot(page, 'staff-own-month');
  await fits(page);
  await page.close();
  const head = await web.open('/staff/staffAttendance', 'Bina');
  const half = head.getByRole('button', { name: /Morning of Divya Nair/ }).first();
  await half.focus();
  await head.keyboard.press('o');
  await head.getByRole('button', { name: 'Morning of Divya Nair: On duty' }).waitFor();
  await settled(head);
  await web.shot(head, 'staff-register-day');
  await fits(head);
  await head.getByRole('tab', { name: 'Month' }).click();
  await head
    .getByRole('button', { name: /^Divya Nair, / })
    .first()
    .click();
  await head.getByRole('dialog').getByText('Morning').waitFor();
  await settled(head);
  await web.shot(head, 'staff-register-month');
  await fits(head);
  await head.close();
});

test('a teacher asks for leave and sees what it takes; the centre head names a substitute and approves', async () => {
  const { server } = web;
  const friday = await nextFriday();
  await server.sql(
    `insert into leave_entry (franchisee_id, staff_id, type_id, leave_year, halves, kind, ref, on_date)
     select $1, $2, id, $3, 24, 'GRANT', 'test', current_date from leave_type where code = 'CL' and franchisee_id = 1`,
    [ANDHERI, staffIds.Divya, leaveYearOf(friday)],
  );
  const page = await web.open('/staff/home', 'Divya');
  await page.getByRole('link', { name: 'Apply for leave' }).click();
  await pick(page, 'Leave type', 'Casual leave');
  for (const label of ['From', 'To']) {
    await page.getByLabel(label, { exact: true }).fill(friday.split('-').reverse().join('-'));
    await page.keyboard.press('Tab');
  }
  await page.getByText('Balance 12 days; after this leave 11 days').waitFor();
  await page.getByLabel('Reason').fill('My sister’s engagement');
  await settled(page);
  await web.shot(page, 'leave-apply');
  await fits(page);
  await page.getByRole('button', { name: 'Apply for leave' }).click();
  await page.getByText('Applied. Whoever decides is notified.').waitFor();
  await page.waitForURL('**/staff/leaveView/*');
  const path = new URL(page.url()).pathname;
  const head = await web.open('/staff/leaveReport?tab=requests&status=APPLIED', 'Bina');
  await head.getByText('Divya Nair').first().waitFor();
  await head.goto(`${web.origin}${path}`);
  await head.getByRole('button', { name: 'Approve' }).click();
  const question = head.getByRole('dialog', { name: 'Approve the leave of Divya Nair?' });
  await question.getByLabel('Note').fill('Usha takes the class');
  await question.getByRole('button', { name: 'Approve leave' }).click();
  await head.getByText('The leave of Divya Nair is approved.').waitFor();
  await settled(head);
  await web.shot(head, 'leave-approved');
  await fits(head);
  await head.goto(`${web.origin}/staff/dashboard`);
  await head.getByText('Leave to decide').waitFor();
  await settled(head);
  await web.shot(head, 'staff-dashboard');
  await fits(head);
  await head.close();
  await page.goto(`${web.origin}/staff/leaveReport`);
  await page.getByRole('button', { name: 'Casual leave of Divya Nair: 11 days left' }).click();
  await page.getByRole('dialog').getByText('Left: 11 days').waitFor();
  await page.close();
});

/** The first Friday ahead on which the centre works and whose notice is kept. */
async function nextFriday(): Promise<string> {
  const closed = await web.server.sql<{ day: string }>(
    `select on_date::text as day from academic_calendar_day where kind in ('HOLIDAY', 'VACATION', 'CLOSED_UNPLANNED') and on_date > current_date`,
  );
  for (let day = days(2); ; day = addDays(day, 1))
    if (weekdayOf(day) === 'FRI' && !closed.some((one) => one.day === day)) return day;
}

test('head office keeps the small records in tabs; a centre head has the shifts', async () => {
  const page = await web.open('/staff/details?tab=document-kinds', 'Kavi', { centre: null });
  await page.getByText('Child-safety undertaking (POCSO policy)').waitFor();
  await settled(page);
  await web.shot(page, 'staff-document-kinds');
  await page.getByRole('tab', { name: 'Designations' }).click();
  await page.getByRole('link', { name: 'Add designation' }).click();
  await page.getByLabel('Name').fill('Music Teacher');
  await pick(page, 'Category', 'Teaching');
  await page.getByLabel('Position').fill('12');
  await page
    .getByRole('button', { name: /^Save|^Add/ })
    .last()
    .click();
  await page.getByText('Music Teacher').first().waitFor();
  await page.close();
  const centre = await web.open('/staff/details?tab=shifts', 'Bina');
  await centre.getByText('School day').first().waitFor();
  assert.equal(await centre.getByRole('tab', { name: 'Designations' }).count(), 0);
  await settled(centre);
  await web.shot(centre, 'staff-shifts');
  await centre.close();
  // What the browser says of a network that the test took away.
  assert.deepEqual(
    web.problems.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED')),
    [],
  );
});
