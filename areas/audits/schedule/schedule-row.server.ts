import type { Day } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
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
  ensure(schedule.user_id !== actor.userId, () => refuseVisit('schedule.own'));
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

/** Visits have no steps in the history of the centre: those of a surprise would tell of it. */
export async function moveVisit(
  db: Db,
  row: Pick<VisitRow, 'franchisee_id' | 'id' | 'status'>,
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
