import { formatDate } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { auditsModules as m } from '../modules.ts';
import { inZones } from '../zone-right.server.ts';
import { amsScheduleContract as contract } from './ams-schedule.contract.ts';
import { amsSchedules } from './ams-schedule.listing.ts';
import { visitsWhere } from './month.server.ts';
import { tellCentre } from './schedule-notices.server.ts';
import {
  ensureDecider,
  lockSchedule,
  moveSchedule,
  moveVisit,
  type ScheduleRow,
  type VisitRow,
} from './schedule-row.server.ts';
import { scheduleStates } from './visit.states.ts';

/** The own schedules and, but for drafts, those of the zones in which this person sees the visits; head office sees all. */
const seen = (actor: Actor): RawBuilder<boolean> =>
  actor.wholeNetwork
    ? sql<boolean>`true`
    : sql<boolean>`(s.user_id = ${userIdOf(actor)} or (s.status <> 'DRAFT' and ${inZones(actor, 's.zone_id', m.AMSDashboard)}))`;

export const { handlers, row: scheduleRow } = serveListing(amsSchedules, {
  from: sql`(select s.*, a.zone_id, ${HEAD_OFFICE}::int as franchisee_id from ams_schedule s join ams_am_allocation a on a.id = s.am_allocation_id) s
    join zone z on z.id = s.zone_id join app_user u on u.id = s.user_id`,
  alias: 's',
  joins: sql`left join app_user d on d.id = s.decided_by`,
  columns: {
    person: personName('u'),
    zone: 'z.name',
    month: 's.month',
    visits: sql`(select count(*)::int from ams_visit v where v.schedule_id = s.id and v.status <> 'RESCHEDULED')`,
    exceptions: sql`(select count(*)::int from ams_visit v where v.schedule_id = s.id and v.status <> 'RESCHEDULED' and v.reason is not null)`,
    decidedBy: sql`case when d.id is not null then ${personName('d')} end`,
    status: 's.status',
    userId: 's.user_id',
    zoneId: 's.zone_id',
    note: 's.note',
  },
  only: seen,
  can: (row, actor) => {
    const open = row.status === 'SUBMITTED' && row.userId !== actor.userId;
    return {
      approve: open && mayCall(actor, contract.approve),
      return: open && mayCall(actor, contract.return),
    };
  },
});

export const visits = handle(contract.visits, ({ db, actor, input }) =>
  withWholeReach(db, actor, async () => {
    ensureFound(await scheduleRow({ db, actor }, input.id));
    return { visits: await visitsWhere(db, sql`v.schedule_id = ${input.id}`) };
  }),
);

const tellManager = (db: Db, schedule: ScheduleRow, what: 'approved' | 'returned', title: string) =>
  notify(db, {
    userId: schedule.user_id,
    kind: `audits.schedule-${what}`,
    title: title.slice(0, 120),
    link: `/amsv1/createViewSchedule?month=${schedule.month.slice(0, 7)}`,
    sourceArea: 'audits',
    dedupeKey: `schedule-${what}:${schedule.id}:${schedule.version}`,
  });

export const approve = handle(contract.approve, ({ db, actor, input, version, now }) =>
  withWholeReach(db, actor, async () => {
    const { schedule, am } = await lockSchedule(db, input.id, version);
    const decidedBy = await ensureDecider(db, actor, { schedule, am });
    ensureStep(scheduleStates, schedule.status, 'approve');
    const planned = await db
      .selectFrom('ams_visit')
      .selectAll()
      .where('schedule_id', '=', schedule.id)
      .where('status', '=', 'PLANNED')
      .orderBy('franchisee_id')
      .orderBy('id')
      .execute();
    await moveSchedule(db, schedule, 'approve', {
      decided_by: decidedBy,
      decided_at: now.toISOString(),
      note: null,
    });
    const { rows } = await sql<{ name: string }>`
      select ${personName('u')} as name from app_user u where u.id = ${schedule.user_id}`.execute(db);
    for (const visit of planned as VisitRow[]) {
      await moveVisit(db, visit, 'approve');
      await tellCentre(db, visit, rows[0]?.name ?? '');
    }
    const n = planned.length;
    await tellManager(
      db,
      schedule,
      'approved',
      `${n} visits for ${formatDate(schedule.month).slice(3)} are approved.`,
    );
    return { visits: n };
  }),
);

export const giveBack = handle(contract.return, async ({ db, actor, input, version, now }) => {
  const { schedule, am } = await lockSchedule(db, input.id, version);
  const decidedBy = await ensureDecider(db, actor, { schedule, am });
  await moveSchedule(db, schedule, 'return', {
    decided_by: decidedBy,
    decided_at: now.toISOString(),
    note: input.note,
  });
  await tellManager(db, schedule, 'returned', `Returned: ${input.note}`);
  return {};
});
