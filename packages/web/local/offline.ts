import type { OfflineDatabase } from './offline-database.ts';

let opening: Promise<OfflineDatabase | null> | undefined;

/**
 * The device's own database, opened at first use; its library is fetched only then. Null where the browser keeps
 * nothing (private windows, full disks): everything that would be kept then lasts as long as the tab.
 */
export function offline(): Promise<OfflineDatabase | null> {
  opening ??= open();
  return opening;
}

async function open(): Promise<OfflineDatabase | null> {
  try {
    const { makeOfflineDatabase } = await import('./offline-database.ts');
    const made = makeOfflineDatabase();
    await made.database.open();
    return made;
  } catch {
    return null;
  }
}

/** Runs work on the database; gives `otherwise` when there is none or the work fails (quota, a closed connection). */
export async function onDevice<T>(otherwise: T, work: (database: OfflineDatabase) => Promise<T>): Promise<T> {
  const database = await offline();
  if (!database) return otherwise;
  try {
    return await work(database);
  } catch {
    return otherwise;
  }
}
