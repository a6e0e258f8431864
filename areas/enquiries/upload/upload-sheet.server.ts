// The sheet of an upload as lines, and its faulty lines as the same sheet again with one column more.
import { HEADING_LINES, headingIndex, headingKey, matchColumns } from '@aangan/contract/import-columns.ts';
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

// A column stands in a file by its own name, or by a usual word for it ('Mobile No.', 'Lead Source').
const HEADINGS = uploadColumns.map((name) => ({ name, names: [] }));

/** The same of its first rows: a little more than `rows` of them when the file has more. A title may stand above the heading. */
export async function readFirstRows(file: Buffer, rows: number): Promise<RawSheet> {
  const all = await readSheetLines(file, { maxRows: rows + HEADING_LINES });
  const at = headingIndex(HEADINGS, all);
  return {
    heading: all[at]?.cells ?? [],
    lines: all.slice(at + 1).map(({ row, cells }) => ({ row, cells: cells.map(unquoted) })),
  };
}

/** The columns of the headings: by their names, else as they were chosen before (`known`, by `headingKey`); each column once. */
export const matchHeadings = (
  heading: readonly string[],
  known: ReadonlyMap<string, UploadColumn | null>,
): Columns =>
  matchColumns(HEADINGS, heading, known).map(
    (name) => uploadColumns.find((column) => column === name) ?? null,
  );

export const missingColumns = (columns: Columns): UploadColumn[] =>
  requiredColumns.filter((column) => !columns.includes(column));

/** The line with its cells by column. */
export const namedLine = ({ row, cells }: RawSheet['lines'][number], columns: Columns): SheetLine => {
  const named: Partial<Record<UploadColumn, string>> = {};
  for (const [at, column] of columns.entries()) if (column) named[column] = cells[at] ?? '';
  return { row, cells, named };
};

/** Headings that nothing is read from. */
export const ignoredOf = (heading: readonly string[], columns: Columns): string[] =>
  heading.filter(
    (title, at) => !columns[at] && title !== '' && headingKey(title) !== headingKey(MEND_HEADING),
  );

/** The same columns in their order, and what to mend in a last one. Reading takes the harmless marks off again. */
export function faultyCsv({ heading, lines }: FaultySheet): string {
  const kept = heading.flatMap((title, at) => (headingKey(title) === headingKey(MEND_HEADING) ? [] : [at]));
  const records = lines.map(({ cells, fault }) => [...kept.map((at) => cells[at] ?? ''), fault]);
  return stringify(
    [[...kept.map((at) => heading[at] ?? ''), MEND_HEADING], ...records].map((record) =>
      record.map(harmless),
    ),
    { record_delimiter: '\r\n' },
  );
}
