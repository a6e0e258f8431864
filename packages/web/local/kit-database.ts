import { Dexie } from 'dexie';
import { notice } from '../ui/notices.tsx';
import { onDevice } from './offline.ts';
import { vaultOwner } from './vault.ts';

/** A child whose kit is ordered (specification 3). Names stand here only while somebody works with them (promise B4). */
export interface StudentOrderKit {
  id: string;
  franchiseeID: number;
  enrollmentID: string;
  classID: number;
  className: string;
  studentName: string;
  gender: string | null;
}

export interface WowKitOrder {
  id: string;
  modelID: string;
  b2bID: string;
  email: string;
  products: readonly unknown[];
  cartItems: readonly unknown[];
}

const NAME = 'intellitotsadmin';
/** Dexie multiplies by ten. */
const NATIVE_VERSION = 30;
const MOST_STUDENTS = 5_000;
const MOST_ORDERS = 50;
const KEPT_MS = 24 * 3_600_000;
/** Whose rows they are and since when, among the keys of this browser. */
const STAMP = 'kit';

let opening: Promise<KitDatabase | null> | undefined;
// Without space on the device the cart lasts as long as the tab.
const memory = { students: new Map<string, StudentOrderKit>(), orders: new Map<string, WowKitOrder>() };

function make() {
  const database = new Dexie(NAME);
  database.version(1).stores({ studentOrderKit: 'id, franchiseeID, classID' });
  database
    .version(2)
    .stores({ studentOrderKit: 'id, franchiseeID, classID, enrollmentID, gender' })
    .upgrade((change) =>
      change
        .table<StudentOrderKit, string>('studentOrderKit')
        .toCollection()
        .modify((row) => {
          row.gender ??= null;
        }),
    );
  database.version(3).stores({ wowKitOrder: 'id, modelID, b2bID, email' });
  // The session ends and deletes the database, or a newer version comes: this tab lets go of everything it held.
  database.on('versionchange', () => {
    database.close();
    memory.students.clear();
    memory.orders.clear();
    opening = undefined;
  });
  return {
    database,
    students: database.table<StudentOrderKit, string>('studentOrderKit'),
    orders: database.table<WowKitOrder, string>('wowKitOrder'),
  };
}

type KitDatabase = ReturnType<typeof make>;

let told = false;

async function open(): Promise<KitDatabase | null> {
  try {
    const kit = make();
    await kit.database.open();
    // A release was taken back, another user signed in, or a day went by: what is there is not ours to read.
    if (kit.database.backendDB().version > NATIVE_VERSION || !(await isOwnAndFresh(Date.now()))) {
      await kit.database.delete();
      await kit.database.open();
    }
    return kit;
  } catch {
    return null;
  }
}

async function isOwnAndFresh(now: number): Promise<boolean> {
  const stamp = await onDevice<unknown>(null, async ({ keys }) => (await keys.get(STAMP))?.value ?? null);
  if (typeof stamp !== 'object' || stamp === null || !('at' in stamp) || !('userId' in stamp)) return true;
  return stamp.userId === vaultOwner() && now - Number(stamp.at) < KEPT_MS;
}

const kitDatabase = (): Promise<KitDatabase | null> => {
  opening ??= open();
  return opening;
};

/** Brings the database of this browser to its version, so that what an older release kept is read by this one. */
export const openKit = async (): Promise<void> => void (await kitDatabase());

async function keep(work: (kit: KitDatabase) => Promise<unknown>): Promise<void> {
  const kit = await kitDatabase();
  try {
    if (kit) {
      await work(kit);
      const value = { userId: vaultOwner(), at: Date.now() };
      await onDevice(undefined, async ({ keys }) => void (await keys.put({ name: STAMP, value })));
      return;
    }
  } catch {
    // Told below, once.
  }
  if (told) return;
  told = true;
  notice.warn('This device is out of space. The cart is kept until you close this tab.');
}

/** Replaces the children of a centre's order; at most 5,000. */
export async function keepStudents(rows: readonly StudentOrderKit[]): Promise<void> {
  memory.students = new Map(rows.slice(0, MOST_STUDENTS).map((row) => [row.id, row]));
  await keep(({ database, students }) =>
    database.transaction('rw', students, async () => {
      await students.clear();
      await students.bulkPut([...memory.students.values()]);
    }),
  );
}

/** The kept children of a centre. */
export async function keptStudents(franchiseeID: number): Promise<readonly StudentOrderKit[]> {
  const kit = await kitDatabase();
  const rows = kit
    ? await kit.students
        .where('franchiseeID')
        .equals(franchiseeID)
        .toArray()
        .catch(() => [])
    : [];
  return rows.length > 0
    ? rows
    : [...memory.students.values()].filter((row) => row.franchiseeID === franchiseeID);
}

/** Keeps one order; beyond 50 the oldest ids give way. */
export async function keepOrder(order: WowKitOrder): Promise<void> {
  memory.orders.set(order.id, order);
  await keep(({ database, orders }) =>
    database.transaction('rw', orders, async () => {
      await orders.put(order);
      const ids = await orders.toCollection().primaryKeys();
      await orders.bulkDelete(
        ids.filter((id) => id !== order.id).slice(0, Math.max(0, ids.length - MOST_ORDERS)),
      );
    }),
  );
}

export async function keptOrders(): Promise<readonly WowKitOrder[]> {
  const kit = await kitDatabase();
  const rows = kit ? await kit.orders.toArray().catch(() => []) : [];
  return rows.length > 0 ? rows : [...memory.orders.values()];
}
