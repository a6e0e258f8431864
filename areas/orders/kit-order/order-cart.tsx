// What is ticked, on this device (specification 3, database `studentOrderKit`): a lost network or a closed tab loses nothing. The
// server keeps the same; prices are never kept.
import { keepStudents, keptStudents } from '@aangan/web/local/kit-database.ts';
import { onDevice } from '@aangan/web/local/offline.ts';
import type { KeptRow } from '@aangan/web/local/offline-database.ts';
import { seal, unseal, vaultOwner } from '@aangan/web/local/vault.ts';
import type { DeskRow } from './kit-order.contract.ts';

interface Place {
  readonly franchiseeId: number;
  readonly kitType: string;
}

const idOf = (kitType: string, allocationId: string): string => `${kitType}:${allocationId}`;
const keyOf = ({ franchiseeId, kitType }: Place): string =>
  `${vaultOwner() ?? ''}:${franchiseeId}:${kitType}`;

// Where the device keeps nothing, a name lasts as long as the tab.
const inTab = new Map<string, string>();

function nameOfTab(key: string): string {
  const name = inTab.get(key) ?? crypto.randomUUID();
  inTab.set(key, name);
  return name;
}

/**
 * Names the order before it exists: however often it is sent, it is placed once. It stands beside the cart, sealed for its
 * person; local storage has no key for it (specification 3). Two tabs that ask at once agree on the first one's.
 */
export async function clientOrderId(place: Place): Promise<string> {
  const id = keyOf(place);
  // Made before it is known to be needed: a database transaction may not wait for anything else.
  const [owner, sealed] = [vaultOwner(), await seal(crypto.randomUUID())];
  if (owner === null || !sealed) return nameOfTab(id);
  const row = await onDevice<KeptRow | null>(null, ({ database, ofArea }) => {
    const carts = ofArea('cartMeta');
    return database.transaction('rw', carts, async () => {
      const known = await carts.get(id);
      if (known) return known;
      const made = { id, owner, at: Date.now(), sealed };
      await carts.put(made);
      return made;
    });
  });
  const name = row && (await unseal(row.sealed));
  return typeof name === 'string' ? name : nameOfTab(id);
}

export async function keptTicks({ franchiseeId, kitType }: Place): Promise<ReadonlySet<string>> {
  const rows = await keptStudents(franchiseeId);
  const own = `${kitType}:`;
  return new Set(rows.filter(({ id }) => id.startsWith(own)).map(({ id }) => id.slice(own.length)));
}

export async function keepTicks({ franchiseeId, kitType }: Place, rows: readonly DeskRow[]): Promise<void> {
  const others = (await keptStudents(franchiseeId)).filter(({ id }) => !id.startsWith(`${kitType}:`));
  await keepStudents([
    ...others,
    ...rows.map((row) => ({
      id: idOf(kitType, row.allocationId),
      franchiseeID: franchiseeId,
      enrollmentID: row.enrolmentId ?? '',
      classID: row.classId ?? 0,
      className: row.of,
      studentName: row.whom,
      gender: row.gender,
    })),
  ]);
}

/** Ordered: nothing of it stays here, and the next order has a name of its own. */
export async function emptyTicks(place: Place): Promise<void> {
  const id = keyOf(place);
  inTab.delete(id);
  await onDevice(undefined, ({ ofArea }) => ofArea('cartMeta').delete(id));
  await keepTicks(place, []);
}
