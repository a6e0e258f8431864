import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { type Actor, holds, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { playInfo, readyVideos, videoCard } from '../../curriculum/public.server.ts';
import { trainingModules as m } from '../modules.ts';
import { topicContract as contract, type TopicItem } from './topic.contract.ts';

/** A topic with its module. Who only learns meets those of published modules. */
async function topicFor(db: Db, actor: Actor, id: string) {
  const topic = ensureFound(
    await db
      .selectFrom('teacher_training_topic as t')
      .innerJoin('teacher_module as mod', 'mod.id', 't.module_id')
      .selectAll('t')
      .select(['mod.title as module', 'mod.status as module_status'])
      .where('t.id', '=', id)
      .executeTakeFirst(),
  );
  ensure(holds(actor, m.teacherTrainingTopic, false) || topic.module_status === 'PUBLISHED', () =>
    refuse('row.not-found'),
  );
  return topic;
}

export const view = handle(contract.view, async ({ db, actor, input }) => {
  const topic = await topicFor(db, actor, input.id);
  return {
    id: topic.id,
    title: topic.title,
    summary: topic.summary,
    body: topic.body,
    minutes: topic.est_minutes,
    moduleId: topic.module_id,
    module: topic.module,
    moduleStatus: topic.module_status,
    items: await itemsOf(db, topic.id),
    can: {
      write: actor.wholeNetwork && topic.module_status !== 'ARCHIVED' && mayCall(actor, contract.add),
    },
  };
});

async function itemsOf(db: Db, topicId: string): Promise<TopicItem[]> {
  const rows = await db
    .selectFrom('training_topic_item')
    .selectAll()
    .where('topic_id', '=', topicId)
    .orderBy('position')
    .orderBy('id')
    .limit(200)
    .execute();
  const videos = await videoCard(
    db,
    rows.flatMap(({ video_id }) => video_id ?? []),
  );
  return rows.map((row) => {
    const video = row.video_id === null ? undefined : videos.get(row.video_id);
    return {
      id: row.id,
      version: row.version,
      kind: row.kind,
      title: row.title,
      videoId: row.video_id,
      videoName: video?.name ?? null,
      durationS: video ? Math.round(video.durationMs / 1000) : null,
      playable: video?.status === 'READY',
      minWatchedPct: row.min_watched_pct,
      noSeek: row.no_seek,
      fileId: row.file_id,
      fileName: row.file_name,
      url:
        row.file_id !== null && row.file_at !== null
          ? fileUrl({ franchiseeId: row.file_at, fileId: row.file_id })
          : row.url,
      body: row.body,
    };
  });
}

export const play = handle(contract.play, async ({ db, actor, input }) => {
  const item = ensureFound(
    await db
      .selectFrom('training_topic_item')
      .select(['topic_id', 'video_id'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  await topicFor(db, actor, item.topic_id);
  return playInfo(db, { videoId: ensureFound(item.video_id) });
});

export const videos = handle(contract.videos, async ({ db, input }) => ({
  rows: await readyVideos(db, input.q?.trim() ?? ''),
}));
