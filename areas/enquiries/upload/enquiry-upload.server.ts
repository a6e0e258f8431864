// Saving a checked file of enquiries. A small one is saved at once; a larger one is a job that tells how far it is.
import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { chosenCentre, userIdOf } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { runJob } from '@aangan/server/outbox.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import {
  enquiryUploadContract,
  type UploadColumn,
  type UploadMode,
  uploadColumns,
} from './enquiry-upload.contract.ts';
import { countRows, saveRows, UPLOAD } from './save-rows.server.ts';
import { SAVE_UPLOAD_JOB } from './upload-job.server.ts';
import { endUpload, rowsFrom, STEP } from './upload-steps.server.ts';

interface Checked {
  state: string;
  franchisee_id: number | null;
  checked_until: string;
  bad: number;
  sound: number | null;
  year: number;
}

export const commitUpload = handle(enquiryUploadContract.commit, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const job = await lockCheck(db, actor, input.jobId);
  if (!job || job.franchisee_id !== franchiseeId) throw refuse('row.not-found');
  if (job.state === 'DONE' || job.state === 'COMMITTING') throw refuseEnquiry('upload.done');
  if (job.bad > 0 && input.mode === 'ALL_OR_NOTHING') throw refuseEnquiry('upload.has-errors');
  if (job.state !== 'CHECKED' || job.sound === null || new Date(job.checked_until) < now)
    throw refuseEnquiry('upload.expired');
  if (job.sound === 0) throw refuseEnquiry('upload.nothing');
  const by = userIdOf(actor);
  await beginUpload(db, { franchiseeId, id: input.jobId, mode: input.mode, by, now });
  const later = input.mode === 'VALID_ROWS' || job.sound > STEP;
  if (!later) {
    const at = { franchiseeId, academicYearId: job.year, uploadId: input.jobId, now, by };
    await countRows(db, at, await saveRows(db, at, await rowsFrom(db, input.jobId, 0)));
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
  }
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
  const none = { created: 0, askedAgain: 0, known: 0, firstCode: null, lastCode: null };
  return { id: input.jobId, state: 'QUEUED' as const, ...none };
});

/** The rows of a check may be ten megabytes; only their number is read here. The year is the one they were checked for. */
async function lockCheck(db: Db, actor: Actor, id: string): Promise<Checked | undefined> {
  const { rows } = await sql<Checked>`
    select state, franchisee_id, checked_until, bad, jsonb_array_length(rows -> 'families') as sound, (mapping ->> 'academicYearId')::int as year from import_job
     where id = ${id}::uuid and user_id = ${userIdOf(actor)} and contract = ${UPLOAD} for update`.execute(db);
  return rows[0];
}

async function beginUpload(
  db: Db,
  of: { franchiseeId: number; id: string; mode: UploadMode; by: string; now: Date },
): Promise<void> {
  await sql`
    insert into enquiry_upload (franchisee_id, id, academic_year_id, file_name, mode, total, sound, bad, faulty, by, at)
    select ${of.franchiseeId}, id, (mapping ->> 'academicYearId')::int, file_name, ${of.mode}, total, ok, bad,
      case when bad > 0 then rows -> 'faulty' end, ${of.by}::uuid, ${of.now.toISOString()}::timestamptz from import_job where id = ${of.id}::uuid`.execute(
    db,
  );
}

const EXAMPLE: Readonly<Partial<Record<UploadColumn, string>>> = {
  parent_name: 'Meera Rao',
  mobile: '9820012345',
  email: 'meera@example.in',
  child_first_name: 'Kiaan',
  child_last_name: 'Rao',
  child_dob: '12-08-2023',
  child_gender: 'M',
  class: 'Nursery',
  programme: 'Regular',
  pincode: '400053',
  source: 'Event',
  campaign: 'Open house',
  language: 'en',
  remarks: 'Wants the morning batch',
  consent_whatsapp: 'N',
  consent_sms: 'N',
  consent_email: 'N',
  external_ref: 'CRM-1042',
};

export const uploadTemplate = handle(enquiryUploadContract.template, async () => ({
  csv: [uploadColumns, uploadColumns.map((column) => EXAMPLE[column] ?? '')]
    .map((line) => `${line.join(',')}\r\n`)
    .join(''),
}));
