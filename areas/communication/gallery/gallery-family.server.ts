// The family's face. Which albums exist for it is row security; their pictures are read as the child's centre and given only
// when everybody on them has the consent at this moment: a withdrawal takes a picture away with the next request.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { several } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { asFamily, resolveStudentRef } from '../../students/public.server.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import { communicationModules as m } from '../modules.ts';
import { galleryContract } from './gallery.contract.ts';
import type { AlbumRow } from './gallery-album.server.ts';
import { allowedFor, type JudgedPhoto, pictureOf, readyPhotos } from './photo-rules.server.ts';

interface FamilyAlbum {
  row: AlbumRow;
  /** The own children that may see it. */
  children: { enrolmentId: string; studentId: string; seen: boolean }[];
}

/** Albums in the family's own scope, the newest first, each with the children it is open to. */
async function familyAlbums(db: Db, actor: Actor, where: ReturnType<typeof sql>): Promise<FamilyAlbum[]> {
  const { rows } = await sql<AlbumRow & { enrolmentId: string; studentId: string; seen: boolean }>`
    select g.*, f.enrolment_id as "enrolmentId", e.student_id as "studentId", f.seen_at is not null as seen from gallery g
      join gallery_enrolment f on f.franchisee_id = g.franchisee_id and f.gallery_id = g.id
      join enrolment e on e.franchisee_id = f.franchisee_id and e.id = f.enrolment_id
     where ${several('e.student_id', actor.students ?? [], 'uuid')} and ${where}
     order by g.on_date desc, g.id limit 400`.execute(db);
  const albums = new Map<string, FamilyAlbum>();
  for (const { enrolmentId, studentId, seen, ...row } of rows) {
    const album = albums.get(row.id) ?? { row, children: [] };
    album.children.push({ enrolmentId, studentId, seen });
    albums.set(row.id, album);
  }
  return [...albums.values()];
}

/** Of an album what this family sees: ready, and not reported by itself. As the centre. */
async function shownPhotos(db: Db, { row, children }: FamilyAlbum): Promise<JudgedPhoto[]> {
  const reported = await db
    .selectFrom('photo_report')
    .select('photo_id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where(sql<boolean>`enrolment_id = any (${children.map(({ enrolmentId }) => enrolmentId)}::uuid[])`)
    .where('handled_at', 'is', null)
    .execute();
  const hidden = new Set(reported.map(({ photo_id }) => photo_id));
  return (await readyPhotos(db, row)).filter(({ id }) => !hidden.has(id));
}

export const galleryOfChild = handle(galleryContract.ofChild, async ({ db, actor, input }) => {
  const found = ensureFound(await resolveStudentRef(db, input.id));
  const { studentId } = found;
  ensure(studentId !== null && (actor.students?.includes(studentId) ?? false), () => refuse('row.not-found'));
  const child = ensureFound(
    await db
      .selectFrom('student')
      .select(['id', 'name'])
      .where('id', '=', studentId ?? '')
      .executeTakeFirst(),
  );
  const albums = await familyAlbums(db, actor, sql`e.student_id = ${child.id}`);
  return asFamily(db, actor, found.studentAdmissionId, async ({ franchiseeId, studentAdmissionId }) => {
    const consent = await allowedFor(db, franchiseeId, 'CLASS', [child.id]);
    const shown = [];
    const mine = [];
    for (const album of albums.filter(({ row }) => row.franchisee_id === franchiseeId)) {
      const photos = await shownPhotos(db, album);
      const cover = photos.find(({ id }) => id === album.row.cover_photo_id) ?? photos[0];
      const { id, title, description, on_date: onDate } = album.row;
      if (!cover) continue;
      shown.push({
        id,
        title,
        description,
        onDate,
        photos: photos.length,
        cover: pictureOf(franchiseeId, cover).small,
        isNew: !album.children.some(({ seen }) => seen),
      });
      for (const photo of photos)
        if (photo.children.some((one) => one.studentId === child.id && one.how === 'NAMED'))
          mine.push({ ...pictureOf(franchiseeId, photo), galleryId: id, album: title, onDate });
    }
    return {
      enrolmentId: studentAdmissionId,
      name: child.name,
      consent: consent.get(child.id) ?? false,
      albums: shown,
      mine,
    };
  });
});

/** The album that this id names for the family: its own, or that of a picture. 404 for any other. */
async function albumOf(db: Db, actor: Actor, id: string): Promise<FamilyAlbum> {
  const [own] = await familyAlbums(db, actor, sql`g.id = ${id}`);
  if (own) return own;
  for (const studentId of actor.students ?? []) {
    const galleryId = await asFamily(db, actor, studentId, async ({ franchiseeId }) => {
      const row = await db
        .selectFrom('gallery_photo')
        .select('gallery_id')
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.gallery_id ?? null;
    });
    const [album] = galleryId === null ? [] : await familyAlbums(db, actor, sql`g.id = ${galleryId}`);
    if (album) return album;
  }
  throw refuse('row.not-found');
}

/** Runs as the centre of a child that may see the album. */
const asItsFamily = <T>(db: Db, actor: Actor, album: FamilyAlbum, work: () => Promise<T>): Promise<T> =>
  asFamily(db, actor, ensureFound(album.children[0]).enrolmentId, work);

export const viewGallery = handle(galleryContract.view, async ({ db, actor, input }) => {
  const staff = holds(actor, m.photogallaryList, false) && actor.students === null;
  const album = staff
    ? { row: await staffAlbum(db, input.id), children: [] }
    : await albumOf(db, actor, input.id);
  const photos = staff
    ? await readyPhotos(db, album.row)
    : await asItsFamily(db, actor, album, () => shownPhotos(db, album));
  const { id, title, description, on_date: onDate, franchisee_id: franchiseeId } = album.row;
  return {
    id,
    title,
    description,
    onDate,
    family: !staff,
    at: photos.some((photo) => photo.id === input.id) ? input.id : null,
    photos: photos.map((photo) => pictureOf(franchiseeId, photo)),
  };
});

const staffAlbum = async (db: Db, id: string): Promise<AlbumRow> =>
  ensureFound(
    (
      await sql<AlbumRow>`select g.* from gallery g where g.id = ${id} or g.id = (select p.gallery_id from gallery_photo p where p.id = ${id})`.execute(
        db,
      )
    ).rows[0],
  );

export const markGallerySeen = handle(galleryContract.markSeen, async ({ db, actor, input, now }) => {
  const album = await albumOf(db, actor, input.id);
  await asItsFamily(db, actor, album, async () => {
    await sql`update gallery_enrolment set seen_at = ${now} where franchisee_id = ${album.row.franchisee_id} and gallery_id = ${album.row.id}
      and seen_at is null and ${several(
        'enrolment_id',
        album.children.map(({ enrolmentId }) => enrolmentId),
        'uuid',
      )}`.execute(db);
  });
  return {};
});

export const downloadPhoto = handle(galleryContract.download, async ({ db, actor, input }) => {
  const album = await albumOf(db, actor, input.photoId);
  const photo = ensureFound(
    await asItsFamily(db, actor, album, async () =>
      (await shownPhotos(db, album)).find(({ id }) => id === input.photoId),
    ),
  );
  return { url: fileUrl({ franchiseeId: album.row.franchisee_id, fileId: photo.largeId }) };
});

export const reportPhoto = handle(galleryContract.report, async ({ db, actor, input, now }) => {
  const album = await albumOf(db, actor, input.photoId);
  await asItsFamily(db, actor, album, async () => {
    ensureFound((await shownPhotos(db, album)).find(({ id }) => id === input.photoId));
    for (const { enrolmentId } of album.children)
      await sql`insert into photo_report (franchisee_id, photo_id, enrolment_id, note, reported_at, reported_by)
        values (${album.row.franchisee_id}, ${input.photoId}, ${enrolmentId}, ${input.note}, ${now}, ${userIdOf(actor)})
        on conflict (franchisee_id, photo_id, enrolment_id) do update set note = excluded.note, reported_at = excluded.reported_at,
          reported_by = excluded.reported_by, handled_at = null, handled_by = null`.execute(db);
    const tell = album.row.published_by ?? album.row.created_by;
    if (tell === null) return;
    await queueMessage(db, {
      kind: 'communication.picture-reported',
      franchiseeId: album.row.franchisee_id,
      about: { userIds: [tell] },
      values: { title: album.row.title },
      dedupeKey: `${input.photoId}:${album.children[0]?.enrolmentId}:${now.toISOString().slice(0, 10)}`,
      source: { kind: 'gallery', id: album.row.id },
    });
  });
  return {};
});
