import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { istDay, personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { systemModules } from '../system-modules.ts';
import { type CronJob, type CronRun, cronContract } from './cron.contract.ts';
import { scheduleWords, stateLabels } from './cron-words.ts';

interface RunRead {
  id: string;
  job: string;
  title: string;
  state: CronRun['state'];
  planned_at: string;
  started_at: string | null;
  finished_at: string | null;
  ok: number;
  failed: number;
  attempt: number;
  trigger: CronRun['trigger'];
  error: string | null;
  started_by_name: string | null;
  newest: boolean;
}

const runColumns = sql`r.id, r.job, j.title, r.state, r.planned_at, r.started_at, r.finished_at, r.ok, r.failed, r.attempt, r.trigger, r.error,
  (select ${personName('u')} from app_user u where u.id = r.started_by) as started_by_name,
  not exists (select from cron_run n where n.job = r.job and n.planned_at > r.planned_at) as newest`;

const mayRun = (actor: Actor): boolean => holds(actor, systemModules.cronDashboard, true);

function runOut(actor: Actor, row: RunRead): CronRun {
  const missed = row.state === 'NOT_STARTED' && row.error !== null;
  const end = row.finished_at ?? (row.state === 'IN_PROGRESS' ? new Date().toISOString() : null);
  return {
    id: row.id,
    job: row.job,
    title: row.title,
    state: row.state,
    label: missed ? `${stateLabels.NOT_STARTED} (missed)` : stateLabels[row.state],
    missed,
    plannedAt: row.planned_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    seconds:
      row.started_at && end ? Math.max(0, (Date.parse(end) - Date.parse(row.started_at)) / 1000) : null,
    ok: row.ok,
    failed: row.failed,
    attempt: row.attempt,
    trigger: row.trigger,
    startedBy: row.started_by_name,
    error: row.error === 'missed' ? 'The server did not run at this time.' : row.error,
    can: { runAgain: mayRun(actor) && row.newest && (row.state === 'INTERRUPTED' || missed) },
  };
}

export const listJobs = handle(cronContract.list, async ({ db, actor, input, now }) => {
  const { rows: jobs } = await sql<{
    name: string;
    area: string;
    title: string;
    schedule: string;
    enabled: boolean;
    next_run_at: string | null;
    paused_until: string | null;
    pause_reason: string | null;
    max_late_s: number;
    alerts: number;
    open: boolean;
  }>`select j.name, j.area, j.title, j.schedule, j.enabled, j.next_run_at, case when j.paused_until > ${now.toISOString()} then j.paused_until end as paused_until,
      j.pause_reason, j.max_late_s, (select count(*)::int from cron_alert a where a.job = j.name and a.seen_at is null) as alerts,
      exists (select from cron_run r where r.job = j.name and (r.state = 'IN_PROGRESS' or (r.state = 'NOT_STARTED' and r.error is null))) as open
    from cron_job j order by j.area, j.title`.execute(db);
  const newest = await newestRuns(db);
  const punctual = await punctuality(db, now);
  const may = mayRun(actor);
  const mayHold = holds(actor, systemModules.System, true);
  const q = (input.q ?? '').toLowerCase();
  const rows = jobs
    .map((job): CronJob => {
      const last = newest.get(job.name);
      const days = punctual.get(job.name) ?? [];
      return {
        id: job.name,
        name: job.name,
        area: job.area,
        title: job.title,
        schedule: job.schedule,
        words: scheduleWords(job.schedule),
        enabled: job.enabled,
        nextRunAt: job.enabled && job.schedule !== '' ? job.next_run_at : null,
        pausedUntil: job.paused_until,
        pauseReason: job.paused_until ? job.pause_reason : null,
        last: last ? runOut(actor, last) : null,
        onTime: { n: days.reduce((sum, d) => sum + d.good, 0), of: days.reduce((sum, d) => sum + d.all, 0) },
        spark: sparkOf(days, now),
        alerts: job.alerts,
        can: {
          runNow: may && job.enabled && !job.open,
          pause: mayHold && job.enabled && job.schedule !== '' && job.paused_until === null,
          resume: may && job.paused_until !== null,
        },
      };
    })
    .filter(
      (job) =>
        (q === '' || `${job.title} ${job.name}`.toLowerCase().includes(q)) &&
        (input.area === undefined || job.area === input.area) &&
        (input.state === undefined || job.last?.state === input.state),
    );
  // The jobs are few and read together; the name of the last one says where the next page begins.
  const last = input.after ? readCursor(input.after, 'place').value : null;
  const rest = rows.slice(last === null ? 0 : rows.findIndex((job) => job.name === last) + 1);
  const total = { n: rows.length, more: false };
  return {
    ...cutPage(rest, input, { sort: 'place', total, at: (job) => job.name, id: () => 0 }),
    today: await todaysRuns(db, now),
    areas: [...new Set(jobs.map((job) => job.area))],
    openAlerts: jobs.reduce((sum, job) => sum + job.alerts, 0),
  };
});

async function newestRuns(db: Db): Promise<Map<string, RunRead>> {
  const { rows } = await sql<RunRead>`select ${runColumns} from cron_job j
    join lateral (select * from cron_run n where n.job = j.name order by n.planned_at desc limit 1) r on true`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.job, row]));
}

interface DayOfRuns {
  job: string;
  day: string;
  all: number;
  good: number;
}

async function punctuality(db: Db, now: Date): Promise<Map<string, DayOfRuns[]>> {
  const { rows } =
    await sql<DayOfRuns>`select r.job, ${istDay('r.planned_at')}::text as day, count(*)::int as all,
      count(*) filter (where r.started_at <= r.planned_at + make_interval(secs => j.max_late_s) and r.state <> 'INTERRUPTED')::int as good
    from cron_run r join cron_job j on j.name = r.job
   where r.trigger <> 'MANUAL' and r.planned_at > ${now.toISOString()}::timestamptz - interval '30 days' and r.planned_at <= ${now.toISOString()}
     and not (r.state = 'NOT_STARTED' and r.error is null)
   group by 1, 2`.execute(db);
  const byJob = new Map<string, DayOfRuns[]>();
  for (const row of rows) byJob.set(row.job, [...(byJob.get(row.job) ?? []), row]);
  return byJob;
}

function sparkOf(days: readonly DayOfRuns[], now: Date): number[] {
  return Array.from({ length: 30 }, (_, i) => {
    const day = todayIst(new Date(now.getTime() - (29 - i) * 86_400_000));
    const found = days.find((d) => d.day === day);
    return found && found.all > 0 ? Math.round((100 * found.good) / found.all) : 100;
  });
}

/** What ran today; jobs that come every few minutes would fill the strip with one line each. */
async function todaysRuns(db: Db, now: Date) {
  const { rows } = await sql<{
    job: string;
    title: string;
    at: string;
    state: CronRun['state'];
    failed: number;
  }>`
    select r.job, j.title, r.planned_at as at, r.state, r.failed from cron_run r join cron_job j on j.name = r.job
     where ${istDay('r.planned_at')} = ${todayIst(now)}::date
       and (r.state <> 'COMPLETED' or r.failed > 0 or j.schedule !~ '^\\*') order by r.planned_at limit 400`.execute(
    db,
  );
  return rows;
}

export const listRuns = handle(cronContract.runs, async ({ db, actor, input }) => {
  const where: RawBuilder<unknown>[] = [sql`true`];
  if (input.job !== undefined) where.push(sql`r.job = ${input.job}`);
  if (input.state !== undefined) where.push(sql`r.state = ${input.state}`);
  if (input.trigger !== undefined) where.push(sql`r.trigger = ${input.trigger}`);
  if (input.from !== undefined) where.push(sql`${istDay('r.planned_at')} >= ${input.from}::date`);
  if (input.to !== undefined) where.push(sql`${istDay('r.planned_at')} <= ${input.to}::date`);
  const condition = sql.join(where, sql` and `);
  const cursor = input.after === undefined ? null : readCursor(input.after, 'plannedAt');
  const { rows } = await sql<
    RunRead & { key: string }
  >`select ${runColumns}, r.planned_at::text as key from cron_run r join cron_job j on j.name = r.job
    where ${condition} and ${cursor ? sql`(r.planned_at, r.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql`true`}
    order by r.planned_at desc, r.id desc limit ${pageLimit(input.limit)}`.execute(db);
  const total = cursor?.total ?? (await cappedCount(db, sql`select from cron_run r where ${condition}`));
  const page = cutPage(rows, input, { sort: 'plannedAt', total, at: (last) => last.key });
  return { ...page, rows: page.rows.map((row) => runOut(actor, row)) };
});

export const getRun = handle(cronContract.get, async ({ db, actor, input }) => {
  const { rows } = await sql<
    RunRead & { log: string | null; worker: string | null; heartbeat_at: string | null }
  >`
    select ${runColumns}, r.log, r.worker, r.heartbeat_at from cron_run r join cron_job j on j.name = r.job where r.id = ${input.runId}`.execute(
    db,
  );
  const row = ensureFound(rows[0]);
  return { ...runOut(actor, row), log: row.log, worker: row.worker, heartbeatAt: row.heartbeat_at };
});

export const listAlerts = handle(cronContract.alerts, async ({ db, input }) => {
  const { rows } = await sql<{
    id: string;
    job: string;
    title: string;
    kind: 'LATE' | 'MISSED' | 'INTERRUPTED';
    text: string;
    at: string;
    plannedAt: string;
    seenAt: string | null;
    seenBy: string | null;
  }>`select a.id, a.job, j.title, a.kind, a.text, a.created_at as at, a.planned_at as "plannedAt", a.seen_at as "seenAt",
      (select ${personName('u')} from app_user u where u.id = a.seen_by) as "seenBy"
    from cron_alert a join cron_job j on j.name = a.job where (not ${input.open}::boolean or a.seen_at is null)
    order by a.created_at desc, a.id limit ${input.limit}`.execute(db);
  return { rows };
});
