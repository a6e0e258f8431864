import { onDevice } from './offline.ts';
import { seal, unseal, vaultOwner } from './vault.ts';

/** A form's unsaved entries and the version they were typed over. */
export interface BoxedDraft {
  values: Readonly<Record<string, unknown>>;
  version: number | null;
}

const KEPT_MS = 7 * 86_400_000;

// What screens read at once; the device's database follows.
const open = new Map<string, BoxedDraft>();
const writing = new Map<string, boolean>();
const idOf = (userId: string, name: string): string => `${userId}:${name}`;

/** Reads the open vault's drafts into memory, before screens ask for them. Returns how many were too old and are gone. */
export async function openDrafts(now: number): Promise<number> {
  open.clear();
  const userId = vaultOwner();
  if (userId === null) return 0;
  return onDevice(0, async ({ drafts }) => {
    const rows = await drafts.where('userId').equals(userId).toArray();
    const old = rows.filter((row) => now - row.updatedAt > KEPT_MS).map((row) => row.id);
    await drafts.bulkDelete(old);
    for (const row of rows) {
      if (old.includes(row.id)) continue;
      const values = await unseal(row.sealed);
      if (typeof values === 'object' && values !== null)
        open.set(row.id, { values: { ...values }, version: row.version });
    }
    return old.length;
  });
}

/** A draft of the signed-in user; null when there is none for this version. */
export function boxedDraft(
  userId: string,
  name: string,
  version: number | null,
): BoxedDraft['values'] | null {
  const draft = open.get(idOf(userId, name));
  return draft && draft.version === version ? draft.values : null;
}

/** Keeps a draft: in memory at once, sealed on the device as fast as it writes. */
export function boxDraft(userId: string, name: string, draft: BoxedDraft): void {
  open.set(idOf(userId, name), draft);
  void write(userId, name);
}

export function unboxDraft(userId: string, name: string): void {
  if (open.delete(idOf(userId, name))) void write(userId, name);
}

// One write of a draft at a time; what was typed meanwhile follows as one more.
async function write(userId: string, name: string): Promise<void> {
  const id = idOf(userId, name);
  if (writing.has(id)) return void writing.set(id, true);
  writing.set(id, false);
  try {
    do {
      writing.set(id, false);
      await writeNow(userId, id);
    } while (writing.get(id));
  } finally {
    writing.delete(id);
  }
}

async function writeNow(userId: string, id: string): Promise<void> {
  const draft = open.get(id);
  const sealed = draft ? await seal(draft.values) : null;
  // The session may have ended meanwhile: then nothing is written over what was sealed before.
  if (vaultOwner() !== userId) return;
  await onDevice(undefined, async ({ drafts }) => {
    if (draft && sealed)
      await drafts.put({ id, userId, version: draft.version, sealed, updatedAt: Date.now() });
    else await drafts.delete(id);
  });
}

/** Forgets the drafts in memory; with `forGood` (the user signed out) those of this user on the device too. */
export async function closeDrafts(userId: string | null, forGood: boolean): Promise<void> {
  open.clear();
  if (forGood && userId !== null)
    await onDevice(0, ({ drafts }) => drafts.where('userId').equals(userId).delete());
}
