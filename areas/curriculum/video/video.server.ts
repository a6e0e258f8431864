import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl, releaseFile, useFile } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { revokeLinks } from '@aangan/server/work/links.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { videoContract as contract } from './video.contract.ts';
import { refuseVideo } from './video.refusals.ts';
import { type CaptionLanguage, slugOf, videoEndings, videoStates } from './video.states.ts';

export type Video = RowIn<'video'>;

const VIDEO = { area: 'curriculum', subjectKind: 'VIDEO' } as const;

/** Head office's rows are head office's alone, and are written with no other centre chosen. */
function ensureOwn(actor: Actor, franchiseeId: number): void {
  if (franchiseeId !== HEAD_OFFICE) return;
  ensure(actor.wholeNetwork, () => refuseVideo('video.not-own'));
  ensure(actor.franchiseeId === null || actor.franchiseeId === HEAD_OFFICE, () =>
    refuseVideo('video.centre-chosen'),
  );
}

/** Locks a video that the actor may write. Nobody meets videos of another centre. */
export async function lockVideo(db: Db, actor: Actor, id: string, version?: number): Promise<Video> {
  ensure(actor.students === null, () => refuse('row.not-found'));
  // Read first: row security hides head office's rows from a lock, and the text should say whose it is.
  const row = ensureFound(
    await db.selectFrom('video').select('franchisee_id').where('id', '=', id).executeTakeFirst(),
  );
  ensureOwn(actor, row.franchisee_id);
  return lockRow(db, 'video', id, version);
}

export const ensureReady = (video: { status: string }): void =>
  ensure(video.status === 'READY', () => refuseVideo('video.not-ready'));

/** Where an upload of this person goes: the chosen centre, head office's with none chosen, or the only one. */
function uploadCentre(actor: Actor): number {
  const only = actor.centres.length === 1 ? actor.centres[0] : undefined;
  const id = actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : only);
  if (id === undefined) throw refuse('context.centre-needed');
  return id;
}

export interface NewVideo {
  franchiseeId: number;
  fileId: string;
  posterFileId: string | null;
  name: string;
  tags?: string | null | undefined;
  description?: string | null | undefined;
  durationMs: number;
  width: number;
  height: number;
  by: string | null;
}

/** Makes an uploaded file a video. Refuses what is no video, somebody else's file, and a name that is taken at the centre. */
export async function createVideo(db: Db, video: NewVideo): Promise<{ id: string; slug: string }> {
  const slug = slugOf(video.name);
  ensure(slug !== '', () => refuseVideo('video.no-letters', { fields: { name: 'Use a letter or digit' } }));
  const { rows } = await sql<{ id: string }>`select gen_random_uuid() as id`.execute(db);
  const { id } = ensureFound(rows[0]);
  const use = { ...VIDEO, franchiseeId: video.franchiseeId, subjectId: id };
  const file = await useFile(db, { ...use, fileId: video.fileId, accept: videoEndings });
  if (video.posterFileId)
    await useFile(db, { ...use, fileId: video.posterFileId, accept: ['jpg', 'png', 'webp'] });
  const made = await db
    .insertInto('video')
    .values({
      franchisee_id: video.franchiseeId,
      id,
      name: video.name,
      slug,
      tags: tidyTags(video.tags),
      description: video.description ?? null,
      file_id: video.fileId,
      poster_file_id: video.posterFileId,
      bytes: file.bytes,
      duration_ms: video.durationMs,
      width: video.width,
      height: video.height,
      uploaded_by: video.by,
    })
    .onConflict((conflict) => conflict.columns(['franchisee_id', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst();
  ensure(made, () => refuseVideo('video.name-taken', { fields: { name: 'Another video has this name' } }));
  return { id, slug };
}

const tidyTags = (tags: string | null | undefined): string | null =>
  [
    ...new Set(
      (tags ?? '')
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ].join(', ') || null;

/** Name, length and picture of videos in the caller's reach, by id. */
export async function videoCard(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('video')
    .select(['id', 'franchisee_id', 'name', 'status', 'duration_ms', 'poster_file_id'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        status: row.status,
        durationMs: row.duration_ms,
        posterUrl: row.poster_file_id
          ? fileUrl({ franchiseeId: row.franchisee_id, fileId: row.poster_file_id })
          : null,
      },
    ]),
  );
}

/** Head office's videos that play, by a part of their name: those that every centre reads. */
export const readyVideos = async (db: Db, q: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('video')
    .select(['id', 'name'])
    .where('franchisee_id', '=', HEAD_OFFICE)
    .where('status', '=', 'READY')
    .where((eb) => eb(eb.fn<number>('strpos', [eb.fn('lower', ['name']), eb.val(q.toLowerCase())]), '>', 0))
    .orderBy('name')
    .limit(30)
    .execute();

export const create = handle(contract.create, ({ db, actor, input }) => {
  ensure(actor.students === null, () => refuse('row.not-found'));
  return createVideo(db, { ...input, franchiseeId: uploadCentre(actor), by: actor.userId });
});

export const change = handle(contract.change, async ({ db, actor, input, version }) => {
  const video = await lockVideo(db, actor, input.id, version);
  ensureReady(video);
  await db
    .updateTable('video')
    .set({ name: input.name, tags: tidyTags(input.tags), description: input.description ?? null })
    .where('franchisee_id', '=', video.franchisee_id)
    .where('id', '=', video.id)
    .execute();
  return {};
});

export const addCaption = handle(contract.addCaption, async ({ db, actor, input }) => {
  const video = await lockVideo(db, actor, input.id);
  ensureReady(video);
  await dropCaption(db, video, input.lang);
  await useFile(db, {
    ...VIDEO,
    franchiseeId: video.franchisee_id,
    fileId: input.fileId,
    subjectId: video.id,
    accept: ['vtt'],
  });
  await db
    .insertInto('video_caption')
    .values({
      franchisee_id: video.franchisee_id,
      video_id: video.id,
      lang: input.lang,
      file_id: input.fileId,
    })
    .execute();
  return {};
});

export const removeCaption = handle(contract.removeCaption, async ({ db, actor, input }) => {
  const video = await lockVideo(db, actor, input.id);
  ensure(await dropCaption(db, video, input.lang), () => refuse('row.not-found'));
  return {};
});

async function dropCaption(db: Db, video: Video, lang: CaptionLanguage): Promise<boolean> {
  const gone = await db
    .deleteFrom('video_caption')
    .where('franchisee_id', '=', video.franchisee_id)
    .where('video_id', '=', video.id)
    .where('lang', '=', lang)
    .returning('file_id')
    .executeTakeFirst();
  if (gone)
    await releaseFile(db, {
      franchiseeId: video.franchisee_id,
      fileId: gone.file_id,
      subjectKind: VIDEO.subjectKind,
      subjectId: video.id,
    });
  return gone !== undefined;
}

export const archive = handle(contract.archive, async ({ db, actor, input, version }) => {
  const row = await lockVideo(db, actor, input.id, version);
  await moveStatus(db, {
    states: videoStates,
    table: 'video',
    row,
    action: 'archive',
    reason: input.reason,
  });
  await revokeLinks(db, { purpose: 'video.public', subjectId: row.id, reason: 'archived' });
  return {};
});

export const restore = handle(contract.restore, async ({ db, actor, input, version }) => {
  const row = await lockVideo(db, actor, input.id, version);
  await moveStatus(db, { states: videoStates, table: 'video', row, action: 'restore' });
  return {};
});
