// Pictures of an album: added, named, blurred, ordered, removed. Each step ends with the picture judged anew.
import { randomUUID } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { releaseFile, useFile } from '@aangan/server/files/files.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { galleryContract } from './gallery.contract.ts';
import { refuseGallery } from './gallery.refusals.ts';
import { MOST_PHOTOS } from './gallery.states.ts';
import { type AlbumRow, childrenOfAlbum, lockAlbum, lockPhoto } from './gallery-album.server.ts';
import { judgedPhotos, restatePhotos } from './photo-rules.server.ts';

interface Pair {
  largeId: string;
  smallId: string;
}

const MB = 1024 * 1024;

async function usePair(db: Db, album: AlbumRow, photoId: string, { largeId, smallId }: Pair): Promise<void> {
  const use = {
    franchiseeId: album.franchisee_id,
    area: 'communication',
    subjectKind: 'PHOTO',
    subjectId: photoId,
    accept: ['jpg'],
  };
  await useFile(db, { ...use, fileId: largeId, maxBytes: 4 * MB });
  await useFile(db, { ...use, fileId: smallId, maxBytes: MB });
}

/**
 * Takes files out of the world: from now on no address opens them, signed ones of a moment ago included, and tonight's
 * sweep removes their bytes.
 */
async function endFiles(
  db: Db,
  franchiseeId: number,
  photoId: string,
  fileIds: readonly string[],
): Promise<void> {
  for (const fileId of fileIds)
    await releaseFile(db, { franchiseeId, fileId, subjectKind: 'PHOTO', subjectId: photoId });
  await sql`update file set state = 'REFUSED', note = 'The picture was replaced or removed', expires_on = created_at::date - 1
    where franchisee_id = ${franchiseeId} and id = any (${[...fileIds]}::uuid[])`.execute(db);
}

export const addPhotos = handle(galleryContract.addPhotos, async ({ db, actor, input, now }) => {
  const album = await lockAlbum(db, actor, input.id, { now });
  const { rows } = await sql<{ n: number; last: number }>`
    select count(*) filter (where status <> 'REMOVED')::int as n, coalesce(max(position), 0) as last from gallery_photo
     where franchisee_id = ${album.franchisee_id} and gallery_id = ${album.id}`.execute(db);
  const { n = 0, last = 0 } = rows[0] ?? {};
  ensure(n + input.photos.length <= MOST_PHOTOS, () => refuseGallery('gallery.full'));
  let added = 0;
  for (const photo of input.photos) {
    if (photo.largeId === photo.smallId)
      throw refuse('input.invalid', { fields: { photos: 'A picture has two sizes' } });
    if (await isThere(db, album, photo.largeId)) continue;
    const id = randomUUID();
    await usePair(db, album, id, photo);
    await sql`insert into gallery_photo (franchisee_id, id, gallery_id, position, large_id, small_id, width, height, sha256)
      select ${album.franchisee_id}, ${id}, ${album.id}, ${last + added + 1}, f.id, ${photo.smallId}, ${photo.width}, ${photo.height}, f.sha256
        from file f where f.franchisee_id = ${album.franchisee_id} and f.id = ${photo.largeId}`.execute(db);
    added += 1;
  }
  return { added, already: input.photos.length - added };
});

/** The same bytes are in the album already. */
async function isThere(db: Db, album: AlbumRow, fileId: string): Promise<boolean> {
  const { rows } =
    await sql`select from gallery_photo p join file f on f.franchisee_id = p.franchisee_id and f.id = ${fileId}
    where p.franchisee_id = ${album.franchisee_id} and p.gallery_id = ${album.id} and p.status <> 'REMOVED'
      and (p.sha256 = f.sha256 or p.large_id = f.id)`.execute(db);
  return rows.length > 0;
}

async function verdictNow(db: Db, album: AlbumRow, photoId: string) {
  await restatePhotos(db, album);
  const photo = (await judgedPhotos(db, album)).find(({ id }) => id === photoId);
  if (!photo) throw refuse('row.not-found');
  return photo.verdict;
}

export const namePhoto = handle(galleryContract.name, async ({ db, actor, input, version, now }) => {
  const { album, photo } = await lockPhoto(db, actor, input.photoId, { version, now });
  const key = { franchisee_id: photo.franchisee_id, photo_id: photo.id };
  const there = await db
    .selectFrom('photo_child')
    .select('enrolment_id')
    .where('franchisee_id', '=', key.franchisee_id)
    .where('photo_id', '=', key.photo_id)
    .execute();
  const known = new Set([
    ...there.map(({ enrolment_id }) => enrolment_id),
    ...(await childrenOfAlbum(db, actor, album, todayIst(now))).map(({ enrolmentId }) => enrolmentId),
  ]);
  const named = [...new Set(input.enrolmentIds)];
  ensure(
    named.every((id) => known.has(id)),
    () =>
      refuseGallery('photo.not-your-section', {
        fields: { enrolmentIds: 'Choose children of the album’s sections' },
      }),
  );
  await sql`delete from photo_child where franchisee_id = ${key.franchisee_id} and photo_id = ${key.photo_id}
    and not (enrolment_id = any (${named}::uuid[]))`.execute(db);
  if (named.length > 0)
    await db
      .insertInto('photo_child')
      .values(named.map((enrolment_id) => ({ ...key, enrolment_id })))
      .onConflict((oc) => oc.doNothing())
      .execute();
  await db
    .updateTable('gallery_photo')
    .set({ children_count: input.childrenCount })
    .where('franchisee_id', '=', photo.franchisee_id)
    .where('id', '=', photo.id)
    .execute();
  return verdictNow(db, album, photo.id);
});

export const blurPhoto = handle(galleryContract.blur, async ({ db, actor, input, version, now }) => {
  const { album, photo, files } = await lockPhoto(db, actor, input.photoId, { version, now });
  ensure(input.largeId !== photo.large_id && input.smallId !== photo.small_id, () =>
    refuse('input.invalid', { fields: { largeId: 'Send the blurred picture' } }),
  );
  await usePair(db, album, photo.id, input);
  await endFiles(db, photo.franchisee_id, photo.id, files);
  await sql`update gallery_photo p set large_id = f.id, small_id = ${input.smallId}, width = ${input.width}, height = ${input.height}, sha256 = f.sha256
    from file f where p.franchisee_id = ${photo.franchisee_id} and p.id = ${photo.id}
      and f.franchisee_id = p.franchisee_id and f.id = ${input.largeId}`.execute(db);
  await sql`update photo_child set how = 'BLURRED' where franchisee_id = ${photo.franchisee_id} and photo_id = ${photo.id}
    and enrolment_id = any (${input.enrolmentIds}::uuid[])`.execute(db);
  return verdictNow(db, album, photo.id);
});

export const captionPhoto = handle(galleryContract.caption, async ({ db, actor, input, version, now }) => {
  const { photo } = await lockPhoto(db, actor, input.photoId, { version, now });
  await db
    .updateTable('gallery_photo')
    .set({ caption: input.caption })
    .where('franchisee_id', '=', photo.franchisee_id)
    .where('id', '=', photo.id)
    .execute();
  return {};
});

export const arrangePhotos = handle(galleryContract.arrange, async ({ db, actor, input, now }) => {
  const album = await lockAlbum(db, actor, input.id, { now });
  const there = (await judgedPhotos(db, album)).map(({ id }) => id);
  const wanted = new Set(input.photoIds);
  const fits = wanted.size === there.length && there.every((id) => wanted.has(id));
  // Somebody else added or removed one meanwhile: the order that was seen is not the album's any more.
  ensure(fits, () => refuse('row.stale'));
  if (input.coverPhotoId !== null && !wanted.has(input.coverPhotoId)) throw refuse('row.not-found');
  await sql`update gallery_photo p set position = o.no from unnest(${input.photoIds}::uuid[]) with ordinality o(id, no)
    where p.franchisee_id = ${album.franchisee_id} and p.gallery_id = ${album.id} and p.id = o.id and p.position <> o.no`.execute(
    db,
  );
  await db
    .updateTable('gallery')
    .set({ cover_photo_id: input.coverPhotoId })
    .where('franchisee_id', '=', album.franchisee_id)
    .where('id', '=', album.id)
    .execute();
  return {};
});

export const removePhoto = handle(galleryContract.removePhoto, async ({ db, actor, input, version, now }) => {
  const { photo, files } = await lockPhoto(db, actor, input.photoId, { version, now });
  await endFiles(db, photo.franchisee_id, photo.id, files);
  await db
    .updateTable('gallery_photo')
    .set({ status: 'REMOVED', large_id: null, small_id: null })
    .where('franchisee_id', '=', photo.franchisee_id)
    .where('id', '=', photo.id)
    .execute();
  await sql`update gallery set cover_photo_id = null where franchisee_id = ${photo.franchisee_id}
    and id = ${photo.gallery_id} and cover_photo_id = ${photo.id}`.execute(db);
  return {};
});

export const settleReports = handle(galleryContract.settleReports, async ({ db, actor, input, now }) => {
  const { photo } = await lockPhoto(db, actor, input.photoId, { now });
  await db
    .updateTable('photo_report')
    .set({ handled_at: now, handled_by: userIdOf(actor) })
    .where('franchisee_id', '=', photo.franchisee_id)
    .where('photo_id', '=', photo.id)
    .where('handled_at', 'is', null)
    .execute();
  return {};
});
