// Releases (areas/shell.md 3.10; promise B6): a new version waits behind a bar and takes over at one press; publishing the
// worker in its self-removing form takes it from every device at the next navigation.
import assert from 'node:assert/strict';
import { appendFile, copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import type { Page } from 'playwright-core';
import { buildWeb, WEB_DIR, webIsBuilt } from '../../bin/build-web.ts';
import { eventually, type WebTest, webTest } from './browser-testing.ts';

let t: WebTest;
let webDir = '';
before(async () => {
  const built = process.env.AANGAN_WEB_DIR ?? WEB_DIR;
  if (built === WEB_DIR && !webIsBuilt()) await buildWeb(() => undefined);
  // A release of its own, so that it can be replaced.
  webDir = await mkdtemp(path.join(tmpdir(), 'aangan-release-'));
  await cp(built, webDir, { recursive: true });
  t = await webTest({ app: { webDir }, worker: true });
});
after(async () => {
  await t?.close();
  await rm(webDir, { recursive: true, force: true });
});

const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);
const look = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

test('a new version waits behind the bar, keeps what is typed, and takes over at one press', async () => {
  const { page, context, problems } = await t.visit('/profile', 'Esha');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await controlled(page);
  const bar = page.getByText('A new version is ready.');
  await look(page);
  assert.equal(await bar.isVisible(), false, 'broken twin: the same release is no new version');
  await page.getByLabel('First name').fill('Esha Rani');
  await appendFile(path.join(webDir, 'sw.js'), '\n// the next release\n');
  await look(page);
  await bar.waitFor();
  assert.equal(await page.getByLabel('First name').inputValue(), 'Esha Rani', 'nothing reloads by itself');
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload now' }).click();
  await loaded;
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  assert.equal(await bar.isVisible(), false);
  const waiting = await page.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null,
  );
  assert.equal(waiting, null, 'the new one has taken over');
  assert.deepEqual(problems, []);
  await context.close();
});

test('B6: the self-removing worker is gone from a device after one navigation, with everything it kept', async () => {
  const { page, context } = await t.visit('/profile', 'Bina');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await controlled(page);
  const before = await page.evaluate(async () => (await caches.keys()).length);
  assert.ok(before > 0, 'there was something to take back');
  await copyFile(path.join(import.meta.dirname, 'sw-off.js'), path.join(webDir, 'sw.js'));
  await page.goto(`${t.origin}/profile`);
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  let left: unknown[] = [];
  await eventually(async () => {
    left = await page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ installing, waiting, active }) =>
        [installing, waiting, active].map((one) => one?.state ?? '-').join(),
      ),
    ]);
    return left.length === 0;
  }).catch(() => assert.deepEqual(left, [], 'caches and workers that are left after a minute'));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(`${t.origin}/profile/dashboard`);
  await page.getByRole('heading', { level: 1, name: /Bina/ }).waitFor();
  publishFigure({ promise: 'B6', case: 'kill switch', navigations: 1, cachesLeft: 0, loadsAfter: loads });
  assert.equal(loads, 1, 'no loop');
  await context.close();
});
