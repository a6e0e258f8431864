// A file that is saved as a job: its sound rows in small transactions, of which stopping leaves whole steps behind; or, when
// all or none was wanted, in one (save-whole.server.ts).
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type JobStep, stepJob } from '../step-job.server.ts';
import { countRows } from './save-rows.server.ts';
import { saveWhole } from './save-whole.server.ts';
import { countUploaded, endUpload, keepRefused, rowsFrom, saveWhatGoes } from './upload-steps.server.ts';

export const SAVE_UPLOAD_JOB = 'enquiries.save-upload';

const steps = stepJob(
  { name: SAVE_UPLOAD_JOB, title: 'Enquiries of an uploaded file', timeoutS: 600 },
  saveStep,
);

export const saveUploadJob: JobDeclaration = {
  ...steps,
  run: async (tools) => (await saveWhole(tools)) ?? (await steps.run(tools)),
};

/** One step; null when nothing is left or somebody stopped it. A repeated run goes on where the last one ended. */
async function saveStep(db: Db, step: JobStep): Promise<number | null> {
  const { batchId, franchiseeId, now } = step;
  const upload = await db
    .selectFrom('enquiry_upload')
    .select(['state', 'cancel_asked', 'academic_year_id', 'matches', 'sound', 'done', 'by'])
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (!upload || (upload.state !== 'QUEUED' && upload.state !== 'RUNNING')) return null;
  const rows = upload.cancel_asked ? [] : await rowsFrom(db, batchId, upload.done);
  if (rows.length === 0) {
    // The rows of a check are let go after a day: what was not saved by then is not done.
    await endUpload(db, step, upload.done < upload.sound ? 'CANCELLED' : 'DONE');
    return null;
  }
  const { academic_year_id: academicYearId, matches, by } = upload;
  const at = { franchiseeId, academicYearId, uploadId: batchId, matches, now, by };
  const { saved, refused } = await saveWhatGoes(db, at, rows);
  await countRows(db, at, { ...saved, looked: rows.length });
  await countUploaded(db, upload.done + rows.length);
  await keepRefused(db, step, refused);
  await db
    .updateTable('enquiry_upload')
    .set({ state: 'RUNNING' })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .where('state', '=', 'QUEUED')
    .execute();
  return rows.length;
}
