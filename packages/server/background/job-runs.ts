// The rows of cron_job and cron_run (system.md 3.9): which slot is due, who runs it, how it ended. Every statement runs
// for the network. A slot fires once, however many processes look, because (job, planned_at) is unique (J5).
import { sql } from 'kysely';
import type { Db } from '../work/unit-of-work.ts';
import type { JobDeclaration } from './background.ts';
import { isSubMinute, newestSlot, nextSlot, parseCron } from './cron.ts';

export interface Run {
  id: string;
  job: string;
  attempt: number;
  plannedAt: string;
}

/**
 * Brings cron_job in line with the declarations. A job that is not among them stays as it is: during an upgrade another
 * node may know it. The release that takes a job away switches it off in a migration.
 */
export async function syncJobs(db: Db, jobs: readonly JobDeclaration[], now: Date): Promise<void> {
  for (const job of jobs) {
    const next = job.schedule === null ? null : nextSlot(parseCron(job.schedule), now).toISOString();
    await sql`insert into cron_job (name, area, title, schedule, on_miss, max_late_s, timeout_s, after_job, next_run_at)
      values (${job.name}, ${job.name.split('.')[0]}, ${job.title}, ${job.schedule ?? ''}, ${job.onMiss}, ${job.maxLateS}, ${job.timeoutS}, ${job.after ?? null}, ${next})
      on conflict (name) do update set title = excluded.title, on_miss = excluded.on_miss, max_late_s = excluded.max_late_s,
        timeout_s = excluded.timeout_s, after_job = excluded.after_job, enabled = true, schedule = excluded.schedule,
        -- A slot that was missed while the server was down must be noticed, so the planned time survives a restart.
        next_run_at = case when cron_job.schedule = excluded.schedule then coalesce(cron_job.next_run_at, excluded.next_run_at) else excluded.next_run_at end`.execute(
      db,
    );
  }
}

interface DueJob {
  name: string;
  schedule: string;
  on_miss: string;
  max_late_s: number;
  next_run_at: string;
  open: boolean;
}

/**
 * Turns due slots of the `known` jobs into runs. Of several missed slots only the newest counts: RUN_ONCE runs it late, SKIP and an
 * overlap leave a row that says so. Returns runs more frequent than a minute, which the caller starts at once.
 */
export async function planRuns(db: Db, known: readonly string[], now: Date): Promise<Run[]> {
  const { rows } = await sql<DueJob>`select name, schedule, on_miss, max_late_s, next_run_at,
      exists (select from cron_run r where r.job = j.name and (r.state = 'IN_PROGRESS' or (r.state = 'NOT_STARTED' and r.error is null))) as open
    from cron_job j where enabled and name = any(${known}) and schedule <> '' and next_run_at <= ${now.toISOString()}
      and (paused_until is null or paused_until <= ${now.toISOString()})
    order by next_run_at for update skip locked`.execute(db);
  const direct: Run[] = [];
  for (const job of rows) {
    const run = await planOne(db, job, now);
    if (run) direct.push(run);
  }
  return direct;
}

async function planOne(db: Db, job: DueJob, now: Date): Promise<Run | null> {
  const schedule = parseCron(job.schedule);
  const slot = newestSlot(schedule, new Date(job.next_run_at), now) ?? new Date(job.next_run_at);
  const late = now.getTime() - slot.getTime() > job.max_late_s * 1000;
  const missed = late && job.on_miss === 'SKIP';
  const note = missed ? 'missed' : job.open ? 'The run before had not ended' : null;
  await sql`update cron_job set next_run_at = ${nextSlot(schedule, now).toISOString()} where name = ${job.name}`.execute(
    db,
  );
  const direct = isSubMinute(schedule);
  if (direct && note) return null; // every few seconds: the next slot is near, a row of complaint is not worth it
  const { rows } = await sql<{ id: string }>`insert into cron_run (job, state, planned_at, trigger, error)
    values (${job.name}, 'NOT_STARTED', ${slot.toISOString()}, ${late && !missed ? 'CATCH_UP' : 'SCHEDULE'}, ${note})
    on conflict (job, planned_at) do nothing returning id`.execute(db);
  const id = rows[0]?.id;
  return direct && id ? { id, job: job.name, attempt: 0, plannedAt: slot.toISOString() } : null;
}

/** Runs that may start now and are not queued yet. One with `after` waits for that job's run of the same IST day (6 hours at most). */
export async function runsToQueue(
  db: Db,
  known: readonly string[],
  now: Date,
): Promise<(Run & { timeoutS: number; schedule: string })[]> {
  const { rows } = await sql<Run & { timeoutS: number; schedule: string }>`
    select r.id, r.job, r.attempt, r.planned_at as "plannedAt", j.timeout_s as "timeoutS", j.schedule
      from cron_run r join cron_job j on j.name = r.job
     where r.job = any(${known}) and r.state = 'NOT_STARTED' and r.error is null and r.queued_at is null and r.planned_at <= ${now.toISOString()}
       and (j.after_job is null or r.planned_at < ${now.toISOString()}::timestamptz - interval '6 hours' or not exists (
         select from cron_run b where b.job = j.after_job and b.state <> 'COMPLETED' and b.error is distinct from 'missed'
            and (b.planned_at at time zone 'Asia/Kolkata')::date = (r.planned_at at time zone 'Asia/Kolkata')::date))
     order by r.planned_at limit 100`.execute(db);
  return rows;
}

export const markQueued = (db: Db, ids: readonly string[], now: Date): Promise<unknown> =>
  sql`update cron_run set queued_at = ${now.toISOString()} where id = any(${ids})`.execute(db);

// A worker beats every 10 s, and the queue hands its job to another after 30 s of silence (J4).
const SILENCE_S = 25;

/** Takes a run; null when another worker has it or it is done. The attempt number is the fence of everything after. */
export async function beginRun(db: Db, id: string, worker: string, now: Date): Promise<Run | null> {
  const { rows } =
    await sql<Run>`update cron_run set state = 'IN_PROGRESS', attempt = attempt + 1, started_at = ${now.toISOString()}, finished_at = null,
      heartbeat_at = ${now.toISOString()}, worker = ${worker}, error = null
    where id = ${id} and (state in ('NOT_STARTED', 'INTERRUPTED')
      or (state = 'IN_PROGRESS' and heartbeat_at < ${now.toISOString()}::timestamptz - make_interval(secs => ${SILENCE_S})))
    returning id, job, attempt, planned_at as "plannedAt"`.execute(db);
  return rows[0] ?? null;
}

export const beatRun = (db: Db, run: Run, now: Date): Promise<unknown> =>
  sql`update cron_run set heartbeat_at = ${now.toISOString()} where id = ${run.id} and attempt = ${run.attempt} and state = 'IN_PROGRESS'`.execute(
    db,
  );

interface RunRows {
  ok: number;
  failed: number;
  log?: string | undefined;
}
export type RunEnding = RunRows | { error: string; rows?: RunRows | undefined };

/** Ends a run. Nothing changes when it was taken over meanwhile. */
export async function endRun(db: Db, run: Run, ending: RunEnding, now: Date): Promise<void> {
  const done = 'ok' in ending;
  const rows = done ? ending : ending.rows;
  await sql`update cron_run set state = ${done ? 'COMPLETED' : 'INTERRUPTED'}, finished_at = ${now.toISOString()},
      ok = ${rows ? rows.ok : sql`ok`}, failed = ${rows ? rows.failed : sql`failed`},
      log = ${rows ? (rows.log?.slice(0, 4000) ?? null) : sql`log`}, error = ${done ? null : ending.error.slice(0, 4000)}
    where id = ${run.id} and attempt = ${run.attempt} and state = 'IN_PROGRESS'`.execute(db);
}

/** Of a job that runs every few seconds only the newest quiet run is kept. */
export const forgetQuietRuns = (db: Db, job: string, keep: string): Promise<unknown> =>
  sql`delete from cron_run where job = ${job} and id <> ${keep} and state = 'COMPLETED' and failed = 0 and trigger <> 'MANUAL'`.execute(
    db,
  );

/** Runs without a heartbeat for 90 s are INTERRUPTED; those that never reached a worker are queued anew. Returns how many. */
export async function sweepRuns(db: Db, now: Date): Promise<number> {
  const at = now.toISOString();
  const lost =
    await sql`update cron_run set state = 'INTERRUPTED', error = 'No sign of life for 90 seconds', finished_at = ${at}
    where state = 'IN_PROGRESS' and heartbeat_at < ${at}::timestamptz - interval '90 seconds'`.execute(db);
  const stranded = await sql`update cron_run set queued_at = null
    where state = 'NOT_STARTED' and error is null and queued_at < ${at}::timestamptz - interval '1 hour'`.execute(
    db,
  );
  return Number((lost.numAffectedRows ?? 0n) + (stranded.numAffectedRows ?? 0n));
}

/**
 * "Run now": a run of its own slot, in the caller's transaction. With `again`, the INTERRUPTED run of that id is taken up
 * once more. Null while a run of the job is open.
 */
export async function requestRun(
  db: Db,
  which: { job: string; by: string; again?: string },
): Promise<string | null> {
  const open =
    await sql`select from cron_run where job = ${which.job} and (state = 'IN_PROGRESS' or (state = 'NOT_STARTED' and error is null))`.execute(
      db,
    );
  if (open.rows.length > 0) return null;
  const { rows } = which.again
    ? await sql<{
        id: string;
      }>`update cron_run set state = 'NOT_STARTED', error = null, queued_at = null, started_by = ${which.by}
        where id = ${which.again} and job = ${which.job} and state in ('INTERRUPTED', 'NOT_STARTED') returning id`.execute(
        db,
      )
    : await sql<{ id: string }>`insert into cron_run (job, state, planned_at, trigger, started_by)
        values (${which.job}, 'NOT_STARTED', date_trunc('second', clock_timestamp()), 'MANUAL', ${which.by}) on conflict do nothing returning id`.execute(
        db,
      );
  return rows[0]?.id ?? null;
}
