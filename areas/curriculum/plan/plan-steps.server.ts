// The states of a plan: handed in, returned, approved by another person, published, taken back, archived, restored.
import { academicYearDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { tellApprovers } from '../tell-approvers.server.ts';
import { planContract as contract } from './plan.contract.ts';
import { rangesOf } from './plan.server.ts';
import { planStates } from './plan.states.ts';
import { dayIsReady, lockPlan, type PlanRow } from './plan-row.server.ts';

const move = { states: planStates, table: 'curriculum_plan' } as const;
const NOTE_MIN = 10;
const link = (row: PlanRow): string => `/learning-cms/curriculum-cms/${row.id}`;

export const submitPlan = handle(contract.submit, async ({ db, actor, input, version }) => {
  const row = await lockPlan(db, actor, input.id, version);
  ensureStep(planStates, row.status, 'submit');
  const { rows } = await sql<{ position: number }>`select d.position from curriculum_day d
    where d.plan_id = ${row.id} and not ${dayIsReady} order by d.position`.execute(db);
  ensure(rows.length === 0, () =>
    refuseCurriculum('plan.not-ready', { details: { days: rangesOf(rows.map(({ position }) => position)) } }),
  );
  const author = userIdOf(actor);
  await moveStatus(db, {
    ...move,
    row,
    action: 'submit',
    set: { submitted_by: author, approved_by: null, return_note: null },
  });
  await tellApprovers(db, {
    author,
    kind: 'curriculum.plan-submitted',
    title: `For approval: ${row.title}`,
    body: 'A curriculum plan waits for your review.',
    link: link(row),
    dedupeKey: `curriculum:plan:${row.id}:${row.version}`,
  });
  return {};
});

export const returnPlan = handle(contract.sendBack, async ({ db, actor, input, version }) => {
  const row = await lockPlan(db, actor, input.id, version);
  ensure(input.note.length >= NOTE_MIN, () =>
    refuse('input.invalid', { fields: { note: `At least ${NOTE_MIN} characters` } }),
  );
  await decide(db, actor, {
    ...move,
    row,
    action: 'return',
    decision: 'RETURN',
    makers: [row.submitted_by],
    reason: input.note,
    set: { return_note: input.note },
  });
  if (row.submitted_by)
    await notify(db, {
      userId: row.submitted_by,
      kind: 'curriculum.plan-returned',
      title: `Came back: ${row.title}`,
      body: input.note.slice(0, 300),
      link: link(row),
      sourceArea: 'curriculum',
      dedupeKey: `curriculum:plan-returned:${row.id}:${row.version}`,
    });
  return {};
});

export const approvePlan = handle(contract.approve, async ({ db, actor, input, version }) => {
  const row = await lockPlan(db, actor, input.id, version);
  await decide(db, actor, {
    ...move,
    row,
    action: 'approve',
    decision: 'APPROVE',
    makers: [row.submitted_by],
    set: { approved_by: userIdOf(actor) },
  });
  await publishDrafts(db, row.id);
  return {};
});

/** Every draft of the plan becomes the next revision of its day. The submitter answers for all of them. */
async function publishDrafts(db: Db, planId: string): Promise<void> {
  await sql`insert into curriculum_day_rev (day_id, rev, content, written_by)
    select d.id, d.live_rev + 1, d.draft, p.submitted_by from curriculum_day d join curriculum_plan p on p.id = d.plan_id
     where d.plan_id = ${planId} and d.draft is not null`.execute(db);
  await sql`update curriculum_day set live_rev = live_rev + 1, ready = true, draft = null, draft_state = 'NONE', draft_by = null
    where plan_id = ${planId} and draft is not null`.execute(db);
}

export const publishPlan = handle(contract.publish, async ({ db, actor, input, version, now }) => {
  const row = await lockPlan(db, actor, input.id, version);
  ensureStep(planStates, row.status, 'publish');
  const { rows } =
    await sql`select from publish_window w where w.plan_id = ${row.id} and w.audience = 'STAFF' and w.revoked_at is null
    and coalesce(w.closes_at, 'infinity') > ${now} limit 1`.execute(db);
  ensure(rows.length > 0, () => refuseCurriculum('plan.no-window'));
  await moveStatus(db, { ...move, row, action: 'publish', set: { published_at: now } });
  return {};
});

export const unpublishPlan = handle(contract.unpublish, async ({ db, actor, input, version }) => {
  const row = await lockPlan(db, actor, input.id, version);
  const taught = await db
    .selectFrom('curriculum_delivery as x')
    .innerJoin('curriculum_day as d', 'd.id', 'x.day_id')
    .select('x.id')
    .where('d.plan_id', '=', row.id)
    .limit(1)
    .executeTakeFirst();
  ensure(!taught, () => refuseCurriculum('plan.delivered'));
  await moveStatus(db, { ...move, row, action: 'unpublish', set: { published_at: null } });
  return {};
});

const yearIsOver = (row: PlanRow, now: Date): boolean =>
  academicYearDays(row.academic_year_id).to < todayIst(now);

export const archivePlan = handle(contract.archive, async ({ db, actor, input, version, now }) => {
  const row = await lockPlan(db, actor, input.id, version);
  ensureStep(planStates, row.status, 'archive');
  const { rows } =
    await sql`select from curriculum_plan where class_group_id = ${row.class_group_id} and academic_year_id = ${row.academic_year_id}
    and status = 'PUBLISHED' and id <> ${row.id} limit 1`.execute(db);
  ensure(rows.length > 0 || yearIsOver(row, now), () => refuseCurriculum('plan.needed'));
  await moveStatus(db, { ...move, row, action: 'archive', reason: input.reason });
  return {};
});

export const restorePlan = handle(contract.restore, async ({ db, actor, input, version, now }) => {
  const row = await lockPlan(db, actor, input.id, version);
  ensureStep(planStates, row.status, 'restore');
  ensure(!yearIsOver(row, now), () => refuseCurriculum('plan.year-over'));
  await moveStatus(db, { ...move, row, action: 'restore' });
  return {};
});
