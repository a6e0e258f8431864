import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureStep } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { amsVisitContract as contract } from './ams-visit.contract.ts';
import { openSchedule } from './plan-month.server.ts';
import { tellCentreOfStep, tellManager, whenOf } from './schedule-notices.server.ts';
import {
  ensureDecider,
  lockVisit,
  type ScheduleRow,
  settleSchedule,
  type VisitRow,
} from './schedule-row.server.ts';
import { refuseVisit } from './visit.refusals.ts';
import { type VisitKind, visitStates } from './visit.states.ts';
import { amsValues, ensureRules } from './visit-facts.server.ts';

/** True when the new visit waits for the approval of its month; else it is scheduled at once. */
async function waitsForPlan(
  db: Db,
  { visit, target, own }: { visit: VisitRow; target: ScheduleRow; own: boolean },
  { to, today }: { to: string; today: string },
): Promise<boolean> {
  if (target.status === 'DRAFT' || target.status === 'RETURNED') return true;
  ensure(target.status !== 'SUBMITTED', () => refuseVisit('schedule.not-draft'));
  if (!own) return false;
  // As a move: in its month, as often as nobody has to be asked for.
  const { freeMoves } = await amsValues(db, today);
  ensure(to.slice(0, 7) === visit.planned_on.slice(0, 7) && visit.moves < freeMoves, () =>
    refuseVisit('visit.month-approved', {
      fields: { to: 'Choose a day of a month that is not approved yet' },
    }),
  );
  return false;
}

async function ensureNotYet(db: Db, visit: VisitRow): Promise<void> {
  const again = await db
    .selectFrom('ams_visit')
    .select('id')
    .where('franchisee_id', '=', visit.franchisee_id)
    .where('replaces_visit_id', '=', visit.id)
    .where('status', '<>', 'CANCELLED')
    .executeTakeFirst();
  ensure(!again, () => refuseVisit('visit.replanned'));
}

const isOwn = (actor: Actor, userId: string): boolean => actor.userId === userId;

/** The missed visit stays missed; what is made up for it stands in a new row. */
export const replan = handle(contract.replan, ({ db, actor, input, version, now }) =>
  withWholeReach(db, actor, async () => {
    const held = await lockVisit(db, input.id, version);
    const { visit, am } = held;
    const own = isOwn(actor, am.user_id);
    if (!own) await ensureDecider(db, actor, held);
    ensureStep(visitStates, visit.status, 'plan-again');
    await ensureNotYet(db, visit);
    const today = todayIst(now);
    ensure(input.to > today, () =>
      refuseVisit('visit.day-over', { fields: { to: 'Choose a day after today' } }),
    );
    const month = input.to.slice(0, 7);
    const target =
      month === held.schedule.month.slice(0, 7) && held.schedule.am_allocation_id === am.id
        ? held.schedule
        : await openSchedule(db, am, month);
    const planned = await waitsForPlan(db, { visit, target, own }, { to: input.to, today });
    const wanted = {
      id: null,
      franchiseeId: visit.franchisee_id,
      auditTypeId: visit.audit_type_id,
      on: input.to,
      slot: input.slot,
      kind: visit.kind as VisitKind,
      reason: input.reason,
    };
    const cycleId = await ensureRules(db, am, wanted, { today, month }, 'to');
    const row = await db
      .insertInto('ams_visit')
      .values({
        franchisee_id: visit.franchisee_id,
        schedule_id: target.id,
        cycle_id: cycleId,
        am_allocation_id: am.id,
        audit_type_id: visit.audit_type_id,
        planned_on: input.to,
        slot: input.slot,
        kind: visit.kind,
        status: planned ? 'PLANNED' : 'SCHEDULED',
        reason: input.reason,
        moves: visit.moves + 1,
        replaces_visit_id: visit.id,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await settleSchedule(db, target.id);
    const title = `The missed visit of ${whenOf(visit)} is planned again: ${whenOf(row)}.`;
    if (!own) await tellManager(db, row, am, { what: 'visit-replanned', title });
    if (!planned) await tellCentreOfStep(db, row, title);
    return { id: row.id, planned };
  }),
);
