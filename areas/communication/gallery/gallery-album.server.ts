import { type Day, todayIst } from '@aangan/contract/period.ts';
import { several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { mySections } from '../../academics/public.server.ts';
import { rosterOf } from '../../students/public.server.ts';
import { refuseGallery } from './gallery.refusals.ts';
import { allowedFor } from './photo-rules.server.ts';

export type AlbumRow = RowIn<'gallery'>;
export type PhotoRow = RowIn<'gallery_photo'>;

/** An album that the person keeps: one of its sections is theirs today. Locked. */
export async function lockAlbum(
  db: Db,
  actor: Actor,
  id: string,
  { version, now }: { version?: number | undefined; now: Date },
): Promise<AlbumRow> {
  const row = await lockRow(db, 'gallery', id, version);
  const mine = new Set((await mySections(db, actor, todayIst(now))).map((section) => section.id));
  ensure(
    row.section_ids.some((sectionId) => mine.has(sectionId)),
    () => refuseGallery('photo.not-your-section'),
  );
  return row;
}

/** A picture of such an album, both locked: the album first. */
export async function lockPhoto(
  db: Db,
  actor: Actor,
  photoId: string,
  { version, now }: { version?: number | undefined; now: Date },
): Promise<{ album: AlbumRow; photo: PhotoRow; files: string[] }> {
  const found = ensureFound(
    await db.selectFrom('gallery_photo').select('gallery_id').where('id', '=', photoId).executeTakeFirst(),
  );
  const album = await lockAlbum(db, actor, found.gallery_id, { now });
  const photo = await lockRow(db, 'gallery_photo', photoId, version);
  ensure(photo.status !== 'REMOVED', () => refuseGallery('photo.removed'));
  return { album, photo, files: [photo.large_id, photo.small_id].filter((id) => id !== null) };
}

export interface AlbumChild {
  enrolmentId: string;
  name: string;
  section: string;
  allowed: boolean;
}

/** The children that the person may name on an album: of those of its sections that are theirs, on the album's day. */
export async function childrenOfAlbum(
  db: Db,
  actor: Actor,
  album: AlbumRow,
  today: Day,
): Promise<AlbumChild[]> {
  const mine = (await mySections(db, actor, today)).filter(({ id }) => album.section_ids.includes(id));
  const children = [];
  for (const section of mine)
    for (const child of await rosterOf(db, {
      franchiseeId: album.franchisee_id,
      sectionId: section.id,
      on: album.on_date,
    }))
      children.push({ ...child, section: section.label });
  const allowed = await allowedFor(
    db,
    album.franchisee_id,
    album.audience,
    children.map(({ studentId }) => studentId),
  );
  return children.map(({ studentAdmissionId, studentId, name, section }) => ({
    enrolmentId: studentAdmissionId,
    name,
    section,
    allowed: allowed.get(studentId) ?? false,
  }));
}

/** Writes which children's families may see an album: of its sections on its day, or of the whole centre. */
export async function admitFamilies(db: Db, album: AlbumRow): Promise<number> {
  const ofAlbum =
    album.audience === 'CLASS'
      ? sql`exists (select from placement l where l.franchisee_id = e.franchisee_id and l.enrolment_id = e.id
          and ${several('l.section_id', album.section_ids, 'uuid')} and l.from_on <= ${album.on_date}::date
          and coalesce(l.before_on, 'infinity') > ${album.on_date}::date)`
      : sql`e.joined_on <= ${album.on_date}::date and coalesce(e.left_on, 'infinity') >= ${album.on_date}::date`;
  const seen = sql`select e.id from enrolment e where e.franchisee_id = ${album.franchisee_id} and e.status <> 'CANCELLED' and ${ofAlbum}`;
  await sql`delete from gallery_enrolment where franchisee_id = ${album.franchisee_id} and gallery_id = ${album.id}
    and enrolment_id not in (${seen})`.execute(db);
  await sql`insert into gallery_enrolment (franchisee_id, gallery_id, enrolment_id)
    select ${album.franchisee_id}, ${album.id}, x.id from (${seen}) x on conflict do nothing`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from gallery_enrolment
    where franchisee_id = ${album.franchisee_id} and gallery_id = ${album.id}`.execute(db);
  return rows[0]?.n ?? 0;
}
