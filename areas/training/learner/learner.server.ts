// Learning by a module: what is there, what is open, what was seen and read.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { Span } from '@aangan/contract/watched.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { playInfo, videoCard } from '../../curriculum/public.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { credit, isEnough } from './credit.ts';
import {
  doneOf,
  type Enrollment,
  editionOf,
  ensureOpen,
  isOpen,
  itemIn,
  openTopics,
  ownEnrollment,
  settle,
} from './enrolled.server.ts';
import { type Course, learnerContract as contract } from './learner.contract.ts';
import { testsOf } from './tests.server.ts';

export const courseWhere = (db: Db, where: ReturnType<typeof sql>, today: string) =>
  sql<Omit<Course, 'can' | 'completedAt'> & { completedAt: string | null }>`
    select e.id, e.module_id as "moduleId", m.title, m.code, g.name as "group", e.status, e.due_on as "dueOn",
        e.status in ('REQUESTED', 'APPROVED', 'IN PROGRESS') and e.due_on < ${today}::date as overdue, e.progress_bp as "progressBp",
        e.best_score_bp as "bestScoreBp", e.completed_at as "completedAt", e.reason
      from teacher_enrollment e join teacher_module m on m.id = e.module_id join class_group g on g.id = m.class_group_id
      join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
     where ${where} order by e.status = 'COMPLETED', e.due_on nulls last, m.title, e.id limit 200`.execute(
    db,
  );

export const courseOf = ({
  completedAt,
  overdue,
  ...row
}: Omit<Course, 'can' | 'completedAt'> & { completedAt: string | null }): Course => ({
  ...row,
  overdue: overdue === true,
  completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
  can: { open: isOpen(row) },
});

export const course = handle(contract.course, async ({ db, actor, input, now }) => {
  const enrollment = await ownEnrollment(db, { id: input.id, userId: userIdOf(actor), locks: false });
  const { rows } = await courseWhere(db, sql`e.id = ${enrollment.id}`, todayIst(now));
  const edition = await editionOf(db, enrollment);
  const done = await doneOf(db, enrollment);
  const seen = await secondsSeen(db, enrollment);
  const reachable = isOpen(enrollment) ? openTopics(edition, done) : [];
  return {
    ...courseOf(ensureFound(rows[0])),
    description: edition.description,
    sequential: edition.sequential,
    topics: edition.topics.map((topic) => ({
      id: topic.id,
      title: topic.title,
      summary: topic.summary,
      body: reachable.includes(topic) ? topic.body : null,
      open: reachable.includes(topic),
      items: topic.items.map((item) => ({
        id: item.id,
        title: item.title,
        kind: item.kind,
        done: done.items.has(item.id),
        seconds: seen.get(item.id) ?? 0,
      })),
    })),
    tests: (await testsOf(db, [{ enrollment, edition, done }], now)).get(enrollment.id) ?? [],
  };
});

async function secondsSeen(db: Db, { franchisee_id, id }: Enrollment): Promise<Map<string, number>> {
  const { rows } = await sql<{ item_id: string; seconds: number }>`
    select item_id, seconds from topic_item_progress where franchisee_id = ${franchisee_id} and enrollment_id = ${id}`.execute(
    db,
  );
  return new Map(rows.map(({ item_id, seconds }) => [item_id, seconds]));
}

const progressOf = (db: Db, { franchisee_id, id }: Enrollment, itemId: string) =>
  db
    .selectFrom('topic_item_progress')
    .selectAll()
    .where('franchisee_id', '=', franchisee_id)
    .where('enrollment_id', '=', id)
    .where('item_id', '=', itemId)
    .executeTakeFirst();

export const item = handle(contract.item, async ({ db, actor, input, now }) => {
  const enrollment = await ownEnrollment(db, {
    id: input.enrollmentId,
    userId: userIdOf(actor),
    locks: false,
  });
  ensureOpen(enrollment);
  const edition = await editionOf(db, enrollment);
  const done = await doneOf(db, enrollment);
  const { item: found, topic } = itemIn(edition, done, input.itemId);
  const film = found.videoId ? await playInfo(db, { videoId: found.videoId, now }) : null;
  const progress = await progressOf(db, enrollment, found.id);
  const items = openTopics(edition, done).flatMap((one) => one.items);
  const finished = done.items.has(found.id);
  const goes = enrollment.status !== 'COMPLETED' && !finished;
  return {
    id: found.id,
    title: found.title,
    kind: found.kind,
    topic: topic.title,
    body: found.body,
    url:
      found.fileId !== null && found.fileAt !== null
        ? fileUrl({ franchiseeId: found.fileAt, fileId: found.fileId }, now)
        : found.url,
    fileName: found.fileName,
    film: film && { name: film.name, url: film.url, posterUrl: film.posterUrl, captions: film.captions },
    durationS: film ? Math.round(film.durationMs / 1000) : null,
    minWatchedPct: found.minWatchedPct,
    noSeek: found.noSeek === true,
    position: progress?.last_position ?? 0,
    seconds: progress?.seconds ?? 0,
    done: finished,
    nextId: items[items.findIndex(({ id }) => id === found.id) + 1]?.id ?? null,
    can: {
      read: goes && found.kind !== 'VIDEO' && mayCall(actor, contract.read),
      watch: goes && found.kind === 'VIDEO' && mayCall(actor, contract.watched),
    },
  };
});

/** The enrolment, locked, with an item of it that is open. */
async function lockItem(db: Db, userId: string, input: { enrollmentId: string; itemId: string }) {
  const enrollment = await ownEnrollment(db, { id: input.enrollmentId, userId, locks: true });
  ensureOpen(enrollment);
  const edition = await editionOf(db, enrollment);
  return { enrollment, item: itemIn(edition, await doneOf(db, enrollment), input.itemId).item };
}

export const watched = handle(contract.watched, async ({ db, actor, input, now }) => {
  const { enrollment, item: found } = await lockItem(db, userIdOf(actor), input);
  ensure(found.videoId, () => refuse('row.wrong-state'));
  const length = Math.round(
    (ensureFound((await videoCard(db, [found.videoId])).get(found.videoId)).durationMs ?? 0) / 1000,
  );
  const before = await progressOf(db, enrollment, found.id);
  const after = credit(
    {
      intervals: (before?.intervals ?? []) as unknown as Span[],
      furthest: before?.furthest ?? 0,
      lastAt: before ? new Date(before.last_at) : null,
    },
    { spans: input.intervals, length, noSeek: found.noSeek === true, now },
  );
  const isDone = before?.completed_at != null || isEnough(after.seconds, length, found.minWatchedPct ?? 100);
  const position = Math.min(Math.floor(input.position), length);
  await sql`
    insert into topic_item_progress (franchisee_id, enrollment_id, item_id, intervals, seconds, furthest, last_position, last_at, completed_at)
      values (${enrollment.franchisee_id}, ${enrollment.id}, ${found.id}, ${JSON.stringify(after.intervals)}::jsonb, ${after.seconds}, ${after.furthest},
        ${position}, ${now.toISOString()}, ${isDone ? now.toISOString() : null})
    on conflict (franchisee_id, enrollment_id, item_id) do update set intervals = excluded.intervals, seconds = excluded.seconds,
      furthest = excluded.furthest, last_position = excluded.last_position, last_at = excluded.last_at,
      completed_at = coalesce(topic_item_progress.completed_at, excluded.completed_at)`.execute(db);
  const { status } = await settle(db, enrollment, now);
  return { seconds: after.seconds, done: isDone, status };
});

export const read = handle(contract.read, async ({ db, actor, input, now }) => {
  const { enrollment, item: found } = await lockItem(db, userIdOf(actor), input);
  ensure(found.kind !== 'VIDEO', () => refuseTraining('self-training.film'));
  await sql`
    insert into topic_item_progress (franchisee_id, enrollment_id, item_id, last_at, completed_at)
      values (${enrollment.franchisee_id}, ${enrollment.id}, ${found.id}, ${now.toISOString()}, ${now.toISOString()})
    on conflict (franchisee_id, enrollment_id, item_id) do nothing`.execute(db);
  const { status } = await settle(db, enrollment, now);
  return { status };
});
