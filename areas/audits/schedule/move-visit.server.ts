import { type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureStep } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { amsVisitContract as contract } from './ams-visit.contract.ts';
import { openSchedule } from './plan-month.server.ts';
import { tellCentreOfStep, tellManager, tellZone, whenOf } from './schedule-notices.server.ts';
import {
  ensureDecider,
  lockVisit,
  moveVisit,
  type ScheduleRow,
  settleSchedule,
  type VisitRow,
} from './schedule-row.server.ts';
import { refuseVisit } from './visit.refusals.ts';
import { type Slot, type VisitKind, visitStates } from './visit.states.ts';
import { type Am, amsValues, ensureRules } from './visit-facts.server.ts';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];
/** By which words the own moves of a visit are used up. */
const usedUp = (moves: number): string =>
  moves === 0
    ? 'Every move needs an approval.'
    : `${NUMBERS[moves] ?? moves} ${moves === 1 ? 'move' : 'moves'} used.`;

interface Held {
  readonly visit: VisitRow;
  readonly schedule: ScheduleRow;
  readonly am: Am;
}
interface Place {
  readonly to: Day;
  readonly slot: Slot;
  readonly reason: string | null;
}

async function lockOwnVisit(db: Db, actor: Actor, id: string, version: number): Promise<Held> {
  const held = await lockVisit(db, id, version);
  ensureFound(held.am.user_id === actor.userId ? true : null);
  return held;
}

/** 422 unless a visit may be held there. Answers the cycle that the day lies in. */
async function ensurePlace(db: Db, { visit, am }: Held, { to, slot, reason }: Place, now: Date) {
  const today = todayIst(now);
  ensure(to > today, () => refuseVisit('visit.day-over', { fields: { to: 'Choose a day after today' } }));
  ensure(to !== visit.planned_on || slot !== visit.slot, () =>
    refuseVisit('visit.same-time', { fields: { to: 'Choose another day or time' } }),
  );
  const wanted = {
    id: visit.id,
    franchiseeId: visit.franchisee_id,
    auditTypeId: visit.audit_type_id,
    on: to,
    slot,
    kind: visit.kind as VisitKind,
    reason: reason ?? 'Moved',
  };
  return ensureRules(db, am, wanted, { today, month: to.slice(0, 7) }, 'to');
}

/** The old row stays as rescheduled; the visit goes on in a new one. */
async function reschedule(
  db: Db,
  held: Held & { readonly cycleId: string | null; readonly target: ScheduleRow },
  action: 'move' | 'approve-move',
  place: Place,
): Promise<VisitRow> {
  const { visit, target } = held;
  await moveVisit(db, visit, action, { step_reason: place.reason });
  const row = await db
    .insertInto('ams_visit')
    .values({
      franchisee_id: visit.franchisee_id,
      schedule_id: target.id,
      cycle_id: held.cycleId,
      am_allocation_id: visit.am_allocation_id,
      audit_type_id: visit.audit_type_id,
      planned_on: place.to,
      slot: place.slot,
      kind: visit.kind,
      status: 'SCHEDULED',
      reason: visit.reason,
      moves: visit.moves + 1,
      replaces_visit_id: visit.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await settleSchedule(db, visit.schedule_id);
  if (target.id !== visit.schedule_id) await settleSchedule(db, target.id);
  await tellCentreOfStep(db, row, `Your visit of ${whenOf(visit)} is moved to ${whenOf(row)}.`);
  return row;
}

export const move = handle(contract.move, ({ db, actor, input, version, now }) =>
  withWholeReach(db, actor, async () => {
    const held = await lockOwnVisit(db, actor, input.id, version);
    const { visit, schedule } = held;
    ensureStep(visitStates, visit.status, 'move');
    const { freeMoves } = await amsValues(db, todayIst(now));
    ensure(visit.moves < freeMoves, () =>
      refuseVisit('visit.move-limit', { details: { text: usedUp(freeMoves) } }),
    );
    ensure(visit.planned_on > todayIst(now), () => refuseVisit('visit.too-late'));
    ensure(input.to.slice(0, 7) === visit.planned_on.slice(0, 7), () =>
      refuseVisit('visit.other-month', { fields: { to: 'Choose a day of the same month' } }),
    );
    const cycleId = await ensurePlace(db, held, input, now);
    const { id } = await reschedule(db, { ...held, cycleId, target: schedule }, 'move', input);
    return { id };
  }),
);

export const requestMove = handle(contract.requestMove, ({ db, actor, input, version, now }) =>
  withWholeReach(db, actor, async () => {
    const held = await lockOwnVisit(db, actor, input.id, version);
    const { visit, am } = held;
    ensureStep(visitStates, visit.status, 'request-move');
    ensure(visit.planned_on >= todayIst(now), () => refuseVisit('visit.too-late'));
    await ensurePlace(db, held, input, now);
    await moveVisit(db, visit, 'request-move', {
      move_to: input.to,
      move_slot: input.slot,
      step_reason: input.reason,
    });
    await tellZone(db, visit, am, {
      what: 'move-requested',
      title: `${actor.name} asks to move the visit of ${whenOf(visit)} to ${formatDate(input.to)}.`,
      link: '/amsv1/viewApprovedSchedule?tab=moves',
      now,
    });
    return {};
  }),
);

/** Both schedules of a move into another month, locked in the order of their months, then the visit. */
async function lockForDecision(db: Db, id: string, version: number): Promise<Held & { target: ScheduleRow }> {
  const peek = ensureFound(
    await db
      .selectFrom('ams_visit as v')
      .innerJoin('ams_am_allocation as a', 'a.id', 'v.am_allocation_id')
      .selectAll('a')
      .select(['v.planned_on', 'v.move_to'])
      .where('v.id', '=', id)
      .executeTakeFirst(),
  );
  const { planned_on, move_to, ...am } = peek;
  const from = planned_on.slice(0, 7);
  const month = (move_to ?? planned_on).slice(0, 7);
  const before = month < from ? await openSchedule(db, am, month) : null;
  const held = await lockVisit(db, id, version);
  const target = month === from ? held.schedule : (before ?? (await openSchedule(db, am, month)));
  return { ...held, target };
}

export const decideMove = handle(contract.decideMove, ({ db, actor, input, version, now }) =>
  withWholeReach(db, actor, async () => {
    const held = await lockForDecision(db, input.id, version);
    const { visit } = held;
    await ensureDecider(db, actor, held);
    ensureStep(visitStates, visit.status, `${input.decision}-move`);
    if (input.decision === 'reject') {
      await moveVisit(db, visit, 'reject-move', {
        move_to: null,
        move_slot: null,
        step_reason: input.note ?? null,
      });
    } else {
      const place = {
        to: visit.move_to ?? '',
        slot: visit.move_slot as Slot,
        reason: input.note ?? visit.step_reason,
      };
      const cycleId = await ensurePlace(db, held, place, now);
      await reschedule(db, { ...held, cycleId }, 'approve-move', place);
    }
    const moved = input.decision === 'approve' ? `is moved to ${formatDate(visit.move_to ?? '')}` : 'stays';
    await tellManager(db, visit, held.am, {
      what: 'move-decided',
      title: `The visit of ${whenOf(visit)} ${moved}${input.note ? `: ${input.note}` : '.'}`,
    });
    return {};
  }),
);

export const cancel = handle(contract.cancel, ({ db, actor, input, version }) =>
  withWholeReach(db, actor, async () => {
    const held = await lockVisit(db, input.id, version);
    const { visit, am } = held;
    await ensureDecider(db, actor, held);
    await moveVisit(db, visit, 'cancel', { step_reason: input.reason });
    await settleSchedule(db, visit.schedule_id);
    await tellManager(db, visit, am, {
      what: 'visit-cancelled',
      title: `The visit of ${whenOf(visit)} is cancelled: ${input.reason}`,
    });
    await tellCentreOfStep(db, visit, `Your visit of ${whenOf(visit)} is cancelled.`);
    return {};
  }),
);
