// The other sides of the counsellor's desk in a real browser on the demo network: calendar, visits, what waits for a
// decision, calls, contact outside the queue, plans, and the working screen with its tabs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startOfDay, todayIst } from '@aangan/contract/period.ts';
import { axe, fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

const HOUR_MS = 3_600_000;
let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
  web.server.moveClock(new Date(startOfDay(todayIst(new Date())).getTime() + 10 * HOUR_MS));
});
after(() => web?.close());

test('calendar, visits, proposals and calls open from the queue, fit and are accessible', async () => {
  const page = await web.open('/forms/followup', 'Esha', { width: 1440 });
  await page.getByRole('button', { name: 'Save follow-up' }).waitFor();
  await settled(page);
  await web.shot(page, 'demo-queue');
  assert.deepEqual(await axe(page), []);
  for (const [tab, sign] of [
    ['Calendar', 'Month after'],
    ['Visits', 'Day after'],
    ['To decide', 'Close'],
    ['Call log', 'We called'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(sign).or(page.getByLabel(sign)).first().waitFor();
    await settled(page);
    await web.shot(page, `demo-${tab.toLowerCase().replaceAll(' ', '-')}`);
    await fits(page);
    assert.deepEqual(await axe(page), [], tab);
  }
  await page.getByRole('link', { name: /Close enquiries/ }).click();
  await page.getByText('Lost because').waitFor();
  await settled(page);
  await web.shot(page, 'demo-closed');
  await page.context().close();
});

test('the parent called in: found by number and logged; an unknown number begins an enquiry with it', async () => {
  const { rows } = await web.server.as('Esha').call(followUpWorkContract.queue, { whose: 'all' });
  const known = rows[0];
  assert.ok(known);
  const [{ phone } = { phone: '' }] = await web.server.sql<{ phone: string }>(
    'select phone_norm as phone from enquiry where id = $1',
    [known.id],
  );
  const page = await web.open('/forms/manualFollowup', 'Esha', { width: 1440 });
  await page.getByLabel('Mobile', { exact: true }).last().fill(phone);
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: `Choose ${known.childName}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save follow-up' }).waitFor();
  await web.shot(page, 'demo-manual');
  await page.getByRole('button', { name: /Spoke: interested/ }).click();
  await page.getByRole('button', { name: 'Save follow-up' }).click();
  await page.getByText(/Follow-up saved. Next on/).waitFor();
  const [line] = await web.server.sql(
    'select direction, channel, outcome from follow_up where subject_id = $1 order by created_at desc limit 1',
    [known.id],
  );
  assert.deepEqual(line, { direction: 'IN', channel: 'CALL', outcome: 'INTERESTED' });
  await page.getByLabel('Mobile', { exact: true }).last().fill('98199 55555');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New enquiry with this number' }).click();
  await page.getByRole('heading', { name: 'New enquiry' }).waitFor();
  assert.equal(await page.getByLabel('Mobile', { exact: true }).inputValue(), '98199 55555');
  assert.ok(!page.url().includes('55555'), 'no number in an address');
  await page.goto(`${web.origin}/forms/manualFollowup?tab=plan`);
  await page.getByRole('button', { name: 'Plan all that are found' }).click();
  await page.getByRole('button', { name: /^Set \d+ dates?$/ }).waitFor();
  await web.shot(page, 'demo-plan');
  await page.context().close();
});

test('the working screen: keys, tabs that show something real, the next family of the queue', async () => {
  const { rows } = await web.server.as('Esha').call(followUpWorkContract.queue, { whose: 'all' });
  const [first, second] = rows;
  assert.ok(first && second);
  const page = await web.open(`/forms/edit/${first.enquiryCode}`, 'Esha', { width: 1440 });
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await settled(page);
  await web.shot(page, 'demo-working');
  for (const tab of ['Seats', 'Messages', 'Consents', 'Audit', 'Family']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await settled(page);
  }
  assert.deepEqual(await axe(page), []);
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await web.shot(page, 'demo-keys');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 1, name: second.childName }).waitFor();
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 1, name: first.childName }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: /Who looks after/ }).waitFor();
  await fits(page);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
