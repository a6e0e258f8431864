import { useSyncExternalStore } from 'react';

// The drawing part is fetched with the first notice; the store keeps what was said until then.
let needed = false;
const listeners = new Set<() => void>();

/** There is a notice. */
export function needNotices(): void {
  needed = true;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether there was a notice yet: from then on the root draws them. */
export const useNoticesNeeded = (): boolean => useSyncExternalStore(subscribe, () => needed);
