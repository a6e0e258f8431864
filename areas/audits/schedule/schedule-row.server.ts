import type { Day } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql, type Updateable } from 'kysely';
import type { DB } from '../../../db/types.ts';
import { auditsModules as m } from '../modules.ts';
import { ensureZone } from '../zone-right.server.ts';
import { refuseVisit } from './visit.refusals.ts';
import { scheduleStates, visitStates } from './visit.states.ts';
import type { Am } from './visit-facts.server.ts';

export type ScheduleRow = RowIn<'ams_schedule'>;
export type VisitRow = RowIn<'ams_visit'>;

/** A schedule and its allocation, the schedule locked: whatever changes one of its visits locks it first. */
export async function lockSchedule(
  db: Db,
  id: string,
  version?: number,
): Promise<{ schedule: ScheduleRow; am: Am }> {
  const schedule = ensureFound(
    await db.selectFrom('ams_schedule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (version !== undefined) ensureFresh(schedule.version === version ? 1 : 0);
  const am = await db
    .selectFrom('ams_am_allocation')
    .selectAll()
    .where('id', '=', schedule.am_allocation_id)
    .executeTakeFirstOrThrow();
  return { schedule, am };
}

/** 404 for a schedule of somebody else. */
export const ensureOwn = (actor: Actor, schedule: ScheduleRow): void => {
  ensureFound(schedule.user_id === actor.userId ? true : null);
};

/** Somebody else than the academic manager, who approves in the zone. */
export async function ensureDecider(
  db: Db,
  actor: Actor,
  { schedule, am }: { schedule: ScheduleRow; am: Am },
): Promise<string> {
  ensure(schedule.user_id !== actor.userId && am.user_id !== actor.userId, () => refuseVisit('schedule.own'));
  await ensureZone(db, actor, am.zone_id, m.AMSScheduleApproval);
  return userIdOf(actor);
}

export async function moveSchedule(
  db: Db,
  row: ScheduleRow,
  action: string,
  set: Omit<Updateable<DB['ams_schedule']>, 'status'> = {},
): Promise<void> {
  const status = ensureStep(scheduleStates, row.status, action);
  await db
    .updateTable('ams_schedule')
    .set({ ...set, status })
    .where('id', '=', row.id)
    .execute();
}

/** A visit, its schedule and whose it is now; both rows locked, the schedule first. */
export async function lockVisit(
  db: Db,
  id: string,
  version?: number,
): Promise<{ visit: VisitRow; schedule: ScheduleRow; am: Am }> {
  const { schedule_id } = ensureFound(
    await db.selectFrom('ams_visit').select('schedule_id').where('id', '=', id).executeTakeFirst(),
  );
  const { schedule } = await lockSchedule(db, schedule_id);
  const visit = await lockRow(db, 'ams_visit', id, version);
  const am = await db
    .selectFrom('ams_am_allocation')
    .selectAll()
    .where('id', '=', visit.am_allocation_id)
    .executeTakeFirstOrThrow();
  return { visit, schedule, am };
}

/** A surprise that has not begun has no steps in the history of the centre: they would tell of it. */
export async function moveVisit(
  db: Db,
  row: Pick<VisitRow, 'franchisee_id' | 'id' | 'status' | 'kind' | 'started_at'>,
  action: string,
  set: Omit<Updateable<DB['ams_visit']>, 'status'> = {},
): Promise<void> {
  const status = ensureStep(visitStates, row.status, action);
  await db
    .updateTable('ams_visit')
    .set({ ...set, status })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  if (row.kind === 'SURPRISE' && row.started_at === null && action !== 'start') return;
  await noteStep(db, {
    franchiseeId: row.franchisee_id,
    subject: 'ams_visit',
    id: row.id,
    action,
    from: row.status,
    to: status,
    reason: typeof set.step_reason === 'string' ? set.step_reason : null,
  });
}

/** Completed when none of its visits is ahead or under way any more, and open again when one is. */
export async function settleSchedule(db: Db, id: string): Promise<void> {
  const { rows } = await sql<ScheduleRow & { live: boolean }>`
    select s.*, ams_schedule_live(s.id) as live from ams_schedule s where s.id = ${id} for update`.execute(
    db,
  );
  const row = ensureFound(rows[0]);
  if (row.status === 'APPROVED' && !row.live) await moveSchedule(db, row, 'complete');
  if (row.status === 'COMPLETED' && row.live) await moveSchedule(db, row, 'reopen');
}

/** The own allocation that holds on some day of a month. */
export async function ownAllocation(db: Db, actor: Actor, month: Day): Promise<Am | null> {
  const { rows } = await sql<Am>`
    select a.* from ams_am_allocation a where a.user_id = ${userIdOf(actor)}
       and daterange(a.from_on, a.to_on) && daterange(${month}::date, (${month}::date + interval '1 month')::date) order by a.from_on desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}
