// Learning by a module: what is there, what is open, what was seen and read.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { Span } from '@aangan/contract/watched.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
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

const courseOf = ({
  completedAt,
  overdue,
  ...row
}: Omit<Course, 'can' | 'completedAt'> & { completedAt: string | null }): Course => ({
  ...row,
  overdue: overdue === true,
  completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
  can: { open: isOpen(row) },
});

/** The caller's own approved staff row; somebody at two centres learns at the chosen one. */
async function learner(db: Db, userId: string, chosen: number | null) {
  const { rows } = await sql<Pick<RowIn<'staff'>, 'id' | 'franchisee_id' | 'category'>>`
    select id, franchisee_id, category from staff where user_id = ${userId} and status = 'APPROVED'
     order by franchisee_id = coalesce(${chosen}::int, -1) desc, franchisee_id limit 1`.execute(db);
  return rows[0];
}

export const home = handle(contract.home, async ({ db, actor, now }) => {
  const userId = userIdOf(actor);
  const own = await learner(db, userId, actor.franchiseeId);
  if (!own) return { approved: false, staffId: null, goOn: null, courses: [], tests: [], catalogue: [] };
  const { rows } = await courseWhere(
    db,
    sql`s.user_id = ${userId} and s.status = 'APPROVED' and e.status not in ('WITHDRAWN', 'LAPSED')`,
    todayIst(now),
  );
  const courses = rows.map(courseOf);
  const learns = mayCall(actor, contract.enrol);
  const { rows: modules } = await sql<{
    id: string;
    title: string;
    code: string;
    group: string;
    description: string | null;
    topics: number;
    minutes: number;
    needsApproval: boolean;
  }>`select m.id, m.title, m.code, g.name as "group", m.description, m.needs_approval as "needsApproval",
        jsonb_array_length(x.snapshot -> 'topics') as topics,
        (select coalesce(sum((t ->> 'minutes')::int), 0)::int from jsonb_array_elements(x.snapshot -> 'topics') t) as minutes
      from teacher_module m join class_group g on g.id = m.class_group_id
      join teacher_module_edition x on x.module_id = m.id and x.edition = m.edition
     where m.status = 'PUBLISHED' and (cardinality(m.staff_categories) = 0 or ${own.category} = any (m.staff_categories))
       and not exists (select from teacher_enrollment e where e.franchisee_id = ${own.franchisee_id} and e.staff_id = ${own.id}
         and e.module_id = m.id and e.status in ('REQUESTED', 'APPROVED', 'IN PROGRESS', 'COMPLETED'))
     order by g.name, m.title, m.id limit 200`.execute(db);
  const tests = [];
  for (const { id, title } of courses.filter(
    ({ status }) => status === 'APPROVED' || status === 'IN PROGRESS',
  )) {
    const enrollment = await ownEnrollment(db, { id, userId, locks: false });
    const edition = await editionOf(db, enrollment);
    const found = await testsOf(db, { enrollment, edition, done: await doneOf(db, enrollment), now });
    tests.push(
      ...found
        .filter(({ can, passed }) => can.start && !passed)
        .map((one) => ({ ...one, enrollmentId: id, module: title })),
    );
  }
  return {
    approved: true,
    staffId: own.id,
    goOn: await goOnOf(db, userId, courses),
    courses,
    tests,
    catalogue: modules.map(({ needsApproval, ...row }) => ({
      ...row,
      can: { start: learns && !needsApproval, request: learns && needsApproval },
    })),
  };
});

/** Where the caller stopped last: that item, or the next one that is open. */
async function goOnOf(db: Db, userId: string, courses: readonly Course[]) {
  const going = courses.filter(({ status }) => status === 'IN PROGRESS');
  if (going.length === 0) return null;
  const { rows } = await sql<{
    enrollment_id: string;
    item_id: string;
    completed: boolean;
    position: number;
  }>`
    select enrollment_id, item_id, completed_at is not null as completed, last_position as position from topic_item_progress
     where enrollment_id = any (${going.map(({ id }) => id)}::uuid[]) order by last_at desc, id limit 1`.execute(
    db,
  );
  const last = rows[0];
  const course = going.find(({ id }) => id === (last?.enrollment_id ?? going[0]?.id));
  if (!course) return null;
  const enrollment = await ownEnrollment(db, { id: course.id, userId, locks: false });
  const edition = await editionOf(db, enrollment);
  const done = await doneOf(db, enrollment);
  const items = openTopics(edition, done).flatMap((topic) => topic.items);
  const item =
    items.find(({ id }) => id === last?.item_id && !done.items.has(id)) ??
    items.find(({ id }) => !done.items.has(id));
  if (!item) return null;
  const card = item.videoId ? (await videoCard(db, [item.videoId])).get(item.videoId) : undefined;
  return {
    enrollmentId: course.id,
    itemId: item.id,
    title: item.title,
    module: course.title,
    kind: item.kind,
    position: item.id === last?.item_id ? (last?.position ?? 0) : 0,
    durationS: card ? Math.round(card.durationMs / 1000) : null,
  };
}

export const enrol = handle(contract.enrol, async ({ db, actor, input, now }) => {
  const own = await learner(db, userIdOf(actor), actor.franchiseeId);
  ensure(own, () => refuseTraining('self-training.no-staff'));
  const module = ensureFound(
    await db
      .selectFrom('teacher_module')
      .select(['id', 'title', 'status', 'edition', 'needs_approval', 'due_days', 'staff_categories'])
      .where('id', '=', input.moduleId)
      .forShare()
      .executeTakeFirst(),
  );
  ensure(module.status === 'PUBLISHED', () =>
    refuseTraining('enrollment.not-published', { details: { title: module.title } }),
  );
  ensure(module.staff_categories.length === 0 || module.staff_categories.includes(own.category), () =>
    refuse('row.not-found'),
  );
  const status = module.needs_approval ? ('REQUESTED' as const) : ('APPROVED' as const);
  const due =
    status === 'APPROVED' && module.due_days !== null ? addDays(todayIst(now), module.due_days) : null;
  // Pressed twice, the second meets the unique index.
  const { rows } = await sql<{ id: string }>`
    insert into teacher_enrollment (franchisee_id, staff_id, module_id, edition, cycle_no, status, source, requested_by, due_on)
    select ${own.franchisee_id}, ${own.id}, ${module.id}, ${module.edition},
        1 + coalesce((select max(e.cycle_no) from teacher_enrollment e where e.franchisee_id = ${own.franchisee_id} and e.staff_id = ${own.id}
          and e.module_id = ${module.id}), 0), ${status}, 'REQUEST', ${userIdOf(actor)}, ${due}::date
    on conflict do nothing returning id`.execute(db);
  ensure(rows[0], () => refuseTraining('self-training.enrolled'));
  return { id: rows[0].id, status };
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
    tests: await testsOf(db, { enrollment, edition, done, now }),
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
