// A person of the demo walks the own menu: each screen opens, shows something, fits the window, and nothing fails behind
// it. EVERY_MENU=all walks everything for everybody; else a path is opened once for each kind of reach, which is why a file
// walks one reach. EVERY_MENU_OF=parent,teacher walks theirs alone. `npm run prove` opens a path with each kind of filter that a
// figure of the home gives it, and looks at each screen with axe as well, at a desk in light and on a phone in dark, where
// nothing may stand out to the side either.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIZES } from '@aangan/testkit/browser.ts';
import { axe, PATIENCE_MS, unlessLeft, watchCalls } from '@aangan/testkit/web-pages.browser.ts';
import type { Page } from 'playwright-core';
import { home, type Journey, signIn, startJourney } from './journey.ts';

// Who holds every right and works at no centre is told that they are not listed as staff there.
const NOT_LISTED = /^404 GET \/api\/staff-(attendance\/mine|document\/of)$/;

const HOME = '/profile/dashboard';

/** Tests that walk the menus of people, by their reach; fewer than `least` screens in all are a fault too. */
export function walkMenus(
  people: Readonly<Record<string, readonly string[]>>,
  { least, closely }: { least: number; closely: boolean },
): void {
  const everybody = Object.entries(people).flatMap(([reach, names]) => names.map((who) => ({ who, reach })));
  const walkers = everybody.filter(({ who }) =>
    (process.env['EVERY_MENU_OF'] ?? who).split(',').includes(who),
  );
  const walked = new Set<string>();
  let journey: Journey;
  let opened = 0;
  before(async () => {
    journey = await startJourney([NOT_LISTED], { worker: false });
  });
  after(() => journey?.close());

  for (const { who, reach } of walkers)
    test(`every item of the menu of ${who} opens`, async () => {
      const one = await journey.person(who, 'desk');
      const { page } = one;
      const calls = watchCalls(page);
      const faults: string[] = [];
      await journey.station(`the menu of ${who}`, async () => {
        await signIn(journey, one, who);
        await calls.settled();
        const links = await linksOfHome(page);
        const places = await placesInMenu(page);
        for (const link of byMenuFirst(links, places)) {
          const kind = `${reach} ${closely ? kindOf(link) : pathOf(link)}`;
          if (walked.has(kind) && process.env['EVERY_MENU'] !== 'all') continue;
          walked.add(kind);
          if (!(await follow(page, link, { places, calls }))) continue;
          opened += 1;
          for (const fault of await faultsOf(page, calls)) faults.push(`${link}: ${fault}`);
          if (closely)
            for (const fault of await faultsSeenClosely(page, calls)) faults.push(`${link}: ${fault}`);
          await journey.shot(page, `${who}${link.replaceAll(/[/?=&]+/g, '_')}`);
        }
        await signOut(page);
      });
      await one.leave();
      assert.deepEqual(faults, []);
      journey.nothingWrong();
    });

  test('the menus lead to as many screens as there should be', {
    skip: walkers.length < everybody.length,
  }, () => {
    console.log(`figure every menu: ${opened} screens, ${walkers.length} people`);
    assert.ok(opened >= least, `only ${opened} screens were found`);
  });
}

/** What the menu leads to before what only the home does, for that costs a way home. */
const byMenuFirst = (links: readonly string[], places: ReadonlyMap<string, number>): string[] =>
  links.toSorted((a, b) => Number(places.has(b)) - Number(places.has(a)));

const pathOf = (link: string): string => new URL(link, 'http://home').pathname;

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
  return [...new Set(hrefs)].filter((href) => href.startsWith('/') && href !== HOME);
}

const topsOf = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('button');

/** Which button of the menu bar holds an address. */
async function placesInMenu(page: Page): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (const [at, top] of (await topsOf(page).all()).entries()) {
    await top.click();
    const opened = page.getByRole('menu');
    await opened.waitFor();
    const hrefs = await opened
      .getByRole('menuitem')
      .evaluateAll((items) => items.map((item) => item.getAttribute('href') ?? ''));
    for (const href of hrefs) if (!places.has(href)) places.set(href, at);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden' });
  }
  return places;
}

/**
 * To the next screen by the menu bar, from whichever is open: drawing the home between two screens costs more than most of
 * them. What only the home offers (its figures and notices) is followed from there; false when it does so no more, for an alarm
 * of a trip or a call that was due comes and goes by itself.
 */
async function follow(
  page: Page,
  link: string,
  { places, calls }: { places: ReadonlyMap<string, number>; calls: ReturnType<typeof watchCalls> },
): Promise<boolean> {
  const place = places.get(link);
  if (place === undefined && new URL(page.url()).pathname !== HOME) await home(page);
  const from = page.url();
  if (place === undefined) {
    const offered = page.getByRole('main').locator(`a[href="${link}"]`).first();
    await onceDrawn(page, calls);
    if (!(await offered.isVisible())) return false;
    await offered.click();
  } else {
    await topsOf(page).nth(place).click();
    await page.getByRole('menu').locator(`a[href="${link}"]`).first().click();
  }
  // The screen before stands until the next one's file has come; only the address tells them apart.
  if (new URL(link, from).href !== from)
    await page.waitForURL((url) => url.href !== from, { waitUntil: 'commit' });
  return true;
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

/** What axe says of the screen at a desk in light, and on a phone in dark; and what stands out to the side there. */
async function faultsSeenClosely(page: Page, calls: ReturnType<typeof watchCalls>): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, colorScheme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const) {
    const at = `${SIZES[size].width} ${colorScheme}`;
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { wide } = await onceDrawn(page, calls);
    if (wide > 0) faults.push(`${at}: ${wide} px wider than the window`);
    for (const breach of await axe(page)) faults.push(`${at}: ${breach}`);
  }
  // As the walk goes on: in the menu bar of a desk.
  await page.setViewportSize(SIZES.desktop);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await onceDrawn(page, calls);
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
    const seen = await lookAt(page);
    const drawn = seen !== null && !seen.waiting && seen.text.length > seen.title.length + 3;
    if (seen !== null && (drawn || Date.now() > until)) return seen;
  }
}

const lookAt = (page: Page) =>
  unlessLeft(
    page.evaluate(() => {
      const region = document.querySelector('main');
      const heading = region?.querySelector('h1');
      return {
        text: (region?.textContent ?? '').trim(),
        title: (heading?.textContent ?? '').trim(),
        cut: heading ? heading.scrollWidth > heading.clientWidth + 1 : false,
        wide: document.documentElement.scrollWidth - window.innerWidth,
        waiting: Boolean(region?.querySelector('.mantine-Skeleton-root')),
      };
    }),
  );

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account, centre and year/ }).click();
  await page.getByRole('dialog').getByText('Logout').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
}
