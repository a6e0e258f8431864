// Checked files of people and franchisees: the rows that would be saved stand in import_job until they are confirmed.

import { refuse as platform } from '@aangan/contract/refusal.ts';
import { readSheet } from '@aangan/server/files/spreadsheet.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { MAX_FILE_ROWS } from './import-shapes.ts';
import { refuse } from './network-refusals.ts';

export interface RowError {
  /** As a spreadsheet counts: the heading is 1. */
  row: number;
  field: string;
  text: string;
}

export type Cells = Readonly<Record<string, string>>;

const CHECK_LIFE_MINUTES = 30;
const SHOWN_ERRORS = 500;
const keyOf = (title: string): string =>
  title
    .trim()
    .replace(/\s*\*$/, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** The rows of a file by plain column names; unknown and missing columns are errors of row 1. */
export async function readRows(
  csv: string,
  columns: readonly string[],
): Promise<{ rows: Cells[]; errors: RowError[] }> {
  const sheet = await readSheet(Buffer.from(csv), { maxRows: MAX_FILE_ROWS });
  const known = new Set(columns.map(keyOf));
  const given = new Set(sheet.columns.map(keyOf));
  const errors = [
    ...sheet.columns
      .filter((title) => !known.has(keyOf(title)))
      .map((title) => ({ row: 1, field: title.slice(0, 80), text: 'There is no such column here' })),
    ...columns
      .filter((title) => title.endsWith('*') && !given.has(keyOf(title)))
      .filter((title) => !/^(email|mobile)\*$/.test(title))
      .map((title) => ({ row: 1, field: keyOf(title), text: 'This column is missing' })),
  ];
  const rows = sheet.rows.map((cells) =>
    Object.fromEntries(Object.entries(cells).map(([title, cell]) => [keyOf(title), cell.trim()])),
  );
  return { rows, errors };
}

/** Keeps a check; its rows are kept only when every row is right. */
export async function keepCheck(
  db: Db,
  actor: Actor,
  check: {
    contract: string;
    fileName: string;
    total: number;
    rows: readonly unknown[];
    errors: readonly RowError[];
  },
) {
  const errors = [...check.errors].sort((a, b) => a.row - b.row);
  const bad = new Set(errors.map((error) => error.row)).size;
  const ok = Math.max(0, check.total - new Set(errors.map((e) => e.row).filter((row) => row > 1)).size);
  const { rows } = await sql<{ id: string }>`
    insert into import_job (user_id, franchisee_id, contract, file_name, rows, total, ok, bad, errors, checked_until)
    values (${userIdOf(actor)}, ${actor.franchiseeId}, ${check.contract}, ${check.fileName}, ${bad === 0 ? JSON.stringify(check.rows) : null}, ${check.total}, ${ok}, ${bad},
      ${JSON.stringify(errors.slice(0, SHOWN_ERRORS))}, now() + make_interval(mins => ${sql.lit(CHECK_LIFE_MINUTES)})) returning id`.execute(
    db,
  );
  return {
    jobId: (rows[0] as { id: string }).id,
    total: check.total,
    ok,
    bad,
    errors: errors.slice(0, SHOWN_ERRORS),
  };
}

/** The rows of a check, locked; refuses what is old, wrong, done, or somebody else's. */
export async function takeChecked<Row>(
  db: Db,
  actor: Actor,
  contract: string,
  jobId: string,
): Promise<Row[]> {
  const job = await db
    .selectFrom('import_job')
    .select(['state', 'bad', 'rows', 'franchisee_id'])
    .select(sql<boolean>`checked_until < now()`.as('old'))
    .where('id', '=', jobId)
    .where('user_id', '=', userIdOf(actor))
    .where('contract', '=', contract)
    .forUpdate()
    .executeTakeFirst();
  if (!job || job.franchisee_id !== actor.franchiseeId) throw platform('row.not-found');
  if (job.state === 'DONE') throw refuse('import.done');
  if (job.bad > 0) throw refuse('import.has-errors');
  if (job.state !== 'CHECKED' || job.old) throw refuse('import.expired');
  return job.rows as Row[]; // written by keepCheck for this very contract
}

/** Marks the check done; its rows are let go. */
export async function finishImport(db: Db, jobId: string, inserted: number): Promise<void> {
  await db
    .updateTable('import_job')
    .set({ state: 'DONE', rows: null, ok: inserted })
    .where('id', '=', jobId)
    .execute();
}
