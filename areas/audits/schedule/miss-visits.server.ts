import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { tellManager, tellZone, whenOf } from './schedule-notices.server.ts';
import { lockVisit, moveVisit, settleSchedule } from './schedule-row.server.ts';

const DUE = ['SCHEDULED', 'MOVE_REQUESTED'] as const;

const overBefore = (db: Db, today: Day) =>
  db
    .selectFrom('ams_visit')
    .select(['franchisee_id', 'id'])
    .where('status', 'in', DUE)
    .where('planned_on', '<', today)
    .orderBy('franchisee_id')
    .orderBy('id')
    .execute();

/** Missed, unless it was started or moved while the job came to it. */
async function miss(db: Db, id: string, now: Date): Promise<number> {
  const { visit, am } = await lockVisit(db, id);
  const due: readonly string[] = DUE;
  if (!due.includes(visit.status) || visit.planned_on >= todayIst(now)) return 0;
  await moveVisit(db, visit, 'miss', { move_to: null, move_slot: null });
  await settleSchedule(db, visit.schedule_id);
  const title = `The visit of ${whenOf(visit)} was missed.`;
  await tellManager(db, visit, am, { what: 'visit-missed', title });
  await tellZone(db, visit, am, {
    what: 'visit-missed',
    title,
    link: '/ams/ams-visit-schedule?status=MISSED',
    now,
  });
  return 1;
}

/** Approved visits whose day went by without a start (areas/audits.md 2.5). */
export const missJob: JobDeclaration = {
  name: 'audits.mark-missed',
  title: 'Visits that were missed',
  schedule: '30 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 43_200,
  timeoutS: 600,
  run: async ({ now, work }) =>
    eachPart(
      await work(null, (db) => overBefore(db, todayIst(now))),
      ({ id }) => `visit ${id}`,
      ({ franchisee_id, id }) => work(franchisee_id, (db) => miss(db, id, now)),
    ),
};
