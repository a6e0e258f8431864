// The board of somebody who learns: own modules, where they stopped, open tests, and modules to choose from.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { videoCard } from '../../curriculum/public.server.ts';
import { certificatesOf } from '../certificate/certificate.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { openLearning, openTopics } from './enrolled.server.ts';
import { type Course, learnerContract as contract } from './learner.contract.ts';
import { courseOf, courseWhere } from './learner.server.ts';
import { type Learning, testsOf } from './tests.server.ts';

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
  if (!own)
    return {
      approved: false,
      staffId: null,
      goOn: null,
      courses: [],
      certificates: [],
      tests: [],
      catalogue: [],
    };
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
  const open = await openLearning(db, userId);
  const found = await testsOf(db, open, now);
  const tests = courses.flatMap(({ id, title }) =>
    (found.get(id) ?? [])
      .filter(({ can, passed }) => can.start && !passed)
      .map((one) => ({ ...one, enrollmentId: id, module: title })),
  );
  return {
    approved: true,
    staffId: own.id,
    goOn: await goOnOf(db, courses, open),
    courses,
    certificates: await certificatesOf(db, actor, {
      franchiseeId: own.franchisee_id,
      staffId: own.id,
      now,
    }),
    tests,
    catalogue: modules.map(({ needsApproval, ...row }) => ({
      ...row,
      can: { start: learns && !needsApproval, request: learns && needsApproval },
    })),
  };
});

/** Where the caller stopped last: that item, or the next one that is open. */
async function goOnOf(db: Db, courses: readonly Course[], open: readonly Learning[]) {
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
  const learning = open.find(({ enrollment }) => enrollment.id === course?.id);
  if (!course || !learning) return null;
  const { edition, done } = learning;
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
