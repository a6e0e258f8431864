// Takes the worker away from every device (promise B6): publish this file as /sw.js. One navigation later no cache and no
// worker is left, and every page comes from the server. It reloads no page by itself: a page registers this file again
// at its start, and would be reloaded for ever.
self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  );
});
