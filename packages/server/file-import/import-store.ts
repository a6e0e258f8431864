// Jobs and rows of imports in the database: import_job, import_row (0194).
import type { FaultyRow, ImportJob, ImportMode } from '@aangan/contract/file-import.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import { cutPage, type Page, type PageRequest } from '../record/keyset.ts';
import { readCursor } from '../record/record-cursor.ts';
import type { Actor } from '../work/actor.ts';
import { userIdOf } from '../work/ensure.ts';
import type { Db } from '../work/unit-of-work.ts';
import type { CheckedLine, Report } from './check-rows.ts';
import { type ImportMapping, mappingSchema } from './import-mapping.ts';
import type { ImportLine } from './import-types.ts';

export interface StoredJob {
  id: string;
  contract: string;
  userId: string;
  franchiseeId: number | null;
  academicYearId: number | null;
  fileName: string;
  fileId: string | null;
  state: ImportJob['state'];
  mode: ImportMode;
  /** As chosen at the save. */
  options: Readonly<Record<string, string>>;
  mapping: ImportMapping;
  report: Report;
  total: number;
  ok: number;
  bad: number;
  done: number;
  saved: number;
  cancelAsked: boolean;
  problem: string | null;
  checkedUntil: string;
}

const CHECK_LIFE_MINUTES = 30;
const WRITTEN_AT_ONCE = 5_000;
const COLUMNS = sql`id, contract, user_id as "userId", franchisee_id as "franchiseeId", academic_year_id as "academicYearId", file_name as "fileName", file_id as "fileId",
  state, mode, coalesce(options, '{}') as options, mapping, report, total, ok, bad, done, saved, cancel_asked as "cancelAsked", problem, checked_until as "checkedUntil"`;
const NOTHING_READ: ImportMapping = { headings: [], columns: [], examples: [], monthFirst: {}, values: {} };
const NOTHING_FOUND: Report = { missing: [], dateQuestions: [], unknownValues: [], preview: null };

export const endOfCheck = (now: Date): string =>
  new Date(now.getTime() + CHECK_LIFE_MINUTES * 60_000).toISOString();

/** The person's own job at the centre they have chosen; else 404. `lock`: nobody else changes it meanwhile. */
export async function ownJob(
  db: Db,
  actor: Actor,
  which: { contract: string; jobId: string; lock?: true },
): Promise<StoredJob> {
  const { rows } = await sql<StoredJob>`
    select ${COLUMNS} from import_job where id = ${which.jobId}::uuid and contract = ${which.contract} and user_id = ${userIdOf(actor)}
      and franchisee_id is not distinct from ${actor.franchiseeId}::int ${which.lock ? sql`for update` : sql``}`.execute(
    db,
  );
  const [job] = rows;
  if (!job) throw refuse('row.not-found');
  return parsed(job);
}

/** A job for the background. `lock` as above. */
export async function jobOf(db: Db, id: string, how: { lock?: true } = {}): Promise<StoredJob | null> {
  const { rows } = await sql<StoredJob>`
    select ${COLUMNS} from import_job where id = ${id}::uuid ${how.lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0] ? parsed(rows[0]) : null;
}

// Both columns were written by this file.
const parsed = (job: StoredJob): StoredJob => ({
  ...job,
  mapping: mappingSchema.safeParse(job.mapping).data ?? NOTHING_READ,
  report: { ...NOTHING_FOUND, ...job.report },
});

/** Thousands of rows take a busy machine longer than the usual 5 s of a statement and 10 s between two of them. */
export const giveTime = (db: Db) =>
  sql`select set_config('statement_timeout', '20s', true), set_config('idle_in_transaction_session_timeout', '60s', true)`.execute(
    db,
  );

/** What the screen is told of a job. */
export function viewOf(job: StoredJob): ImportJob {
  const { mapping, report } = job;
  return {
    jobId: job.id,
    fileName: job.fileName,
    state: job.state,
    mode: job.mode,
    total: job.total,
    ok: job.ok,
    bad: job.bad,
    done: job.done,
    saved: job.saved,
    headings: mapping.headings.map((title, at) => ({
      title,
      column: mapping.columns[at] ?? null,
      examples: mapping.examples[at] ?? [],
    })),
    ...report,
    problem: job.problem,
    checkedUntil: job.checkedUntil,
  };
}

export async function addJob(
  db: Db,
  actor: Actor,
  of: { contract: string; mode: ImportMode; fileName: string; fileId: string | null; now: Date },
): Promise<StoredJob> {
  const { rows } = await sql<StoredJob>`
    insert into import_job (user_id, franchisee_id, academic_year_id, contract, mode, file_name, file_id, state, checked_until)
    values (${userIdOf(actor)}, ${actor.franchiseeId}, ${actor.academicYearId}, ${of.contract}, ${of.mode}, ${of.fileName}, ${of.fileId}, 'CHECKING', ${endOfCheck(of.now)})
    returning ${COLUMNS}`.execute(db);
  return parsed(rows[0] as StoredJob);
}

/** Keeps what a check found, in place of what was known before. */
export async function keepCheck(
  db: Db,
  jobId: string,
  found: { rows: readonly CheckedLine[]; report: Report; mapping: ImportMapping; now: Date },
): Promise<StoredJob> {
  for (let from = 0; from < found.rows.length; from += WRITTEN_AT_ONCE)
    await writeRows(db, jobId, found.rows.slice(from, from + WRITTEN_AT_ONCE));
  const total = found.rows.length;
  const bad = found.rows.filter(({ faults }) => faults.size > 0).length;
  const ok = found.report.missing.length > 0 ? 0 : total - bad;
  const { rows } = await sql<StoredJob>`
    update import_job set state = 'CHECKED', problem = null, total = ${total}, ok = ${ok}, bad = ${bad}, done = 0, saved = 0, cancel_asked = false,
      mapping = ${JSON.stringify(found.mapping)}, report = ${JSON.stringify(found.report)}, checked_until = ${endOfCheck(found.now)}
    where id = ${jobId}::uuid returning ${COLUMNS}`.execute(db);
  return parsed(rows[0] as StoredJob);
}

async function writeRows(db: Db, jobId: string, rows: readonly CheckedLine[]): Promise<void> {
  const json = JSON.stringify(
    rows.map(({ row, cells, values, faults }) => ({
      row,
      cells,
      ready: faults.size > 0 ? null : values,
      faults: faults.size > 0 ? [...faults].map(([column, text]) => ({ column, text })) : null,
    })),
  );
  // A JSON null would be a value: what is empty here must be no value at all.
  await sql`
    insert into import_row (job_id, row, cells, ready, faults)
    select ${jobId}::uuid, row, cells, nullif(ready, 'null'), nullif(faults, 'null')
      from jsonb_to_recordset(${json}::jsonb) as r (row int, cells jsonb, ready jsonb, faults jsonb)
    on conflict (job_id, row) do update set cells = excluded.cells, ready = excluded.ready, faults = excluded.faults`.execute(
    db,
  );
}

/** All lines of a job's file as they stand in it. */
export async function linesOf(db: Db, jobId: string): Promise<ImportLine[]> {
  const { rows } = await sql<ImportLine>`
    select row, cells from import_row where job_id = ${jobId}::uuid order by row`.execute(db);
  return rows;
}

export interface ReadyRow {
  row: number;
  ready: Record<string, unknown>;
}

/** The next rows without a fault that wait for their save, behind row `after`. */
export async function readyRows(db: Db, jobId: string, after: number, limit: number): Promise<ReadyRow[]> {
  const { rows } = await sql<ReadyRow>`
    select row, ready from import_row where job_id = ${jobId}::uuid and row > ${after} and ready is not null order by row limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Rows that are saved: they wait no longer. */
export async function letGo(db: Db, jobId: string, rows: readonly number[]): Promise<void> {
  await sql`delete from import_row where job_id = ${jobId}::uuid and row = any (${rows}::int[])`.execute(db);
}

/** Rows that could not be saved stand with the faulty ones. */
export async function keepRefused(
  db: Db,
  jobId: string,
  refused: readonly { row: number; faults: readonly { column: string; text: string }[] }[],
): Promise<void> {
  if (refused.length === 0) return;
  await sql`
    update import_row i set ready = null, faults = r.faults
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as r (row int, faults jsonb)
     where i.job_id = ${jobId}::uuid and i.row = r.row`.execute(db);
}

/** Progress is no change that the audit must tell of. */
async function quietly(db: Db, work: () => Promise<unknown>): Promise<void> {
  await sql`select set_config('app.bulk', 'on', true)`.execute(db);
  await work();
  await sql`select set_config('app.bulk', 'off', true)`.execute(db);
}

/** Adds what a piece brought. */
export const noteProgress = (db: Db, jobId: string, by: { done: number; saved: number; bad: number }) =>
  quietly(db, () =>
    sql`update import_job set done = done + ${by.done}, saved = saved + ${by.saved}, ok = ok - ${by.bad}, bad = bad + ${by.bad} where id = ${jobId}::uuid`.execute(
      db,
    ),
  );

/** How many rows are written of a file that is saved whole: none of them stands yet. */
export const tellDone = (db: Db, jobId: string, done: number) =>
  quietly(db, () =>
    sql`update import_job set done = ${done} where id = ${jobId}::uuid and state = 'COMMITTING'`.execute(db),
  );

/** The job is over: this update is its line in the change audit. Its faulty rows stay for a while; what else was kept of cells ends. */
export async function endJob(
  db: Db,
  jobId: string,
  end: { state: 'DONE' | 'FAILED' | 'CANCELLED'; saved?: number; problem?: string },
): Promise<void> {
  // What failed may be corrected and tried again.
  const over = end.state !== 'FAILED';
  await sql`update import_job set state = ${end.state}, problem = ${end.problem ?? null}, saved = coalesce(${end.saved ?? null}::int, saved), done = coalesce(${end.saved ?? null}::int, done),
      report = case when not ${over} then report end, mapping = case when ${over} then jsonb_set(mapping, '{examples}', '[]') else mapping end
    where id = ${jobId}::uuid`.execute(db);
  if (!over) return;
  await sql`delete from import_row where job_id = ${jobId}::uuid and faults is null`.execute(db);
}

/** A page of the rows with faults, each fault with what the cell says. */
export async function faultyPage(db: Db, job: StoredJob, request: PageRequest): Promise<Page<FaultyRow>> {
  const cursor = request.after ? readCursor(request.after, 'row') : null;
  const total = cursor?.total ?? { n: Math.min(job.bad, 10_000), more: job.bad > 10_000 };
  const after = Number(cursor?.id ?? 0);
  // A cursor of this list holds a row's number.
  if (!Number.isInteger(after) || after > 2_147_483_647)
    throw refuse('input.invalid', { fields: { after: 'Start again at the first page' } });
  const found = await faultyRows(db, job.id, after, request.limit + 1);
  const page = cutPage(
    found.map((one) => ({ ...one, id: one.row })),
    request,
    { sort: 'row', total, at: () => null },
  );
  return {
    ...page,
    rows: page.rows.map(({ row, cells, faults }) => ({
      row,
      faults: faults.map(({ column, text }) => ({
        column,
        text,
        value: (cells[job.mapping.columns.indexOf(column)] ?? '').slice(0, 1000),
      })),
    })),
  };
}

export interface StoredFaulty extends ImportLine {
  faults: { column: string; text: string }[];
}

export async function faultyRows(
  db: Db,
  jobId: string,
  after: number,
  limit: number,
): Promise<StoredFaulty[]> {
  const { rows } = await sql<StoredFaulty>`
    select row, cells, faults from import_row where job_id = ${jobId}::uuid and row > ${after} and faults is not null order by row limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Rows that nobody will save or correct any more, and what else was kept of their cells. Returns how many. */
export async function purgeImportRows(db: Db): Promise<number> {
  await sql`update import_job set report = null, mapping = jsonb_set(mapping, '{examples}', '[]')
     where state in ('CHECKED', 'FAILED') and report is not null and mapping is not null and checked_until < now() - interval '1 day'`.execute(
    db,
  );
  const { numAffectedRows } = await sql`
    delete from import_row where (job_id, row) in (
      select r.job_id, r.row from import_row r join import_job j on j.id = r.job_id
       where (j.state in ('CHECKING', 'CHECKED', 'FAILED') and j.checked_until < now() - interval '1 day') or j.created_at < now() - interval '30 days'
       limit 5000)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
