// Keeps the app's own scripts, styles and fonts for a dead network. No answer of the API and no file of a child is ever
// kept (shell.md 3.10, B4). To take it away from every device, publish sw-off.js in its place.
const CACHE = 'aangan-shell-__BUILD__';
const FILES = '__FILES__';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const drop = (names) =>
    Promise.all(
      names
        .filter((name) => name.startsWith('aangan-shell-') && name !== CACHE)
        .map((name) => caches.delete(name)),
    );
  event.waitUntil(
    caches
      .keys()
      .then(drop)
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting();
  if (event.data === 'keep') event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api'))
    return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match('/')));
  else if (url.pathname.startsWith('/assets/') || FILES.includes(url.pathname))
    event.respondWith(kept(request));
});

// Assets carry their content's hash in their name: once kept they never change.
async function kept(request) {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}
