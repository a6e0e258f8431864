// That this browser is a centre's shared tablet stands in the name of an empty database: asking for it costs no library,
// and signing out keeps it (shell.md 11.5). The server decides by the browser's secret alone.
const MARK = 'aangan-tablet';

/** Whether this browser was made a shared tablet. */
export async function isTablet(): Promise<boolean> {
  const known = await indexedDB.databases?.().catch(() => []);
  return (known ?? []).some(({ name }) => name === MARK);
}

export const markTablet = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(MARK);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    opening.onerror = () => reject(new Error('This browser keeps nothing, so it cannot be a shared tablet.'));
  });

export const unmarkTablet = (): void => void indexedDB.deleteDatabase(MARK);
