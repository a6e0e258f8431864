// The sound rows of a file, saved in small transactions: progress can be seen, and stopping leaves whole steps behind.
import { Refusal } from '@aangan/contract/refusal.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { type BatchStep, batchJob } from '../batch-job.server.ts';
import { type Saving, type SoundRow, saveRows } from './save-rows.server.ts';
import type { FaultyLine } from './upload-sheet.server.ts';

export const SAVE_UPLOAD_JOB = 'enquiries.save-upload';
const STEP = 1000;

export const saveUploadJob = batchJob(
  { name: SAVE_UPLOAD_JOB, title: 'Enquiries of an uploaded file', timeoutS: 600 },
  saveStep,
);

/** One step; null when nothing is left or somebody stopped it. A repeated run goes on where the last one ended. */
async function saveStep(db: Db, step: BatchStep): Promise<number | null> {
  const { batchId, franchiseeId, now } = step;
  const upload = await db
    .selectFrom('enquiry_upload')
    .select(['state', 'cancel_asked', 'academic_year_id', 'sound', 'done', 'by'])
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
  const at = { franchiseeId, academicYearId: upload.academic_year_id, uploadId: batchId, now, by: upload.by };
  const refused = await saveWhatGoes(db, at, rows);
  await sql`update enquiry_upload set state = 'RUNNING', done = done + ${refused.length}, bad = bad + ${refused.length},
      faulty = case when ${refused.length} = 0 then faulty else jsonb_build_object('heading', coalesce(faulty -> 'heading', (select rows -> 'faulty' -> 'heading' from import_job where id = ${batchId}::uuid)),
        'lines', coalesce(faulty -> 'lines', '[]') || ${JSON.stringify(refused)}::jsonb) end
    where franchisee_id = ${franchiseeId} and id = ${batchId}::uuid`.execute(db);
  return rows.length;
}

async function rowsFrom(db: Db, id: string, done: number): Promise<SoundRow[]> {
  const { rows } = await sql<{ row: SoundRow }>`
    select e.value as row from import_job j
      cross join lateral jsonb_path_query(j.rows, '$.families[$first to $last]', jsonb_build_object('first', ${done}::int, 'last', ${done + STEP - 1}::int)) with ordinality e (value, n)
     where j.id = ${id}::uuid order by e.n`.execute(db);
  return rows.map(({ row }) => row);
}

/** Saves the rows in one go; when one is refused (a source ended since the check), one by one. Gives those that cannot be. */
async function saveWhatGoes(db: Db, at: Saving, rows: readonly SoundRow[]): Promise<FaultyLine[]> {
  if ((await tried(db, () => saveRows(db, at, rows))) === null) return [];
  const refused: FaultyLine[] = [];
  for (const one of rows) {
    const refusal = await tried(db, () => saveRows(db, at, [one]));
    if (refusal)
      refused.push({
        row: one.row,
        cells: one.cells,
        fault: Object.values(refusal.fields ?? {})[0] ?? refusal.message,
      });
  }
  return refused;
}

async function tried(db: Db, work: () => Promise<void>): Promise<Refusal | null> {
  await sql`savepoint upload_rows`.execute(db);
  try {
    await work();
    await sql`release savepoint upload_rows`.execute(db);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint upload_rows`.execute(db);
    return error;
  }
}

/** The upload is over; its rows are let go, and the check's one update is the summary in the change audit. */
export async function endUpload(
  db: Db,
  { franchiseeId, batchId, now }: BatchStep,
  state: 'DONE' | 'CANCELLED',
) {
  const ended = await db
    .updateTable('enquiry_upload')
    .set({ state, finished_at: now.toISOString() })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .returning(['created', 'again', 'known', 'first_code', 'last_code'])
    .executeTakeFirstOrThrow();
  await db
    .updateTable('import_job')
    .set({
      state: state === 'DONE' ? 'DONE' : 'CANCELLED',
      rows: null,
      ok: ended.created + ended.again + ended.known,
    })
    .where('id', '=', batchId)
    .execute();
  return ended;
}
