// What a module is made of, and what keeps it from being published.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { videoCard } from '../../curriculum/public.server.ts';
import type { OutlineAssessment } from './module.contract.ts';

export interface SnapshotItem {
  id: string;
  kind: 'VIDEO' | 'DOCUMENT' | 'TEXT' | 'LINK';
  title: string;
  videoId: string | null;
  minWatchedPct: number | null;
  noSeek: boolean | null;
  fileId: string | null;
  fileAt: number | null;
  fileName: string | null;
  url: string | null;
  body: string | null;
}
export interface SnapshotTopic {
  id: string;
  title: string;
  summary: string | null;
  body: string | null;
  minutes: number | null;
  items: SnapshotItem[];
}

/** Topics in their order, each with its items, as an edition keeps them. */
export async function topicsOf(db: Db, moduleId: string): Promise<SnapshotTopic[]> {
  const { rows } = await sql<SnapshotTopic>`
    select t.id, t.title, t.summary, t.body, t.est_minutes as minutes,
        coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'title', i.title, 'videoId', i.video_id,
            'minWatchedPct', i.min_watched_pct, 'noSeek', i.no_seek, 'fileId', i.file_id, 'fileAt', i.file_at, 'fileName', i.file_name,
            'url', i.url, 'body', i.body) order by i.position, i.id) from training_topic_item i where i.topic_id = t.id), '[]') as items
      from teacher_training_topic t where t.module_id = ${moduleId} order by t.position, t.title, t.id limit 200`.execute(
    db,
  );
  return rows;
}

/** Assessments that are not archived, counted; nothing of their questions. */
export async function assessmentsOf(db: Db, moduleId: string): Promise<OutlineAssessment[]> {
  const { rows } = await sql<OutlineAssessment>`
    select a.id, a.title, a.type, a.status, a.pass_bp as "passBp", count(q.id)::int as questions, coalesce(sum(q.points), 0)::int as points
      from teacher_assessment a left join assessment_question q on q.assessment_id = a.id
     where a.module_id = ${moduleId} and a.status <> 'ARCHIVED' group by a.id order by a.title, a.id limit 200`.execute(
    db,
  );
  return rows;
}

/** One sentence for each thing that is missing. */
export async function missingOf(
  db: Db,
  { topics, assessments }: { topics: readonly SnapshotTopic[]; assessments: readonly OutlineAssessment[] },
): Promise<string[]> {
  const videos = await videoCard(
    db,
    topics.flatMap(({ items }) => items.flatMap(({ videoId }) => videoId ?? [])),
  );
  return [
    ...(topics.length === 0 ? ['Add at least one topic'] : []),
    ...topics.flatMap(({ title, items }) => [
      ...(items.length === 0 ? [`Topic “${title}” has no item`] : []),
      ...items
        .filter(({ videoId }) => videoId !== null && videos.get(videoId)?.status !== 'READY')
        .map((item) => `The video of “${item.title}” cannot be played`),
    ]),
    ...assessments
      .filter(({ status }) => status === 'DRAFT')
      .map(({ title }) => `Assessment “${title}” is not published`),
  ];
}
