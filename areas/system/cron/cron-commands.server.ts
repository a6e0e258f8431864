import { formatDateTime } from '@aangan/contract/period.ts';
import { requestRun } from '@aangan/server/background/job-runs.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseSystem } from '../system.refusals.ts';
import { cronContract } from './cron.contract.ts';

export const seeAlert = handle(cronContract.seen, async ({ db, actor, input, now }) => {
  const row = await db
    .updateTable('cron_alert')
    .set({ seen_at: now.toISOString(), seen_by: userIdOf(actor) })
    .where('id', '=', input.id)
    .where('seen_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ensureFound(row);
});

/** The lock that makes two presses one run: whoever comes second sees the first one's run. */
async function lockJob(db: Db, name: string): Promise<void> {
  ensureFound(
    await db
      .selectFrom('cron_job')
      .select('name')
      .where('name', '=', name)
      .where('enabled', '=', true)
      .forUpdate()
      .executeTakeFirst(),
  );
}

async function start(db: Db, which: { job: string; by: string; again?: string }): Promise<string> {
  const id = await requestRun(db, which);
  if (id !== null) return id;
  const open = await db
    .selectFrom('cron_run')
    .select(['started_at', 'planned_at'])
    .where('job', '=', which.job)
    .where('state', 'in', ['IN_PROGRESS', 'NOT_STARTED'])
    .orderBy('planned_at', 'desc')
    .executeTakeFirst();
  // 'DD-MM-YYYY hh:mm AM': the clock alone says enough of today.
  const at = formatDateTime(new Date(open?.started_at ?? open?.planned_at ?? Date.now())).slice(-8);
  throw refuseSystem('cron.running', { details: { at } });
}

export const runNow = handle(cronContract.runNow, async ({ db, actor, input }) => {
  await lockJob(db, input.job);
  return { runId: await start(db, { job: input.job, by: userIdOf(actor) }) };
});

export const runAgain = handle(cronContract.runAgain, async ({ db, actor, input }) => {
  const run = ensureFound(
    await db
      .selectFrom('cron_run')
      .select(['job', 'state', 'planned_at'])
      .where('id', '=', input.runId)
      .executeTakeFirst(),
  );
  await lockJob(db, run.job);
  const newer = await db
    .selectFrom('cron_run')
    .select('id')
    .where('job', '=', run.job)
    .where('planned_at', '>', run.planned_at)
    .executeTakeFirst();
  ensure(!newer, () => refuseSystem('cron.not-latest'));
  return { runId: await start(db, { job: run.job, by: userIdOf(actor), again: input.runId }) };
});

export const pauseJob = handle(cronContract.pause, async ({ db, actor, input, now }) => {
  await lockJob(db, input.job);
  const until = new Date(now.getTime() + input.hours * 3_600_000).toISOString();
  await db
    .updateTable('cron_job')
    .set({ paused_until: until, paused_by: actor.userId, pause_reason: input.reason })
    .where('name', '=', input.job)
    .execute();
  return { until };
});

export const resumeJob = handle(cronContract.resume, async ({ db, input }) => {
  await lockJob(db, input.job);
  await db
    .updateTable('cron_job')
    .set({ paused_until: null, paused_by: null, pause_reason: null })
    .where('name', '=', input.job)
    .execute();
  return { job: input.job };
});
