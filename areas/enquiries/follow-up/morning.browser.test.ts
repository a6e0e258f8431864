// A counsellor works a morning of leads with the keyboard alone: the order of the queue, one key an outcome, what is
// skipped, snoozed and taken back, the next dates and stages, and the sum at the end. No mouse touches the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { sized } from '@aangan/testkit/prove.ts';
import { settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { people } from '@aangan/testkit/world.ts';
import type { Locator, Page } from 'playwright-core';
import { nextAfterFailed, nextWorkingDay } from '../enquiry/cadence.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

const TODAY = todayIst(new Date());
const TOMORROW = nextWorkingDay(TODAY);
/** Enough for every turn and every slip; a multiple of six. */
const LEADS = sized(42, 60);
const HOUR_MS = 3_600_000;
const OPENS = startOfDay(TODAY).getTime() + 10 * HOUR_MS;

let web: WebPages;
before(async () => {
  web = await webPages();
  // Calls are allowed from 9 to 21 o'clock, whenever this test runs.
  web.server.moveClock(new Date(OPENS));
});
after(() => web?.close());

const nameOf = (i: number): string => `Lead${String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26))}`;
const lateBy = (name: string): number => (name.charCodeAt(4) - 65) * 26 + name.charCodeAt(5) - 65;

/** Leads of Esha; each is late by another number of days, so that the order is known. */
async function leads(): Promise<void> {
  const esha = web.server.as('Esha');
  const capture = (i: number) =>
    esha.call(enquiryContract.capture, {
      guardianName: `Parent ${i}`,
      mobile: String(9_820_300_000 + i),
      children: [{ firstName: nameOf(i), dob: '2023-03-05', classId: 3, programme: 'Regular' }],
      sourceId: sourceIds.walkIn,
      consents: { sms: true },
    });
  for (let i = 0; i < LEADS; i += 6) await Promise.all([0, 1, 2, 3, 4, 5].map((more) => capture(i + more)));
  await web.server.sql(
    `update enquiry e set next_follow_up_on = $1::date - x.late, captured_at = captured_at - x.late * interval '1 day'
       from unnest($2::text[], $3::int[]) x (name, late) where e.child_first_name = x.name`,
    [TODAY, Array.from({ length: LEADS }, (_, i) => nameOf(i)), Array.from({ length: LEADS }, (_, i) => i)],
  );
  const { rows, waiting } = await esha.call(followUpWorkContract.queue, { whose: 'me' });
  assert.equal(waiting, LEADS);
  assert.deepEqual(
    rows.map((row) => row.childName),
    Array.from({ length: rows.length }, (_, i) => nameOf(LEADS - 1 - i)),
    'the longest overdue first',
  );
}

const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next call' }) });

/** Waits for another family than the one before, until it can be logged; its name. */
async function onCard(page: Page, before: string): Promise<string> {
  const link = card(page).getByRole('link').first();
  if (before)
    await card(page).getByRole('link', { name: before, exact: true }).waitFor({ state: 'detached' });
  await link.waitFor();
  const name = (await link.textContent()) ?? '';
  await card(page).getByRole('button', { name: 'Save follow-up' }).waitFor();
  return name;
}

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

interface Done {
  outcome: string;
  next: Day | null;
  stage: string;
}

const failed = (name: string): Done => ({
  outcome: 'failed',
  next: nextAfterFailed(addDays(TODAY, -lateBy(name)), TODAY),
  stage: 'Yet_to_call',
});
const spoke = (next: Day): Done => ({ outcome: 'spoke', next, stage: 'In Conversation' });

/** What the k-th logged family is done with: its keys, and what must stand in the database afterwards. */
async function logOne(page: Page, name: string, k: number): Promise<Done> {
  const enter = (...keys: string[]) => press(page, ...keys, 'Enter');
  if (k >= LEADS - 2) {
    await enter('0');
    await closeByKeys(page);
    return { outcome: 'spoke', next: null, stage: 'Close' };
  }
  if (k >= 20 && k < 23) {
    await enter('8', ...Array.from({ length: k - 20 }, () => 'ArrowRight'));
    return {
      outcome: 'spoke',
      next: k === 22 ? nextWorkingDay(TOMORROW) : TOMORROW,
      stage: 'Appointment Fixed',
    };
  }
  // `l` asks for a language and has a test of its own (allocation/speakers.browser.test.ts).
  const turn = '123456w769'.charAt(k % 10);
  if (turn === '9') {
    await press(page, '9');
    await page.keyboard.type('Talked to both parents');
    // Nobody had fixed an appointment with them: the stage asks, and Space answers.
    await press(page, 'Tab', 'Space', 'Control+Enter');
    return { outcome: 'spoke', next: TOMORROW, stage: 'Online Counselling Done' };
  }
  await enter(turn, ...(turn === '5' ? ['ArrowLeft'] : turn === '7' ? ['ArrowRight'] : []));
  if ('1234'.includes(turn)) return failed(name);
  if (turn === 'w') return { outcome: 'written', next: TOMORROW, stage: 'Yet_to_call' };
  return spoke(turn === '7' ? addDays(TODAY, 3) : TOMORROW);
}

const SKIPS = new Set([0, 7, 14, 21, 28]);
const SNOOZES = new Set([10, 25]);
const UNDONE = new Set([12, 33, 45]);
const FREE_SKIPS = 3;

test(`${LEADS} leads with the keyboard alone: every number at the end is the one of the database`, async () => {
  await leads();
  const page = await web.open('/home', 'Esha', { width: 1440 });
  // There is no telephone here, and the browser's question for one would take the keys.
  await page.addInitScript(() => {
    HTMLAnchorElement.prototype.click = function dialled() {
      document.title = this.href;
    };
  });
  await page.goto(`${web.origin}/forms/followup`);
  await settled(page);
  const first = await onCard(page, '');
  assert.equal(first, nameOf(LEADS - 1));
  await web.shot(page, 'follow-up-queue');
  await otherKeys(page, first);
  const done = new Map<string, Done>();
  let logged = 0;
  let name = '';
  for (let step = 0; logged < LEADS; step += 1) {
    name = await onCard(page, name);
    if (SKIPS.has(step)) await skip(page, [...SKIPS].indexOf(step) >= FREE_SKIPS);
    else if (SNOOZES.has(step)) {
      await press(page, 's');
      const soon = page.getByRole('menuitem', { name: '10 minutes' });
      await soon.waitFor();
      for (let i = 0; i < 4 && !(await isFocused(soon)); i += 1) await press(page, 'ArrowDown');
      await press(page, 'Enter');
    } else if (UNDONE.has(step)) await takeBack(page, name);
    else {
      done.set(name, await logOne(page, name, logged));
      logged += 1;
    }
    // The snoozed ones are back a quarter of an hour later.
    if (step === 30) web.server.moveClock(new Date(OPENS + HOUR_MS / 4));
  }
  assert.equal(done.size, LEADS, 'each family once');
  await card(page).getByText('All done for today.').waitFor();
  await checkRows(done);
  await checkSums(page, [...done.values()]);
  await web.shot(page, 'follow-up-done');
  await page.context().close();
  assert.deepEqual(web.problems, []);
});

/** What the keys do beside logging, and that the help says so; in the list they belong to the row. */
async function otherKeys(page: Page, first: string): Promise<void> {
  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await help.waitFor();
  const told = await help.locator('kbd').allInnerTexts();
  assert.deepEqual(
    ['e', 'a', 'm', 'n', 's', 'u', 'c', 'f', '0', 'w', 'l', 'Esc'].filter((key) => !told.includes(key)),
    [],
  );
  await press(page, 'Escape');
  await help.waitFor({ state: 'detached' });
  const asked = (name: string) => page.getByRole('dialog', { name: `Who looks after ${name}?` });
  await press(page, 'a');
  await asked(first).waitFor();
  await press(page, 'Escape');
  await asked(first).waitFor({ state: 'detached' });
  // The list begins with the longest overdue, too; the second row is another family.
  await page
    .getByRole('table', { name: 'Follow-ups' })
    .getByText(nameOf(LEADS - 2))
    .waitFor();
  await press(page, 'j', 'j', 'a');
  await asked(nameOf(LEADS - 2)).waitFor();
  await press(page, 'Escape');
  await asked(nameOf(LEADS - 2)).waitFor({ state: 'detached' });
  for (const [key, path] of [
    ['e', /forms.enquiry.edit.ENQ-/],
    ['m', /forms.edit.ENQ-.*tab=duplicates/],
  ] as const) {
    await press(page, 'Escape', key);
    await page.waitForURL(path);
    await page.goBack();
    assert.equal(await onCard(page, ''), first);
  }
  await press(page, 'c');
  await card(page).getByText('Your phone dials').waitFor();
  assert.equal(await page.title(), `tel:+91${9_820_300_000 + LEADS - 1}`);
}

async function skip(page: Page, why: boolean): Promise<void> {
  await press(page, 'n');
  if (!why) return;
  const dialog = page.getByRole('dialog', { name: 'Skip this family' });
  await dialog.getByLabel('Why').waitFor();
  await dialog.getByLabel('Why').focus();
  await page.keyboard.type('Their evening is better');
  await pressButton(page, 'Skip this family', 'Skip');
}

/** Logged by a slip: the next family is on the card, and the slip is undone from there. */
async function takeBack(page: Page, name: string): Promise<void> {
  const voided = async () =>
    (await web.server.sql('select from follow_up where voided_at is not null')).length;
  const before = await voided();
  await press(page, '1', 'Enter');
  await page.getByRole('button', { name: `Undo ${name}` }).waitFor();
  await card(page).getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
  await press(page, 'u');
  await page.getByRole('button', { name: `Undo ${name}` }).waitFor({ state: 'detached' });
  assert.equal(await voided(), before + 1);
}

async function checkRows(done: ReadonlyMap<string, Done>): Promise<void> {
  const rows = await web.server.sql<{ name: string; next: Day | null; stage: string; attempts: number }>(
    `select child_first_name as name, next_follow_up_on::text as next, stage_code as stage, attempts from enquiry where child_first_name like 'Lead%'`,
  );
  assert.equal(rows.length, LEADS);
  for (const { name, ...row } of rows) {
    const wanted = done.get(name);
    assert.deepEqual(
      row,
      { next: wanted?.next, stage: wanted?.stage, attempts: wanted?.outcome === 'failed' ? 1 : 0 },
      name,
    );
  }
}

/** Called, reached, left and due next: as the test counts them, the database has them and the card says them. */
async function checkSums(page: Page, done: readonly Done[]): Promise<void> {
  const calls = done.filter((one) => one.outcome !== 'written').length;
  const reached = done.filter((one) => one.outcome === 'spoke').length;
  const next = done.filter((one) => one.next !== null && one.next <= TOMORROW).length;
  const [row] = await web.server.sql(
    `select (select count(*)::int from follow_up where by = $1 and voided_at is null and channel = 'CALL') as calls,
       (select count(distinct subject_id)::int from follow_up where by = $1 and voided_at is null and outcome in ('CALL_BACK', 'DETAILS_SHARED', 'INTERESTED', 'APPOINTMENT', 'COUNSELLED', 'NOT_INTERESTED')) as reached,
       (select count(*)::int from enquiry where owner_id = $1 and is_open and next_follow_up_on <= $2::date) as left,
       (select count(*)::int from enquiry where owner_id = $1 and is_open and next_follow_up_on > $2::date and next_follow_up_on <= $3::date) as next,
       (select count(*)::int from follow_up where by = $1 and voided_at is not null) as undone,
       (select count(*)::int from follow_up_pause where user_id = $1 and kind = 'SKIP') as skips,
       (select count(reason)::int from follow_up_pause where user_id = $1 and kind = 'SKIP') as reasons`,
    [people.Esha.id, TODAY, TOMORROW],
  );
  assert.deepEqual(row, {
    calls,
    reached,
    left: 0,
    next,
    undone: UNDONE.size,
    skips: SKIPS.size,
    reasons: SKIPS.size - FREE_SKIPS,
  });
  const queue = await web.server.as('Esha').call(followUpWorkContract.queue, { whose: 'me' });
  assert.deepEqual([queue.today, queue.waiting, queue.next.n], [{ calls, reached }, 0, next]);
  await card(page)
    .getByText(new RegExp(`${calls} calls, ${reached} reached[.] [A-Z][a-z]+: ${next}[.]`))
    .waitFor();
}

/** Tabs to a button of a dialog and presses it. */
async function pressButton(page: Page, dialogName: string, label: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: dialogName });
  const button = dialog.getByRole('button', { name: label, exact: true });
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await press(page, 'Tab');
    if (await isFocused(button)) break;
  }
  await press(page, 'Enter');
  await dialog.waitFor({ state: 'detached' });
}

/** The reason is asked at once; arrows and Enter answer. */
async function closeByKeys(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Close this enquiry?' });
  await dialog.getByLabel('Reason').first().waitFor();
  await page.keyboard.type('Fees');
  await page.getByRole('option', { name: 'Fees', exact: true }).waitFor();
  await press(page, 'ArrowDown', 'Enter');
  await pressButton(page, 'Close this enquiry?', 'Close the enquiry');
}
