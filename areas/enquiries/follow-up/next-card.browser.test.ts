// Between two families nothing is waited for but the saving itself: the next card stands and takes its key while the lists
// around it are still being read.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startOfDay, todayIst } from '@aangan/contract/period.ts';
import { settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import type { Page, Route } from 'playwright-core';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';

const TODAY = todayIst(new Date());
const NAMES = ['Asmi', 'Brij', 'Charu'];
let web: WebPages;
before(async () => {
  web = await webPages();
  web.server.moveClock(new Date(startOfDay(TODAY).getTime() + 10 * 3_600_000));
});
after(() => web?.close());

/** Three families, the first the longest overdue. */
async function families(names: readonly string[], from: number): Promise<void> {
  for (const [i, firstName] of names.entries()) {
    await web.server.as('Esha').call(enquiryContract.capture, {
      guardianName: `Parent of ${firstName}`,
      mobile: String(from + i),
      children: [{ firstName, dob: '2023-03-05', classId: 3 }],
      sourceId: sourceIds.walkIn,
    });
    await web.server.sql(
      'update enquiry set next_follow_up_on = $1::date - $2::int where child_first_name = $3',
      [TODAY, names.length - i, firstName],
    );
  }
}

/** Every read of this page from now on is kept waiting, until the function it gives is called. */
async function holdReads(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route(
    /api[/](follow-up[/](list|buckets|queue)|enquiry[/](get|list|choices))([?]|$)/,
    async (route) => {
      if (open) await route.continue();
      else held.push(route);
    },
  );
  return async () => {
    open = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

test('the next family is on the card and takes its key while everything else is still being read', async () => {
  await families(NAMES, 9_820_700_000);
  const page = await web.open('/forms/followup', 'Esha', { width: 1440 });
  await settled(page);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next call' }) });
  const onCard = async (name: string) => {
    await card.getByRole('link', { name, exact: true }).waitFor();
    await card.getByRole('button', { name: 'Save follow-up' }).waitFor();
  };
  await onCard('Asmi');
  const ahead = page.waitForResponse((response) => response.url().includes('/api/enquiry/get'));
  await page.keyboard.press('1');
  await ahead;
  const release = await holdReads(page);
  await page.keyboard.press('Enter');
  await onCard('Brij');
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await card.getByRole('link', { name: 'Charu', exact: true }).waitFor();
  const lines = await web.server.sql(
    `select e.child_first_name as name, f.outcome from follow_up f join enquiry e on e.id = f.subject_id order by f.at, 1`,
  );
  assert.deepEqual(lines, [
    { name: 'Asmi', outcome: 'NO_ANSWER' },
    { name: 'Brij', outcome: 'BUSY' },
  ]);
  await release();
  await onCard('Charu');
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await card.getByText('All done for today.').waitFor();
  await page.context().close();
  assert.deepEqual(web.problems, []);
});

test('a family that was read ahead stays on the card with what is typed, however long the talk lasts', async () => {
  await families(['Dhruv', 'Esa', 'Falak'], 9_820_700_100);
  const page = await web.open('/icon.svg', 'Esha', { width: 1440 });
  await page.clock.install();
  await page.goto(`${web.origin}/forms/followup`);
  await settled(page);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next call' }) });
  const onCard = async (name: string) => {
    await card.getByRole('link', { name, exact: true }).waitFor();
    await card.getByRole('button', { name: 'Save follow-up' }).waitFor();
  };
  await onCard('Dhruv');
  const ahead = page.waitForResponse((response) => response.url().includes('/api/enquiry/get'));
  await page.keyboard.press('1');
  await ahead;
  await page.keyboard.press('Enter');
  await onCard('Esa');
  await card.getByLabel('Note').fill('Rings back after the grandmother has slept');
  await page.clock.runFor(45_000);
  assert.equal(await card.getByLabel('Note').inputValue(), 'Rings back after the grandmother has slept');
  await page.context().close();
});
