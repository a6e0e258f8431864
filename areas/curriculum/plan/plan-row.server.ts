// Plans as lists, board and map show them, with what the actor may do.
import { actionsFrom } from '@aangan/contract/states.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { ensureNetwork } from '../head-office.server.ts';
import { planContract as contract, type Plan, windowContract } from './plan.contract.ts';
import { planStates } from './plan.states.ts';

export type PlanRow = RowIn<'curriculum_plan'>;

/** States in which days are written: before the review, and behind a review of their own afterwards. */
export const openToAuthors = ['DRAFT', 'APPROVED', 'PUBLISHED'];

/** A day without open change whose content readers may get. */
export const dayIsReady = sql`(d.ready or d.live_rev > 0)`;

export const mayWrite = (actor: Actor): boolean => actor.wholeNetwork && mayCall(actor, contract.create);

export async function plansWhere(
  db: Db,
  actor: Actor,
  { where, limit, offset = 0 }: { where: RawBuilder<unknown>; limit: number; offset?: number },
): Promise<Plan[]> {
  const { rows } = await sql<Omit<Plan, 'can'> & { submittedBy: string | null }>`
    select p.id, p.version, p.title, p.folder_id as "folderId", f.name as folder, p.class_group_id as "classGroupId", g.name as "classGroup",
        p.academic_year_id as "academicYearId", y.academic_year as year, p.weeks, p.days_per_week as "daysPerWeek",
        n.days, n.ready, n.changed, n.pending, p.status, p.submitted_by as "submittedBy",
        (select ${personName('u')} from app_user u where u.id = p.submitted_by) as submitter, p.return_note as "returnNote", p.updated_at as "updatedAt"
      from curriculum_plan p join curriculum_folder f on f.id = p.folder_id join class_group g on g.id = p.class_group_id
      join academic_year y on y.id = p.academic_year_id
      cross join lateral (select count(*)::int as days, count(*) filter (where ${dayIsReady})::int as ready,
          count(*) filter (where d.live_rev > 0 and d.draft_state <> 'NONE')::int as changed,
          count(*) filter (where d.draft_state = 'PENDING')::int as pending
        from curriculum_day d where d.plan_id = p.id) n
     where ${where} order by p.academic_year_id desc, lower(p.title), p.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map(({ submittedBy, ...row }) => ({
    ...row,
    updatedAt: new Date(row.updatedAt).toISOString(),
    can: canOf(actor, row.status, submittedBy),
  }));
}

function canOf(actor: Actor, status: Plan['status'], submittedBy: string | null): Plan['can'] {
  const steps = new Set(actionsFrom(planStates, status));
  const decides = actor.wholeNetwork && mayCall(actor, contract.approve);
  const writes = mayWrite(actor);
  const other = submittedBy !== actor.userId;
  return {
    change: writes && openToAuthors.includes(status),
    copy: writes,
    submit: writes && steps.has('submit'),
    return: decides && other && steps.has('return'),
    approve: decides && other && steps.has('approve'),
    publish: decides && steps.has('publish'),
    unpublish: decides && steps.has('unpublish'),
    archive: decides && steps.has('archive'),
    restore: decides && steps.has('restore'),
    windows: mayCall(actor, windowContract.open) && ['APPROVED', 'PUBLISHED'].includes(status),
  };
}

export const planFacts = async (db: Db, actor: Actor, id: string): Promise<Plan> =>
  ensureFound((await plansWhere(db, actor, { where: sql`p.id = ${id}`, limit: 1 }))[0]);

/** Locks a plan; only people of the whole network write it. */
export function lockPlan(db: Db, actor: Actor, id: string, version?: number): Promise<PlanRow> {
  ensureNetwork(actor);
  return lockRow(db, 'curriculum_plan', id, version);
}

/** Folders that hold plans, to choose from. */
export const planFolders = async (db: Db): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{ id: string; name: string }>`
      select id, name from curriculum_folder where kind = 'CURRICULUM_CMS' and active order by position, lower(name), id limit 500`.execute(
      db,
    )
  ).rows;
