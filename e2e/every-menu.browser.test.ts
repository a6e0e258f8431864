// Every person of the demo walks the own menu: each screen opens, shows something, fits the window, and nothing fails
// behind it. EVERY_MENU=all walks everything for everybody; else a path is opened once for each
// kind of reach. EVERY_MENU_OF=parent,teacher walks theirs alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PATIENCE_MS, watchCalls } from '@aangan/testkit/web-pages.browser.ts';
import type { Page } from 'playwright-core';
import { home, type Journey, signIn, startJourney } from './journey.ts';

// Trainings are an area to come; the bar above the page asks for them all the same.
const TRAININGS = /^404 GET \/api\/online-meeting\/meeting-info$/;
const WALKERS = [
  ['superadmin', 'network'],
  ['centrehead', 'centre'],
  ['centrehead2', 'centre'],
  ['counsellor', 'centre'],
  ['teacher', 'centre'],
  ['finance', 'network'],
  ['zonemanager', 'zone'],
  ['operations', 'network'],
  ['marketing', 'network'],
  ['delivery', 'network'],
  ['tickets', 'network'],
  ['parent', 'family'],
] as const;

let journey: Journey;

before(async () => {
  journey = await startJourney([TRAININGS]);
});
after(() => journey?.close());

test('every item of every menu opens', async () => {
  const one = await journey.person('walker', 'desk');
  const { page } = one;
  const calls = watchCalls(page);
  const walked = new Set<string>();
  const faults: string[] = [];
  let opened = 0;
  for (const [who, reach] of WALKERS) {
    if (!(process.env['EVERY_MENU_OF'] ?? who).split(',').includes(who)) continue;
    await journey.station(`the menu of ${who}`, async () => {
      await signIn(journey, one, who);
      await calls.settled();
      const links = await linksOfHome(page);
      for (const link of links) {
        const key = `${reach} ${kindOf(link)}`;
        if (walked.has(key) && process.env['EVERY_MENU'] !== 'all') continue;
        walked.add(key);
        opened += 1;
        await page.getByRole('main').locator(`a[href="${link}"]`).first().click();
        await calls.settled();
        for (const fault of await faultsOf(page)) {
          faults.push(`${who} ${link}: ${fault}`);
          console.log(`fault ${who} ${link}: ${fault}`);
        }
        await journey.shot(page, `${who}${link.replaceAll(/[/?=&]+/g, '_')}`);
        await home(page);
      }
      await signOut(page);
    });
  }
  console.log(`figure every menu: ${opened} screens, ${WALKERS.length} people`);
  assert.ok(process.env['EVERY_MENU_OF'] || opened > 60, `only ${opened} screens were found`);
  assert.deepEqual(faults, []);
  journey.nothingWrong();
});

/** A path with the names of its filters, and whether they pick a number or a word: screens of one kind behave alike. */
function kindOf(link: string): string {
  const { pathname, searchParams } = new URL(link, 'http://home');
  const kinds = [...searchParams].map(
    ([name, value]) => `${name}:${/^\d+$/.test(value) ? 'number' : 'word'}`,
  );
  return `${pathname} ${kinds.sort().join(' ')}`;
}

/** Addresses of everything the home offers, each once. */
async function linksOfHome(page: Page): Promise<string[]> {
  const hrefs = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(hrefs)].filter((href) => href.startsWith('/') && href !== '/profile/dashboard');
}

/** What a person would complain of on the screen that is open. */
async function faultsOf(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1 }).first().waitFor();
  await drawn(page);
  const facts = await page.evaluate(() => {
    const region = document.querySelector('main');
    const title = region?.querySelector('h1');
    return {
      text: (region?.textContent ?? '').trim(),
      title: (title?.textContent ?? '').trim(),
      cut: title ? title.scrollWidth > title.clientWidth + 1 : false,
      wide: document.documentElement.scrollWidth - window.innerWidth,
      waiting: Boolean(region?.querySelector('.mantine-Skeleton-root')),
    };
  });
  const faults: string[] = [];
  if (facts.title === '') faults.push('no heading');
  if (facts.text.length <= facts.title.length + 3) faults.push('nothing below the heading');
  if (facts.waiting) faults.push('still waits for its content');
  if (facts.cut) faults.push(`the heading is cut: ${facts.title}`);
  if (facts.wide > 0) faults.push(`${facts.wide} px wider than the window`);
  const wrong =
    /You do not have access|Page not found|Something went wrong|could not be loaded|This did not work|Service Unavailable/.exec(
      facts.text,
    );
  if (wrong) faults.push(wrong[0]);
  return faults;
}

/** Waits for words below the heading and for the last grey bar to go; who judges says what is missing if they never do. */
async function drawn(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => {
        const region = document.querySelector('main');
        const title = (region?.querySelector('h1')?.textContent ?? '').trim();
        const text = (region?.textContent ?? '').trim();
        return text.length > title.length + 3 && !region?.querySelector('.mantine-Skeleton-root');
      },
      null,
      { timeout: PATIENCE_MS },
    )
    .catch(() => undefined);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Logout').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
}
