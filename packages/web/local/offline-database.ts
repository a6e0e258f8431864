import { Dexie } from 'dexie';

/** A key of this browser: its proof pair, its device secret, the vault's key while a session is open. */
export interface KeptKey {
  name: string;
  value: unknown;
}

/** Sealed entries of a form. */
export interface KeptDraft {
  /** `<user>:<name>` */
  id: string;
  userId: string;
  version: number | null;
  sealed: Sealed;
  updatedAt: number;
}

/** A command that waits for the network. The id is its idempotency key. */
export interface KeptCommand {
  id: string;
  userId: string;
  contract: string;
  method: 'POST' | 'PUT';
  path: string;
  /** What the user reads in the list of waiting changes. */
  title: string;
  /** Path of the form that takes it up again when it was refused. */
  link?: string;
  franchiseeId: number | null;
  academicYearId: number | null;
  sealed: Sealed;
  createdAt: number;
  tries: number;
  lastError: string | null;
  state: 'WAITING' | 'SENDING' | 'REFUSED';
}

export interface KeptVisit {
  /** `<user>:<path>` */
  id: string;
  userId: string;
  path: string;
  title: string;
  context: string;
  at: number;
}

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** `aangan-offline` (areas/shell.md 2.4). Areas add stores of their own by a new version here. */
export function makeOfflineDatabase() {
  const database = new Dexie('aangan-offline');
  database.version(1).stores({
    keys: 'name',
    drafts: 'id, userId, updatedAt',
    queue: 'id, userId, createdAt',
    recents: 'id, userId, at',
  });
  // Another tab brings a newer version: this one lets go, and its bar offers the reload.
  database.on('versionchange', () => database.close());
  return {
    database,
    keys: database.table<KeptKey, string>('keys'),
    drafts: database.table<KeptDraft, string>('drafts'),
    queue: database.table<KeptCommand, string>('queue'),
    recents: database.table<KeptVisit, string>('recents'),
  };
}

export type OfflineDatabase = ReturnType<typeof makeOfflineDatabase>;
