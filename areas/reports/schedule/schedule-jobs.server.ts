import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { runSchedule, type Schedule } from './run-schedule.server.ts';
import { MOST_FAILURES } from './schedule.states.ts';
import { nextSlot, type Rhythm } from './slots.ts';

const EXPORTS = '/report/home?tab=exports';
export const SCHEDULES = '/schedule-report/home';

type Due = Schedule & {
  next_run_at: string;
  every: Rhythm['every'];
  weekday: Rhythm['weekday'];
  day_of_month: number | null;
  at: string;
};

/** Every minute: schedules whose moment has come. Of moments that passed while nothing ran, the newest is made. */
export const scheduleJob: JobDeclaration = {
  name: 'reports.schedule',
  title: 'Make scheduled reports',
  schedule: '* * * * *',
  onMiss: 'SKIP',
  maxLateS: 60,
  timeoutS: 300,
  run: async ({ work, now }) => {
    const due = await work(null, async (db) => {
      const { rows } = await sql<{ id: string; franchiseeId: number }>`
        select id, franchisee_id as "franchiseeId" from report_schedule where status = 'ACTIVE' and next_run_at <= ${now.toISOString()} order by next_run_at, id limit 200`.execute(
        db,
      );
      return rows;
    });
    return eachPart(
      due,
      ({ id }) => `schedule ${id}`,
      ({ id, franchiseeId }) =>
        work(franchiseeId, async (db) => {
          const { rows } = await sql<Due>`
            select * from report_schedule where franchisee_id = ${franchiseeId} and id = ${id} and status = 'ACTIVE' and next_run_at <= ${now.toISOString()} for update skip locked`.execute(
            db,
          );
          const [schedule] = rows;
          if (!schedule) return 0;
          const next = nextSlot(rhythmOf(schedule), now);
          const done = await runSchedule(db, schedule, { slot: new Date(schedule.next_run_at), now });
          await sql`update report_schedule set next_run_at = ${next.toISOString()} where franchisee_id = ${franchiseeId} and id = ${id}`.execute(
            db,
          );
          if (done.started === 0) await noteFailure(db, schedule);
          return done.started;
        }),
    );
  },
};

export const rhythmOf = (row: Pick<Due, 'every' | 'weekday' | 'day_of_month' | 'at'>): Rhythm => ({
  every: row.every,
  weekday: row.weekday,
  dayOfMonth: row.day_of_month,
  at: row.at.slice(0, 5),
});

interface Ended {
  id: string;
  franchiseeId: number;
}

/** Every minute: files that were made since, their mails, and what their owners are told. */
export const deliverJob: JobDeclaration = {
  name: 'reports.schedule-deliver',
  title: 'Send scheduled reports',
  schedule: '* * * * *',
  onMiss: 'SKIP',
  maxLateS: 60,
  timeoutS: 300,
  run: async ({ work }) => {
    const ended = await work(null, async (db) => {
      const { rows } = await sql<Ended>`
        select r.id, r.franchisee_id as "franchiseeId" from report_schedule_run r join export_job j on j.id = r.export_job_id
         where r.state = 'STARTED' and j.state in ('DONE', 'FAILED', 'CANCELLED') order by j.finished_at, r.id limit 500`.execute(
        db,
      );
      return rows;
    });
    return eachPart(
      ended,
      ({ id }) => `run ${id}`,
      (one) => work(null, (db) => deliver(db, one)),
    );
  },
};

interface Run {
  schedule_id: string;
  recipient_id: string;
  slot: string;
  name: string;
  owner_id: string;
  only_if_rows: boolean;
  job_state: string;
  rows_done: number;
  error: string | null;
}

async function deliver(db: Db, { id, franchiseeId }: Ended): Promise<number> {
  const { rows } = await sql<Run>`
    select r.schedule_id, r.recipient_id, r.slot, s.name, s.owner_id, s.only_if_rows, j.state as job_state, j.rows_done, j.error
      from report_schedule_run r join report_schedule s on s.franchisee_id = r.franchisee_id and s.id = r.schedule_id join export_job j on j.id = r.export_job_id
     where r.franchisee_id = ${franchiseeId} and r.id = ${id} and r.state = 'STARTED' for update of r skip locked`.execute(
    db,
  );
  const [run] = rows;
  if (!run) return 0;
  const made = run.job_state === 'DONE';
  const empty = made && run.rows_done === 0 && run.only_if_rows;
  const state = empty ? 'EMPTY' : made ? 'DONE' : 'FAILED';
  await sql`update report_schedule_run set state = ${state}, rows = ${made ? run.rows_done : null}, error = ${made ? null : (run.error ?? 'The file was stopped.')}
    where franchisee_id = ${franchiseeId} and id = ${id}`.execute(db);
  if (state === 'DONE')
    await queueMessage(db, {
      kind: 'reports.schedule-mail',
      franchiseeId,
      about: { userIds: [run.recipient_id] },
      values: { name: run.name, rows: run.rows_done },
      appLink: EXPORTS,
      dedupeKey: id,
      source: { kind: 'report_schedule', id: run.schedule_id },
    });
  await whenAllEnded(db, franchiseeId, run);
  return state === 'DONE' ? 1 : 0;
}

/** The owner hears once how a slot went; a slot that reached somebody ends the count of failures. */
async function whenAllEnded(db: Db, franchiseeId: number, run: Run): Promise<void> {
  const { rows } = await sql<{ open: number; done: number; empty: number; failed: number }>`
    select count(*) filter (where state = 'STARTED')::int as open, count(*) filter (where state = 'DONE')::int as done, count(*) filter (where state = 'EMPTY')::int as empty,
        count(*) filter (where state in ('FAILED', 'SKIPPED'))::int as failed
      from report_schedule_run where franchisee_id = ${franchiseeId} and schedule_id = ${run.schedule_id} and slot = ${run.slot}`.execute(
    db,
  );
  const sums = rows[0];
  if (!sums || sums.open > 0) return;
  await notify(db, {
    userId: run.owner_id,
    kind: 'reports.schedule-summary',
    title: `${run.name}: ${sums.done} sent, ${sums.empty} empty, ${sums.failed} failed.`.slice(0, 120),
    link: `${SCHEDULES}?tab=runs`,
    sourceArea: 'reports',
    dedupeKey: `schedule:${run.schedule_id}:${run.slot}`,
  });
  if (sums.done + sums.empty > 0)
    await sql`update report_schedule set failures = 0 where franchisee_id = ${franchiseeId} and id = ${run.schedule_id} and failures > 0`.execute(
      db,
    );
  else
    await noteFailure(db, {
      franchisee_id: franchiseeId,
      id: run.schedule_id,
      owner_id: run.owner_id,
      name: run.name,
    });
}

async function noteFailure(
  db: Db,
  of: Pick<Schedule, 'franchisee_id' | 'id' | 'owner_id' | 'name'>,
): Promise<void> {
  const reason = 'It reached nobody five times in a row.';
  const { rows } = await sql<{ failures: number; status: string }>`
    update report_schedule set failures = failures + 1, status = case when failures + 1 >= ${MOST_FAILURES} then 'PAUSED' else status end,
        reason = case when failures + 1 >= ${MOST_FAILURES} then ${reason} else reason end, next_run_at = case when failures + 1 >= ${MOST_FAILURES} then null else next_run_at end
     where franchisee_id = ${of.franchisee_id} and id = ${of.id} and status = 'ACTIVE' returning failures, status`.execute(
    db,
  );
  if (rows[0]?.status !== 'PAUSED') return;
  await noteStep(db, {
    franchiseeId: of.franchisee_id,
    subject: 'report_schedule',
    id: of.id,
    action: 'pause',
    from: 'ACTIVE',
    to: 'PAUSED',
    reason,
  });
  await notify(db, {
    userId: of.owner_id,
    kind: 'reports.schedule-paused',
    title: `${of.name} is paused: ${reason}`.slice(0, 120),
    link: SCHEDULES,
    sourceArea: 'reports',
    dedupeKey: `schedule-paused:${of.id}:${crypto.randomUUID()}`,
  });
}
