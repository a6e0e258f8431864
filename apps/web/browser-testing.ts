// Set-up shared by the browser tests of the shell: the built web app on the real server, visits by name.
import type { TestApp, TestAppOptions } from '@aangan/testkit/app.ts';
import { INDIAN_USER, WITH_WORKER } from '@aangan/testkit/browser.ts';
import { PATIENCE_MS, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { openSession, type PersonName } from '@aangan/testkit/world.ts';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { networkServer } from '../../areas/network/area.server.ts';
import { authenticate, shellServer } from '../../areas/shell/area.server.ts';
import { systemServer } from '../../areas/system/area.server.ts';

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Script errors and console errors other than refused calls. */
  problems: string[];
}

export interface WebTest {
  server: TestApp;
  browser: Browser;
  origin: string;
  /** A fresh browser profile at a path, signed in as somebody. */
  visit(path: string, who?: PersonName, width?: number): Promise<Visit>;
  /** Signs a profile in as somebody (or somebody else): a new session, as if the form had been filled in. */
  signIn(context: BrowserContext, who: PersonName): Promise<string>;
  close(): Promise<void>;
}

/** The built app and a browser. Without `areas` only those the shell itself needs; `worker`: its profiles keep the app's files. */
export async function webTest(
  options: { areas?: 'all'; app?: TestAppOptions['app']; worker?: true } = {},
): Promise<WebTest> {
  const { server, browser, origin, close } = await webPages({
    ...(options.areas === 'all' ? {} : { areas: [networkServer, systemServer, shellServer] }),
    authenticate: (database) => (facts) => authenticate(database, facts),
    ...(options.app ? { app: options.app } : {}),
  });
  const signIn: WebTest['signIn'] = async (context, who) => {
    const token = await openSession(server.database.adminUrl, who);
    const page = await context.newPage();
    // A page of ours without any script of ours.
    await page.goto(`${origin}/icon.svg`);
    await page.evaluate((value) => {
      localStorage.clear();
      sessionStorage.clear();
      localStorage.setItem('token', value);
      localStorage.setItem('access', '[]');
    }, token);
    await page.close();
    return token;
  };
  return {
    server,
    browser,
    origin,
    signIn,
    visit: async (path, who, width = 1440) => {
      const context = await browser.newContext({
        ...INDIAN_USER,
        ...(options.worker ? WITH_WORKER : {}),
        viewport: { width, height: 900 },
      });
      context.setDefaultTimeout(PATIENCE_MS);
      const problems: string[] = [];
      if (who) await signIn(context, who);
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
          problems.push(message.text());
      });
      await page.goto(`${origin}${path}`);
      return { page, context, problems };
    },
    close,
  };
}

/** Answers a call as `answer` does; a page that left meanwhile needs no answer. */
export async function unlessGone(route: Route, answer: () => Promise<void>): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!/disposed|closed|already handled/i.test(String(error))) throw error;
    await route.abort().catch(() => undefined);
  }
}

/** Answers a call with what the server said, changed on its way, and without the server's clock. */
export const changeAnswer = <T extends object>(route: Route, change: (body: T) => object): Promise<void> =>
  unlessGone(route, async () => {
    const response = await route.fetch();
    const { date: _date, ...headers } = response.headers();
    const text = await response.text();
    const isJson = headers['content-type']?.startsWith('application/json') && text !== '';
    await route.fulfill({ response, headers, ...(isJson ? { json: change(JSON.parse(text)) } : {}) });
  });

/** Everything this profile keeps of ours: storage keys, caches, rows of each local store. */
export const kept = (page: Page) =>
  page.evaluate(async () => {
    const stores: Record<string, number> = {};
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase | null>((resolve) => {
        const opening = indexedDB.open(name ?? '');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => resolve(null);
      });
      if (!database) continue;
      for (const store of database.objectStoreNames)
        stores[`${name}.${store}`] = await new Promise<number>((resolve) => {
          const counting = database.transaction(store).objectStore(store).count();
          counting.onsuccess = () => resolve(counting.result);
        });
      database.close();
    }
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return {
      local: Object.keys(localStorage).sort(),
      session: Object.keys(sessionStorage).sort(),
      cached: cached.flat().map((request) => new URL(request.url).pathname),
      databases: (await indexedDB.databases()).map(({ name }) => name ?? '').sort(),
      stores,
    };
  });

/** What this profile keeps of its user: what was typed, what waits to be sent, where the user was. */
export async function rowsOf(page: Page): Promise<number> {
  const { stores } = await kept(page);
  return ['drafts', 'queue', 'recents'].reduce(
    (sum, store) => sum + (stores[`aangan-offline.${store}`] ?? 0),
    0,
  );
}

/** Waits until it is so. (`waitForFunction` takes the promise of an asynchronous question for a yes.) */
export async function eventually(met: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 60_000; !(await met()); await new Promise((go) => setTimeout(go, 50)))
    if (Date.now() > until) throw new Error('It did not come true within a minute');
}

const LEFT_BEHIND = ['/api/student/list', '/assets/left-behind.js'];

/** Puts an answer and a script into the app's cache, so that a look after logout can tell emptied from refilled. */
export const plantInCache = (page: Page): Promise<void> =>
  page.evaluate(async (paths) => {
    const cache = await caches.open((await caches.keys())[0] ?? 'aangan-shell-planted');
    for (const path of paths) await cache.put(path, new Response('{}'));
  }, LEFT_BEHIND);

/** What was cached before logout and still is. Waits 5 s at most; the Login page may fetch its own assets meanwhile. */
export async function leftInCache(page: Page): Promise<string[]> {
  const planted = () =>
    page.evaluate(async (paths) => {
      const found = await Promise.all(paths.map(async (path) => ((await caches.match(path)) ? [path] : [])));
      return found.flat();
    }, LEFT_BEHIND);
  const until = Date.now() + 5_000;
  while ((await planted()).length > 0 && Date.now() < until) await page.waitForTimeout(50);
  return planted();
}

export const LOCAL_KEYS = [
  'access',
  'academicYear',
  'franchisee',
  'hasEnquiryAccess',
  'me',
  'menu',
  'menuShow',
  'role',
  'roles',
  'superadmin',
  'token',
  'wowKitOrderItems',
] as const;
