// Saving a checked file of enquiries: all rows or none in this very transaction, or its sound rows as a job.
import { refuse } from '@aangan/contract/refusal.ts';
import { chosenCentre, userIdOf } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { runJob } from '@aangan/server/outbox.ts';
import * as z from 'zod';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { enquiryUploadContract, uploadColumns } from './enquiry-upload.contract.ts';
import { type SoundRow, saveRows, UPLOAD, type UploadRows } from './save-rows.server.ts';
import { endUpload, SAVE_UPLOAD_JOB } from './upload-job.server.ts';
import type { FaultyLine } from './upload-sheet.server.ts';

// The rows were read and checked by checkUpload; the year is the one they were checked for.
const checkedShape = z.object({
  families: z.array(z.custom<SoundRow>()),
  faulty: z.object({ heading: z.array(z.string()), lines: z.array(z.custom<FaultyLine>()) }),
});
const yearShape = z.object({ academicYearId: z.int() });

export const commitUpload = handle(enquiryUploadContract.commit, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const job = await db
    .selectFrom('import_job')
    .select(['state', 'total', 'bad', 'rows', 'mapping', 'file_name', 'franchisee_id', 'checked_until'])
    .where('id', '=', input.jobId)
    .where('user_id', '=', userIdOf(actor))
    .where('contract', '=', UPLOAD)
    .forUpdate()
    .executeTakeFirst();
  if (!job || job.franchisee_id !== franchiseeId) throw refuse('row.not-found');
  if (job.state === 'DONE' || job.state === 'COMMITTING') throw refuseEnquiry('upload.done');
  if (job.bad > 0 && input.mode === 'ALL_OR_NOTHING') throw refuseEnquiry('upload.has-errors');
  if (job.state !== 'CHECKED' || job.rows === null || new Date(job.checked_until) < now)
    throw refuseEnquiry('upload.expired');
  const { families, faulty }: UploadRows = checkedShape.parse(job.rows);
  if (families.length === 0) throw refuseEnquiry('upload.nothing');
  const { academicYearId } = yearShape.parse(job.mapping);
  await db
    .insertInto('enquiry_upload')
    .values({
      franchisee_id: franchiseeId,
      id: input.jobId,
      academic_year_id: academicYearId,
      file_name: job.file_name,
      mode: input.mode,
      total: job.total,
      sound: families.length,
      bad: job.bad,
      faulty: faulty.lines.length > 0 ? JSON.stringify(faulty) : null,
      by: userIdOf(actor),
      at: now.toISOString(),
    })
    .execute();
  if (input.mode === 'VALID_ROWS') {
    await db
      .updateTable('import_job')
      .set({ state: 'COMMITTING', mode: input.mode })
      .where('id', '=', input.jobId)
      .execute();
    await runJob(
      db,
      SAVE_UPLOAD_JOB,
      { batchId: input.jobId, franchiseeId },
      { franchiseeId, dedupeKey: input.jobId },
    );
    return {
      id: input.jobId,
      state: 'QUEUED' as const,
      created: 0,
      askedAgain: 0,
      known: 0,
      firstCode: null,
      lastCode: null,
    };
  }
  await saveRows(
    db,
    { franchiseeId, academicYearId, uploadId: input.jobId, now, by: actor.userId },
    families,
  );
  const ended = await endUpload(db, { franchiseeId, batchId: input.jobId, now }, 'DONE');
  return {
    id: input.jobId,
    state: 'DONE' as const,
    created: ended.created,
    askedAgain: ended.again,
    known: ended.known,
    firstCode: ended.first_code,
    lastCode: ended.last_code,
  };
});

export const uploadTemplate = handle(enquiryUploadContract.template, async () => ({
  csv: `${uploadColumns.join(',')}\r\nMeera Rao,9820012345,,meera@example.in,Kiaan,Rao,12-08-2023,M,Nursery,Regular,400053,Event,Open house,,,,en,Wants the morning batch,Y,N,N,CRM-1042\r\n`,
}));
