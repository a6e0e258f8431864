/** Registers the worker that keeps the app's own scripts for a dead network; it never keeps an answer of the API. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // Without it the app works as before, only not offline.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  });
}
