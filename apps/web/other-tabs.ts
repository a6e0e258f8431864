import { useSyncExternalStore } from 'react';
import { closeStores, type LeavingMessage, leaveThisTab, leavingChannel } from './session.ts';
import { sessionState, setSession } from './session-state.ts';
import { parseStored } from './storage.ts';
import { viewing } from './view-as.ts';

// What another tab switched to while this one still works for its own centre (shell.md 3.6).
let other: { id: number; companyName: string } | null = null;
const listeners = new Set<() => void>();

function setOther(next: typeof other): void {
  other = next;
  for (const listener of listeners) listener();
}

let endedAt = 0;
leavingChannel?.addEventListener('message', ({ data }: MessageEvent<LeavingMessage>) => {
  if (data === 'ended') endedAt = Date.now();
  else setSession({ leaving: data === 'leaving' });
});

/** Follows the other tabs: a sign-out there signs out here, another centre there is told here. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (sessionState().phase === 'out') return;
    if (event.key === 'token' && event.newValue === null) void leaveToo();
    if (event.key === 'franchisee' && !viewing() && event.newValue !== event.oldValue) {
      // Not what the storage holds by now: this tab may have written there itself since.
      const stored = parseStored('franchisee', event.newValue);
      const mine = sessionState().franchisee?.id ?? 0;
      setOther(stored && stored.id !== mine ? stored : null);
    }
  });
}

// A tab that finds the session ended says so before it clears the browser; the two roads have no order between them.
const REASON_MS = 100;
async function leaveToo(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REASON_MS));
  if (sessionState().phase === 'out') return;
  leaveThisTab(Date.now() - endedAt < 5_000 ? 'ended' : 'signed-out');
  closeStores(null, false);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The other tab's centre, when it differs from this tab's; and how to stop telling. */
export const useOtherTab = () => useSyncExternalStore(subscribe, () => other);
export const forgetOtherTab = (): void => setOther(null);
