// What stands behind every reading and step of a picture: who is on it, and whether they may be shown now
// (areas/communication.md 3.10). Read as the centre; a family is given what is ready and nothing else.
import { fileUrl } from '@aangan/server/files/files.ts';
import { several } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { consentAllows } from '../consent/consent.server.ts';
import { type Audience, consentOf, type PhotoVerdict, verdictOf } from './photo-names.ts';

export interface Photo {
  id: string;
  galleryId: string;
  largeId: string;
  smallId: string;
  width: number;
  height: number;
  caption: string | null;
  childrenCount: number | null;
  status: 'NEEDS_NAMES' | 'BLOCKED' | 'READY';
  version: number;
}

export interface PhotoChild {
  enrolmentId: string;
  studentId: string;
  name: string;
  how: 'NAMED' | 'BLURRED';
  allowed: boolean;
}

export interface JudgedPhoto extends Photo {
  children: PhotoChild[];
  verdict: PhotoVerdict;
}

interface Album {
  franchisee_id: number;
  id: string;
  audience: Audience;
}

/** Whether pictures of these children may be shown to an audience now. */
export const allowedFor = (db: Db, franchiseeId: number, audience: Audience, studentIds: readonly string[]) =>
  consentAllows(db, { franchiseeId, studentIds: [...new Set(studentIds)], ...consentOf[audience] });

/** The pictures of an album in their order, each judged by the consents of this moment. */
export async function judgedPhotos(db: Db, album: Album): Promise<JudgedPhoto[]> {
  const { rows: photos } = await sql<Photo>`
    select id, gallery_id as "galleryId", large_id as "largeId", small_id as "smallId", width, height, caption,
           children_count as "childrenCount", status, version from gallery_photo
     where franchisee_id = ${album.franchisee_id} and gallery_id = ${album.id} and status <> 'REMOVED' order by position, id`.execute(
    db,
  );
  const { rows: children } = await sql<Omit<PhotoChild, 'allowed'> & { photoId: string }>`
    select c.photo_id as "photoId", c.enrolment_id as "enrolmentId", s.id as "studentId", s.name, c.how from photo_child c
      join enrolment e on e.franchisee_id = c.franchisee_id and e.id = c.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where c.franchisee_id = ${album.franchisee_id} and ${several(
       'c.photo_id',
       photos.map(({ id }) => id),
       'uuid',
     )} order by s.name, s.id`.execute(db);
  const allowed = await allowedFor(
    db,
    album.franchisee_id,
    album.audience,
    children.map(({ studentId }) => studentId),
  );
  const byPhoto = Map.groupBy(children, ({ photoId }) => photoId);
  return photos.map((photo) => {
    const own = (byPhoto.get(photo.id) ?? []).map(({ photoId: _, ...child }) => ({
      ...child,
      allowed: allowed.get(child.studentId) ?? false,
    }));
    return { ...photo, children: own, verdict: verdictOf(photo.childrenCount, own) };
  });
}

export interface Restated {
  /** Pictures that were ready and are not any more. */
  left: number;
}

/** Writes what each picture of an album is now; lists and counts read the column, families ask again. */
export async function restatePhotos(db: Db, album: Album): Promise<Restated> {
  let left = 0;
  for (const photo of await judgedPhotos(db, album)) {
    if (photo.status === photo.verdict.status) continue;
    if (photo.status === 'READY') left += 1;
    await db
      .updateTable('gallery_photo')
      .set({ status: photo.verdict.status })
      .where('franchisee_id', '=', album.franchisee_id)
      .where('id', '=', photo.id)
      .execute();
  }
  return { left };
}

/** What anybody is shown of a picture, with addresses for ten minutes. */
export const pictureOf = (franchiseeId: number, photo: Photo) => ({
  id: photo.id,
  large: `${fileUrl({ franchiseeId, fileId: photo.largeId })}&inline=1`,
  small: `${fileUrl({ franchiseeId, fileId: photo.smallId })}&inline=1`,
  width: photo.width,
  height: photo.height,
  caption: photo.caption,
});

/** What is ready of an album now: all that a family is ever shown of it. */
export const readyPhotos = async (db: Db, album: Album): Promise<JudgedPhoto[]> =>
  (await judgedPhotos(db, album)).filter(({ verdict }) => verdict.status === 'READY');
