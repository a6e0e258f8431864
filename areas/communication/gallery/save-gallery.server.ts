import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { academicYearOf, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { mySections, sectionById } from '../../academics/public.server.ts';
import { cancelMessages, queueMessage } from '../message/queue-message.server.ts';
import { galleryContract } from './gallery.contract.ts';
import { refuseGallery } from './gallery.refusals.ts';
import { galleryStates } from './gallery.states.ts';
import { type AlbumRow, admitFamilies, lockAlbum } from './gallery-album.server.ts';
import { judgedPhotos, restatePhotos } from './photo-rules.server.ts';

export const saveGallery = handle(galleryContract.save, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  if (input.onDate > today) throw refuse('input.invalid', { fields: { onDate: 'Not after today' } });
  const before =
    input.id === null ? null : await lockAlbum(db, actor, input.id, { version: input.version ?? 0, now });
  const mine = new Map((await mySections(db, actor, today)).map((section) => [section.id, section]));
  const sectionIds = [...new Set(input.sectionIds)];
  for (const id of sectionIds) {
    if (mine.has(id) || before?.section_ids.includes(id)) continue;
    // Another centre's is not there at all; another teacher's is not theirs.
    await sectionById(db, id);
    throw refuseGallery('photo.not-your-section', { fields: { sectionIds: 'Choose your own sections' } });
  }
  const centres = new Set(sectionIds.flatMap((id) => mine.get(id)?.franchiseeId ?? []));
  if (before) centres.add(before.franchisee_id);
  ensure(centres.size === 1, () =>
    refuse('input.invalid', { fields: { sectionIds: 'Choose sections of one centre' } }),
  );
  const [franchiseeId = 0] = centres;
  await ensureEvent(db, franchiseeId, input);
  const columns = {
    academic_year_id: academicYearOf(input.onDate),
    title: input.title,
    description: input.description,
    on_date: input.onDate,
    event_id: input.eventId,
    audience: input.audience,
    section_ids: sectionIds,
  };
  const row = before
    ? await db
        .updateTable('gallery')
        .set(columns)
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('gallery')
        .values({ franchisee_id: franchiseeId, id: randomUUID(), ...columns })
        .returningAll()
        .executeTakeFirstOrThrow();
  await restatePhotos(db, row);
  if (row.status === 'PUBLISHED') await admitFamilies(db, row);
  return { id: row.id };
});

async function ensureEvent(
  db: Db,
  franchiseeId: number,
  { eventId }: Pick<ParsedInputOf<typeof galleryContract.save>, 'eventId'>,
): Promise<void> {
  if (eventId === null) return;
  const found = await db
    .selectFrom('event')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (!found) throw refuse('input.invalid', { fields: { eventId: 'Choose from the list' } });
}

const sourceOf = (id: string) => ({ kind: 'gallery', id });

export const publishGallery = handle(galleryContract.publish, async ({ db, actor, input, version, now }) => {
  const row = await lockAlbum(db, actor, input.id, { version, now });
  await restatePhotos(db, row);
  const photos = await judgedPhotos(db, row);
  const ready = photos.filter(({ verdict }) => verdict.status === 'READY').length;
  ensure(ready > 0, () => refuseGallery('gallery.nothing-ready'));
  const published = await moveStatus(db, {
    states: galleryStates,
    table: 'gallery',
    row,
    action: 'publish',
    set: { published_at: now, published_by: userIdOf(actor), withdraw_reason: null },
  });
  const families = await admitFamilies(db, published);
  await tellFamilies(db, published, ready, todayIst(now));
  return { ready, waiting: photos.length - ready, families };
});

/** One notice an album and day. */
async function tellFamilies(db: Db, album: AlbumRow, count: number, today: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.student_id as id from gallery_enrolment g
      join enrolment e on e.franchisee_id = g.franchisee_id and e.id = g.enrolment_id and e.status in ('ACTIVE', 'ON_HOLD')
     where g.franchisee_id = ${album.franchisee_id} and g.gallery_id = ${album.id}`.execute(db);
  if (rows.length === 0) return;
  await queueMessage(db, {
    kind: 'communication.gallery-new',
    franchiseeId: album.franchisee_id,
    about: { studentIds: rows.map(({ id }) => id) },
    values: { count, title: album.title },
    dedupeKey: `${album.id}:${today}`,
    source: sourceOf(album.id),
  });
}

export const withdrawGallery = handle(
  galleryContract.withdraw,
  async ({ db, actor, input, version, now }) => {
    const row = await lockAlbum(db, actor, input.id, { version, now });
    await moveStatus(db, {
      states: galleryStates,
      table: 'gallery',
      row,
      action: 'withdraw',
      reason: input.reason,
      set: { withdraw_reason: input.reason },
    });
    await cancelMessages(db, { franchiseeId: row.franchisee_id, source: sourceOf(row.id) });
    return {};
  },
);
