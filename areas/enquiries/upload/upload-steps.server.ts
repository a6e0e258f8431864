// What both ways of saving a file share: reading its next rows, saving those that can be, keeping the others, and the end.
import { Refusal } from '@aangan/contract/refusal.ts';
import { countAnew } from '@aangan/server/work/count-anew.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { JobStep } from '../step-job.server.ts';
import { type Saved, type Saving, type SoundRow, saveRows, together } from './save-rows.server.ts';
import type { FaultyLine } from './upload-sheet.server.ts';

/** Rows that are saved in one go. */
export const STEP = 1000;

/** The next rows of a checked file behind the first `done`; none when the check was let go. */
export async function rowsFrom(db: Db, id: string, done: number): Promise<SoundRow[]> {
  const { rows } = await sql<{ row: SoundRow }>`
    select e.value as row from import_job j
      cross join lateral jsonb_path_query(j.rows, '$.families[$first to $last]', jsonb_build_object('first', ${done}::int, 'last', ${done + STEP - 1}::int)) with ordinality e (value, n)
     where j.id = ${id}::uuid order by e.n`.execute(db);
  return rows.map(({ row }) => row);
}

/** Saves the rows in one go; when one is refused (a source ended since the check), one by one. Gives those that cannot be. */
export async function saveWhatGoes(
  db: Db,
  at: Saving,
  rows: readonly SoundRow[],
): Promise<{ saved: Saved; refused: FaultyLine[] }> {
  const all = await tried(db, () => saveRows(db, at, rows));
  if (!(all instanceof Refusal)) return { saved: all, refused: [] };
  const saved: Saved[] = [];
  const refused: FaultyLine[] = [];
  for (const one of rows) {
    const result = await tried(db, () => saveRows(db, at, [one]));
    if (!(result instanceof Refusal)) saved.push(result);
    else
      refused.push({
        row: one.row,
        cells: one.cells,
        centre: one.centre,
        fault: Object.values(result.fields ?? {})[0] ?? result.message,
      });
  }
  return { saved: together(saved), refused };
}

async function tried<T>(db: Db, work: () => Promise<T>): Promise<T | Refusal> {
  await sql`savepoint upload_rows`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint upload_rows`.execute(db);
    return result;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint upload_rows`.execute(db);
    return error;
  }
}

/** So that the planner never knows of less than half of what a file has brought so far. */
export const countUploaded = (db: Db, looked: number): Promise<void> =>
  countAnew(db, ['enquiry', 'enquiry_household', 'household_contact'], looked / 2);

/** Rows that could not be saved stand with the faulty ones, to be mended. */
export async function keepRefused(
  db: Db,
  { franchiseeId, batchId }: JobStep,
  refused: readonly FaultyLine[],
): Promise<void> {
  if (refused.length === 0) return;
  await sql`update enquiry_upload set bad = bad + ${refused.length},
      faulty = jsonb_build_object('heading', coalesce(faulty -> 'heading', (select rows -> 'faulty' -> 'heading' from import_job where id = ${batchId}::uuid)),
        'lines', coalesce(faulty -> 'lines', '[]') || ${JSON.stringify(refused)}::jsonb)
    where franchisee_id = ${franchiseeId} and id = ${batchId}::uuid`.execute(db);
}

/** The upload is over; its rows are let go, and the check's one update is the summary in the change audit. */
export async function endUpload(
  db: Db,
  { franchiseeId, batchId, now }: JobStep,
  state: 'DONE' | 'CANCELLED',
) {
  const ended = await db
    .updateTable('enquiry_upload')
    .set({ state, finished_at: now.toISOString() })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .returning(['created', 'again', 'filled', 'known', 'first_code', 'last_code'])
    .executeTakeFirstOrThrow();
  await db
    .updateTable('import_job')
    .set({
      state: state === 'DONE' ? 'DONE' : 'CANCELLED',
      rows: null,
      ok: ended.created + ended.again + ended.filled + ended.known,
    })
    .where('id', '=', batchId)
    .execute();
  return ended;
}
