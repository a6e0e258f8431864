const DATABASE = 'aangan-device';
const STORE = 'keys';
const KEY = 'device';

// 32 random bytes, base64url: what makes this browser a known one after its first code (shell.md 3.11).
function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** This browser's device secret, made at first use and kept in IndexedDB; undefined where the browser keeps nothing. */
export function deviceKey(): Promise<string | undefined> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open(DATABASE, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      opening.onerror = () => resolve(undefined);
      opening.onsuccess = () => {
        const database = opening.result;
        const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
        const reading = store.get(KEY);
        reading.onsuccess = () => {
          const known: unknown = reading.result;
          const key = typeof known === 'string' && known.length >= 22 ? known : fresh();
          if (key !== known) store.put(key, KEY);
          resolve(key);
          database.close();
        };
        reading.onerror = () => resolve(undefined);
      };
    } catch {
      resolve(undefined);
    }
  });
}
