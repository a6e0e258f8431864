// What open tabs hear at once (shell.md 5 'Live channel', decision 0011): the end of the session, changed rights, a new
// notice; and that the tab still learns of it by the clock when the channel is away. With the broken twin.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { watchCalls } from '@aangan/testkit/web-pages.browser.ts';
import { type PersonName, people } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { asSystem, notify } from '../../areas/shell/public.server.ts';
import { type WebTest, webTest } from './browser-testing.ts';

// The promises, printed beside what was measured. What fails a test is an answer that only the clock can have brought:
// a machine that runs other tests beside this one is slow, but not by so much.
const WITHIN_MS = 1_000;
const LEAVE_MS = 2_000;
const BY_THE_CLOCK_MS = 15_000;
const ENDED = 'Your session has ended. Please sign in again.';
let t: WebTest;
before(async () => {
  t = await webTest({ areas: 'all', app: { live: true } });
});
after(() => t?.close());

const streamOf = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/live') && response.status() === 200);

/** A signed-in profile page whose browser holds the stream, and whose menu is there. */
async function following(who: PersonName) {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, who);
  const stream = streamOf(page);
  await page.goto(`${t.origin}/profile`);
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await Promise.all([stream, page.waitForFunction(() => localStorage.getItem('menu') !== null)]);
  return { page, context };
}

const endSessionsOf = (name: 'Esha' | 'Farid') =>
  t.server.sql(
    `update session set ended_at = now(), end_reason = 'REVOKED' where ended_at is null and user_id = $1`,
    [people[name].id],
  );

test('a session that is ended elsewhere leaves every open tab at once, and says why', async () => {
  const { page, context } = await following('Esha');
  const other = await context.newPage();
  await other.goto(`${t.origin}/profile/dashboard`);
  await other.getByRole('heading', { level: 1, name: /Esha/ }).waitFor();
  await page.waitForFunction(() => document.readyState === 'complete');
  const began = Date.now();
  await endSessionsOf('Esha');
  await Promise.all([page, other].map((tab) => tab.getByText(ENDED).waitFor()));
  const ms = Date.now() - began;
  publishFigure({ promise: 'live', case: 'session ended, two tabs', ms, limitMs: LEAVE_MS });
  assert.ok(ms < BY_THE_CLOCK_MS, `${ms} ms`);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  await context.close();
});

test('shell story 18: an approval shows in the menu within a second, without a reload', async () => {
  const { page, context } = await following('Usha');
  const links = () =>
    page.evaluate(() => {
      const menu = JSON.parse(localStorage.getItem('menu') ?? '[]') as {
        groups: { items: { link: string }[] }[];
      }[];
      return menu.flatMap(({ groups }) => groups.flatMap(({ items }) => items.map(({ link }) => link)));
    });
  const before = await links();
  const refused = await context.newPage();
  await refused.goto(`${t.origin}/students/details/page/1`);
  await refused.getByText(/You do not have access to/).waitFor();
  await refused.close();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const began = Date.now();
  await t.server.sql(
    `insert into user_approval_code (user_id, code, franchisee_id) values ($1, 'USER_STAFF_APPROVED', $2)`,
    [people.Usha.id, people.Usha.at],
  );
  await page.waitForFunction(
    () => (localStorage.getItem('menu') ?? '').includes('"/students/details/page/1"'),
    undefined,
    { polling: 20 },
  );
  const ms = Date.now() - began;
  publishFigure({ promise: 'live', case: 'approved, item in the menu', ms, limitMs: WITHIN_MS });
  const after = await links();
  assert.ok(
    after.includes('/students/details/page/1') && !before.includes('/students/details/page/1'),
    after.join(),
  );
  assert.ok(ms < BY_THE_CLOCK_MS, `${ms} ms`);
  assert.equal(await page.evaluate(() => 'sameDocument' in window), true);
  await context.close();
});

test('a notice stands under the bell at once', async () => {
  const { page, context } = await following('Divya');
  await page.getByRole('button', { name: /^Notices/ }).waitFor();
  const began = Date.now();
  await inUnitOfWork(t.server.pool, asSystem(), { command: 'test' }, (db) =>
    notify(db, { userId: people.Divya.id, kind: 'test', title: 'A word', dedupeKey: 'live-browser' }),
  );
  await page.getByRole('button', { name: 'Notices, 1 unread' }).waitFor();
  const ms = Date.now() - began;
  publishFigure({ promise: 'live', case: 'notice under the bell', ms, limitMs: WITHIN_MS });
  assert.ok(ms < BY_THE_CLOCK_MS, `${ms} ms`);
  await context.close();
});

test('a notice that comes while the first answer is on its way is not lost', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  const stream = streamOf(page);
  let read = () => {};
  const wasRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // The answer of the database is there, but not yet with the browser.
  await page.route('**/api/notice/list**', async (route) => {
    const response = await route.fetch();
    read();
    await mayAnswer;
    await route.fulfill({ response }).catch(() => undefined);
  });
  await page.goto(`${t.origin}/profile`);
  await Promise.all([stream, wasRead, page.waitForFunction(() => localStorage.getItem('menu') !== null)]);
  await page.waitForLoadState('load');
  await inUnitOfWork(t.server.pool, asSystem(), { command: 'test' }, (db) =>
    notify(db, { userId: people.Bina.id, kind: 'test', title: 'A word', dedupeKey: 'live-early' }),
  );
  answer();
  await page.getByRole('button', { name: 'Notices, 1 unread' }).waitFor();
  await context.close();
});

test('somebody who logs out is not told that the session has ended, in no tab', async () => {
  const { page, context } = await following('Esha');
  const other = await context.newPage();
  const calls = [watchCalls(page), watchCalls(other)];
  await other.goto(`${t.origin}/profile`);
  await other.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  // What a tab asks at its start is rightly refused when it arrives after the end.
  for (const { settled } of calls) await settled();
  const refused: string[] = [];
  context.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  // The answer is held until the hint, which the server sends at the same moment, must have arrived.
  await context.route('**/api/logout', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Logout').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Sign in' }).waitFor()));
  assert.deepEqual(refused, []);
  assert.equal(await page.getByText(ENDED).isVisible(), false);
  assert.equal(await other.getByText(ENDED).isVisible(), false);
  await context.close();
});

test('one tab of a browser holds the stream; when it is closed another one takes over', async () => {
  const { page, context } = await following('Omkar');
  const second = await context.newPage();
  let streams = 0;
  second.on('request', (request) => {
    if (request.url().endsWith('/api/live')) streams += 1;
  });
  await second.goto(`${t.origin}/profile`);
  await second.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await second.waitForLoadState('load');
  assert.equal(streams, 0, 'the second tab waits');
  const taken = streamOf(second);
  await page.close();
  await taken;
  await context.close();
});

test('broken twin: without the channel nothing is heard at once, and the clock tells it within a minute', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Farid');
  await context.route('**/api/live', (route) => route.abort());
  await page.clock.install();
  const calls = watchCalls(page);
  await page.goto(`${t.origin}/profile`);
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  // A call of the start that arrives after the end would tell the tab at once.
  await calls.settled();
  await endSessionsOf('Farid');
  await page.clock.runFor(2_000);
  assert.equal(await page.getByText(ENDED).isVisible(), false, 'the twin is red: nobody told the tab');
  await page.clock.runFor(75_000);
  await page.getByText(ENDED).waitFor();
  await context.close();
});
