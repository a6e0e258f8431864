import { addDays, endOfMonth, formatDate, todayIst } from '@aangan/contract/period.ts';
import { inMask } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, ensureStep } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabel } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { amsScheduleContract as contract } from './ams-schedule.contract.ts';
import { zoneManagersOf } from './schedule-notices.server.ts';
import {
  ensureOwn,
  lockSchedule,
  moveSchedule,
  ownAllocation,
  type ScheduleRow,
} from './schedule-row.server.ts';
import { refuseVisit } from './visit.refusals.ts';
import { type Slot, scheduleStates, type VisitKind } from './visit.states.ts';
import { type Am, ensureRules, visitFacts } from './visit-facts.server.ts';
import { brokenRules } from './visit-rules.ts';

const editable = (status: string) => status === 'DRAFT' || status === 'RETURNED';

/** The own schedule of a month, locked; made when there is none. */
export async function openSchedule(db: Db, am: Am, month: string): Promise<ScheduleRow> {
  await db
    .insertInto('ams_schedule')
    .values({ am_allocation_id: am.id, user_id: am.user_id, month: `${month}-01` })
    .onConflict((oc) => oc.constraint('ams_schedule_once').doNothing())
    .execute();
  return db
    .selectFrom('ams_schedule')
    .selectAll()
    .where('am_allocation_id', '=', am.id)
    .where('month', '=', `${month}-01`)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const place = handle(contract.place, ({ db, actor, input, now }) =>
  // A month is of all one's centres, whichever is chosen in the bar.
  withWholeReach(db, actor, async () => {
    const today = todayIst(now);
    const month = input.plannedOn.slice(0, 7);
    const am = await ownAllocation(db, actor, `${month}-01`);
    if (am === null)
      throw refuseVisit('schedule.none', { fields: { plannedOn: 'Choose a day of your allocation' } });
    ensure(month >= today.slice(0, 7), () =>
      refuseVisit('schedule.month-over', { fields: { plannedOn: 'Choose a day ahead' } }),
    );
    const type = await db
      .selectFrom('audit_type')
      .select('id')
      .where('id', '=', input.auditTypeId)
      .where('family', '=', 'AMS')
      .where('active', '=', true)
      .executeTakeFirst();
    ensure(type, () => refuseVisit('visit.type', { fields: { auditTypeId: 'Choose a visit' } }));
    const schedule = await openSchedule(db, am, month);
    ensure(editable(schedule.status), () => refuseVisit('schedule.not-draft'));
    const wanted = {
      id: null,
      franchiseeId: input.franchiseeId,
      auditTypeId: input.auditTypeId,
      on: input.plannedOn,
      slot: input.slot,
      kind: input.kind,
      reason: input.reason ?? null,
    };
    const cycleId = await ensureRules(db, am, wanted, { today, month });
    return db
      .insertInto('ams_visit')
      .values({
        franchisee_id: input.franchiseeId,
        schedule_id: schedule.id,
        cycle_id: cycleId,
        am_allocation_id: am.id,
        audit_type_id: input.auditTypeId,
        planned_on: input.plannedOn,
        slot: input.slot,
        kind: input.kind,
        reason: wanted.reason,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  }),
);

export const remove = handle(contract.remove, ({ db, actor, input }) =>
  withWholeReach(db, actor, async () => {
    const found = ensureFound(
      await db
        .selectFrom('ams_visit')
        .select(['schedule_id', 'franchisee_id', 'status'])
        .where('id', '=', input.id)
        .executeTakeFirst(),
    );
    const { schedule } = await lockSchedule(db, found.schedule_id);
    ensureOwn(actor, schedule);
    ensure(editable(schedule.status) && found.status === 'PLANNED', () => refuseVisit('schedule.not-draft'));
    await db
      .deleteFrom('ams_visit')
      .where('franchisee_id', '=', found.franchisee_id)
      .where('id', '=', input.id)
      .execute();
    return {};
  }),
);

interface Planned {
  id: string;
  franchiseeId: number;
  centre: string;
  auditTypeId: string;
  on: string;
  slot: Slot;
  kind: VisitKind;
  reason: string | null;
}

async function plannedOf(db: Db, schedule: ScheduleRow): Promise<Planned[]> {
  const { rows } = await sql<Planned>`
    select v.id, v.franchisee_id as "franchiseeId", f.company_name as centre, v.audit_type_id as "auditTypeId", v.planned_on as on, v.slot, v.kind, v.reason
      from ams_visit v join franchisee f on f.id = v.franchisee_id where v.schedule_id = ${schedule.id} and v.status = 'PLANNED' order by v.planned_on, v.slot`.execute(
    db,
  );
  return rows;
}

export const submit = handle(contract.submit, ({ db, actor, input, version, now }) =>
  withWholeReach(db, actor, async () => {
    const { schedule, am } = await lockSchedule(db, input.id, version);
    ensureOwn(actor, schedule);
    ensureStep(scheduleStates, schedule.status, 'submit');
    const visits = await plannedOf(db, schedule);
    ensure(visits.length > 0, () => refuseVisit('schedule.empty'));
    const at = { today: todayIst(now), month: schedule.month.slice(0, 7) };
    for (const visit of visits) {
      const broken = brokenRules(visit, await visitFacts(db, am, visit, at));
      const fault = broken.find(({ hard }) => hard) ?? (visit.reason === null ? broken[0] : undefined);
      const where = `${franchiseeLabel(visit.franchiseeId, visit.centre)}, ${formatDate(visit.on)}`;
      ensure(!fault, () => refuseVisit('schedule.rule', { details: { text: `${where}: ${fault?.text}` } }));
    }
    await moveSchedule(db, schedule, 'submit', { submitted_at: now.toISOString(), note: null });
    for (const userId of await zoneManagersOf(db, am.zone_id, now))
      await notify(db, {
        userId,
        kind: 'audits.schedule-submitted',
        title: `${actor.name} submitted ${visits.length} visits for ${formatDate(schedule.month).slice(3)}.`,
        link: '/amsv1/viewApprovedSchedule',
        sourceArea: 'audits',
        dedupeKey: `schedule-submitted:${schedule.id}:${schedule.version}`,
      });
    return { visits: visits.length };
  }),
);

export const recall = handle(contract.recall, async ({ db, actor, input, version }) => {
  const { schedule } = await lockSchedule(db, input.id, version);
  ensureOwn(actor, schedule);
  await moveSchedule(db, schedule, 'recall', { submitted_at: null });
  return {};
});

/** Days of a month without travel, with the reason. */
export function offDays(
  month: string,
  weeklyOff: number,
  holidays: ReadonlyMap<string, string>,
): { on: string; why: string }[] {
  const days: { on: string; why: string }[] = [];
  for (let on = `${month}-01`; on <= endOfMonth(`${month}-01`); on = addDays(on, 1)) {
    const why = holidays.get(on) ?? (inMask(weeklyOff, on) ? 'Weekly off' : null);
    if (why !== null) days.push({ on, why });
  }
  return days;
}
