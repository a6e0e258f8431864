// Sheets that come in: CSV of any usual spelling and XLSX, with caps on everything before it is unpacked (promises U2, U3).

import { formatDate } from '@aangan/contract/period.ts';
import { refusals } from '@aangan/contract/refusal.ts';
import { parse } from 'csv-parse/sync';
import { decodeSheetText } from './file-type.ts';
import { unknownFormulaCells } from './formula-cells.ts';
import { unpackedBytes, zipEntries } from './zip-entries.ts';

export const refuseSheet = refusals({
  'sheet.unreadable': [422, 'This is no CSV or XLSX sheet. Save it as one of these and try again.'],
  'sheet.too-large': [413, 'This sheet is too large: at most {rows} rows and {columns} columns.'],
  'sheet.no-head': [422, 'The first line must hold the column names, each once.'],
  'sheet.empty': [422, 'This sheet has no rows.'],
});

export interface Sheet {
  /** As they stand in the first line, blanks collapsed. */
  columns: string[];
  /** Column name -> text; missing cells are ''. Dates come as DD-MM-YYYY, with a time as 'DD-MM-YYYY HH:MM'. */
  rows: Record<string, string>[];
  /** Of each row its number as a spreadsheet shows it: empty rows count. */
  numbers: number[];
}

export interface SheetLine {
  /** As a spreadsheet shows it: the first is 1, empty ones count. */
  row: number;
  cells: string[];
}

/** What a cell says whose formula has no result in the file: the program that wrote it never calculated. */
export const NO_RESULT = '#RESULT?';

const MAX_COLUMNS = 200;
const MAX_ROWS = 20_000;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_UNPACKED = 40 * 1024 * 1024;
const MAX_CELL = 10_000;

/** Reads the first sheet of a file. Throws `sheet.*` refusals. */
export async function readSheet(bytes: Buffer, options: { maxRows?: number } = {}): Promise<Sheet> {
  const maxRows = options.maxRows ?? MAX_ROWS;
  return sheetOf(await readSheetLines(bytes, { maxRows }), maxRows);
}

/**
 * The lines of the first sheet that hold anything, heading first, cells as text (dates DD-MM-YYYY). Of a longer sheet
 * come `maxRows` + 2 lines, which tells the caller. Throws `sheet.unreadable`, `sheet.too-large`.
 */
export async function readSheetLines(
  bytes: Buffer,
  options: { maxRows?: number } = {},
): Promise<SheetLine[]> {
  const maxRows = options.maxRows ?? MAX_ROWS;
  if (bytes.length > MAX_BYTES) throw tooLarge(maxRows);
  const lines =
    bytes.subarray(0, 2).toString('latin1') === 'PK'
      ? await xlsxLines(bytes, maxRows)
      : csvLines(bytes, maxRows);
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (filled.some(({ cells }) => cells.some((cell) => cell.length > MAX_CELL))) throw tooLarge(maxRows);
  return filled;
}

const tooLarge = (rows: number) =>
  refuseSheet('sheet.too-large', { details: { rows, columns: MAX_COLUMNS } });

// What csv-parse gives with `info`; its types do not say so.
interface CsvRecord {
  record: string[];
  info: { empty_lines: number };
}

function csvLines(bytes: Buffer, maxRows: number): SheetLine[] {
  const text = decodeSheetText(bytes);
  if (text === null) throw refuseSheet('sheet.unreadable');
  const body = text.replace(/^\ufeff/, '');
  try {
    const records: unknown[] = parse(body, {
      delimiter: delimiterOf(body),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      trim: true,
      max_record_size: MAX_CELL * 20,
      to: maxRows + 2,
    });
    return (records as CsvRecord[]).map(({ record, info }, index) => ({
      row: index + 1 + info.empty_lines,
      cells: record,
    }));
  } catch {
    throw refuseSheet('sheet.unreadable');
  }
}

/** The separator that one of the first lines has most of, outside quotes: a title may stand above the heading. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n/, 10).map((line) => line.replace(/"[^"]*"/g, ''));
  return [',', ';', '\t', '|']
    .map((mark) => ({ mark, n: Math.max(...lines.map((line) => line.split(mark).length)) }))
    .reduce((a, b) => (b.n > a.n ? b : a)).mark;
}

async function xlsxLines(bytes: Buffer, maxRows: number): Promise<SheetLine[]> {
  const entries = zipEntries(bytes);
  if (!entries?.some((entry) => entry.name.startsWith('xl/'))) throw refuseSheet('sheet.unreadable');
  if (unpackedBytes(entries) > MAX_UNPACKED) throw tooLarge(maxRows);
  const { readSheet: readXlsxSheet } = await import('read-excel-file/node');
  try {
    const rows = await readXlsxSheet(bytes);
    const lines = rows
      .slice(0, maxRows + 2)
      .map((row, index) => ({ row: index + 1, cells: row.map(textOf) }));
    for (const { row, column } of unknownFormulaCells(bytes)) {
      const line = lines[row - 1];
      if (line && line.cells[column] === '') line.cells[column] = NO_RESULT;
    }
    return lines;
  } catch {
    throw refuseSheet('sheet.unreadable');
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  // A date of a sheet is a day without a zone; the reader gives it as midnight UTC.
  if (cell instanceof Date) {
    // A time is a fraction of a day there: 11:00 comes as 10:59:59.999.
    const at = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString();
    const [day, time] = [formatDate(at.slice(0, 10)), at.slice(11, 16)];
    return time === '00:00' ? day : `${day} ${time}`;
  }
  if (typeof cell === 'number')
    return Number.isInteger(cell) ? String(cell) : String(Number(cell.toFixed(6)));
  return String(cell).trim();
}

function sheetOf(lines: readonly SheetLine[], maxRows: number): Sheet {
  const [head, ...body] = lines;
  const columns = (head?.cells ?? []).map((name) => name.replace(/\s+/g, ' ').trim());
  while (columns.at(-1) === '') columns.pop();
  if (columns.length > MAX_COLUMNS || body.length > maxRows) throw tooLarge(maxRows);
  if (
    columns.length === 0 ||
    columns.includes('') ||
    new Set(columns.map((c) => c.toLowerCase())).size !== columns.length
  )
    throw refuseSheet('sheet.no-head');
  const rows = body.map(({ cells }) =>
    Object.fromEntries(columns.map((name, i) => [name, unquoted(cells[i] ?? '')])),
  );
  if (rows.length === 0) throw refuseSheet('sheet.empty');
  return { columns, rows, numbers: body.map(({ row }) => row) };
}

/** A cell without the apostrophe that our own exports put before what looks like a formula (sheet-writer.ts). */
export const unquoted = (text: string): string =>
  /^'[\s\u00a0]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/u.test(text) ? text.slice(1) : text;
