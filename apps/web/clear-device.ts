import { forgetVisits } from '@aangan/web/local/recents.ts';
import { closeVault } from '@aangan/web/local/vault.ts';
import { clearStored } from './storage.ts';
import { writeTabContext } from './tab-context.ts';

function dropDatabase(name: string): void {
  try {
    indexedDB.deleteDatabase(name);
  } catch {
    // A browser without databases keeps nothing in them.
  }
}

/** The kit database goes with every session. */
export const dropKit = (): void => dropDatabase('intellitotsadmin');

/**
 * Everything this browser stored of anybody: the twelve keys, this tab's context, the local databases (shell.md 3.1 step 3).
 * What was sealed for one user stays, without its key; so does the browser's own proof of itself.
 */
export async function clearDevice(): Promise<void> {
  clearStored();
  writeTabContext(null);
  dropKit();
  dropDatabase('aangan-preferences');
  try {
    const kept = await indexedDB.databases();
    // Its library is fetched only where there is something to forget.
    if (kept.some(({ name }) => name === 'aangan-offline')) await Promise.all([closeVault(), forgetVisits()]);
  } catch {
    // As above.
  }
}
