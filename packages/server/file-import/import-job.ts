// Checks and saves of larger files, in the background.
import { Refusal } from '@aangan/contract/refusal.ts';
import * as z from 'zod';
import type { JobDeclaration } from '../background/background.ts';
import { readFile, readWhole } from '../files/files.ts';
import { systemActor } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';
import { checkLines } from './check-rows.ts';
import { readImportFile } from './import-mapping.ts';
import { endJob, giveTime, jobOf, keepCheck, linesOf, type StoredJob } from './import-store.ts';
import { type ImportAt, type ServedImport, servedImport } from './import-types.ts';
import { saveLater } from './save-import.ts';

const dataSchema = z.object({ jobId: z.string(), fileAt: z.int() });

/** Bytes of an import file at most. */
export const MAX_FILE = 20 * 1024 * 1024;

export const importJob: JobDeclaration = {
  name: 'platform.import',
  title: 'Files with many rows',
  schedule: null,
  onMiss: 'RUN_ONCE',
  maxLateS: 300,
  timeoutS: 600,
  run: async (tools) => {
    const { jobId, fileAt } = dataSchema.parse(tools.data);
    const job = await tools.work(null, (db) => jobOf(db, jobId));
    if (job?.state !== 'CHECKING' && job?.state !== 'COMMITTING') return { ok: 0, failed: 0 };
    const served = servedImport(job.contract);
    // What belongs to no centre is written with the network's reach, as in the request (serve-import.ts).
    const place = served.of.scope === 'network' ? null : job.franchiseeId;
    const actor = { ...systemActor(place), userId: job.userId, academicYearId: job.academicYearId };
    const at: ImportAt = { actor, userId: job.userId, now: tools.now };
    if (job.state === 'COMMITTING')
      return { ok: await saveLater(tools, place, { served, job, at }), failed: 0 };
    try {
      return { ok: await tools.work(place, (db) => checkStored(db, served, { job, at, fileAt })), failed: 0 };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await tools.work(null, (db) => endJob(db, job.id, { state: 'FAILED', problem: error.message }));
      return { ok: 0, failed: 1 };
    }
  },
};

/** Checks the rows that are kept, or those of the file when it has not been read yet. */
async function checkStored(
  db: Db,
  served: ServedImport,
  { job, at, fileAt }: { job: StoredJob; at: ImportAt; fileAt: number },
): Promise<number> {
  await giveTime(db);
  // Whoever stops it waits for the end of the check.
  if ((await jobOf(db, job.id, { lock: true }))?.state !== 'CHECKING') return 0;
  const kept = await linesOf(db, job.id);
  const { mapping, lines } =
    kept.length > 0 || job.fileId === null
      ? { mapping: job.mapping, lines: kept }
      : await readImportFile(
          db,
          served.of,
          await readWhole(await readFile(db, { franchiseeId: fileAt, fileId: job.fileId }), MAX_FILE),
          { ...at, actor: { ...at.actor, franchiseeId: job.franchiseeId } },
        );
  const { rows, report } = await checkLines(db, served, { lines, mapping, at });
  await keepCheck(db, job.id, { rows, report, mapping, now: at.now });
  return rows.length;
}
