// Where unfinished uploads stand on the server, so that the same file chosen again goes on there. Cleared at logout, and at a
// start without an access list. Local storage has no key for them (specification 3).
import { onDevice } from './offline.ts';
import type { OfflineDatabase } from './offline-database.ts';

export interface UnfinishedUpload {
  name: string;
  size: number;
  modified: number;
  address: string;
}

const KEY = 'unfinished-uploads';
/** The server forgets unfinished uploads after a week; a list this long holds none that matters. */
const MOST = 50;

// Without room on the device the upload runs all the same, and begins anew after a restart.
export const unfinishedUploads = (): Promise<readonly UnfinishedUpload[]> =>
  onDevice<readonly UnfinishedUpload[]>([], keptIn);

async function keptIn({ keys }: OfflineDatabase): Promise<UnfinishedUpload[]> {
  const kept = (await keys.get(KEY))?.value;
  return Array.isArray(kept) ? (kept as UnfinishedUpload[]) : [];
}

/** Several uploads begin and end at the same time: none may undo what another one wrote. */
const change = (next: (list: readonly UnfinishedUpload[]) => readonly UnfinishedUpload[]): Promise<void> =>
  onDevice(undefined, (device) =>
    device.database.transaction('rw', device.keys, async () => {
      const value = next(await keptIn(device)).slice(-MOST);
      await device.keys.put({ name: KEY, value });
    }),
  );

export const keepUnfinished = (file: File, address: string): Promise<void> =>
  change((list) => [
    ...list.filter(({ name }) => name !== file.name),
    { name: file.name, size: file.size, modified: file.lastModified, address },
  ]);
export const dropUnfinished = (name: string): Promise<void> =>
  change((list) => list.filter((one) => one.name !== name));

/** Where this very file stopped; 'OTHER' when a different file of the same name is half uploaded. */
export async function placeOf(file: File): Promise<string | 'OTHER' | null> {
  const known = (await unfinishedUploads()).find(({ name }) => name === file.name);
  if (!known) return null;
  return known.size === file.size && known.modified === file.lastModified ? known.address : 'OTHER';
}

export const forgetUnfinished = (): Promise<void> => onDevice(undefined, ({ keys }) => keys.delete(KEY));
