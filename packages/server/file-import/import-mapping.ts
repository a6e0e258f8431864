// How a file is read: which heading is which column, what its values mean, in which order its dates stand.
import { type FileImport, headingColumns } from '@aangan/contract/file-import.ts';
import { HEADING_LINES, headingIndex, headingKey, matchColumns } from '@aangan/contract/import-columns.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { readSheetLines, refuseSheet, unquoted } from '../files/spreadsheet.ts';
import type { Db } from '../work/unit-of-work.ts';
import type { ImportAt, ImportLine } from './import-types.ts';
import { firstOf } from './read-cell.ts';

export const mappingSchema = z.object({
  headings: z.array(z.string()),
  columns: z.array(z.string().nullable()),
  /** Of each heading its first cells. */
  examples: z.array(z.array(z.string())),
  monthFirst: z.record(z.string(), z.boolean()),
  /** Column -> key of what a cell says (headingKey) -> what is read instead. */
  values: z.record(z.string(), z.record(z.string(), z.string())),
});
export type ImportMapping = z.output<typeof mappingSchema>;

const REMEMBERED_FILES = 20;
const MAX_COLUMNS = 200;
const EXAMPLE_ROWS = 50;
const EXAMPLES = 3;
const EXAMPLE_LENGTH = 40;

/** The lines of a file below its heading, and how they are to be read. Throws `sheet.*` refusals. */
export async function readImportFile(
  db: Db,
  of: FileImport,
  bytes: Buffer,
  at: ImportAt,
): Promise<{ mapping: ImportMapping; lines: ImportLine[] }> {
  const all = await readSheetLines(bytes, { maxRows: of.maxRows + HEADING_LINES });
  const before = await rememberedMapping(db, of, at);
  const columns = headingColumns(of.columns);
  const index = headingIndex(columns, all, before.headings);
  const headings = (all[index]?.cells ?? []).map((title) => title.replace(/\s+/g, ' ').trim());
  while (headings.at(-1) === '') headings.pop();
  const lines = all.slice(index + 1).map(({ row, cells }) => ({ row, cells: cells.map(unquoted) }));
  if (headings.length === 0) throw refuseSheet('sheet.no-head');
  if (lines.length === 0) throw refuseSheet('sheet.empty');
  if (lines.length > of.maxRows || headings.length > MAX_COLUMNS)
    throw refuseSheet('sheet.too-large', { details: { rows: of.maxRows, columns: MAX_COLUMNS } });
  const head = lines.slice(0, EXAMPLE_ROWS);
  const examples = headings.map((_, column) =>
    head
      .flatMap(({ cells }) => cells[column] || [])
      .slice(0, EXAMPLES)
      .map((cell) => firstOf(cell, EXAMPLE_LENGTH)),
  );
  return {
    lines,
    mapping: {
      headings,
      columns: matchColumns(columns, headings, before.headings),
      examples,
      monthFirst: {},
      values: before.values,
    },
  };
}

/** What this person chose for the last files of this kind at this centre: columns by heading, and values. */
async function rememberedMapping(
  db: Db,
  of: FileImport,
  { actor, userId }: ImportAt,
): Promise<{ headings: Map<string, string | null>; values: ImportMapping['values'] }> {
  const { rows } = await sql<{ mapping: unknown }>`
    select mapping from import_job where user_id = ${userId} and contract = ${of.name} and franchisee_id is not distinct from ${actor.franchiseeId}::int and mapping is not null
     order by created_at desc, id limit ${REMEMBERED_FILES}`.execute(db);
  const headings = new Map<string, string | null>();
  const values: ImportMapping['values'] = {};
  for (const { mapping } of rows) {
    const known = mappingSchema.safeParse(mapping).data;
    for (const [index, title] of (known?.headings ?? []).entries())
      if (!headings.has(headingKey(title))) headings.set(headingKey(title), known?.columns[index] ?? null);
    for (const [name, some] of Object.entries(known?.values ?? {}))
      values[name] = { ...some, ...values[name] };
  }
  return { headings, values };
}

export interface Corrections {
  readonly columns?: readonly (string | null)[] | undefined;
  readonly monthFirst?: Readonly<Record<string, boolean>> | undefined;
  readonly values?: readonly { column: string; from: string; to: string }[] | undefined;
  readonly cells?: readonly { row: number; column: string; value: string }[] | undefined;
}

/** The mapping with what a person changed. A column that a corrected cell needs and the file does not have comes behind the others. */
export function correctMapping(of: FileImport, mapping: ImportMapping, changes: Corrections): ImportMapping {
  const columns = mapping.headings.map((_, at) =>
    changes.columns ? (changes.columns[at] ?? null) : (mapping.columns[at] ?? null),
  );
  const twice = columns.find((name, at) => name !== null && columns.indexOf(name) !== at);
  if (twice)
    throw refuse('input.invalid', {
      fields: { columns: `Two columns of the file are meant for ${of.columns[twice]?.field.label ?? twice}` },
    });
  const added = [...new Set((changes.cells ?? []).map(({ column }) => column))].filter(
    (one) => !columns.includes(one),
  );
  const values = structuredClone(mapping.values);
  for (const { column, from, to } of changes.values ?? [])
    values[column] = { ...values[column], [headingKey(from)]: to };
  return {
    headings: [...mapping.headings, ...added.map((name) => of.columns[name]?.field.label ?? name)],
    columns: [...columns, ...added],
    examples: [...mapping.examples, ...added.map(() => [])],
    monthFirst: { ...mapping.monthFirst, ...changes.monthFirst },
    values,
  };
}

/** The lines with corrected cells. Refuses a row that the file does not have. */
export function correctLines(
  lines: readonly ImportLine[],
  mapping: ImportMapping,
  cells: NonNullable<Corrections['cells']>,
): ImportLine[] {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const corrected = lines.map((line) => {
    const own = byRow.get(line.row);
    if (!own) return line;
    byRow.delete(line.row);
    const next = Array.from({ length: mapping.columns.length }, (_, at) => line.cells[at] ?? '');
    for (const { column, value } of own) next[mapping.columns.indexOf(column)] = value;
    return { row: line.row, cells: next };
  });
  const [nowhere] = byRow.keys();
  if (nowhere !== undefined)
    throw refuse('input.invalid', { fields: { cells: `The file has no row ${nowhere}` } });
  return corrected;
}
