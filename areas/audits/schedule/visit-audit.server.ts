// A visit and the audit that is its work: started from it, it carries it along.
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { lockVisit, moveVisit, settleSchedule, type VisitRow } from './schedule-row.server.ts';
import { refuseVisit } from './visit.refusals.ts';
import { type VisitStatus, visitLabels } from './visit.states.ts';

/** So long after its day a start may still come in from a device that had no network. */
const LATE_START_DAYS = 7;

/** When it began by the device, put right by how far the device's clock is off; never after now. */
export function startedAt(
  { startedAt: at, sentAt }: { startedAt: string | null; sentAt: string | null },
  now: Date,
): Date {
  if (at === null) return now;
  const skew = sentAt === null ? 0 : now.getTime() - new Date(sentAt).getTime();
  return new Date(Math.min(now.getTime(), new Date(at).getTime() + skew));
}

export interface Wish {
  readonly franchiseeId: number;
  readonly typeId: string;
  /** The visit it is started from; without it the own one of the day is meant, if there is one. */
  readonly visitId: string | null;
  readonly auditOn: string;
  readonly at: Date;
}

/** The visit that an audit is started for, locked and fit for it; null when there is none. */
export async function visitToStart(db: Db, actor: Actor, wish: Wish, now: Date): Promise<VisitRow | null> {
  const id = wish.visitId ?? (await visitOfDay(db, actor, wish));
  if (id === null) return null;
  const { visit, am } = await lockVisit(db, id);
  ensure(visit.franchisee_id === wish.franchiseeId, () => refuse('row.not-found'));
  ensure(am.user_id === actor.userId, () => refuseVisit('audit.visit-not-yours'));
  ensure(visit.audit_type_id === wish.typeId, () =>
    refuseVisit('audit.visit-type', { fields: { typeId: 'Choose the audit of the visit' } }),
  );
  const taken = ['IN_PROGRESS', 'SUBMITTED', 'COMPLETED'].includes(visit.status);
  ensure(!taken, () => refuseVisit('audit.visit-taken'));
  const open = ['SCHEDULED', 'MOVE_REQUESTED', 'MISSED'].includes(visit.status);
  ensure(open, () =>
    refuseVisit('audit.visit-not-open', {
      details: { state: visitLabels[visit.status as VisitStatus].toLowerCase() },
    }),
  );
  const onItsDay =
    wish.auditOn === visit.planned_on &&
    todayIst(wish.at) === visit.planned_on &&
    todayIst(now) <= addDays(visit.planned_on, LATE_START_DAYS);
  ensure(onItsDay, () =>
    refuseVisit('audit.visit-not-today', { details: { day: formatDate(visit.planned_on) } }),
  );
  return visit;
}

async function visitOfDay(db: Db, actor: Actor, wish: Wish): Promise<string | null> {
  if (todayIst(wish.at) !== wish.auditOn) return null;
  const { rows } = await sql<{ id: string }>`
    select v.id from ams_visit v join ams_am_allocation a on a.id = v.am_allocation_id
     where v.franchisee_id = ${wish.franchiseeId} and v.planned_on = ${wish.auditOn}::date and v.audit_type_id = ${wish.typeId}
       and v.status in ('SCHEDULED', 'MOVE_REQUESTED') and a.user_id = ${userIdOf(actor)} order by v.slot desc limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** A request to move it falls with its start. */
export async function beginVisit(db: Db, visit: VisitRow, at: Date): Promise<void> {
  await moveVisit(db, visit, 'start', { started_at: at.toISOString(), move_to: null, move_slot: null });
  await settleSchedule(db, visit.schedule_id);
}

type OfAudit = Pick<RowIn<'audit'>, 'visit_id'>;

/** The visit takes the step of its audit. Call it with the audit locked, and the visit's schedule not. */
export async function followAudit(
  db: Db,
  { visit_id }: OfAudit,
  action: 'submit' | 'return' | 'publish',
): Promise<void> {
  if (visit_id === null) return;
  const { visit } = await lockVisit(db, visit_id);
  await moveVisit(db, visit, action);
  await settleSchedule(db, visit.schedule_id);
}

/** The audit came to nothing: the visit can be made today, or was missed. */
export async function giveVisitBack(db: Db, { visit_id }: OfAudit, now: Date): Promise<void> {
  if (visit_id === null) return;
  const { visit } = await lockVisit(db, visit_id);
  const over = visit.planned_on < todayIst(now);
  await moveVisit(db, visit, over ? 'miss' : 'give-back', over ? {} : { started_at: null });
  await settleSchedule(db, visit.schedule_id);
}
