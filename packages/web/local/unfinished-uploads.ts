// Where unfinished uploads stand on the server, so that the same file chosen again goes on there. Cleared at logout.
export interface UnfinishedUpload {
  name: string;
  size: number;
  modified: number;
  address: string;
}

const KEY = 'aangan-unfinished-uploads';
/** The server forgets unfinished uploads after a week; a list this long holds none that matters. */
const MOST = 50;

export function unfinishedUploads(): UnfinishedUpload[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as UnfinishedUpload[]) : [];
  } catch {
    return [];
  }
}

function keep(list: readonly UnfinishedUpload[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(-MOST)));
  } catch {
    // No room, or storage is switched off: the upload runs all the same, and begins anew after a restart.
  }
}

const isOf = (one: UnfinishedUpload, file: File) => one.name === file.name;

export const keepUnfinished = (file: File, address: string): void =>
  keep([
    ...unfinishedUploads().filter((one) => !isOf(one, file)),
    { name: file.name, size: file.size, modified: file.lastModified, address },
  ]);
export const dropUnfinished = (name: string): void =>
  keep(unfinishedUploads().filter((one) => one.name !== name));

/** Where this very file stopped; 'OTHER' when a different file of the same name is half uploaded. */
export function placeOf(file: File): string | 'OTHER' | null {
  const known = unfinishedUploads().find((one) => isOf(one, file));
  if (!known) return null;
  return known.size === file.size && known.modified === file.lastModified ? known.address : 'OTHER';
}

export function forgetUnfinished(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
