import { runBatchJob } from '@aangan/server/batch/batch-job.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from './app.ts';
import { ANDHERI } from './world.ts';

/** Carries a batch out as the queue would; `beforeWork` runs before each piece and may throw, as a worker that dies. */
export const runBatch = (
  app: TestApp,
  batchId: string,
  { franchiseeId = ANDHERI, beforeWork }: { franchiseeId?: number; beforeWork?: () => void } = {},
): Promise<{ ok: number; failed: number }> =>
  runBatchJob.run({
    work: async (centre, inside) => {
      beforeWork?.();
      return inUnitOfWork(app.pool, systemActor(centre), { command: runBatchJob.name }, inside);
    },
    now: new Date(),
    data: { batchId, franchiseeId },
    ports: { ...app.ports, afterCommit: () => undefined },
  });
