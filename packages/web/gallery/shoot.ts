// Takes pictures of the gallery: `node packages/web/gallery/shoot.ts [name…]` after `vite build` with gallery/vite.config.ts.
import { chromium } from 'playwright-core';
import { serveGallery } from './serve.ts';

const OUT = '/tmp/aangan-shots';
const gallery = await serveGallery('/tmp/aangan-gallery');

const pages = {
  parts: '/',
  list: '/vehicles',
  filtered: '/vehicles?kind=BUS&kind=VAN&insuredTo.from=2026-04-01&q=MH',
  empty: '/vehicles?rows=0',
  one: '/vehicles?rows=1',
  add: '/vehicles/add',
  edit: '/vehicles/edit/1',
  view: '/vehicles/view/1',
  public: '/public',
  'public-hi': '/public?lang=hi',
};
const wanted = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
for (const [name, at] of Object.entries(pages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const width of [1440, 390])
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({
        viewport: { width, height: width === 390 ? 844 : 900 },
        colorScheme: scheme,
      });
      page.on('console', (message) => message.type() === 'error' && console.log(name, message.text()));
      page.on('pageerror', (error) => console.log(name, 'broke:', error.message));
      await page.goto(`${gallery.origin}${at}`, { waitUntil: 'networkidle' });
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${OUT}/${name}-${width}-${scheme}.png`, fullPage: name === 'parts' });
      await page.close();
    }
}
await browser.close();
gallery.close();
