import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type FoundBrowser, findBrowser } from './browser-find.ts';
import { disturb } from './disturbance.ts';
import { watchScreens } from './failed-screens.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera and a microphone that are drawn, for every page that asks.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

// Playwright puts the browsers' shared memory into files of the temporary folder, because /dev/shm has only 64 MB in Docker.
// Each is made and deleted on a disk, which costs some per cent of the processor; where there is room, it is spared.
const SHM_FILES = '--disable-dev-shm-usage';
const ROOMY_BYTES = 1_000_000_000;

function roomyShm(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > ROOMY_BYTES;
  } catch {
    return false; // not a Linux
  }
}

let found: Promise<FoundBrowser> | undefined;

const LAUNCHES = 3;

/**
 * Starts a headless Chromium: `CHROME_PATH`, else the system's, else the one npm carries.
 * Close it in `after`. Throws when this machine has none.
 */
export async function launchBrowser(): Promise<Browser> {
  found ??= findBrowser();
  const browser = await begun(await found, LAUNCHES);
  watchScreens(browser);
  disturb(browser);
  return browser;
}

/** A browser that dies while it begins (seen once in some hundred starts of the carried one) says nothing of our code. */
async function begun({ path, env }: FoundBrowser, more: number): Promise<Browser> {
  try {
    return await chromium.launch({
      executablePath: path,
      args: FLAGS,
      ignoreDefaultArgs: roomyShm() ? [SHM_FILES] : [],
      headless: true,
      env: { ...process.env, ...env },
    });
  } catch (error) {
    if (more <= 1) throw error;
    return begun({ path, env }, more - 1);
  }
}

/** The two sizes the look is judged at. Heights are those of a laptop and of a phone. */
export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/**
 * What a user in India has: language, time zone. Pass it to `browser.newContext`. The worker that keeps the app's files for
 * a dead network stays away: each fresh profile would fetch and compile a megabyte for it, a fifth of a browser test's
 * time. A test of what it does adds WITH_WORKER.
 */
export const INDIAN_USER: BrowserContextOptions = {
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  reducedMotion: 'reduce',
  viewport: SIZES.desktop,
  serviceWorkers: 'block',
};

/** A profile that keeps the app's files, as a user's does. */
export const WITH_WORKER: BrowserContextOptions = { serviceWorkers: 'allow' };

/**
 * Takes four pictures of the page, 1440 and 390 px wide, light and dark, into `folder` as
 * `<name>-1440-light.png` and so on; gives their paths. The page keeps the last size and scheme.
 */
export async function screenshots(page: Page, folder: string, name: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const paths: string[] = [];
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      // Layout that listens to the size settles within a frame or two; fonts may still be on their way.
      await page.evaluate(
        'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done)))',
      );
      const path = join(folder, `${name}-${size.width}-${scheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
      paths.push(path);
    }
  }
  return paths;
}
