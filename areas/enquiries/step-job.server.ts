// A batch that somebody began (a move to other owners, a message to many) carried out in small transactions: progress can be
// seen, and stopping leaves whole steps behind. A repeated run goes on where the last one ended.
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import type { Ports } from '@aangan/server/ports.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import * as z from 'zod';

const dataShape = z.object({ batchId: z.string(), franchiseeId: z.int() });

/** The batch that a job was asked to do. */
export const stepOf = (data: unknown): z.output<typeof dataShape> => dataShape.parse(data);

export interface JobStep {
  batchId: string;
  franchiseeId: number;
  now: Date;
}

/** The job of such batches. `step` does the next piece and gives how many; null when nothing is left or somebody stopped it. */
export const stepJob = (
  of: Pick<JobDeclaration, 'name' | 'title' | 'timeoutS'>,
  step: (db: Db, at: JobStep, ports: Ports) => Promise<number | null>,
): JobDeclaration => ({
  ...of,
  schedule: null,
  onMiss: 'RUN_ONCE',
  maxLateS: 300,
  run: async ({ work, now, data, ports }) => {
    const { batchId, franchiseeId } = stepOf(data);
    let ok = 0;
    for (;;) {
      const done = await work(franchiseeId, (db) => step(db, { batchId, franchiseeId, now }, ports));
      if (done === null) return { ok, failed: 0 };
      ok += done;
    }
  },
});
