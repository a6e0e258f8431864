import { useSyncExternalStore } from 'react';

// A new version that waits for the user's word (shell.md 3.10).
let waiting: ServiceWorker | null = null;
let waitingSince = 0;
let lastInput = Date.now();
let registered: ServiceWorkerRegistration | null = null;
let lookedAt = Date.now();
const listeners = new Set<() => void>();

const LOOK_MS = 60 * 60_000;
const FORCED_AFTER_MS = 24 * 3_600_000;

function setWaiting(worker: ServiceWorker): void {
  waiting = worker;
  waitingSince ||= Date.now();
  for (const listener of listeners) listener();
}

/** Registers the worker that keeps the app's own scripts for a dead network; it never keeps an answer of the API. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const note = () => {
    lastInput = Date.now();
  };
  for (const kind of ['keydown', 'pointerdown'] as const)
    window.addEventListener(kind, note, { passive: true, capture: true });
  // Without it the app works as before, only not offline.
  navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .then((registration) => {
      registered = registration;
      const watch = (worker: ServiceWorker | null) =>
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed' && navigator.serviceWorker.controller) setWaiting(worker);
        });
      if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
      registration.addEventListener('updatefound', () => watch(registration.installing));
    })
    .catch(() => undefined);
}

/** Looks for a new version now and then. `needed` (the server speaks a newer language) or a day without input takes it at once. */
export function lookForNewVersion(needed: boolean): void {
  const now = Date.now();
  if (registered && (needed || now - lookedAt >= LOOK_MS)) {
    lookedAt = now;
    registered.update().catch(() => undefined);
  }
  const forgotten = now - waitingSince >= FORCED_AFTER_MS && now - lastInput >= FORCED_AFTER_MS;
  if (waiting && (needed || forgotten)) takeNewVersion();
}

/** After a sign-in the worker keeps the first screens again, which the last sign-out removed. */
export function keepShell(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.controller?.postMessage('keep');
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
