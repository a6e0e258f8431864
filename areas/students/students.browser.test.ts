// The students' screens in a real browser on the demo network: the family's home on a phone, the strength of a centre,
// the list and every tab of a child's page; and the payments of a child at the approver's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, fits, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

test('a parent on a phone sees what is due and pays from the own child’s page', async () => {
  const page = await web.open('/student/dashboard', 'Gita', { width: 390 });
  await page.getByRole('heading', { name: 'Fees', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Class and centre' }).waitFor();
  await page.getByRole('heading', { name: 'Receipts' }).waitFor();
  await fits(page);
  assert.deepEqual(await axe(page), []);
  await web.shot(page, 'parent-home-demo');
  await page.setViewportSize({ width: 390, height: 860 });
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(/\/admission-payments\/[\w-]{22}$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().close();
});

test('staff see the strength of their centre, the list, and every tab of a child', async () => {
  const page = await web.open('/student/dashboard', 'Bina', { width: 1440 });
  await page.getByRole('heading', { name: 'Children and places by class' }).waitFor();
  await web.shot(page, 'strength');
  const [child] = await web.server.sql<{ id: string; name: string }>(
    `select s.id, s.name from student s join fee_account a on a.student_id = s.id join admission d on d.student_id = s.id
      where s.franchisee_id = $1 and s.state = 'STUDYING' order by s.name limit 1`,
    [ANDHERI],
  );
  await page.goto(`${web.origin}/students/details/page/1?q=${encodeURIComponent(child?.name ?? '')}`);
  await page
    .getByText(child?.name ?? '')
    .first()
    .waitFor();
  await web.shot(page, 'student-list');
  await page.goto(`${web.origin}/students/edit/${child?.id}`);
  for (const [tab, text] of [
    ['Overview', 'First contact'],
    ['Years', 'One line per academic year'],
    ['Fees', 'Instalments'],
    ['Admission', 'What was checked'],
    ['Documents and people', 'People to call and at the gate'],
    ['History', 'Who changed what'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(text).first().waitFor({ timeout: 60_000 });
    await web.shot(page, `profile-${tab.split(' ')[0]?.toLowerCase()}`);
  }
  await page.context().close();
});

test('children without a section are chosen and moved; the roster prints and shows photos', async () => {
  const page = await web.open('/students/detail', 'Bina', { width: 1440 });
  await page
    .getByRole('link', { name: /^No section: / })
    .first()
    .waitFor();
  await web.shot(page, 'class-cards');
  await page
    .getByRole('link', { name: /^No section: / })
    .first()
    .click();
  await page.getByRole('checkbox', { name: /^Choose all of No section/ }).waitFor();
  await page
    .getByRole('checkbox', { name: /^Choose [A-Z][a-z]+ / })
    .first()
    .check();
  await web.shot(page, 'class-sections');
  await page
    .getByRole('button', { name: /^Move to / })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('From').waitFor();
  await web.shot(page, 'place-dialog');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 860 });
  await fits(page);
  await web.shot(page, 'class-sections-phone');
  await page.getByRole('link', { name: 'Open roster' }).first().click();
  await page.getByRole('columnheader', { name: 'Roll' }).waitFor();
  await fits(page);
  await web.shot(page, 'section-roster-phone');
  await page.setViewportSize({ width: 1440, height: 860 });
  await page.getByText('Photos', { exact: true }).click();
  await web.shot(page, 'section-photos');
  await page.getByText('List', { exact: true }).click();
  await web.shot(page, 'section-roster');
  await page.context().close();
});

test('who approves payments sees the payments of one child with where the money goes', async () => {
  const [payment] = await web.server.sql<{ id: string }>(
    `select fee_account_id as id from payment where franchisee_id = $1 and mode <> 'ONLINE' and fee_account_id is not null order by (status = 'APPROVAL_WAITING') desc limit 1`,
    [ANDHERI],
  );
  assert.ok(payment);
  const page = await web.open(`/approve-payment/approve-payment-details/${payment.id}`, 'Chetan', {
    width: 1440,
    centre: ANDHERI,
  });
  await page.getByRole('heading', { level: 1, name: /^Payments of / }).waitFor();
  await page.getByText('Open instalments').first().waitFor();
  await web.shot(page, 'approve-details');
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
