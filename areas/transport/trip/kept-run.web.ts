// Trips of today on this device, sealed for the signed-in person: what opens without a network while the bus drives. Gone when the
// trip is over, the next day, and with the sign-out.
import type { Day } from '@aangan/contract/period.ts';
import { onDevice } from '@aangan/web/local/offline.ts';
import { seal, unseal, vaultOwner } from '@aangan/web/local/vault.ts';
import type { Run } from './trip.contract.ts';

const startOf = (owner: string, today: Day): string => `${owner}:${today}:`;
const isOver = ({ status }: Run): boolean => status === 'COMPLETED' || status === 'CANCELLED';

export async function keepRun(run: Run, today: Day): Promise<void> {
  const owner = vaultOwner();
  const sealed = await seal(run);
  if (owner === null || !sealed) return;
  await onDevice(undefined, async ({ ofArea }) => {
    const store = ofArea('tripRoster');
    const start = startOf(owner, today);
    await store.filter(({ id }) => !id.startsWith(start)).delete();
    const id = `${start}${run.id}`;
    if (run.date !== today || isOver(run)) await store.delete(id);
    else await store.put({ id, owner, at: Date.now(), sealed });
  });
}

/** The trips of today that were opened on this device and are not over. */
export async function keptRuns(today: Day): Promise<Run[]> {
  const owner = vaultOwner();
  if (owner === null) return [];
  const start = startOf(owner, today);
  const rows = await onDevice([], ({ ofArea }) =>
    ofArea('tripRoster')
      .filter(({ id }) => id.startsWith(start))
      .toArray(),
  );
  const opened = await Promise.all(rows.map(({ sealed }) => unseal(sealed)));
  // Sealed by `keepRun` with this version's shape; another day's are gone.
  return opened.filter((one): one is Run => one !== null) as Run[];
}
