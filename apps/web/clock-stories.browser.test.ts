// Acceptance stories of the shell (areas/shell.md 10) that happen by the clock: banners, alerts that return, and scripts
// that never come.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { people } from '@aangan/testkit/world.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { enquiryContract } from '../../areas/enquiries/enquiry/enquiry.contract.ts';
import { sourceIds } from '../../areas/enquiries/enquiry-sources.ts';
import { changeAnswer, eventually, type WebTest, webTest } from './browser-testing.ts';

const TWO_HOURS_MS = 7_200_000;

let t: WebTest;
before(async () => {
  t = await webTest({ areas: 'all' });
});
after(() => t?.close());

/** A signed-in page whose clock the test moves. The server's clock must not correct it: its replies say no time. */
async function atTime(context: BrowserContext, page: Page, time: string): Promise<void> {
  await context.route(/\/api\/(?!live$)/, (route) =>
    changeAnswer(route, (body: { serverTime?: string }) => {
      if (!route.request().url().endsWith('/api/admin/me')) return body;
      const { serverTime: _time, ...me } = body;
      return me;
    }),
  );
  await page.clock.install({ time: new Date(time) });
}

/**
 * The page is opened again at a later time. Hours that pass in jumps would give up its calls that are on their way, and sign
 * out its idle user.
 */
async function reopenAt(page: Page, time: number): Promise<void> {
  await page.clock.setSystemTime(time);
  await page.reload({ waitUntil: 'commit' });
}

/** Notes the page's time at which a text is drawn from now on, over a reload too; a look at one moment could come too early. */
async function noteDrawn(page: Page, text: string): Promise<() => Promise<number>> {
  const note = (wanted: string) => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes(wanted) && !sessionStorage.getItem('drawn'))
        sessionStorage.setItem('drawn', String(Date.now()));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  };
  await page.evaluate(() => sessionStorage.removeItem('drawn'));
  await page.addInitScript(note, text);
  await page.evaluate(note, text);
  return () => page.evaluate(() => Number(sessionStorage.getItem('drawn')));
}

test('shell story 10: training banners stand at 70 and 140 px, by the clock, with their actions, and come back after two hours', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Asha');
  await atTime(context, page, '2026-11-25T09:44:00+05:30');
  await trainings(context, [
    { id: 7, fromTime: '10:00', toTime: '13:00', can: { register: true, join: true, feedback: true } },
  ]);
  await page.goto(`${t.origin}/profile`);
  const schedule = page.getByText('Training Scheduled At 10:00 AM, 25-11-2026');
  const join = page.getByText('Training Starts At 10:00 AM, 25-11-2026');
  await schedule.waitFor();
  assert.equal(await join.isVisible(), false, '09:44: more than 15 minutes away');
  await page.clock.runFor('02:00');
  await join.waitFor();
  await page.getByRole('button', { name: 'Register', exact: true }).waitFor();
  const top = async (text: typeof join) =>
    Math.round((await text.locator('xpath=ancestor::*[@role="status"][1]').boundingBox())?.y ?? 0);
  assert.deepEqual([await top(schedule), await top(join)], [70, 140]);
  await page.clock.runFor('04:30');
  await join.locator('xpath=ancestor::*[@role="status"][1]').getByRole('button', { name: 'Dismiss' }).click();
  await join.waitFor({ state: 'detached' });
  const closed = await page.evaluate(() => Date.now());
  const drawn = await noteDrawn(page, 'Training Starts At 10:00 AM, 25-11-2026');
  await reopenAt(page, closed + TWO_HOURS_MS - 60_000);
  await schedule.waitFor();
  await page.clock.runFor('01:30');
  await join.waitFor();
  assert.ok((await drawn()) - closed >= TWO_HOURS_MS - 10_000, 'not before two hours are over');
  await reopenAt(page, Date.parse('2026-11-25T12:59:15+05:30'));
  await join.waitFor();
  await page.clock.runFor('01:30');
  await join.waitFor({ state: 'detached' });
  await schedule.waitFor({ state: 'detached' });
  await page.getByText('Training Ended At 01:00 PM, 25-11-2026').waitFor();
  await page.getByRole('button', { name: 'Share Feedback' }).click();
  await page.waitForURL(/\/trainer-led\/trainer-feedback\/7$/);
  await context.close();
});

/** What the training area answers about trainings: this page's time is not the server's. */
async function trainings(context: BrowserContext, rows: readonly object[]): Promise<void> {
  await context.route('**/api/online-meeting/meeting-info', (route) =>
    route.fulfill({
      json: rows.map((row) => ({ fromDate: '2026-11-25', toDate: '2026-11-25', ...row })),
    }),
  );
}

test('shell story 11: an empty and an absent list of meetings say their texts, and the button comes back', async () => {
  for (const [meetings, text] of [
    [[], 'Meeting details not founds!'],
    [null, 'Meeting details not found!'],
  ] as const) {
    const { page, context } = await t.visit('/icon.svg');
    await t.signIn(context, 'Asha');
    await atTime(context, page, '2026-11-25T09:50:00+05:30');
    await trainings(context, [
      { id: 7, fromTime: '10:00', toTime: '11:00', can: { join: true }, trainingOnlineMeetings: meetings },
    ]);
    await page.goto(`${t.origin}/profile`);
    const button = page.getByRole('button', { name: 'Join Meeting' });
    await button.click();
    await page.getByText(text, { exact: true }).waitFor();
    assert.equal(await button.isEnabled(), true);
    await context.close();
  }
});

test('the fixed calls of a training: the meeting without quotes, the answer by the training of the meeting; a failure reaches the log alone', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Asha');
  await atTime(context, page, '2026-11-25T09:50:00+05:30');
  const day = { fromTime: '10:00', toTime: '11:00', trainingOnlineMeetings: [{ id: 'm-1', trainingID: 41 }] };
  const can = { register: true, accept: true, reject: true, join: true, feedback: true };
  await trainings(context, [{ ...day, can }]);
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
  let status = 503;
  let answer: object = {};
  const answers: string[] = [];
  await context.route(/\/api\/teacher-training\/(update-response|get-url)/, (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    answers.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`.trim());
    return route.fulfill({ status, json: answer });
  });
  await page.goto(`${t.origin}/profile`);
  // Row 36: RegisterStaff, joinTrainingMeeting and trainerFeedback lead to their screens.
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL(/\/trainer-led\/register-staff\/41$/);
  await page.goto(`${t.origin}/profile`);
  await page.getByRole('button', { name: 'Accept' }).click();
  await eventually(async () =>
    logged.some((line) => /The answer to a training was not kept: 503/.test(line)),
  );
  assert.equal(await page.getByRole('alert').count(), 0, 'no message');
  status = 200;
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('button', { name: 'Reject' }).waitFor({ state: 'detached' });
  // What the server says about a meeting, else a general message; the button comes back each time.
  const join = page.getByRole('button', { name: 'Join Meeting' });
  for (const [says, text] of [
    [{ message: 'The host has not come yet.' }, 'The host has not come yet.'],
    [{}, 'Something went wrong. Please try again.'],
  ] as const) {
    [status, answer] = [409, says];
    await join.click();
    await page.getByText(text, { exact: true }).waitFor();
    assert.equal(await join.isEnabled(), true);
  }
  [status, answer] = [200, { referenceID: 'r-9' }];
  await join.click();
  await page.waitForURL(/\/trainer-led\/join\/r-9$/);
  const id = people.Asha.id;
  assert.deepEqual(answers, [
    `PUT /api/teacher-training/update-response/41 {"teacherUserID":"${id}","response":"ACCEPTED"}`,
    `PUT /api/teacher-training/update-response/41 {"teacherUserID":"${id}","response":"DECLINED"}`,
    ...Array.from({ length: 3 }, () => 'GET /api/teacher-training/get-url?meetingID=m-1'),
  ]);
  await reopenAt(page, Date.parse('2026-11-25T11:00:05+05:30'));
  await page.getByRole('button', { name: 'Share Feedback' }).click();
  await page.waitForURL(/\/trainer-led\/trainer-feedback\/41$/);
  await context.route('**/api/online-meeting/meeting-info', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'No trainings' } }),
  );
  await page.goto(`${t.origin}/profile`);
  await eventually(async () => logged.some((line) => /Trainings were not read: 500/.test(line)));
  assert.equal(await page.getByText('No trainings').count(), 0, 'no message');
  await context.close();
});

test('shell story 12: a closed enquiry alert is back after two hours, also over a reload; not on /forms/enquiry', async () => {
  for (const [i, firstName] of ['Anaya', 'Kabir', 'Myra'].entries())
    await t.server.as('Esha').call(enquiryContract.capture, {
      mobile: `982010000${i}`,
      guardianName: 'Gita Rao',
      sourceId: sourceIds.walkIn,
      children: [{ firstName, dob: '2023-03-05', classId: 3 }],
    });
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  await atTime(context, page, '2026-11-25T10:00:00+05:30');
  await page.goto(`${t.origin}/profile`);
  const alert = page.getByText('3 enquiries are yet to call');
  await alert.waitFor();
  assert.match(
    String(await alert.getAttribute('href')),
    /^\/forms\/enquiry\/list\?.*Suspect.*Yet_to_call|^\/forms\/enquiry\/list\?.*Yet_to_call.*Suspect/,
  );
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await alert.waitFor({ state: 'detached' });
  const closed = await page.evaluate(() => Date.now());
  const drawn = await noteDrawn(page, '3 enquiries are yet to call');
  await reopenAt(page, closed + TWO_HOURS_MS - 60_000);
  // Only of the new page: an answer that the reload cut off never ends.
  let counted = false;
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/enquiry/enquiry-count')) counted = true;
  });
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await eventually(async () => counted);
  await page.clock.runFor('01:30');
  await alert.waitFor();
  assert.ok((await drawn()) - closed >= TWO_HOURS_MS - 10_000, 'not before two hours are over');
  await page.goto(`${t.origin}/forms/enquiry/list`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await alert.isVisible(), false, 'on /forms/enquiry');
  await context.close();
});

test('what a busy server did not give at the start undoes no choice, and is there a minute later by itself', async () => {
  const { page, context } = await t.visit('/icon.svg');
  await t.signIn(context, 'Bina');
  // From the beginning: a page whose time jumps by days signs its idle user out.
  await atTime(context, page, '2026-11-25T10:00:00+05:30');
  await page.goto(`${t.origin}/profile`);
  const centre = page.getByRole('button', { name: /Andheri/ }).first();
  await centre.waitFor();
  const asked = new Set<string>();
  await context.route(/menu\/get|franchisee\/active|franchiseeAcademicYears/, (route) => {
    const path = new URL(route.request().url()).pathname;
    if (asked.has(path)) return route.fallback();
    asked.add(path);
    const message = 'Service Unavailable!';
    return route.fulfill({ status: 503, json: { statusCode: 503, code: 'server.busy', message } });
  });
  await page.reload();
  const problem = page.getByText('The menu could not be loaded');
  await problem.waitFor();
  const dialog = page.getByRole('dialog', { name: 'The menu could not be loaded' });
  await dialog.getByRole('alert').getByText('Service Unavailable!').waitFor();
  assert.equal(asked.size, 3);
  assert.match(String(await page.evaluate(() => localStorage.getItem('franchisee'))), /Andheri/);
  const whole = page.getByRole('button', { name: /Andheri.*2026-2027/ }).first();
  // In steps: time that runs ahead of a call gives the call up, and only the next minute asks again.
  for (let steps = 0; steps < 20 && ((await problem.isVisible()) || !(await whole.isVisible())); steps += 1) {
    await page.clock.runFor(10_000);
    await whole.waitFor({ timeout: 3_000 }).catch(() => undefined);
  }
  await whole.waitFor();
  await problem.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Enquiries' }).first().waitFor();
  await context.close();
});

test('shell story 24: a chunk that never comes is given up after 120 s: one reload, then the panel, never a loop', async () => {
  const context = await t.browser.newContext({ serviceWorkers: 'block' });
  await t.signIn(context, 'Esha');
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${t.origin}/profile`);
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  // The area's script never arrives, however often it is asked for.
  let hung: (url: string) => void = () => undefined;
  await context.route(/\/assets\/area\.web.*\.js$/, (route) => hung(route.request().url()));
  const nextHung = () =>
    new Promise<string>((resolve) => {
      hung = resolve;
    });
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const waits = nextHung();
  await page.evaluate(() => {
    window.history.pushState({}, '', '/forms/enquiry/list');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waits;
  await page.clock.runFor(119_000);
  assert.equal(loads, 0, 'not before 120 s');
  const reloaded = page.waitForEvent('load');
  const waitsAgain = nextHung();
  await page.clock.runFor(2_000);
  await reloaded;
  await waitsAgain;
  const panel = page.getByText('This screen could not be loaded.');
  for (let i = 0; i < 5 && !(await panel.isVisible()); i += 1) await page.clock.runFor(61_000);
  await panel.waitFor();
  await page.clock.runFor(300_000);
  publishFigure({ promise: 'B6', case: 'a chunk that never comes', reloads: loads });
  assert.equal(loads, 1, 'one reload');
  await context.close();
});
