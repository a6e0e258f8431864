// Playing: addresses that live ten minutes, and which seconds a person has seen.
import { refuse } from '@aangan/contract/refusal.ts';
import { isWatched, mergeSpans, type Span, secondsOf } from '@aangan/contract/watched.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { videoContract as contract, publicVideoContract } from './video.contract.ts';
import { videoListing } from './video.listing.server.ts';
import { ensureReady } from './video.server.ts';
import { captionLanguages } from './video.states.ts';

const labelOf = (lang: string): string => captionLanguages[lang as keyof typeof captionLanguages] ?? lang;

const captionsOf = (db: Db, video: { franchiseeId: number; id: string }) =>
  db
    .selectFrom('video_caption')
    .select(['lang', 'file_id'])
    .where('franchisee_id', '=', video.franchiseeId)
    .where('video_id', '=', video.id)
    .orderBy('lang')
    .execute();

/** What a player needs of a video in the caller's reach, who has made sure that the actor may see it. Refuses archived ones. */
export async function playInfo(db: Db, { videoId, now = new Date() }: { videoId: string; now?: Date }) {
  const video = ensureFound(
    await db.selectFrom('video').selectAll().where('id', '=', videoId).executeTakeFirst(),
  );
  ensureReady(video);
  const franchiseeId = video.franchisee_id;
  const at = (fileId: string) => fileUrl({ franchiseeId, fileId }, now);
  return {
    name: video.name,
    slug: video.slug,
    url: `${at(video.file_id)}&inline=1`,
    posterUrl: video.poster_file_id ? at(video.poster_file_id) : null,
    durationMs: video.duration_ms,
    captions: (await captionsOf(db, { franchiseeId, id: video.id })).map(({ lang, file_id }) => ({
      lang,
      label: labelOf(lang),
      url: at(file_id),
    })),
  };
}

export const play = handle(contract.play, async ({ db, actor, input }) => {
  ensureFound(await videoListing.row({ db, actor }, input.id));
  return playInfo(db, { videoId: input.id });
});

export const get = handle(contract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound(await videoListing.row({ db, actor }, input.id));
  const video = ensureFound(
    await db.selectFrom('video').select('description').where('id', '=', row.id).executeTakeFirst(),
  );
  const seen = await db
    .selectFrom('watch')
    .select(['last_position', 'seconds'])
    .where('video_id', '=', row.id)
    .where('user_id', '=', userIdOf(actor))
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Who may share sees what is shared; nobody sees a token again.
  const links = row.can['share']
    ? await db
        .selectFrom('public_link')
        .select(['issued_at as issuedAt', 'expires_at as expiresAt'])
        .where('purpose', '=', 'video.public')
        .where('subject_id', '=', row.id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now.toISOString())
        .orderBy('issued_at')
        .execute()
    : [];
  return {
    ...row,
    description: video.description,
    captions: (await captionsOf(db, row)).map(({ lang }) => ({ lang, label: labelOf(lang) })),
    links,
    lastPosition: seen?.last_position ?? 0,
    seconds: seen?.seconds ?? 0,
  };
});

/** Where a person's seconds stand: at the centre that was chosen; head office's people have theirs at head office. */
export const watchCentre = (actor: Actor): number =>
  actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : (actor.centres[0] ?? HEAD_OFFICE));

interface Seen {
  franchiseeId: number;
  userId: string;
  videoId: string;
  durationS: number;
  intervals: readonly Span[];
  position: number;
  now: Date;
}

/** Adds the seconds somebody has seen to those before. */
export async function noteWatched(
  db: Db,
  { franchiseeId, userId, videoId, durationS, intervals, position, now }: Seen,
): Promise<{ seconds: number; completed: boolean }> {
  // Two tabs report side by side: the row is there first, then it is locked.
  await sql`insert into watch (franchisee_id, user_id, video_id, last_at) values (${franchiseeId}, ${userId}, ${videoId}, ${now.toISOString()})
    on conflict (franchisee_id, user_id, video_id) do nothing`.execute(db);
  const { rows } = await sql<{ id: string; intervals: Span[] }>`select id, intervals from watch
    where franchisee_id = ${franchiseeId} and user_id = ${userId} and video_id = ${videoId} for update`.execute(
    db,
  );
  const before = ensureFound(rows[0]);
  const merged = mergeSpans([...before.intervals, ...intervals], durationS);
  const seconds = secondsOf(merged);
  const completed = isWatched(seconds, durationS);
  await sql`update watch set intervals = ${JSON.stringify(merged)}::jsonb, seconds = ${seconds}, completed = ${completed},
      last_position = ${Math.min(Math.floor(position), durationS)}, last_at = ${now.toISOString()}
    where franchisee_id = ${franchiseeId} and id = ${before.id}`.execute(db);
  return { seconds, completed };
}

export const watched = handle(contract.watched, async ({ db, actor, input, now }) => {
  const { id: videoId, durationS } = ensureFound(await videoListing.row({ db, actor }, input.id));
  const { intervals, position } = input;
  return noteWatched(db, {
    franchiseeId: watchCentre(actor),
    userId: userIdOf(actor),
    videoId,
    durationS,
    intervals,
    position,
    now,
  });
});

export const openPublicVideo = handle(publicVideoContract.open, async ({ db, actor, input }) => {
  const link = ensureFound(actor.link);
  const video = await playInfo(db, { videoId: link.subjectId });
  // A wrong name is answered like a wrong token: the address is one thing.
  ensure(input.name === video.slug, () => refuse('link.not-found'));
  return video;
});
