// Saving a checked file of enquiries. A small one is saved at once; a larger one is a job that tells how far it is.
import { refuse } from '@aangan/contract/refusal.ts';
import { runJob } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, userIdOf } from '@aangan/server/work/ensure.ts';
import { type Db, withOneCentre } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import {
  enquiryUploadContract,
  type UploadColumn,
  type UploadMatches,
  type UploadMode,
  uploadColumns,
} from './enquiry-upload.contract.ts';
import { countRows, saveRows, UPLOAD } from './save-rows.server.ts';
import { SAVE_UPLOAD_JOB } from './upload-job.server.ts';
import { endUpload, rowsFrom, STEP } from './upload-steps.server.ts';
import { giveTime } from './uploaded-file.server.ts';

export const commitUpload = handle(enquiryUploadContract.commit, async ({ db, actor, input, now }) => {
  await giveTime(db);
  const job = await lockCheck(db, actor, input.jobId);
  if (!job || job.franchisee_id !== actor.franchiseeId) throw refuse('row.not-found');
  if (job.state === 'DONE' || job.state === 'COMMITTING') throw refuseEnquiry('upload.done');
  if (job.bad > 0 && input.mode === 'ALL_OR_NOTHING') throw refuseEnquiry('upload.has-errors');
  if (job.state !== 'CHECKED' || job.sound === null || new Date(job.checked_until) < now)
    throw refuseEnquiry('upload.expired');
  if (job.sound === 0) throw refuseEnquiry('upload.nothing');
  const batch = job.franchisee_id === null;
  const later = input.mode === 'VALID_ROWS' || job.sound > STEP;
  // Each centre's part of a larger file is a job of its own, and those cannot promise "all or none" together.
  if (batch && later && input.mode === 'ALL_OR_NOTHING') throw refuseEnquiry('upload.whole-of-many');
  const parts = batch
    ? await splitByCentre(db, input.jobId)
    : [{ franchiseeId: chosenCentre(actor), id: input.jobId }];
  const by = userIdOf(actor);
  const ended: Ended[] = [];
  for (const { franchiseeId, id } of parts)
    await withOneCentre(db, actor, franchiseeId, async () => {
      const { mode, matches } = input;
      await beginUpload(db, {
        franchiseeId,
        id,
        batchId: batch ? input.jobId : null,
        mode,
        matches,
        by,
        now,
      });
      if (later) await saveLater(db, { franchiseeId, id, mode });
      else {
        const at = { franchiseeId, academicYearId: job.year, uploadId: id, matches, now, by };
        await countRows(db, at, await saveRows(db, at, await rowsFrom(db, id, 0)));
        ended.push(await endUpload(db, { franchiseeId, batchId: id, now }, 'DONE'));
      }
    });
  const sum = (of: (one: Ended) => number) => ended.reduce((n, one) => n + of(one), 0);
  return {
    id: input.jobId,
    batch,
    state: later ? ('QUEUED' as const) : ('DONE' as const),
    created: sum((one) => one.created),
    askedAgain: sum((one) => one.again),
    filled: sum((one) => one.filled),
    known: sum((one) => one.known),
    firstCode: ended[0]?.first_code ?? null,
    lastCode: ended.at(-1)?.last_code ?? null,
  };
});

type Ended = Awaited<ReturnType<typeof endUpload>>;

interface Checked {
  state: string;
  franchisee_id: number | null;
  checked_until: string;
  bad: number;
  sound: number | null;
  year: number;
}

/** The rows of a check may be ten megabytes; only their number is read here. The year is the one they were checked for. */
async function lockCheck(db: Db, actor: Actor, id: string): Promise<Checked | undefined> {
  const { rows } = await sql<Checked>`
    select state, franchisee_id, checked_until, bad, jsonb_array_length(rows -> 'families') as sound, (mapping ->> 'academicYearId')::int as year from import_job
     where id = ${id}::uuid and user_id = ${userIdOf(actor)} and contract = ${UPLOAD} for update`.execute(db);
  return rows[0];
}

/**
 * The check of a file for several centres becomes one of each: sound and faulty rows stand with the centre whose they are,
 * and nowhere else. A row that names no centre is nobody's and is let go.
 */
async function splitByCentre(db: Db, id: string): Promise<{ franchiseeId: number; id: string }[]> {
  const { rows } = await sql<{ franchiseeId: number; id: string }>`
    with job as (select * from import_job where id = ${id}::uuid),
     sound as (select (f.value ->> 'centre')::int as centre, jsonb_agg(f.value order by f.n) as rows, count(*)::int as n
       from job, jsonb_array_elements(job.rows -> 'families') with ordinality f (value, n) group by 1),
     faulty as (select (l.value ->> 'centre')::int as centre, jsonb_agg(l.value) as rows, count(*)::int as n
       from job, jsonb_array_elements(job.rows -> 'faulty' -> 'lines') l (value) where l.value ->> 'centre' is not null group by 1)
    insert into import_job (user_id, franchisee_id, contract, file_name, mapping, rows, mode, state, total, ok, bad, checked_until)
    select job.user_id, centre, job.contract, job.file_name, job.mapping,
      jsonb_build_object('families', coalesce(sound.rows, '[]'), 'faulty', jsonb_build_object('heading', job.rows -> 'faulty' -> 'heading', 'lines', coalesce(faulty.rows, '[]'))),
      job.mode, 'CHECKED', coalesce(sound.n, 0) + coalesce(faulty.n, 0), coalesce(sound.n, 0), coalesce(faulty.n, 0), job.checked_until
      from job, sound full join faulty using (centre) order by centre
    returning franchisee_id as "franchiseeId", id`.execute(db);
  await db.updateTable('import_job').set({ state: 'DONE', rows: null }).where('id', '=', id).execute();
  return rows;
}

interface Begun {
  franchiseeId: number;
  id: string;
  batchId: string | null;
  mode: UploadMode;
  matches: UploadMatches;
  by: string;
  now: Date;
}

async function beginUpload(db: Db, of: Begun): Promise<void> {
  await sql`
    insert into enquiry_upload (franchisee_id, id, batch_id, academic_year_id, file_name, mode, matches, total, sound, bad, faulty, by, at)
    select ${of.franchiseeId}, id, ${of.batchId}::uuid, (mapping ->> 'academicYearId')::int, file_name, ${of.mode}, ${of.matches}, total, ok, bad,
      case when bad > 0 then rows -> 'faulty' end, ${of.by}::uuid, ${of.now.toISOString()}::timestamptz from import_job where id = ${of.id}::uuid`.execute(
    db,
  );
}

async function saveLater(db: Db, { franchiseeId, id, mode }: Pick<Begun, 'franchiseeId' | 'id' | 'mode'>) {
  await db.updateTable('import_job').set({ state: 'COMMITTING', mode }).where('id', '=', id).execute();
  await runJob(db, SAVE_UPLOAD_JOB, { batchId: id, franchiseeId }, { franchiseeId, dedupeKey: id });
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

/** The column of the centre is for files of several. */
export const uploadTemplate = handle(enquiryUploadContract.template, async ({ actor }) => {
  const columns = uploadColumns.filter((column) => column !== 'franchisee_id' || actor.franchiseeId === null);
  return {
    csv: [columns, columns.map((column) => EXAMPLE[column] ?? '')]
      .map((line) => `${line.join(',')}\r\n`)
      .join(''),
  };
});
