// Scheduled and requested jobs. The clock is ours (cron_job, cron_run: exact slots, missed runs, seconds), the queue is
// behind job-queue.ts (spreading over processes, retries, crash recovery).
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { safeError } from '../logging.ts';
import type { Ports } from '../ports.ts';
import type { Database } from '../postgres/database.ts';
import { systemActor } from '../work/actor.ts';
import { PartsFailed } from '../work/each-part.ts';
import { type Db, inUnitOfWork } from '../work/unit-of-work.ts';
import type { JobDeclaration, JobTools, OutboxWorker } from './background.ts';
import { isSubMinute, parseCron } from './cron.ts';
import { openJobQueue } from './job-queue.ts';
import {
  beatRun,
  beginRun,
  endRun,
  forgetQuietRuns,
  markQueued,
  planRuns,
  type Run,
  runsToQueue,
  sweepRuns,
  syncJobs,
} from './job-runs.ts';
import { GiveUp } from './outbox-worker.ts';

export interface JobsDeps {
  database: Database;
  /** Address of the runtime role, for the queue's own small pool. */
  url: string;
  jobs: readonly JobDeclaration[];
  ports: Omit<Ports, 'afterCommit'>;
  log: Logger;
  now?: () => Date;
  /** False: this process works the queues, but another one keeps the clock. */
  scheduler?: boolean;
}

export interface Jobs {
  start(): Promise<void>;
  /** Puts a job with data into the queue; the same key once. Inside a unit of work use `runJob` of outbox.ts. */
  enqueue(job: string, data: Record<string, unknown>, key: string): Promise<void>;
  counts(): Promise<{ waiting: number; running: number; dead: number }>;
  /** One look at the clock, as the timer does each second (tests call it with their own time). */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

// Longer than this is heavy: it gets the one slot that exports and reports share, and never delays the short ones.
const HEAVY_S = 600;
const BEAT_MS = 10_000;
const WORKER = `${hostname()}/${process.pid}`.slice(0, 80);

/** The jobs of this process. Refuses two jobs of one name and cron texts that are none. */
export function openJobs(deps: JobsDeps): Jobs {
  const byName = new Map<string, JobDeclaration>();
  for (const job of deps.jobs) {
    if (byName.has(job.name)) throw new Error(`Job '${job.name}' is declared twice`);
    if (job.schedule !== null) parseCron(job.schedule);
    byName.set(job.name, job);
  }
  const known = [...byName.keys()];
  const queue = openJobQueue(deps.url, deps.log);
  const now = deps.now ?? (() => new Date());
  const network = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    inUnitOfWork(deps.database, systemActor(), { command: 'jobs' }, work);
  const direct = new Set<Promise<void>>();
  const open = new Set<Run>();
  let timers: NodeJS.Timeout[] = [];
  let ticking: Promise<void> | null = null;
  let stopping = false;

  const queueOf = (job: JobDeclaration) => (job.timeoutS > HEAVY_S ? 'heavy' : 'run');
  const enqueue = async (name: string, data: Record<string, unknown>, key: string): Promise<void> => {
    const job = byName.get(name);
    if (!job) throw new GiveUp(`There is no job '${name}'`);
    await queue.send(queueOf(job), { key, data: { job: name, data }, timeoutS: job.timeoutS + 30 });
  };

  const runPlanned = async (id: string): Promise<void> => {
    const run = await network((db) => beginRun(db, id, WORKER, now()));
    const job = run && byName.get(run.job);
    if (!run || !job) return;
    open.add(run);
    const beat = setInterval(
      () => void network((db) => beatRun(db, run, now())).catch(() => undefined),
      BEAT_MS,
    );
    try {
      const result = await perform(deps, job, { plannedAt: run.plannedAt, run: run.id }, now);
      await network((db) => endRun(db, run, result, now()));
      if (job.schedule !== null && isSubMinute(parseCron(job.schedule)))
        await network((db) => forgetQuietRuns(db, job.name, run.id));
    } catch (error) {
      const rows = error instanceof PartsFailed ? error : undefined;
      await network((db) => endRun(db, run, { error: safeError(error), rows }, now()));
      deps.log.error({ job: run.job, run: run.id, attempts: run.attempt, err: error }, 'job interrupted');
      throw error;
    } finally {
      clearInterval(beat);
      open.delete(run);
    }
  };

  const look = async (): Promise<void> => {
    const started = await network((db) => planRuns(db, known, now()));
    for (const run of started) {
      const running: Promise<void> = runPlanned(run.id)
        .catch(() => undefined)
        .finally(() => direct.delete(running));
      direct.add(running);
    }
    const waiting = (await network((db) => runsToQueue(db, known, now()))).filter(
      (run) => !started.some((s) => s.id === run.id),
    );
    for (const run of waiting) {
      const job = byName.get(run.job);
      if (!job) continue;
      // A job that comes again soon is not worth repeating; its next slot is the repetition.
      const frequent = /^\S+ \* /.test(run.schedule) || run.schedule.startsWith('*');
      await queue.send(queueOf(job), {
        key: `${run.id}:${run.attempt}`,
        data: { run: run.id },
        timeoutS: run.timeoutS + 30,
        ...(frequent ? { retries: 0 } : {}),
      });
    }
    if (waiting.length > 0)
      await network((db) =>
        markQueued(
          db,
          waiting.map((r) => r.id),
          now(),
        ),
      );
  };
  const tick = async (): Promise<void> => {
    if (ticking) return ticking;
    ticking = look().finally(() => {
      ticking = null;
    });
    return ticking;
  };

  const handler = async (message: Record<string, unknown>): Promise<void> => {
    if (typeof message['run'] === 'string') return runPlanned(message['run']);
    const job = byName.get(String(message['job']));
    if (!job) throw new Error('This process does not know the job');
    const started = Date.now();
    const result = await perform(deps, job, message['data'], now);
    deps.log.info(
      { job: job.name, ok: result.ok, failed: result.failed, ms: Date.now() - started },
      'job done',
    );
  };

  return {
    enqueue,
    tick,
    counts: () => queue.counts(),
    start: async () => {
      await network((db) => syncJobs(db, deps.jobs, now()));
      await queue.start();
      await queue.work('run', 2, handler);
      await queue.work('heavy', 1, handler);
      if (deps.scheduler === false) return;
      const every = (ms: number, work: () => Promise<unknown>, what: string) =>
        setInterval(
          () => void work().catch((error: unknown) => stopping || deps.log.error({ err: error }, what)),
          ms,
        );
      timers = [
        every(1_000, tick, 'job clock'),
        every(30_000, () => network((db) => sweepRuns(db, now())), 'job sweep'),
      ];
    },
    stop: async () => {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      await ticking?.catch(() => undefined);
      await Promise.race([Promise.all(direct), new Promise((resolve) => setTimeout(resolve, 5_000).unref())]);
      await queue.stop(5);
      const left = [...open];
      await Promise.all(
        left.map((run) =>
          network((db) => endRun(db, run, { error: 'The server was stopped' }, now())).catch(() => undefined),
        ),
      );
    },
  };
}

async function perform(
  deps: JobsDeps,
  job: JobDeclaration,
  data: unknown,
  now: () => Date,
): Promise<{ ok: number; failed: number; log?: string }> {
  const tools: JobTools = {
    work: (franchiseeId, inside) =>
      inUnitOfWork(
        deps.database,
        systemActor(franchiseeId),
        { command: job.name, timeoutMs: job.timeoutS * 1000 },
        inside,
      ),
    now: now(),
    data,
    ports: { ...deps.ports, afterCommit: (after) => void setImmediate(after) },
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Took longer than ${job.timeoutS} seconds`)),
      job.timeoutS * 1000,
    );
  });
  try {
    return await Promise.race([job.run(tools), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Hands jobs that a transaction asked for (`runJob`) to the queue. The outbox row's id is the key: queued once. */
export const jobOutbox = (jobs: Pick<Jobs, 'enqueue'>): Readonly<Record<string, OutboxWorker>> => ({
  'platform.job': {
    retryUnknown: true,
    perform: async ({ row }) => {
      const { job, data } = row.payload as { job: string; data: Record<string, unknown> };
      await jobs.enqueue(job, data, row.id);
    },
  },
});
