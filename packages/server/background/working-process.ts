// Everything of a process that works without a request: outbox, inbox, exports, jobs. Stops within 10 seconds and hands
// back what it had taken (promise D6).
import type { Logger } from 'pino';
import { inboxWorkers, jobsOf, outboxWorkers, useAreas } from '../endpoint/area-registry.ts';
import type { AreaServer } from '../endpoint/handle.ts';
import { type ExportContext, startExportWorker } from '../files/exports.ts';
import type { Ports } from '../ports.ts';
import type { Database } from '../postgres/database.ts';
import type { Actor } from '../work/actor.ts';
import { startInboxWorker } from './inbox-worker.ts';
import { installJobQueue } from './job-queue.ts';
import { jobOutbox, openJobs } from './jobs.ts';
import { startOutboxWorker } from './outbox-worker.ts';

export interface WorkersOptions {
  /** The API's pool; the workers take connections of it for a statement or two at a time. */
  database: Database;
  /** Administrator's address: the queue keeps a schema of its own with it. */
  url: string;
  areas: readonly AreaServer[];
  ports: Omit<Ports, 'afterCommit'>;
  log: Logger;
  /** A user's rights of this moment, for exports. Without it none are made. */
  actorOf?: (userId: string, context: ExportContext) => Promise<Actor | null>;
}

export interface Workers {
  stop(): Promise<void>;
}

/** Starts all workers; resolves when jobs are in line with their declarations. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { database, areas, ports, log, actorOf } = options;
  useAreas(areas);
  await installJobQueue(options.url);
  const jobs = openJobs({ database, url: database.sessionUrl, jobs: jobsOf(areas), ports, log });
  await jobs.start();
  const running = [
    startOutboxWorker({ database, ports, log, workers: { ...outboxWorkers(areas), ...jobOutbox(jobs) } }),
    startInboxWorker({ database, ports, log, workers: inboxWorkers(areas) }),
    ...(actorOf ? [startExportWorker({ database, log, actorOf })] : []),
  ];
  return {
    stop: async () => {
      await Promise.all([...running.map((worker) => worker.stop()), jobs.stop()]);
    },
  };
}
