// Registers of today on this device, sealed for the signed-in person: what opens without a network. Gone the next day and
// with the sign-out.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { Day } from '@aangan/contract/period.ts';
import { onDevice } from '@aangan/web/local/offline.ts';
import { seal, unseal, vaultOwner } from '@aangan/web/local/vault.ts';
import type { attendanceContract } from './attendance.contract.ts';

export type Register = OutputOf<typeof attendanceContract.register>;

const startOf = (owner: string, today: Day): string => `${owner}:${today}:`;

/** Keeps a register of today; those of other days go. */
export async function keepRegister(register: Register, today: Day): Promise<void> {
  const owner = vaultOwner();
  const sealed = await seal(register);
  if (owner === null || !sealed) return;
  await onDevice(undefined, async ({ ofArea }) => {
    const store = ofArea('todayRoster');
    const start = startOf(owner, today);
    await store.filter(({ id }) => !id.startsWith(start)).delete();
    if (register.onDate === today)
      await store.put({ id: `${start}${register.section.id}`, owner, at: Date.now(), sealed });
  });
}

/** The registers of today that were read on this device. */
export async function keptRegisters(today: Day): Promise<Register[]> {
  const owner = vaultOwner();
  if (owner === null) return [];
  const start = startOf(owner, today);
  const rows = await onDevice([], ({ ofArea }) =>
    ofArea('todayRoster')
      .filter(({ id }) => id.startsWith(start))
      .toArray(),
  );
  const opened = await Promise.all(rows.map(({ sealed }) => unseal(sealed)));
  // Sealed by `keepRegister` with this version's shape; another day's are gone.
  return opened.filter((one): one is Register => one !== null) as Register[];
}
