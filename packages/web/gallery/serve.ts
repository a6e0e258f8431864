// The built gallery behind a small server with the answers of fake-api.ts.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { answer } from './fake-api.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** Serves the folder vite built the gallery into; `?rows=` of the page says how many rows its lists hold. */
export async function serveGallery(built: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const rows = Number(new URL(request.headers.referer ?? 'http://x').searchParams.get('rows') ?? 12000);
    if (url.pathname.startsWith('/api/'))
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer(url, rows)));
    const file = path.extname(url.pathname) ? url.pathname : '/index.html';
    const body = await readFile(path.join(built, file)).catch(() => null);
    response
      .writeHead(body ? 200 : 404, {
        'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      })
      .end(body ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
