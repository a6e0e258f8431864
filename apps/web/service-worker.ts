import { useSyncExternalStore } from 'react';

// A new version that waits for the user's word (shell.md 3.10).
let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function setWaiting(worker: ServiceWorker): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** Registers the worker that keeps the app's own scripts for a dead network; it never keeps an answer of the API. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Without it the app works as before, only not offline.
  navigator.serviceWorker
    .register('/sw.js')
    .then((registration) => {
      const watch = (worker: ServiceWorker | null) =>
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed' && navigator.serviceWorker.controller) setWaiting(worker);
        });
      if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
      registration.addEventListener('updatefound', () => watch(registration.installing));
    })
    .catch(() => undefined);
}

/** Lets the waiting version take over and reloads into it. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting?.postMessage('take-over');
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a new version waits. */
export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null);
