import { lastForegroundAt } from '@aangan/web/api/busy.ts';

/**
 * When somebody last worked in any tab of this browser. The server ends idle sessions; this clock only warns a minute
 * before, and keeps a session alive while somebody types without calling.
 */
let lastInput = Date.now();
let lastElsewhere = 0;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('aangan-activity');
channel?.addEventListener('message', (event) => {
  if (typeof event.data === 'number') lastElsewhere = Math.max(lastElsewhere, event.data);
});

const note = () => {
  lastInput = Date.now();
};
for (const kind of ['keydown', 'pointerdown'] as const)
  window.addEventListener(kind, note, { passive: true, capture: true });

/** The last call that moved the session's clock, here or in another tab. */
export const lastCallAt = (): number => Math.max(lastForegroundAt(), lastElsewhere);

/** The last key or touch in this tab. */
export const lastInputAt = (): number => lastInput;

/** Tells the other tabs that this one called. */
export const tellOtherTabs = (): void => channel?.postMessage(lastForegroundAt());
