// The dry run of a file of enquiries: nothing is saved. What was read is kept for half an hour, and may be mended meanwhile.
import { headingKey } from '@aangan/contract/import-columns.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenYear, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { dryRun, type MatchedSheet } from './dry-run.server.ts';
import { enquiryUploadContract, type UploadColumn, uploadColumns } from './enquiry-upload.contract.ts';
import { UPLOAD, type UploadRows } from './save-rows.server.ts';
import {
  type Columns,
  matchHeadings,
  missingColumns,
  readFirstRows,
  readRawSheet,
} from './upload-sheet.server.ts';
import { giveTime, readUploadedFile } from './uploaded-file.server.ts';

const CHECK_LIFE_MINUTES = 30;
const KEPT_FAULTS = 500;
const EXAMPLES = 3;
/** Among so many rows something to show is looked for. */
const EXAMPLE_ROWS = 50;
const EXAMPLE_LENGTH = 40;

/** How the headings of a file were taken, kept with its check. Headings are no one's data: they outlive the rows. */
const mappingSchema = z.object({
  academicYearId: z.int(),
  headings: z.array(z.string()),
  columns: z.array(z.enum(uploadColumns).nullable()),
});
type Mapping = z.output<typeof mappingSchema>;

export const uploadHeadings = handle(enquiryUploadContract.headings, async ({ db, actor, input }) => {
  const { heading, lines } = await readFirstRows(await bytesOf(db, actor, input), EXAMPLE_ROWS);
  const columns = matchHeadings(heading, await chosenBefore(db, actor));
  return {
    headings: heading.map((title, at) => ({
      title,
      column: columns[at] ?? null,
      examples: lines
        .flatMap(({ cells }) => cells[at] || [])
        .slice(0, EXAMPLES)
        .map((cell) => cell.slice(0, EXAMPLE_LENGTH)),
    })),
    missing: missingColumns(columns),
  };
});

export const checkUpload = handle(enquiryUploadContract.check, async ({ db, actor, input, now }) => {
  const { heading, lines } = await readRawSheet(await bytesOf(db, actor, input));
  const columns = input.columns
    ? chosenColumns(input.columns, heading)
    : matchHeadings(heading, await chosenBefore(db, actor));
  const missing = missingColumns(columns);
  if (missing.length > 0) throw refuseEnquiry('upload.header', { details: { columns: missing.join(', ') } });
  const { read, outcome } = await dryRun(db, actor, { heading, lines, columns }, now);
  const mapping: Mapping = {
    academicYearId: chosenYear(actor),
    headings: heading,
    columns: [...columns],
  };
  const kept = await keep(db, {
    read,
    mapping,
    outcome,
    until: endOf(now),
    insert: { user: userIdOf(actor), centre: actor.franchiseeId, fileName: input.fileName },
  });
  return { ...kept, ...outcome };
});

/** Cells are changed in what was kept of the file, and all of it is checked again: rows may clash with each other. */
export const mendUpload = handle(enquiryUploadContract.mend, async ({ db, actor, input, now }) => {
  await giveTime(db);
  const { rows } = await sql<{ state: string; until: string; mapping: unknown; rows: UploadRows | null }>`
    select state, checked_until as until, mapping, rows from import_job
     where id = ${input.jobId}::uuid and user_id = ${userIdOf(actor)} and franchisee_id is not distinct from ${actor.franchiseeId}::int and contract = ${UPLOAD} for update`.execute(
    db,
  );
  const [job] = rows;
  if (!job) throw refuse('row.not-found');
  const mapping = mappingSchema.safeParse(job.mapping).data;
  if (job.state !== 'CHECKED' || !job.rows || !mapping || new Date(job.until) < now)
    throw refuseEnquiry('upload.expired');
  if (mapping.academicYearId !== chosenYear(actor)) throw refuseEnquiry('upload.expired');
  const sheet = mended(sheetOf(job.rows, mapping), input.changes);
  const { read, outcome } = await dryRun(db, actor, sheet, now);
  const kept = await keep(db, {
    read,
    mapping: { ...mapping, headings: sheet.heading, columns: [...sheet.columns] },
    outcome,
    until: endOf(now),
    jobId: input.jobId,
  });
  return { ...kept, ...outcome };
});

async function bytesOf(
  db: Db,
  actor: Actor,
  { csv, fileId }: { csv?: string | undefined; fileId?: string | undefined },
): Promise<Buffer> {
  await giveTime(db);
  return csv === undefined ? readUploadedFile(db, actor, fileId) : Buffer.from(csv);
}

const endOf = (now: Date): string => new Date(now.getTime() + CHECK_LIFE_MINUTES * 60_000).toISOString();

/** As this person chose for the last file with such headings at this centre. */
async function chosenBefore(db: Db, actor: Actor): Promise<ReadonlyMap<string, UploadColumn | null>> {
  const { rows } = await sql<{ mapping: unknown }>`
    select mapping from import_job where user_id = ${userIdOf(actor)} and franchisee_id is not distinct from ${actor.franchiseeId}::int and contract = ${UPLOAD}
     order by checked_until desc, id limit 5`.execute(db);
  const known = new Map<string, UploadColumn | null>();
  for (const { mapping } of rows) {
    const { headings = [], columns = [] } = mappingSchema.safeParse(mapping).data ?? {};
    for (const [at, title] of headings.entries())
      if (!known.has(headingKey(title))) known.set(headingKey(title), columns[at] ?? null);
  }
  return known;
}

function chosenColumns(chosen: Columns, heading: readonly string[]): Columns {
  const columns = heading.map((_, at) => chosen[at] ?? null);
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at);
  if (twice)
    throw refuse('input.invalid', { fields: { columns: `Two columns of the file are meant for ${twice}` } });
  return columns;
}

const sheetOf = (rows: UploadRows, { headings, columns }: Mapping): MatchedSheet => ({
  heading: headings,
  columns,
  lines: [...rows.families, ...rows.faulty.lines]
    .map(({ row, cells }) => ({ row, cells }))
    .sort((a, b) => a.row - b.row),
});

interface Change {
  row: number;
  column: UploadColumn;
  value: string;
}

/** A column that the file does not have comes behind the others. */
function mended(sheet: MatchedSheet, changes: readonly Change[]): MatchedSheet {
  const added = [...new Set(changes.map(({ column }) => column))].filter(
    (column) => !sheet.columns.includes(column),
  );
  const columns = [...sheet.columns, ...added];
  const byRow = Map.groupBy(changes, ({ row }) => row);
  const lines = sheet.lines.map((line) => {
    const own = byRow.get(line.row);
    if (!own) return line;
    byRow.delete(line.row);
    const cells = Array.from({ length: columns.length }, (_, at) => line.cells[at] ?? '');
    for (const { column, value } of own) cells[columns.indexOf(column)] = value;
    return { row: line.row, cells };
  });
  const [nowhere] = byRow.keys();
  if (nowhere !== undefined)
    throw refuse('input.invalid', { fields: { changes: `The file has no row ${nowhere}` } });
  return { heading: [...sheet.heading, ...added], columns, lines };
}

interface Keeping {
  read: UploadRows;
  mapping: Mapping;
  outcome: Awaited<ReturnType<typeof dryRun>>['outcome'];
  until: string;
}

/** Keeps what was read, as a new check or in place of what a check had. What cells say stays out of the list of faults. */
async function keep(
  db: Db,
  of: Keeping &
    (
      | { jobId: string; insert?: never }
      | { jobId?: never; insert: { user: string; centre: number | null; fileName: string } }
    ),
): Promise<{ jobId: string; checkedUntil: string }> {
  const { total, ok, bad } = of.outcome;
  const faults = of.outcome.errors
    .slice(0, KEPT_FAULTS)
    .map(({ row, field, text }) => ({ row, field, text }));
  const values = {
    mapping: JSON.stringify(of.mapping),
    rows: JSON.stringify(of.read),
    total,
    ok,
    bad,
    errors: JSON.stringify(faults),
    checked_until: of.until,
  };
  const { id } = of.insert
    ? await db
        .insertInto('import_job')
        .values({
          ...values,
          user_id: of.insert.user,
          franchisee_id: of.insert.centre,
          contract: UPLOAD,
          file_name: of.insert.fileName,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    : await db
        .updateTable('import_job')
        .set(values)
        .where('id', '=', of.jobId)
        .returning('id')
        .executeTakeFirstOrThrow();
  return { jobId: id, checkedUntil: of.until };
}
