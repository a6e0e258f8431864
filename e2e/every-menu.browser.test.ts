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
        for (const fault of await faultsOf(page, calls)) {
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
async function faultsOf(page: Page, calls: ReturnType<typeof watchCalls>): Promise<string[]> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
  const { text, title, cut, wide, waiting } = await onceDrawn(page, calls);
  const faults: string[] = [];
  if (title === '') faults.push('no heading');
  if (text.length <= title.length + 3) faults.push('nothing below the heading');
  if (waiting) faults.push('still waits for its content');
  if (cut) faults.push(`the heading is cut: ${title}`);
  if (wide > 0) faults.push(`${wide} px wider than the window`);
  const wrong =
    /You do not have access|Page not found|Something went wrong|could not be loaded|This did not work|Service Unavailable/.exec(
      text,
    );
  if (wrong) faults.push(wrong[0]);
  return faults;
}

/**
 * The screen with its words below the heading and without a grey bar; or as it stands when patience ends, for who judges.
 * One grey bar may follow another: of the rights, of the screen's own file, of its first answer.
 */
async function onceDrawn(page: Page, calls: ReturnType<typeof watchCalls>) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    await calls.settled();
    const seen = await page.evaluate(() => {
      const region = document.querySelector('main');
      const heading = region?.querySelector('h1');
      return {
        text: (region?.textContent ?? '').trim(),
        title: (heading?.textContent ?? '').trim(),
        cut: heading ? heading.scrollWidth > heading.clientWidth + 1 : false,
        wide: document.documentElement.scrollWidth - window.innerWidth,
        waiting: Boolean(region?.querySelector('.mantine-Skeleton-root')),
      };
    });
    const drawn = !seen.waiting && seen.text.length > seen.title.length + 3;
    if (drawn || Date.now() > until) return seen;
  }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Logout').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
}
