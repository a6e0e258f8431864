import { useSyncExternalStore } from 'react';

// The spinner shows after 150 ms and stays at least 300 ms, so that quick calls do not flicker (shell.md 3.8).
const SHOW_AFTER_MS = 150;
const STAY_MS = 300;

let running = 0;
let visible = false;
let shownAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  if (visible === next) return;
  visible = next;
  shownAt = next ? Date.now() : shownAt;
  for (const listener of listeners) listener();
}

function settle(): void {
  clearTimeout(timer);
  if (running > 0 && !visible) timer = setTimeout(() => show(running > 0), SHOW_AFTER_MS);
  if (running === 0 && visible)
    timer = setTimeout(() => show(running > 0), Math.max(0, STAY_MS - (Date.now() - shownAt)));
}

let lastAt = 0;

/** When the last foreground work began, in milliseconds of this device; the session's idle clock starts there. */
export const lastForegroundAt = (): number => lastAt;

/** Counts one piece of foreground work; call the answer when it is over (twice does no harm). */
export function startBusy(): () => void {
  running += 1;
  lastAt = Date.now();
  settle();
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    running -= 1;
    settle();
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the global spinner is to be seen. */
export const useBusy = (): boolean => useSyncExternalStore(subscribe, () => visible);
