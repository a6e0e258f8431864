// Ten thousand rows in the table: only those in sight are drawn, all can be reached. The longest task is printed, not
// asserted (a shared machine stalls at will); `npm run bench` judges it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { INDIAN_USER, launchBrowser } from '@aangan/testkit/browser.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { serveGallery } from '../gallery/serve.ts';

const ROWS = 10_000;
let browser: Browser;
let gallery: Awaited<ReturnType<typeof serveGallery>>;
let built: string;

before(async () => {
  built = mkdtempSync(path.join(tmpdir(), 'aangan-gallery-'));
  await build({
    configFile: path.resolve(import.meta.dirname, '../gallery/vite.config.ts'),
    build: { outDir: built },
    logLevel: 'error',
  });
  gallery = await serveGallery(built);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  gallery?.close();
  if (built) rmSync(built, { recursive: true, force: true });
});

test('10,000 rows: few are drawn, every one can be scrolled to', async () => {
  const context = await browser.newContext(INDIAN_USER);
  const page = await context.newPage();
  await page.goto(`${gallery.origin}/long`);
  await page.getByText('MH 01 AX 10000', { exact: true }).waitFor();
  const seen = await page.evaluate(async () => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration))).observe({
      type: 'longtask',
    });
    const table = document.querySelector('table');
    const scroller = table?.parentElement;
    if (!table || !scroller) throw new Error('no table');
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const drawn = () => table.querySelectorAll('tbody tr[data-index]').length;
    let most = 0;
    // A fast wheel from five places, 400 px a frame, then the end.
    for (const from of [0, 0.2, 0.4, 0.6, 0.8]) {
      scroller.scrollTop = scroller.scrollHeight * from;
      for (let i = 0; i < 40; i += 1) {
        scroller.scrollTop += 400;
        await frame();
        most = Math.max(most, drawn());
      }
    }
    scroller.scrollTop = scroller.scrollHeight;
    await frame();
    await frame();
    return { most, longest: Math.max(0, ...tasks), long: tasks.filter((ms) => ms > 50).length };
  });
  await page.getByText(`MH 01 AX ${10_000 + ROWS - 1}`, { exact: true }).waitFor();
  publishFigure({
    promise: 'long-list',
    rows: ROWS,
    drawnAtMost: seen.most,
    longTasks: seen.long,
    longestMs: Math.round(seen.longest),
  });
  assert.ok(seen.most > 10 && seen.most <= 80, `${seen.most} rows were drawn at once`);
  await context.close();
});
