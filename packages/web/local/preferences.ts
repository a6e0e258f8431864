import { useCallback, useSyncExternalStore } from 'react';

/**
 * Small choices of this device and user (column choice, row density, saved views). They live in their own IndexedDB:
 * local storage holds exactly the specification's keys and nothing else (shell.md 2.2).
 */
const DATABASE = 'aangan-preferences';
const STORE = 'preferences';

const known = new Map<string, unknown>();
const listeners = new Set<() => void>();
let owner = 'nobody';

function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      // Private windows may refuse a database: the choices then last as long as the tab.
      resolve(null);
    }
  });
}

const tell = () => {
  for (const listener of listeners) listener();
};

/** Reads a user's choices once, before the first screen draws, so that nothing jumps later. */
export async function loadPreferences(userId: string | number): Promise<void> {
  owner = String(userId);
  known.clear();
  const database = await open();
  if (!database) return;
  await new Promise<void>((resolve) => {
    const cursor = database
      .transaction(STORE)
      .objectStore(STORE)
      .openCursor(IDBKeyRange.bound(`${owner}:`, `${owner}:\uffff`));
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return resolve();
      known.set(String(at.key), at.value);
      at.continue();
    };
    cursor.onerror = () => resolve();
  });
  database.close();
  tell();
}

async function keep(key: string, value: unknown): Promise<void> {
  const database = await open();
  if (!database) return;
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  if (value === undefined) store.delete(key);
  else store.put(value, key);
  database.close();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** One choice: its value (or the fallback) and how to change it. The value must be plain data. */
export function usePreference<T>(name: string, fallback: T): [T, (value: T) => void] {
  const key = `${owner}:${name}`;
  const value = useSyncExternalStore(subscribe, () => known.get(key)) as T | undefined; // written by the setter below
  const set = useCallback(
    (next: T) => {
      known.set(key, next);
      tell();
      void keep(key, next);
    },
    [key],
  );
  return [value ?? fallback, set];
}
