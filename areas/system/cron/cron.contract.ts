import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { systemModules } from '../system-modules.ts';

const read = { module: systemModules.cronDashboard, scope: 'network' } as const;
const run = { ...read, write: true } as const;
// Holding a job back is for those who look after the system, not for everybody who may start one.
const hold = { module: systemModules.System, scope: 'network', write: true } as const;
const job = z.string().trim().min(3).max(120);
export const runStates = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'INTERRUPTED'] as const;
export const runTriggers = ['SCHEDULE', 'MANUAL', 'CATCH_UP'] as const;

const runRow = z.object({
  id: uuidSchema,
  job: z.string(),
  title: z.string(),
  state: z.enum(runStates),
  /** 'In Progress', 'Not started', 'Not started (missed)', 'Completed', 'Interrupted'. */
  label: z.string(),
  missed: z.boolean(),
  plannedAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  seconds: z.number().nullable(),
  ok: z.int(),
  failed: z.int(),
  attempt: z.int(),
  trigger: z.enum(runTriggers),
  startedBy: z.string().nullable(),
  error: z.string().nullable(),
  can,
});
export type CronRun = z.output<typeof runRow>;

const jobRow = z.object({
  id: z.string(),
  name: z.string(),
  area: z.string(),
  title: z.string(),
  schedule: z.string(),
  words: z.string(),
  enabled: z.boolean(),
  nextRunAt: z.string().nullable(),
  pausedUntil: z.string().nullable(),
  pauseReason: z.string().nullable(),
  last: runRow.nullable(),
  /** Runs of 30 days that began within their allowance. */
  onTime: z.object({ n: z.int(), of: z.int() }),
  /** On time in per cent for each of the last 30 days, oldest first; days without a run count 100. */
  spark: z.array(z.int()),
  alerts: z.int(),
  can,
});
export type CronJob = z.output<typeof jobRow>;

const alertRow = z.object({
  id: uuidSchema,
  job: z.string(),
  title: z.string(),
  kind: z.enum(['LATE', 'MISSED', 'INTERRUPTED']),
  text: z.string(),
  at: z.string(),
  plannedAt: z.string(),
  seenAt: z.string().nullable(),
  seenBy: z.string().nullable(),
});
export type CronAlert = z.output<typeof alertRow>;

export const cronContract = {
  list: query({
    ...read,
    name: 'cron.list',
    summary: 'Every job: schedule, last run, rows, next slot, on time.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      area: z.string().max(40).optional(),
      state: z.enum(runStates).optional(),
      ...paging,
    }),
    output: pageOf(jobRow).extend({
      /** Runs of today for the strip of 24 hours. */
      today: z.array(
        z.object({
          job: z.string(),
          title: z.string(),
          at: z.string(),
          state: z.enum(runStates),
          failed: z.int(),
        }),
      ),
      areas: z.array(z.string()),
      openAlerts: z.int(),
    }),
  }),
  runs: query({
    ...read,
    name: 'cron.runs',
    summary: 'Runs of the jobs, newest first.',
    input: z.strictObject({
      job: job.optional(),
      state: z.enum(runStates).optional(),
      trigger: z.enum(runTriggers).optional(),
      from: daySchema.optional(),
      to: daySchema.optional(),
      ...paging,
    }),
    output: pageOf(runRow),
  }),
  get: query({
    ...read,
    name: 'cron.get',
    summary: 'One run with its log.',
    input: z.strictObject({ runId: uuidSchema }),
    output: runRow.extend({
      log: z.string().nullable(),
      worker: z.string().nullable(),
      heartbeatAt: z.string().nullable(),
    }),
  }),
  alerts: query({
    ...read,
    name: 'cron.alerts',
    summary: 'Late, missed and interrupted runs.',
    input: z.strictObject({ open: z.boolean().default(true), limit: z.int().min(1).max(200).default(100) }),
    output: z.object({ rows: z.array(alertRow) }),
  }),
  seen: command({
    ...run,
    name: 'cron.see-alert',
    summary: 'Mark an alert as seen.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: uuidSchema }),
  }),
  runNow: command({
    ...run,
    name: 'cron.run-now',
    summary: 'Run a job once, now.',
    input: z.strictObject({ job }),
    output: z.object({ runId: uuidSchema }),
  }),
  runAgain: command({
    ...run,
    name: 'cron.run-again',
    summary: 'Take up the newest run of a job again; rows that are done are skipped.',
    input: z.strictObject({ runId: uuidSchema }),
    output: z.object({ runId: uuidSchema }),
  }),
  pause: command({
    ...hold,
    name: 'cron.pause',
    summary: 'Hold a job back for at most 24 hours.',
    input: z.strictObject({
      job,
      hours: z.int('Choose the hours').min(1).max(24, 'At most 24 hours'),
      reason: z.string().trim().min(3, 'Say why').max(200, 'At most 200 characters'),
    }),
    output: z.object({ until: z.string() }),
  }),
  resume: command({
    ...run,
    name: 'cron.resume',
    summary: 'Let a job run again that was held back.',
    input: z.strictObject({ job }),
    output: z.object({ job: z.string() }),
  }),
};
