// A counsellor works a morning of leads with the keyboard alone: the order of the queue, one key an outcome, the next
// dates, and the card at the end. No mouse touches the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import type { Page } from 'playwright-core';
import { nextAfterFailed, nextWorkingDay } from '../enquiry/cadence.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

const TODAY = todayIst(new Date());
const LEADS = 12;
const HOUR_MS = 3_600_000;

let web: WebPages;
before(async () => {
  web = await webPages();
  // Calls are allowed from 9 to 21 o'clock, whenever this test runs.
  web.server.moveClock(new Date(startOfDay(TODAY).getTime() + 10 * HOUR_MS));
});
after(() => web?.close());

const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next call' }) });
/** The family stands on the card and can be logged. */
const onCard = async (page: Page, name: string): Promise<void> => {
  await card(page).getByRole('link', { name, exact: true }).waitFor();
  await card(page).getByRole('button', { name: 'Save follow-up' }).waitFor();
};

/** Twelve leads of Esha; each is late by another number of days, so that the order is known. */
async function leads(): Promise<string[]> {
  const esha = web.server.as('Esha');
  for (let i = 0; i < LEADS; i += 1) {
    const { enquiries } = await esha.call(enquiryContract.capture, {
      guardianName: `Parent ${i}`,
      mobile: String(9_820_300_000 + i),
      children: [
        {
          firstName: `Lead${String.fromCharCode(65 + i)}`,
          dob: '2023-03-05',
          classId: 3,
          programme: 'Regular',
        },
      ],
      sourceId: sourceIds.walkIn,
      consents: { sms: true },
    });
    await web.server.sql(
      `update enquiry set next_follow_up_on = $2::date - $3::int, captured_at = captured_at - ($3 || ' days')::interval where id = $1`,
      [enquiries[0]?.id, TODAY, i],
    );
  }
  const { rows } = await esha.call(followUpWorkContract.queue, { whose: 'me' });
  assert.equal(rows.length, LEADS);
  assert.ok(rows.every((row, i) => i === 0 || (rows[i - 1]?.score ?? 0) >= row.score));
  return rows.map((row) => row.childName);
}

interface Deed {
  keys: readonly string[];
  /** What is typed into the note after the outcome's key. */
  note?: string;
  /** The next date that must stand afterwards. */
  next: string | null;
}

test('a counsellor works a morning of leads with the keyboard alone', async () => {
  const order = await leads();
  const page = await web.open('/home', 'Esha', { width: 1440 });
  // There is no telephone here, and the browser's question for one would take the keys.
  await page.addInitScript(() => {
    HTMLAnchorElement.prototype.click = function dialled() {
      document.title = this.href;
    };
  });
  await page.goto(`${web.origin}/forms/followup`);
  await settled(page);
  const [first = '', ...others] = order;
  await onCard(page, first);
  await web.shot(page, 'follow-up-queue');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
  // Skipped: it comes back at the end of the morning.
  await page.keyboard.press('n');
  await onCard(page, others[0] ?? '');
  const tomorrow = nextWorkingDay(TODAY);
  const failed = (name: string) => nextAfterFailed(addDays(TODAY, -lateBy(name)), TODAY);
  const deeds: readonly ((name: string) => Deed)[] = [
    (name) => ({ keys: ['1', 'Enter'], next: failed(name) }),
    (name) => ({ keys: ['2', 'Enter'], next: failed(name) }),
    (name) => ({ keys: ['3', 'Enter'], next: failed(name) }),
    (name) => ({ keys: ['4', 'Enter'], next: failed(name) }),
    () => ({ keys: ['5', 'ArrowLeft', 'Enter'], next: tomorrow }),
    () => ({ keys: ['6', 'Enter'], next: tomorrow }),
    () => ({ keys: ['7', 'ArrowRight', 'Enter'], next: addDays(TODAY, 3) }),
    () => ({ keys: ['8', 'Enter'], next: tomorrow }),
    () => ({ keys: ['9'], note: 'Met both parents at the gate', next: tomorrow }),
    () => ({ keys: ['0', 'Enter'], next: null }),
    () => ({ keys: ['w', 'Enter'], next: tomorrow }),
    () => ({ keys: ['l', 'Enter'], next: tomorrow }),
  ];
  const morning = [...others, first];
  for (const [i, name] of morning.entries()) {
    await onCard(page, name);
    const deed = deeds[i]?.(name);
    assert.ok(deed);
    if (i === 0) {
      await page.keyboard.press('c');
      await card(page).getByText('Your phone dials').waitFor();
      assert.equal(await page.title(), `tel:+919820300010`);
    }
    for (const key of deed.keys) await page.keyboard.press(key);
    if (deed.note) {
      await page.keyboard.type(deed.note);
      // Nobody had fixed an appointment with them: the stage asks, and Space answers.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await page.keyboard.press('Control+Enter');
    }
    if (deed.next === null) await closeByKeys(page);
    await card(page).getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
    assert.equal(await nextOf(name), deed.next, `${name} after ${deed.keys[0]}`);
  }
  const { next } = await web.server.as('Esha').call(followUpWorkContract.queue, { whose: 'me' });
  await card(page).getByText('All done for today.').waitFor();
  assert.ok(next.n >= 6, 'what was logged waits on the next working day');
  await card(page)
    .getByText(new RegExp(`11 calls, 6 reached[.] [A-Z][a-z]+: ${next.n}[.]`))
    .waitFor();
  await web.shot(page, 'follow-up-done');
  await page.context().close();
  assert.deepEqual(web.problems, []);
});

const lateBy = (name: string): number => name.charCodeAt(4) - 65;

const nextOf = async (name: string): Promise<string | null> =>
  (
    await web.server.sql<{ day: string | null }>(
      `select next_follow_up_on::text as day from enquiry where child_first_name = $1`,
      [name],
    )
  )[0]?.day ?? null;

/** The reason is asked at once; arrows and Enter answer. */
async function closeByKeys(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Close this enquiry?' });
  await dialog.getByLabel('Reason').first().waitFor();
  await page.keyboard.type('Fees');
  await page.getByRole('option', { name: 'Fees', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await page.keyboard.press('Tab');
    if (
      await dialog
        .getByRole('button', { name: 'Close the enquiry' })
        .evaluate((button) => button === document.activeElement)
    )
      break;
  }
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}
