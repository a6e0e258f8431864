import type { Day } from '@aangan/contract/period.ts';
import { onDevice } from './offline.ts';
import type { AreaStore } from './offline-database.ts';
import { seal, unseal, vaultOwner } from './vault.ts';

/**
 * What a screen needs of today without a network, in a store of its area, sealed for the signed-in person; with the next day and
 * the sign-out it is gone. `T` is the shape of this version: rows of another day are never read.
 */
export function rowsOfToday<T>(store: AreaStore) {
  const startOf = (owner: string, today: Day): string => `${owner}:${today}:`;
  /** Removes what is of other days, and the row `id`; nothing where nobody is signed in. */
  const drop = async (today: Day, id?: string): Promise<void> => {
    const owner = vaultOwner();
    if (owner === null) return;
    const start = startOf(owner, today);
    await onDevice(undefined, async ({ ofArea }) => {
      await ofArea(store)
        .filter((row) => !row.id.startsWith(start))
        .delete();
      if (id !== undefined) await ofArea(store).delete(`${start}${id}`);
    });
  };
  return {
    drop,
    async keep(today: Day, id: string, row: T): Promise<void> {
      const owner = vaultOwner();
      const sealed = await seal(row);
      if (owner === null || !sealed) return;
      await drop(today);
      await onDevice(undefined, async ({ ofArea }) => {
        await ofArea(store).put({ id: `${startOf(owner, today)}${id}`, owner, at: Date.now(), sealed });
      });
    },
    async read(today: Day): Promise<T[]> {
      const owner = vaultOwner();
      if (owner === null) return [];
      const start = startOf(owner, today);
      const rows = await onDevice([], ({ ofArea }) =>
        ofArea(store)
          .filter(({ id }) => id.startsWith(start))
          .toArray(),
      );
      const opened = await Promise.all(rows.map(({ sealed }) => unseal(sealed)));
      return opened.filter((one): one is T & object => one !== null);
    },
  };
}
