// Files of the product: one row each, bytes in the file store. A file is used only when it is CLEAN and its row is in
// the caller's reach (row security); its address is a signature that lives 60 seconds.
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { refusals, refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import { isSigned, sign } from '../work/seal.ts';
import type { Db } from '../work/unit-of-work.ts';
import type { FileStore } from './file-store.ts';
import { endingOf } from './file-type.ts';

export const refuseFile = refusals({
  'file.not-ready': [409, 'This file is still being uploaded or was refused. Upload it again.'],
  'file.wrong-type': [422, 'Please choose {types}.'],
  'file.unknown-type': [
    422,
    'This type of file cannot be kept. Choose PDF, JPG, PNG, DOCX, XLSX, CSV, MP4 or MP3.',
  ],
  'file.choose-jpg': [422, 'Please choose JPG or PNG.'],
  'file.wrong-name': [422, 'The content of this file does not match its name.'],
  'file.broken': [422, 'This file is damaged or cannot be read. Save it anew and try again.'],
  'file.too-large': [413, 'This file is larger than {size}.'],
  'file.too-many-pixels': [422, 'This picture has more than 50 megapixels. Choose a smaller one.'],
  'file.empty': [422, 'This file is empty.'],
  'file.virus': [422, 'This file is not safe and was not kept.'],
  'file.quota': [429, 'You have uploaded a lot today. Continue tomorrow, or ask your administrator.'],
});

let store: FileStore | null = null;

/** Hands the file store to this process; once at start. */
export function useFileStore(opened: FileStore): void {
  store = opened;
}

/** The store of this process. */
export function fileStore(): FileStore {
  if (!store) throw new Error('useFileStore() was not called: there is no place for files');
  return store;
}

export interface FileRow {
  id: string;
  franchiseeId: number;
  name: string;
  mime: string;
  bytes: number;
  state: string;
  sensitive: boolean;
  storageKey: string;
}

/** A file's row in the caller's reach; undefined when there is none. */
export async function findFile(db: Db, fileId: string, franchiseeId?: number): Promise<FileRow | undefined> {
  const { rows } =
    await sql<FileRow>`select id, franchisee_id as "franchiseeId", name, coalesce(mime, 'application/octet-stream') as mime, bytes, state, sensitive, storage_key as "storageKey"
    from file where id = ${fileId} ${franchiseeId === undefined ? sql`` : sql`and franchisee_id = ${franchiseeId}`} limit 1`.execute(
      db,
    );
  return rows[0];
}

export interface FileUse {
  franchiseeId: number;
  fileId: string;
  area: string;
  subjectKind: string;
  subjectId: string;
  /** Endings that this place takes (`['pdf', 'jpg']`); the content decides, not the name. */
  accept?: readonly string[];
  maxBytes?: number;
  /** The id stood in another row of ours and moves on; nobody typed it. */
  moved?: true;
}

/**
 * Ties an uploaded file to what it belongs to. Refuses what is not uploaded, not clean, of the wrong kind, or brought by
 * somebody else: a row of one's own would otherwise open anybody's paper by its id.
 */
export async function useFile(db: Db, use: FileUse): Promise<FileRow> {
  const file = await findFile(db, use.fileId, use.franchiseeId);
  if (!file || !(use.moved || (await isBrought(db, file)) || (await isFree(db, use))))
    throw refuse('row.not-found');
  if (file.state !== 'CLEAN') throw refuseFile('file.not-ready');
  if (use.accept?.length && !takes(use.accept, file.name))
    throw refuseFile('file.wrong-type', {
      details: { types: use.accept.map((e) => e.toUpperCase()).join(', ') },
    });
  if (use.maxBytes && file.bytes > use.maxBytes)
    throw refuseFile('file.too-large', { details: { size: `${Math.round(use.maxBytes / 1024 / 1024)} MB` } });
  await sql`insert into file_use (franchisee_id, file_id, area, subject_kind, subject_id)
    values (${use.franchiseeId}, ${use.fileId}, ${use.area}, ${use.subjectKind}, ${use.subjectId}) on conflict do nothing`.execute(
    db,
  );
  return file;
}

/** Whether who works here uploaded the file: by their name, or by the same link. */
export async function isBrought(db: Db, file: Pick<FileRow, 'franchiseeId' | 'id'>): Promise<boolean> {
  const { rows } = await sql`select from file where franchisee_id = ${file.franchiseeId} and id = ${file.id}
    and created_by is not distinct from scope_user() and link_hash is not distinct from scope_link()`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Whether the file may be tied by whoever names it: this very row has it already, and somebody else saves it again; or it
 * is nobody's and nothing has it, as uploads by a link were before they belonged to it.
 */
async function isFree(db: Db, use: FileUse): Promise<boolean> {
  const { rows } = await sql<{
    tied: boolean;
    free: boolean;
  }>`select coalesce(bool_or(u.subject_kind = ${use.subjectKind} and u.subject_id = ${use.subjectId}), false) as tied,
      bool_and(f.created_by is null and f.link_hash is null and u.file_id is null) as free
    from file f left join file_use u on u.franchisee_id = f.franchisee_id and u.file_id = f.id
    where f.franchisee_id = ${use.franchiseeId} and f.id = ${use.fileId}`.execute(db);
  return rows[0]?.tied === true || rows[0]?.free === true;
}

// A stored name's ending was compared with the content at the upload, so it can be trusted here.
function takes(accept: readonly string[], name: string): boolean {
  const same = (ending: string) => (ending === 'jpeg' ? 'jpg' : ending.toLowerCase().replace(/^\./, ''));
  return accept.map(same).includes(same(endingOf(name)));
}

/** Lets go of a file; its bytes are swept when nothing uses it any more. */
export async function releaseFile(
  db: Db,
  use: Pick<FileUse, 'franchiseeId' | 'fileId' | 'subjectKind' | 'subjectId'>,
): Promise<void> {
  await sql`delete from file_use where franchisee_id = ${use.franchiseeId} and file_id = ${use.fileId}
    and subject_kind = ${use.subjectKind} and subject_id = ${use.subjectId}`.execute(db);
}

const LIFE_S = 600;

/** An address that opens this file for ten minutes, without further checks: give it only in answers about rows the caller may see. */
export function fileUrl(file: { franchiseeId: number; fileId: string }, now = new Date()): string {
  const until = Math.floor(now.getTime() / 1000) + LIFE_S;
  return `/api/file/${file.fileId}?c=${file.franchiseeId}&e=${until}&s=${sign(addressText(file.franchiseeId, file.fileId, until))}`;
}

const addressText = (franchiseeId: number, fileId: string, until: number): string =>
  `file|${franchiseeId}|${fileId}|${until}`;

/** The centre of a signed address; null when it is not ours or over. */
export function centreOfSigned(
  fileId: string,
  query: Readonly<Record<string, string>>,
  now: Date,
): number | null {
  const [centre, until] = [Number(query['c']), Number(query['e'])];
  if (!Number.isInteger(centre) || !Number.isInteger(until) || until * 1000 < now.getTime()) return null;
  return isSigned(addressText(centre, fileId, until), query['s'] ?? '') ? centre : null;
}

export interface NewFile {
  franchiseeId: number;
  name: string;
  /** What it is for the product: `receipt`, `report-card`, `export`. */
  kind: string;
  mime: string;
  content: Buffer;
  sensitive?: boolean;
  /** Day after which it is removed, YYYY-MM-DD. */
  expiresOn?: string;
}

/** Keeps a file that the server made (PDF, zip). Returns its id. A roll-back leaves bytes without a row, which the sweep removes. */
export async function saveFile(db: Db, file: NewFile): Promise<string> {
  const id = randomUUID();
  await fileStore().write(id, file.content);
  await db
    .insertInto('file')
    .values({
      franchisee_id: file.franchiseeId,
      id,
      name: safeName(file.name),
      bytes: file.content.length,
      sha256: createHash('sha256').update(file.content).digest(),
      mime: file.mime,
      kind: file.kind,
      state: 'CLEAN',
      sensitive: file.sensitive ?? false,
      storage_key: id,
      expires_on: file.expiresOn ?? null,
      uploaded_at: new Date(),
    })
    .execute();
  return id;
}

export interface OpenFile {
  name: string;
  mime: string;
  bytes: number;
  open(range?: { start: number; end: number }): Promise<Readable>;
}

/** A clean file in the caller's reach, to be read on the server (attachments, imports). Refuses row.not-found, file.not-ready. */
export async function readFile(db: Db, which: { franchiseeId: number; fileId: string }): Promise<OpenFile> {
  const file = await findFile(db, which.fileId, which.franchiseeId);
  if (!file) throw refuse('row.not-found');
  if (file.state !== 'CLEAN') throw refuseFile('file.not-ready');
  return openFile(file);
}

export const openFile = (file: Pick<FileRow, 'name' | 'mime' | 'bytes' | 'storageKey'>): OpenFile => ({
  name: file.name,
  mime: file.mime,
  bytes: file.bytes,
  open: (range) => fileStore().read(file.storageKey, range),
});

/** All bytes of a file up to `limit`. Refuses `file.too-large`, and `file.broken` when the store has lost it. */
export async function readWhole(file: OpenFile, limit = 25 * 1024 * 1024): Promise<Buffer> {
  if (file.bytes > limit)
    throw refuseFile('file.too-large', { details: { size: `${Math.round(limit / 1024 / 1024)} MB` } });
  const parts: Buffer[] = [];
  try {
    for await (const part of await file.open()) parts.push(part as Buffer);
  } catch (error) {
    // Its row is there and its bytes are not: no fault of the database, and trying again will not help.
    if ((error as { code?: string }).code === 'ENOENT') throw refuseFile('file.broken');
    throw error;
  }
  return Buffer.concat(parts);
}

/** A name as it may be stored and sent: no path, no control characters, at most 120 characters with its ending. */
export function safeName(name: string): string {
  const plain =
    name
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .replace(/[/\\:*?"<>|]/g, '-')
      .replace(/^[.\s-]+|[.\s]+$/g, '')
      .trim() || 'file';
  const ending = endingOf(plain);
  return plain.length <= 120
    ? plain
    : `${[...plain].slice(0, 110 - ending.length).join('')}${ending ? `.${ending}` : ''}`.slice(0, 120);
}
