// Pages of the built web app on the real server, in a real browser, as somebody of the named world.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildWeb, WEB_DIR, webIsBuilt } from '../bin/build-web.ts';
import { type TestApp, type TestAppOptions, testApp } from './app.ts';
import { INDIAN_USER, launchBrowser, screenshots, WITH_WORKER } from './browser.ts';
import { openSession, type PersonName, people } from './world.ts';

export interface View {
  /** Pixels. Default 1280. */
  readonly width?: number;
  /** The chosen centre; null = none. Default: the person's own, none for network people. */
  readonly centre?: number | null;
  /** As if a fresh one-time password had been entered. */
  readonly steppedUp?: boolean;
  /** With the worker that keeps the app's files for a dead network. */
  readonly worker?: boolean;
}

export interface WebPages {
  readonly server: TestApp;
  readonly browser: Browser;
  readonly origin: string;
  /** Script errors and console errors of all pages, with the path they began at; refused calls are none. */
  readonly problems: string[];
  /** A browser profile of its own at a path; `null` = nobody signed in. Close it with `page.context().close()`. */
  open(path: string, who: PersonName | null, view?: View): Promise<Page>;
  /** Four pictures into the folder `SHOTS`, when one is named. */
  shot(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

/** A folder with a built web app instead of the one made here. */
const GIVEN = process.env['TEST_WEB_DIR'] ?? process.env['AANGAN_WEB_DIR'];
const SHOTS = process.env['SHOTS'];
// Zod's probe for code generation is the frame's to prevent; its own browser test watches it.
const EXPECTED = /status of (4\d\d|503)|'TrustedScript'/;
/** The whole suite runs at once on two cores. */
export const PATIENCE_MS = 60_000;

/** Builds the web app when it is not built, starts the server with it, and a browser. Call `close` in `after`. */
export async function webPages(options: TestAppOptions = {}): Promise<WebPages> {
  if (!GIVEN && !webIsBuilt()) await buildWeb(() => undefined);
  const server = await testApp({ ...options, app: { webDir: GIVEN ?? WEB_DIR, ...options.app } });
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await launchBrowser().catch(async (error) => {
    // A server left behind would keep the test's process alive for ever.
    await server.close();
    throw error;
  });
  const problems: string[] = [];
  return {
    server,
    browser,
    origin,
    problems,
    open: async (path, who, view = {}) => {
      const viewport = { width: view.width ?? 1280, height: 860 };
      const kept = view.worker ? WITH_WORKER : {};
      const context = await browser.newContext({ ...INDIAN_USER, ...kept, viewport });
      if (who) await signIn(context, server, who, view);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
      page.on('console', (message) => {
        const { url, lineNumber } = message.location();
        if (message.type() === 'error' && !EXPECTED.test(message.text()))
          problems.push(`${path}: ${message.text()} (${url}:${lineNumber})`);
      });
      await page.goto(`${origin}${path}`);
      return page;
    },
    shot: async (page, name) => {
      if (SHOTS) await screenshots(page, SHOTS, name);
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

async function signIn(
  context: BrowserContext,
  server: TestApp,
  who: PersonName,
  { steppedUp = false, centre }: View,
): Promise<void> {
  const token = await openSession(server.database.adminUrl, who, { steppedUp });
  const { at } = people[who];
  const chosen = centre === undefined ? (typeof at === 'number' ? at : null) : centre;
  const [row] =
    chosen === null
      ? []
      : await server.sql<{ name: string }>('select company_name as name from franchisee where id = $1', [
          chosen,
        ]);
  await context.addInitScript(
    ([value, kept]) => {
      // A frame of another origin has a storage of its own; a later choice of the page stands.
      if (window.top !== window.self || localStorage.getItem('token')) return;
      localStorage.setItem('token', String(value));
      localStorage.setItem('access', '[]');
      if (kept) localStorage.setItem('franchisee', kept);
    },
    [token, chosen === null ? null : JSON.stringify({ id: chosen, companyName: row?.name ?? '' })] as const,
  );
}

/** Opens the list of a field by its label, whatever role the widget gives it, and takes an option. */
export async function pick(page: Page, label: string | RegExp, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Nothing of the page stands out to the right, once what measures itself (charts, long tables) has drawn itself again. */
export async function fits(page: Page): Promise<void> {
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, undefined, {
      timeout: 10_000,
    })
    .catch(() => undefined);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${page.url()} is ${wide} px too wide`);
}

/** The page has its heading and nothing on it is still loading. (A signed-in page never has an idle network: it listens.) */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(
    () => !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]'),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/**
 * What was looked for on a page; null when the page was just thrown away: a screen with a content policy of its own comes,
 * and is left, by a full page load.
 */
export const unlessLeft = <T>(look: Promise<T>): Promise<T | null> =>
  look.catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('Execution context was destroyed')) return null;
    throw error;
  });

/** Calls of the page that are on their way; settled = none, after the screen had its chance to start them. */
export function watchCalls(page: Page): { settled: () => Promise<void> } {
  const open = new Set<unknown>();
  page.on('request', (request) => {
    // The stream of live hints stays open for as long as somebody is signed in.
    if (/\/(api|assets)\/(?!live$)/.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const frames = () =>
    unlessLeft(
      page.evaluate(
        () =>
          new Promise<true>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
      ),
    );
  return {
    settled: async () => {
      const until = Date.now() + 15_000;
      for (let quiet = 0; quiet < 2 && Date.now() < until; ) {
        const stands = await frames();
        quiet = stands && open.size === 0 ? quiet + 1 : 0;
      }
    },
  };
}

/** The accessibility breaches of the page as it stands. The page's own policy rightly refuses a foreign script, so it comes in by the browser's tools. */
export async function axe(page: Page): Promise<string[]> {
  const { readFile } = await import('node:fs/promises');
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const tools = await page.context().newCDPSession(page);
  await tools.send('Runtime.evaluate', { expression: source });
  return page.evaluate(async () => {
    const { axe: checker } = window as Window & {
      axe?: {
        run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const result = await checker?.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
    return (result?.violations ?? [{ id: 'axe is missing', nodes: [] }]).map(
      (one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 160)}`,
    );
  });
}
