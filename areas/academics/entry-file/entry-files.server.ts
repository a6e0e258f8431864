// Files of diary entries and homeworks, and the consent of the children on them: asked when they are saved, when they are
// published and whenever a family reads (areas/academics.md 3.9, 8).
import { refuse } from '@aangan/contract/refusal.ts';
import { fileUrl, releaseFile, useFile } from '@aangan/server/files/files.ts';
import { several } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { consentAllows } from '../../communication/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';

export type OwnerKind = 'DIARY' | 'HOMEWORK' | 'SUBMISSION';

export interface Owner {
  franchiseeId: number;
  kind: OwnerKind;
  id: string;
}

export interface TaggedFile {
  fileId: string;
  /** Enrolments of the children on it. */
  tagged: readonly string[];
}

interface Limits {
  accept: readonly string[];
  maxMb: number;
}

/** Makes these the files of an owner, in this order; those that are not among them any more are let go. */
export async function saveFiles(
  db: Db,
  { franchiseeId, kind, id }: Owner,
  files: readonly TaggedFile[],
  { accept, maxMb }: Limits,
): Promise<void> {
  const wanted = new Set(files.map(({ fileId }) => fileId));
  if (wanted.size < files.length)
    throw refuse('input.invalid', { fields: { files: 'A file stands there twice' } });
  const use = { franchiseeId, area: 'academics', subjectKind: kind, subjectId: id };
  const before = await db
    .deleteFrom('entry_file')
    .where('franchisee_id', '=', franchiseeId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
    .returning('file_id')
    .execute();
  for (const { fileId } of files)
    await useFile(db, { ...use, fileId, accept, maxBytes: maxMb * 1024 * 1024 });
  for (const { file_id } of before)
    if (!wanted.has(file_id)) await releaseFile(db, { ...use, fileId: file_id });
  if (files.length === 0) return;
  await db
    .insertInto('entry_file')
    .values(
      files.map(({ fileId, tagged }, position) => ({
        franchisee_id: franchiseeId,
        owner_kind: kind,
        owner_id: id,
        file_id: fileId,
        position,
        tagged: [...new Set(tagged)],
      })),
    )
    .execute();
}

export interface OwnedFile {
  ownerId: string;
  fileId: string;
  name: string;
  picture: boolean;
  url: string;
  tagged: string[];
}

/** The files of some owners in their order, each with an address for ten minutes. Read as the centre. */
export async function filesOf(
  db: Db,
  owner: { franchiseeId: number; kind: OwnerKind },
  ids: readonly string[],
): Promise<OwnedFile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<OwnedFile, 'url'>>`
    select x.owner_id as "ownerId", x.file_id as "fileId", f.name, coalesce(f.mime like 'image/%', false) as picture, x.tagged
      from entry_file x join file f on f.franchisee_id = x.franchisee_id and f.id = x.file_id
     where x.franchisee_id = ${owner.franchiseeId} and x.owner_kind = ${owner.kind} and ${several('x.owner_id', ids, 'uuid')}
     order by x.owner_id, x.position`.execute(db);
  return rows.map((row) => ({
    ...row,
    url: fileUrl({ franchiseeId: owner.franchiseeId, fileId: row.fileId }),
  }));
}

export interface PictureConsent {
  name: string;
  /** Pictures for the class (PHOTO_IN_APP, CLASS) are allowed now. */
  allowed: boolean;
}

/** Name and consent of children by enrolment; who is not of this centre is missing. */
export async function pictureConsents(
  db: Db,
  franchiseeId: number,
  enrolmentIds: readonly string[],
): Promise<ReadonlyMap<string, PictureConsent>> {
  const { rows } = await sql<{ id: string; studentId: string; name: string }>`
    select e.id, e.student_id as "studentId", s.name from enrolment e
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where e.franchisee_id = ${franchiseeId} and ${several('e.id', enrolmentIds, 'uuid')}`.execute(db);
  const allowed = await consentAllows(db, {
    franchiseeId,
    studentIds: rows.map(({ studentId }) => studentId),
    purpose: 'PHOTO_IN_APP',
    covers: 'CLASS',
  });
  return new Map(
    rows.map(({ id, studentId, name }) => [id, { name, allowed: allowed.get(studentId) ?? false }]),
  );
}

/** Refuses, naming the child, when somebody on the files has no consent. */
export async function ensureConsents(
  db: Db,
  franchiseeId: number,
  files: readonly Pick<TaggedFile, 'tagged'>[],
): Promise<void> {
  const tagged = [...new Set(files.flatMap((one) => one.tagged))];
  if (tagged.length === 0) return;
  const consents = await pictureConsents(db, franchiseeId, tagged);
  for (const id of tagged) {
    const child = consents.get(id);
    if (!child) throw refuse('row.not-found');
    if (!child.allowed) throw refuseAcademics('diary.no-consent', { details: { name: child.name } });
  }
}

/** The files without those on which a child has no consent now: what families are shown. */
export async function shownToFamilies(
  db: Db,
  franchiseeId: number,
  files: readonly OwnedFile[],
): Promise<OwnedFile[]> {
  const consents = await pictureConsents(db, franchiseeId, [...new Set(files.flatMap((one) => one.tagged))]);
  return files.filter(({ tagged }) => tagged.every((id) => consents.get(id)?.allowed === true));
}
