// The bar over an open list in a real browser: it asks by the hint of a notice, only where a list is followed, and shows
// what somebody else added when it is pressed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { settled, type WebPages, watchCalls, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, type PersonName, people } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { asSystem, notify } from '../../shell/public.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';

const REGISTER = '/forms/enquiry/list';
const NEWS = '/api/enquiry/news';
let web: WebPages;
before(async () => {
  web = await webPages({ app: { live: true } });
});
after(() => web?.close());

/** The register, read and quiet, in a browser that holds the stream of hints. */
async function following(who: PersonName, centre: number | null): Promise<Page> {
  const page = await web.open('/profile', who, { width: 1440, centre });
  // The bar also asks by the clock; here only a hint may bring it.
  await page.addInitScript((every) => {
    const real = window.setInterval.bind(window);
    window.setInterval = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      real(run, ms === every ? 3_600_000 : ms, ...rest)) as typeof window.setInterval;
  }, 30_000);
  const calls = watchCalls(page);
  const stream = page.waitForResponse((one) => one.url().endsWith('/api/live') && one.status() === 200);
  const listed = page.waitForResponse((one) => one.url().endsWith('/api/enquiry/list'));
  await page.goto(`${web.origin}${REGISTER}`);
  await Promise.all([stream, listed]);
  await settled(page);
  await calls.settled();
  return page;
}

const tell = (who: PersonName, dedupeKey: string) =>
  inUnitOfWork(web.server.pool, asSystem(), { command: 'test' }, (db) =>
    notify(db, { userId: people[who].id, kind: 'test', title: 'A word', dedupeKey }),
  );
const told = (page: Page) => page.getByRole('button', { name: 'Notices, 1 unread' }).waitFor();

test('a hint that comes to a register of all centres asks for nothing that is refused', async () => {
  const page = await following('Asha', null);
  await page.getByRole('button', { name: /^Select Franchisee/ }).waitFor();
  const refused: string[] = [];
  const asked: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes(NEWS)) asked.push(answer.url());
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  const calls = watchCalls(page);
  await tell('Asha', 'live-bar-network');
  await told(page);
  await calls.settled();
  assert.deepEqual([refused, asked], [[], []]);
  await page.context().close();
});

test('what another person captures is counted at the hint, and its row comes when it is asked for', async () => {
  const page = await following('Bina', ANDHERI);
  const { enquiries } = await web.server.as('Esha').call(enquiryContract.capture, {
    guardianName: 'Lata Joshi',
    mobile: '9820033301',
    children: [{ firstName: 'Reyansh', dob: '2023-03-05', classId: 3 }],
    sourceId: sourceIds.walkIn,
  });
  assert.equal(await page.getByText('Reyansh').count(), 0);
  await tell('Bina', 'live-bar-centre');
  await told(page);
  const bar = page.getByRole('status').filter({ hasText: '1 new' });
  await bar.waitFor();
  await web.shot(page, 'live-bar');
  await bar.getByRole('button', { name: 'Show' }).click();
  await page.getByText('Reyansh').first().waitFor();
  await page
    .getByText(enquiries[0]?.enquiryCode ?? '')
    .first()
    .waitFor();
  await bar.waitFor({ state: 'detached' });
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
