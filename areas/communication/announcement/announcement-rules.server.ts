// What the commands of announcements share: the row as its audience, its files, and whether it has ended.
import { refuse } from '@aangan/contract/refusal.ts';
import { fileUrl, releaseFile, useFile } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE, several } from '@aangan/server/sql.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import type { Audience } from '../audience/audience.ts';
import { refuseCommunication } from '../communication.refusals.ts';
import { type AnnouncementStatus, FILE_TYPES, MOST_FILE_MB } from './announcement.states.ts';

export type AnnouncementRow = RowIn<'announcement'>;

export const sourceOf = (id: string) => ({ kind: 'announcement', id });

export const audienceOf = (row: AnnouncementRow): Audience => ({
  people: row.people,
  centreIds: row.centre_ids,
  classIds: row.class_ids,
  sectionIds: row.section_ids,
  studentIds: row.student_ids,
});

export const hasEnded = (row: Pick<AnnouncementRow, 'status' | 'expires_at'>, now: Date): boolean =>
  row.status === 'PUBLISHED' && new Date(row.expires_at) <= now;

export const shownStatus = (row: AnnouncementRow, now: Date): AnnouncementStatus =>
  hasEnded(row, now) ? 'EXPIRED' : row.status;

/** Who it is from: the centre, or head office. */
export async function senderName(db: Db, franchiseeId: number): Promise<string> {
  if (franchiseeId === HEAD_OFFICE) return 'Head office';
  return (await franchisee(db, franchiseeId))?.companyName ?? 'Your centre';
}

export function ensureEnds(expiresAt: string, publishAt: Date): void {
  if (new Date(expiresAt) > publishAt) return;
  throw refuseCommunication('announcement.dates', { fields: { expiresAt: 'Later than it is published' } });
}

/** Makes these its files, in this order. */
export async function saveFiles(
  db: Db,
  { franchisee_id, id }: Pick<AnnouncementRow, 'franchisee_id' | 'id'>,
  fileIds: readonly string[],
): Promise<void> {
  const wanted = new Set(fileIds);
  if (wanted.size < fileIds.length)
    throw refuse('input.invalid', { fields: { fileIds: 'A file stands there twice' } });
  const use = {
    franchiseeId: franchisee_id,
    area: 'communication',
    subjectKind: 'ANNOUNCEMENT',
    subjectId: id,
  };
  const before = await db
    .deleteFrom('announcement_file')
    .where('franchisee_id', '=', franchisee_id)
    .where('announcement_id', '=', id)
    .returning('file_id')
    .execute();
  for (const [position, fileId] of fileIds.entries()) {
    const file = await useFile(db, {
      ...use,
      fileId,
      accept: FILE_TYPES,
      maxBytes: MOST_FILE_MB * 1024 * 1024,
    });
    await db
      .insertInto('announcement_file')
      .values({
        franchisee_id,
        announcement_id: id,
        file_id: fileId,
        position,
        name: file.name,
        picture: file.mime.startsWith('image/'),
      })
      .execute();
  }
  for (const { file_id } of before)
    if (!wanted.has(file_id)) await releaseFile(db, { ...use, fileId: file_id });
}

export interface AnnouncementFile {
  announcementId: string;
  fileId: string;
  name: string;
  picture: boolean;
  url: string;
}

/** Files of announcements in their order, each with an address for ten minutes. */
export async function filesOf(db: Db, ids: readonly string[]): Promise<AnnouncementFile[]> {
  const { rows } = await sql<Omit<AnnouncementFile, 'url'> & { franchiseeId: number }>`
    select announcement_id as "announcementId", file_id as "fileId", name, picture, franchisee_id as "franchiseeId"
      from announcement_file where ${several('announcement_id', ids, 'uuid')} order by announcement_id, position`.execute(
    db,
  );
  return rows.map(({ franchiseeId, ...row }) => ({
    ...row,
    url: fileUrl({ franchiseeId, fileId: row.fileId }),
  }));
}

/** Files as a reader gets them. */
export const filesFor = (files: readonly AnnouncementFile[], id: string) =>
  files.filter(({ announcementId }) => announcementId === id).map(({ announcementId: _, ...file }) => file);
