// What the journeys share: the running demo with its workers and simulators, people with browsers of their own, and the
// demo outbox, where messages are read as their receivers would. Everything else is clicked and typed.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { INDIAN_USER, launchBrowser, SIZES, WITH_WORKER } from '@aangan/testkit/browser.ts';
import { demoDatabase } from '@aangan/testkit/demo-database.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { testKeys } from '@aangan/testkit/test-keys.ts';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { startApi } from '../apps/api/start.ts';
import { writeCctvBytes } from '../areas/audits/demo/cctv-documents.ts';
import { writePictureBytes } from '../areas/communication/demo/galleries.ts';
import { writeVideoBytes } from '../areas/curriculum/demo/videos.ts';
import { writeEscortBytes } from '../areas/transport/demo/transport-escorts.ts';
import { buildWeb, WEB_DIR, webIsBuilt } from '../bin/build-web.ts';
import { DEMO_DOMAIN, DEMO_PASSWORD } from '../db/demo/people.ts';

export interface Journey {
  readonly origin: string;
  /** Somebody with a browser of their own: a phone for parents, a desk for staff. */
  person(name: string, device: 'phone' | 'desk'): Promise<Person>;
  /** The newest message with this word in it, as its receiver reads it on the demo outbox screen. */
  message(word: string, expected: RegExp): Promise<RegExpExecArray>;
  /** The address behind the QR code on a printed receipt. */
  printedCode(receiptNo: string): Promise<string>;
  /** Runs one station of the way, says how long it took, and names it when it fails. */
  station(name: string, walk: () => Promise<void>): Promise<void>;
  /** Picture of a page, only when SHOTS names a folder. */
  shot(page: Page, name: string): Promise<void>;
  /** Fails when a page wrote an error, threw, or got an answer nobody expected. */
  nothingWrong(): void;
  close(): Promise<void>;
}

export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  open(address: string): Promise<Page>;
  /** A further tab of the same browser. */
  tab(): Promise<Page>;
  leave(): Promise<void>;
}

/**
 * Starts the demo on a fresh copy of its data. `expected` names answers above 399, and errors of the console, that belong to
 * the story. Its people keep the app's files for a dead network, as users do, unless `worker` is false.
 */
export async function startJourney(
  expected: readonly RegExp[] = [],
  { worker = true }: { worker?: boolean } = {},
): Promise<Journey> {
  const given = process.env['TEST_WEB_DIR'];
  if (!given && !webIsBuilt()) await buildWeb(() => undefined);
  // First and alone: a demo that cannot be made leaves no browser behind that would keep the process.
  const database = await demoDatabase();
  const [dataDir, port, browser] = await Promise.all([
    mkdtemp(path.join(tmpdir(), 'aangan-journey-')),
    freePort(),
    launchBrowser(),
  ]);
  process.env['LOG_LEVEL'] ??= 'silent';
  // The demo's sealed addresses belong to them.
  process.env['AANGAN_SEAL_KEY'] = testKeys.sealKey;
  process.env['AANGAN_SIGN_KEY'] = testKeys.signKey;
  const clean = async () => {
    await browser.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const filesDir = path.join(dataDir, 'files');
  const api = await startApi({
    adminUrl: database.adminUrl,
    apiUrl: database.url,
    host: '127.0.0.1',
    port,
    webDir: given ?? WEB_DIR,
    filesDir,
  }).catch(async (error: unknown) => {
    await clean();
    throw error;
  });
  // After the start: it sets the keys that files are sealed with.
  await withClient(database.adminUrl, (client) => writePictureBytes(client, filesDir));
  await writeVideoBytes(filesDir);
  await writeCctvBytes(filesDir);
  await writeEscortBytes(filesDir);
  const origin = `http://localhost:${port}`;
  const problems: string[] = [];
  const outbox = await browser.newPage();
  let shots = 0;
  return {
    origin,
    person: (name, device) => person(browser, { name, device, origin, problems, expected, worker }),
    message: (word, wanted) => readMessage(outbox, origin, word, wanted),
    shot: async (page, name) => {
      const folder = process.env['SHOTS'];
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      shots += 1;
      await page.screenshot({
        path: path.join(folder, `${String(shots).padStart(2, '0')}-${name}.png`),
        animations: 'disabled',
      });
    },
    printedCode: async (receiptNo) => {
      // A test has no camera: the printed words are read where they were frozen for the printer.
      const rows = await withClient(database.adminUrl, async (client) => {
        const found = await client.query<{ token: string }>(
          "select snapshot->>'verifyToken' as token from receipt where number = $1",
          [receiptNo],
        );
        return found.rows;
      });
      return `${origin}/payment-invoice?v=${rows[0]?.token}`;
    },
    station: async (name, walk) => {
      const begun = performance.now();
      try {
        await walk();
      } catch (error) {
        await picture(browser, name);
        throw new Error(
          `${name}: ${error instanceof Error ? error.message : String(error)}\n${problems.join('\n')}`,
          { cause: error },
        );
      }
      console.log(`figure station ${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    },
    nothingWrong: () => assert.deepEqual(problems, []),
    close: async () => {
      await api.close();
      await clean();
    },
  };
}

// Where it stopped is seen best on the page itself.
async function picture(browser: Browser, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [n, page] of pages.entries())
    await page
      .screenshot({ path: path.join(folder, `failed-${name.replaceAll(' ', '-')}-${n}.png`), timeout: 5000 })
      .catch(() => undefined);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise<void>((done) => probe.close(() => done()));
  assert.ok(address && typeof address === 'object');
  return address.port;
}

interface Watched {
  name: string;
  device: 'phone' | 'desk';
  origin: string;
  problems: string[];
  expected: readonly RegExp[];
  worker: boolean;
}

async function person(browser: Browser, who: Watched): Promise<Person> {
  const context = await browser.newContext({
    ...INDIAN_USER,
    ...(who.worker ? WITH_WORKER : {}),
    viewport: who.device === 'phone' ? SIZES.phone : SIZES.desktop,
    ...(who.device === 'phone'
      ? { hasTouch: true, isMobile: true, ...(process.env['SHOTS'] ? { deviceScaleFactor: 2 } : {}) }
      : {}),
  });
  context.setDefaultTimeout(Number(process.env['STEP_MS'] ?? 60_000));
  context.on('page', (page) => watch(page, who));
  const page = await context.newPage();
  return {
    page,
    context,
    open: async (address) => {
      await page.goto(new URL(address, who.origin).href);
      return page;
    },
    tab: () => context.newPage(),
    leave: () => context.close(),
  };
}

function watch(page: Page, { name, problems, expected }: Watched): void {
  page.on('pageerror', (error) => problems.push(`${name} ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser's own line about an answer is judged with the answer.
    const said = [/the server responded with a status of/, ...expected];
    if (message.type() === 'error' && !said.some((one) => one.test(message.text())))
      problems.push(`${name} ${page.url()}: ${message.text()}`);
  });
  page.on('response', async (response) => {
    const line = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`;
    if (response.status() < 400 || expected.some((one) => one.test(line))) return;
    const at = problems.push(`${name} ${page.url()}: ${line}`) - 1;
    const said = await response.text().catch(() => '');
    problems[at] += ` ${said.slice(0, 300)}`;
  });
}

async function readMessage(
  page: Page,
  origin: string,
  word: string,
  wanted: RegExp,
): Promise<RegExpExecArray> {
  const until = Date.now() + 60_000;
  const refused: string[] = [];
  for (;;) {
    const response = await page.goto(`${origin}/demo/outbox?q=${encodeURIComponent(word)}`);
    if (response && !response.ok())
      refused.push(`${response.status()} ${await response.text()}`.slice(0, 200));
    for (const article of await page.getByRole('article').all()) {
      const found = wanted.exec((await article.textContent()) ?? '');
      if (found) return found;
    }
    if (Date.now() > until) {
      await page.goto(`${origin}/demo/outbox`);
      const newest = await page.getByRole('article').allTextContents();
      throw new Error(
        `No message with "${word}" reads like ${wanted}. Refused: ${refused.length} times ${refused.at(-1) ?? ''} The newest:\n${newest.slice(0, 8).join('\n')}`,
      );
    }
    // Each look opens 500 sealed messages; looking without a pause takes the processor from what is to send.
    await page.waitForTimeout(300);
  }
}

/** Signs in on the login page with the password, and with the code of the message where one is asked for. */
export async function signIn(journey: Journey, one: Person, local: string): Promise<void> {
  const { page } = one;
  const identifier = `${local}${DEMO_DOMAIN}`;
  if (!page.url().includes('/login')) await one.open('/login');
  await page.getByRole('tab', { name: 'Password' }).click();
  await page.getByLabel('E-mail or mobile').fill(identifier);
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const home = page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ });
  const code = page.getByLabel('6-digit code');
  await home.or(code).first().waitFor();
  if (await code.isVisible()) {
    const [, digits = ''] = await journey.message(identifier, /(?<!\d)(\d{6})(?!\d)/);
    await code.fill(digits);
  }
  await home.waitFor();
}

/** To a screen by the menu: of its bar on a desk, of its drawer on a phone. */
export async function fromMenu(page: Page, item: string | RegExp): Promise<void> {
  const named = typeof item === 'string' ? { name: item, exact: true } : { name: item };
  // What lies over the page is closed first.
  const panel = page.getByRole('dialog');
  if (await panel.first().isVisible()) {
    await page.keyboard.press('Escape');
    await panel.first().waitFor({ state: 'hidden' });
  }
  const drawer = page.getByRole('button', { name: 'Menu', exact: true });
  const tops = page.getByRole('navigation', { name: 'Main' }).getByRole('button');
  await drawer.or(tops.first()).first().waitFor();
  if (await drawer.isVisible()) {
    await drawer.click();
    const menu = page.getByRole('dialog');
    const link = menu.getByRole('link', named).first();
    const groups = menu.getByRole('button', { expanded: false });
    await menu.getByRole('link').first().waitFor();
    // A group that opens closes none of the others.
    while (!(await link.isVisible()) && (await groups.count()) > 0) await groups.first().click();
    await follow(page, link);
    return;
  }
  for (const top of await tops.all()) {
    await top.click();
    const opened = page.getByRole('menu');
    await opened.waitFor();
    const found = opened.getByRole('menuitem', named);
    if ((await found.count()) > 0) {
      await follow(page, found.first());
      return;
    }
    await top.click();
    await opened.waitFor({ state: 'hidden' });
  }
  throw new Error(`No menu item ${item}`);
}

// The screen before stands until the next one is loaded, with the new address already, and takes the next click. Its heading is
// marked in the page: some links load a whole new one, where nothing of the old can be asked for.
async function follow(page: Page, link: Locator): Promise<void> {
  const from = page.url();
  const to = new URL((await link.getAttribute('href')) ?? '', from).href;
  await page
    .locator('main h1')
    .first()
    .evaluate((heading) => {
      if (heading instanceof HTMLElement) heading.dataset['left'] = heading.textContent;
    });
  await link.click();
  if (to === from) return;
  await page.waitForURL((url) => url.href !== from, { waitUntil: 'commit' });
  // The same screen with other filters keeps its heading.
  if (new URL(to).pathname === new URL(from).pathname) return;
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    return heading instanceof HTMLElement && heading.dataset['left'] !== heading.textContent;
  });
}

/** Back to the own home, where every screen of the role stands. */
export async function home(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Aangan, home' }).click();
  await page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ }).waitFor();
}

/** Types key by key, at the pace of a quick thumb. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.pressSequentially(text, { delay: 75 });
}

/** Chooses in a select by its label. */
export async function pick(
  scope: Page | Locator,
  label: string | RegExp,
  option: string | RegExp,
): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope;
  const field = scope
    .getByRole('combobox', { name: label })
    .or(scope.getByRole('textbox', { name: label }))
    .first();
  // A list whose field stands at the edge of a phone is hidden with it.
  await field.evaluate((input) => input.scrollIntoView({ block: 'center' }));
  await field.click();
  const wanted = page.getByRole('option', {
    name: option,
    ...(typeof option === 'string' ? { exact: true } : {}),
  });
  await wanted.click();
  // The list takes the focus back as it goes, and would close the next one.
  await wanted.waitFor({ state: 'hidden' });
}

/** The provider's checkout over the page. */
export function checkoutOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[src*="/checkout/"]');
}

/** '₹13,500.00' and the like, as paise. */
export function paiseOf(text: string | null): number {
  const [, rupees = '', paise = '00'] = /₹\s?([\d,]+)(?:\.(\d\d))?/.exec(text ?? '') ?? [];
  assert.ok(rupees, `no amount in "${text}"`);
  return Number(rupees.replaceAll(',', '')) * 100 + Number(paise);
}

/** No page may be wider than the phone. */
export async function fits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${page.url()} is ${wide} px too wide`);
}
