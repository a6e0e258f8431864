// The sheet of an upload as lines, and its faulty lines as the same sheet again with one column more.
import { harmless } from '@aangan/server/sheet-writer.ts';
import { unquoted } from '@aangan/server/spreadsheet.ts';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import {
  MAX_UPLOAD_ROWS,
  requiredColumns,
  type UploadColumn,
  uploadColumns,
} from './enquiry-upload.contract.ts';
import type { Cells } from './read-upload.server.ts';

/** Says what to mend in each faulty row; ignored when the mended file comes back. */
const MEND = 'what_to_mend';

export interface SheetLine {
  /** As the spreadsheet counts: the heading is 1. */
  row: number;
  /** As they stand in the file. */
  cells: string[];
  named: Cells;
}

export interface FaultyLine {
  row: number;
  cells: string[];
  fault: string;
}

export interface FaultySheet {
  heading: string[];
  lines: FaultyLine[];
}

const keyOf = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/\s*\*$/, '')
    .replace(/\s+/g, '_');

/** Heading and rows of a file; 422 naming the missing columns. */
export function readUploadSheet(csv: string): { heading: string[]; lines: SheetLine[] } {
  const [heading = [], ...body] = parseCsv(csv);
  const columns = heading.map((title) => uploadColumns.find((column) => column === keyOf(title)) ?? null);
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw refuseEnquiry('upload.header', { details: { columns: missing.join(', ') } });
  if (body.length > MAX_UPLOAD_ROWS) throw refuseEnquiry('upload.too-large');
  const lines = body.map((written, index) => {
    const cells = written.map(unquoted);
    const named: Partial<Record<UploadColumn, string>> = {};
    for (const [at, column] of columns.entries()) if (column) named[column] = cells[at] ?? '';
    return { row: index + 2, cells, named };
  });
  return { heading, lines };
}

export function parseCsv(csv: string): string[][] {
  const [heading = ''] = csv.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].reduce((best, mark) =>
    heading.split(mark).length > heading.split(best).length ? mark : best,
  );
  try {
    return parse(csv, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
  } catch {
    throw refuseEnquiry('upload.unreadable');
  }
}

/** The same columns in their order, and what to mend in a last one. Reading takes the harmless marks off again. */
export function faultyCsv({ heading, lines }: FaultySheet): string {
  const kept = heading.flatMap((title, at) => (keyOf(title) === MEND ? [] : [at]));
  const records = lines.map(({ cells, fault }) => [...kept.map((at) => cells[at] ?? ''), fault]);
  return stringify(
    [[...kept.map((at) => heading[at] ?? ''), MEND], ...records].map((record) => record.map(harmless)),
    { record_delimiter: '\r\n' },
  );
}
