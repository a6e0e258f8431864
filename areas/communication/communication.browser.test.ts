// The thread of the area in a real browser: Bina closes the centre for a day, Gita acknowledges it; an event has places, and
// what is taken is not promised again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { carryOut } from './communication-testing.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('an announcement is written, read, acknowledged, and the bar says who is left', async () => {
  const page = await web.open('/announcement/add-announcement', 'Bina');
  await page.getByLabel('Title', { exact: true }).fill('Closed today');
  await page.getByLabel('Text', { exact: true }).fill('It rains too much. Please keep the children at home.');
  await page.getByText('Ask everyone to acknowledge it').click();
  await settled(page);
  await web.shot(page, 'announcement-form');
  await fits(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('tab', { name: 'Not yet' }).waitFor();
  await carryOut(web.server, new Date());

  const feed = await web.open('/announcement/announcement-view', 'Gita', { width: 390 });
  await feed.getByRole('link', { name: 'Closed today' }).click();
  await feed.getByRole('button', { name: 'I have read this' }).click();
  await feed.getByRole('button', { name: 'I have read this' }).waitFor({ state: 'detached' });
  await settled(feed);
  await web.shot(feed, 'announcement-read');
  await fits(feed);
  await feed.close();

  await page.reload();
  await page.getByRole('tab', { name: 'Acknowledged' }).click();
  await page.getByRole('cell', { name: /Gita Iyer/ }).waitFor();
  await page.getByRole('tab', { name: 'Not yet' }).click();
  await page.getByRole('cell', { name: /Mother of Kabir/ }).waitFor();
  assert.equal(await page.getByRole('cell', { name: /Gita Iyer/ }).count(), 0);
  await settled(page);
  await web.shot(page, 'announcement-left');
  await page.close();
});

test('an event with three places: two adults and the child take them, a third adult is refused', async () => {
  const on = addDays(todayIst(new Date()), 10);
  const page = await web.open('/eventcalendar/add-event-calendar', 'Bina');
  await page.getByLabel('Title', { exact: true }).fill('Annual day');
  await page.getByLabel('Date', { exact: true }).fill(formatDate(on));
  await page.keyboard.press('Tab'); // its calendar lies over the next field
  await page.getByText('All day', { exact: true }).click();
  await pick(page, 'Answers of families', 'Yes or no, and how many adults');
  await page.getByLabel('Places').fill('3');
  await settled(page);
  await web.shot(page, 'event-form');
  await fits(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/view-calendar/);
  const path = new URL(page.url()).pathname;

  const family = await web.open(path, 'Gita', { width: 390 });
  await family.getByText('3 places left').waitFor();
  await family.getByText('Yes', { exact: true }).click();
  await family.getByLabel('Adults who come along').fill('3');
  await family.getByRole('button', { name: 'Save answer' }).click();
  await family.getByText('3 places left, you asked for 4.').waitFor();
  await family.getByLabel('Adults who come along').fill('2');
  await family.getByRole('button', { name: 'Save answer' }).click();
  await family.getByText('0 places left').waitFor();
  await settled(family);
  await web.shot(family, 'event-answer');
  await fits(family);
  await family.close();
  await page.reload();
  await page.getByText('Aarav').first().waitFor();
  await page.close();
});

test('nothing went wrong on the way', () => {
  assert.deepEqual(web.problems, []);
});
