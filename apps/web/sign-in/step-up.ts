import { useSyncExternalStore } from 'react';

// One question at a time: calls that need a fresh code while the dialog is open wait for the same answer.
let waiting: ((yes: boolean) => void)[] = [];
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Asks for a fresh code; true when it was given and the call may be repeated. */
export const askStepUp = (): Promise<boolean> =>
  new Promise((resolve) => {
    waiting = [...waiting, resolve];
    tell();
  });

export function settleStepUp(yes: boolean): void {
  const all = waiting;
  waiting = [];
  for (const resolve of all) resolve(yes);
  tell();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useStepUpAsked = (): boolean => useSyncExternalStore(subscribe, () => waiting.length > 0);
