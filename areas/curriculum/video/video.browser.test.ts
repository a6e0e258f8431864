// A film in a real browser: chosen, sent, listed, shared, and played by somebody who is not signed in.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';

const FILM = join(import.meta.dirname, '../demo/videos/plate-1.webm');
let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('a film that is no film is refused with advice; a true one is ready, shared and played signed out', async () => {
  const page = await web.open('/videos/upload', 'Bina');
  const choose = page.getByLabel('Choose videos');
  await choose.setInputFiles({
    name: 'broken.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('not a film'),
  });
  await page.getByText('Export it as MP4 (H.264).').waitFor();
  // Row 78 of the specification's letter: its name and per cent follow their person; after a restart the same file goes on.
  await page.route('**/api/upload/*', (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  );
  const piece = page.waitForRequest((request) => request.method() === 'PATCH');
  await choose.setInputFiles(FILM);
  await piece;
  await page.getByRole('link', { name: 'Videos', exact: true }).first().click();
  await page.getByRole('link', { name: /^Uploading plate 1, \d+\.\d\d %$/ }).waitFor();
  await page.unroute('**/api/upload/*');
  await page.goto(`${web.origin}/videos/upload`);
  await page.getByText('Choose the same file again and it goes on where it stopped: plate-1.webm').waitFor();
  assert.deepEqual(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /upload/.test(key))),
    [],
  );
  const again = page.waitForRequest((request) => request.method() === 'HEAD');
  await choose.setInputFiles(FILM);
  assert.match((await again).url(), /\/api\/upload\//);
  await page.getByText('100.00 % of').waitFor();
  await page.getByText('Ready to play.').waitFor();
  await page.getByRole('link', { name: 'Open the videos' }).click();
  await page.getByText('plate 1').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Share link' }).click();
  await page.getByRole('button', { name: 'Make link' }).click();
  const shown = page.getByText(/\/videoplayer\/plate-1\//);
  const address = (await shown.textContent()) ?? '';
  const guest = await (await page.context().browser()?.newContext())?.newPage();
  assert.ok(guest);
  await guest.goto(address);
  await guest.locator('video').waitFor();
  await guest.locator('video').evaluate(async (film: HTMLVideoElement) => {
    const moved = new Promise((done) =>
      film.addEventListener('timeupdate', () => film.currentTime > 0 && done(null)),
    );
    await film.play();
    await moved;
  });
  await guest.goto(address.replace('plate-1', 'plate-2'));
  await guest.getByText('This video link is no longer available.').waitFor();
  await guest.context().close();
});
