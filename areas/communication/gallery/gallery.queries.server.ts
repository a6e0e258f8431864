import { addDays, todayIst } from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { mySections } from '../../academics/public.server.ts';
import { galleryContract } from './gallery.contract.ts';
import { coverFile, sectionNames } from './gallery.listing.server.ts';
import { galleryStates } from './gallery.states.ts';
import { type AlbumRow, childrenOfAlbum } from './gallery-album.server.ts';
import type { Audience } from './photo-names.ts';
import { judgedPhotos, pictureOf } from './photo-rules.server.ts';

/** Events of these days before are offered for a new album. */
const RECENT = 60;

export const galleryForm = handle(galleryContract.form, async ({ db, actor, now }) => {
  const today = todayIst(now);
  const { rows: events } = await sql<{ id: string; title: string; onDate: string }>`
    select distinct on (v.id) v.id, v.title, d.on_date as "onDate" from event v
      join event_date d on d.franchisee_id = v.franchisee_id and d.event_id = v.id
     where v.status = 'PUBLISHED' and d.on_date between ${addDays(today, -RECENT)}::date and ${today}::date
       and ${inChosenCentre(actor, 'v.franchisee_id')} order by v.id, d.on_date desc`.execute(db);
  return {
    today,
    sections: (await mySections(db, actor, today)).map(({ id, label }) => ({ id, label })),
    events: events.sort((a, b) => b.onDate.localeCompare(a.onDate)).slice(0, 40),
  };
});

export const galleryChildren = handle(galleryContract.children, async ({ db, actor, input, now }) => {
  const row = ensureFound(
    await db.selectFrom('gallery').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  return { rows: await childrenOfAlbum(db, actor, row, todayIst(now)) };
});

export const getGallery = handle(galleryContract.get, async ({ db, actor, input, now }) => {
  const { rows } = await sql<
    AlbumRow & { sections: string | null; event: string | null; families: number; seen: number }
  >`select g.*, ${sectionNames} as sections,
        (select v.title from event v where v.franchisee_id = g.franchisee_id and v.id = g.event_id) as event,
        (select count(*)::int from gallery_enrolment f where f.franchisee_id = g.franchisee_id and f.gallery_id = g.id) as families,
        (select count(f.seen_at)::int from gallery_enrolment f where f.franchisee_id = g.franchisee_id and f.gallery_id = g.id) as seen
      from gallery g where g.id = ${input.id}`.execute(db);
  const row = ensureFound(rows[0]);
  const photos = await judgedPhotos(db, row);
  const reports = await db
    .selectFrom('photo_report')
    .select(['photo_id', 'note', 'reported_at'])
    .where('franchisee_id', '=', row.franchisee_id)
    .where('handled_at', 'is', null)
    .where(sql<boolean>`photo_id = any (${photos.map(({ id }) => id)}::uuid[])`)
    .execute();
  const mine = new Set((await mySections(db, actor, todayIst(now))).map(({ id }) => id));
  const writes = mayCall(actor, galleryContract.save) && row.section_ids.some((id) => mine.has(id));
  const steps = new Set<string>(writes ? actionsFrom(galleryStates, row.status) : []);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    onDate: row.on_date,
    eventId: row.event_id,
    event: row.event,
    audience: row.audience,
    sectionIds: row.section_ids,
    sections: row.sections ?? '–',
    status: row.status,
    withdrawReason: row.withdraw_reason,
    publishedAt: row.published_at,
    coverPhotoId: row.cover_photo_id,
    photos: photos.map((photo) => ({
      ...pictureOf(row.franchisee_id, photo),
      status: photo.verdict.status,
      reason: photo.verdict.reason,
      childrenCount: photo.childrenCount,
      children: photo.children.map(({ studentId: _, ...child }) => child),
      reports: reports
        .filter(({ photo_id }) => photo_id === photo.id)
        .map(({ note, reported_at }) => ({ note, at: reported_at })),
      version: photo.version,
    })),
    families: row.families,
    seen: row.seen,
    version: row.version,
    can: { edit: writes, publish: steps.has('publish'), withdraw: steps.has('withdraw') },
  };
});

const PAGE = 60;

export const galleryWall = handle(galleryContract.wall, async ({ db, actor, input }) => {
  const { rows } = await sql<{
    id: string;
    franchiseeId: number;
    title: string;
    description: string | null;
    onDate: string;
    sections: string | null;
    audience: Audience;
    ready: number;
    waiting: number;
    cover: string | null;
  }>`select g.id, g.franchisee_id as "franchiseeId", g.title, g.description, g.on_date as "onDate", g.audience, ${sectionNames} as sections,
        (select count(*)::int from gallery_photo x where x.franchisee_id = g.franchisee_id and x.gallery_id = g.id and x.status = 'READY') as ready,
        (select count(*)::int from gallery_photo x where x.franchisee_id = g.franchisee_id and x.gallery_id = g.id
          and x.status in ('NEEDS_NAMES', 'BLOCKED')) as waiting, ${coverFile} as cover
      from gallery g where g.status = 'PUBLISHED' and ${inChosenCentre(actor, 'g.franchisee_id')}
       and ${input.before ? sql`g.on_date < ${input.before}::date` : sql`true`}
     order by g.on_date desc, g.id limit ${PAGE + 1}`.execute(db);
  return {
    rows: rows.slice(0, PAGE).map(({ franchiseeId, cover, sections, ...row }) => ({
      ...row,
      sections: sections ?? '–',
      cover: cover === null ? null : `${fileUrl({ franchiseeId, fileId: cover })}&inline=1`,
    })),
    more: rows.length > PAGE,
  };
});
