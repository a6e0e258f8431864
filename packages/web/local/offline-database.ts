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

/** Rows of one area, sealed as the table of areas/README §2.1 says. The area reads and writes them, and nobody else. */
export interface KeptRow {
  id: string;
  /** Whose they are; rows without a person (public forms, files without a child's data) carry the reference they hang on. */
  owner: string;
  at: number;
  sealed: Sealed;
}

/** Names of the areas' stores. All are emptied when their user signs out, except evidence that was not sent yet. */
export type AreaStore =
  | 'formDraft'
  | 'todayRoster'
  | 'packFile'
  | 'auditPack'
  | 'auditOp'
  | 'auditBlob'
  | 'cartMeta'
  | 'tripRoster'
  | 'scanQueue';

const ROWS = 'id, owner, at';

/** `aangan-offline` (areas/shell.md 2.4). The versions 2 to 7 are those of areas/README §2.1, declared at once. */
export function makeOfflineDatabase() {
  const database = new Dexie('aangan-offline');
  database.version(1).stores({
    keys: 'name',
    drafts: 'id, userId, updatedAt',
    queue: 'id, userId, createdAt',
    recents: 'id, userId, at',
  });
  database.version(2).stores({ formDraft: ROWS });
  database.version(3).stores({ todayRoster: ROWS });
  database.version(4).stores({ packFile: ROWS });
  database.version(5).stores({ auditPack: ROWS, auditOp: ROWS, auditBlob: ROWS });
  database.version(6).stores({ cartMeta: ROWS });
  database.version(7).stores({ tripRoster: ROWS, scanQueue: ROWS });
  // Another tab brings a newer version: this one lets go, and its bar offers the reload.
  database.on('versionchange', () => database.close());
  return {
    database,
    keys: database.table<KeptKey, string>('keys'),
    drafts: database.table<KeptDraft, string>('drafts'),
    queue: database.table<KeptCommand, string>('queue'),
    recents: database.table<KeptVisit, string>('recents'),
    ofArea: (store: AreaStore) => database.table<KeptRow, string>(store),
  };
}

export type OfflineDatabase = ReturnType<typeof makeOfflineDatabase>;
