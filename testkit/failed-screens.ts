// What stood on the screens when a browser test failed, beside the reason of the failure: a time-out alone does not tell
// whether the page was slow, empty or at the sign-in.
import { afterEach } from 'node:test';
import type { Browser } from 'playwright-core';

const LONGEST = 8_000;
const SOON_MS = 5_000;
const watched = new Set<Browser>();

type Hook = NonNullable<Parameters<typeof afterEach>[0]>;

const tellScreens: Hook = async (context) => {
  if (watched.size === 0 || !('passed' in context) || context.passed || !('error' in context)) return;
  const reason = context.error?.cause ?? context.error;
  if (reason instanceof Error) Object.assign(reason, { screens: await screens() });
};

// Of the file that loads this module: all there is where a file has a process of its own.
afterEach(tellScreens);

/** From now on a failing test of this file tells what this browser's pages showed. */
export const watchScreens = (browser: Browser): void => {
  watched.add(browser);
  browser.once('disconnected', () => watched.delete(browser));
  // Where files share a process the module is loaded once, and its own hook stays with the first of them.
  afterEach(tellScreens);
};

async function screens(): Promise<string[]> {
  const pages = [...watched].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());
  return Promise.all(
    pages.map(async (page) => {
      const outline = await page
        .locator('body')
        .ariaSnapshot({ timeout: SOON_MS })
        .catch(() => 'did not answer');
      return `${page.url()}\n${outline.slice(0, LONGEST)}`;
    }),
  );
}
