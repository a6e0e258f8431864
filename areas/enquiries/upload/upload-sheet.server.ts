// The sheet of an upload as lines, and its faulty lines as the same sheet again with one column more.
import { harmless } from '@aangan/server/files/sheet-writer.ts';
import { readSheetLines, unquoted } from '@aangan/server/files/spreadsheet.ts';
import { stringify } from 'csv-stringify/sync';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import {
  MAX_UPLOAD_ROWS,
  MEND_HEADING,
  requiredColumns,
  type UploadColumn,
  uploadColumns,
} from './enquiry-upload.contract.ts';
import type { Cells } from './read-upload.server.ts';

export interface SheetLine {
  /** As a spreadsheet shows it, empty rows counted. */
  row: number;
  /** As they stand in the file. */
  cells: string[];
  named: Cells;
}

export interface FaultyLine {
  row: number;
  cells: string[];
  fault: string;
  /** Whose row it is; absent where it names no centre. */
  centre?: number;
}

export interface FaultySheet {
  heading: string[];
  lines: FaultyLine[];
}

/** What each heading is taken for, in their order; null = nothing is read from it. */
export type Columns = readonly (UploadColumn | null)[];

/** A sheet as it stands in a file. */
export interface RawSheet {
  heading: string[];
  lines: { row: number; cells: string[] }[];
}

/** Heading and rows of a CSV or XLSX file. */
export async function readRawSheet(file: Buffer): Promise<RawSheet> {
  const sheet = await readFirstRows(file, MAX_UPLOAD_ROWS);
  if (sheet.lines.length > MAX_UPLOAD_ROWS) throw refuseEnquiry('upload.too-large');
  return sheet;
}

/** The same of its first rows: a little more than `rows` of them when the file has more. */
export async function readFirstRows(file: Buffer, rows: number): Promise<RawSheet> {
  const [head, ...lines] = await readSheetLines(file, { maxRows: rows });
  return {
    heading: head?.cells ?? [],
    lines: lines.map(({ row, cells }) => ({ row, cells: cells.map(unquoted) })),
  };
}

/** The columns of the headings: by their names, else as they were chosen before (`known`, by `keyOf`); each column once. */
export function matchColumns(
  heading: readonly string[],
  known: ReadonlyMap<string, UploadColumn | null>,
): Columns {
  const named = heading.map((title) => uploadColumns.find((column) => column === keyOf(title)) ?? null);
  const taken = new Set<UploadColumn>();
  const first = (column: UploadColumn | null) => {
    if (column === null || taken.has(column)) return null;
    taken.add(column);
    return column;
  };
  const certain = named.map(first);
  return certain.map((column, at) => column ?? first(known.get(keyOf(heading[at] ?? '')) ?? null));
}

export const missingColumns = (columns: Columns): UploadColumn[] =>
  requiredColumns.filter((column) => !columns.includes(column));

/** As one key: the same heading however it is spelled. */
export const keyOf = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/\s*\*$/, '')
    .replace(/\s+/g, '_');

/** The line with its cells by column. */
export const namedLine = ({ row, cells }: RawSheet['lines'][number], columns: Columns): SheetLine => {
  const named: Partial<Record<UploadColumn, string>> = {};
  for (const [at, column] of columns.entries()) if (column) named[column] = cells[at] ?? '';
  return { row, cells, named };
};

/** Headings that nothing is read from. */
export const ignoredOf = (heading: readonly string[], columns: Columns): string[] =>
  heading.filter((title, at) => !columns[at] && title !== '' && keyOf(title) !== MEND_HEADING);

/** The same columns in their order, and what to mend in a last one. Reading takes the harmless marks off again. */
export function faultyCsv({ heading, lines }: FaultySheet): string {
  const kept = heading.flatMap((title, at) => (keyOf(title) === MEND_HEADING ? [] : [at]));
  const records = lines.map(({ cells, fault }) => [...kept.map((at) => cells[at] ?? ''), fault]);
  return stringify(
    [[...kept.map((at) => heading[at] ?? ''), MEND_HEADING], ...records].map((record) =>
      record.map(harmless),
    ),
    { record_delimiter: '\r\n' },
  );
}
