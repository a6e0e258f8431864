import { forgetAreaRows } from '@aangan/web/local/area-rows.ts';
import { forgetVisits } from '@aangan/web/local/recents.ts';
import { forgetUnfinished } from '@aangan/web/local/unfinished-uploads.ts';
import { closeVault } from '@aangan/web/local/vault.ts';
import { clearStored } from './storage.ts';
import { forgetTab } from './tab-context.ts';

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
 * Everything this browser stored of anybody (shell.md 3.1 step 3): local storage, what is of a person in this tab, the local
 * databases. Drafts, what waits to be sent and evidence that only this device has stay for their user, sealed and without
 * their key (promise B5, areas/README 2.1); so do the browser's own names and its proof of itself.
 */
export async function clearDevice(): Promise<void> {
  clearStored();
  clearOthers();
  forgetTab();
  dropKit();
  dropDatabase('aangan-preferences');
  try {
    const kept = await indexedDB.databases();
    // Its library is fetched only where there is something to forget.
    if (kept.some(({ name }) => name === 'aangan-offline'))
      await Promise.all([closeVault(), forgetVisits(), forgetUnfinished(), forgetAreaRows()]);
  } catch {
    // As above.
  }
}

/** No key but the twelve is ours; one that an older release left goes with them. */
function clearOthers(): void {
  try {
    localStorage.clear();
  } catch {
    // Blocked storage holds nothing.
  }
}
