// Takes pictures of the gallery: `node packages/web/gallery/shoot.ts [name…]` after `vite build` with gallery/vite.config.ts.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { answer } from './fake-api.ts';

const BUILT = '/tmp/aangan-gallery';
const OUT = '/tmp/aangan-shots';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  const rows = Number(new URL(request.headers.referer ?? 'http://x').searchParams.get('rows') ?? 12000);
  if (url.pathname.startsWith('/api/'))
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer(url, rows)));
  const file = path.extname(url.pathname) ? url.pathname : '/index.html';
  const body = await readFile(path.join(BUILT, file)).catch(() => null);
  response
    .writeHead(body ? 200 : 404, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
    .end(body ?? '');
});
server.listen(4180);

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
      await page.goto(`http://127.0.0.1:4180${at}`, { waitUntil: 'networkidle' });
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${OUT}/${name}-${width}-${scheme}.png`, fullPage: name === 'parts' });
      await page.close();
    }
}
await browser.close();
server.close();
