// Sheets that leave the house. A cell of text that a spreadsheet would take for a formula is made harmless (promise U3);
// numbers, amounts and dates keep their type.
import { formatDate, formatDateTime, IST_OFFSET_MS, isDay } from '@aangan/contract/period.ts';
import { plainRupees } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { stringify } from 'csv-stringify/sync';
import type { SheetData } from 'write-excel-file/node';
import type { ExportColumn } from '../endpoint/area-extras.ts';

export type SheetRow = Readonly<Record<string, unknown>>;

// What Excel, LibreOffice and Sheets start a formula with, also after blanks, and the full-width forms.
const FORMULA = /^[\s\u00a0\u200b\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20|%]/u;

/** A text that cannot become a formula: an apostrophe in front, as a person would type it. `readSheet` takes it off again. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const NUMERIC = new Set(['integer', 'decimal', 'money', 'percent']);

/** One value as text, by its field kind. */
export function cellText(value: unknown, kind: string): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return plainRupees(paise(Number(value)));
  if (kind === 'percent') return String(Number(value) / 100);
  if (kind === 'boolean') return value ? 'Yes' : 'No';
  if (kind === 'date') return typeof value === 'string' && isDay(value) ? formatDate(value) : String(value);
  if (kind === 'dateTime') return formatDateTime(String(value));
  // '+91 98200 12345' begins like a formula; without the country it is read back to the same number.
  if (kind === 'phone') return String(value).replace(/^\+91(\d{5})(\d{5})$/, '$1 $2');
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Heading line of a CSV, with the mark that tells Excel it is UTF-8. */
export const csvHead = (columns: readonly ExportColumn[]): string =>
  `\ufeff${stringify([columns.map((c) => harmless(c.label))], { record_delimiter: '\r\n' })}`;

export const csvRows = (columns: readonly ExportColumn[], rows: readonly SheetRow[]): string =>
  stringify(
    rows.map((row) =>
      columns.map(({ key, kind }) => {
        const text = cellText(row[key], kind);
        return NUMERIC.has(kind) ? text : harmless(text);
      }),
    ),
    { record_delimiter: '\r\n' },
  );

/** A whole CSV in memory; for small sheets. */
export const toCsv = (columns: readonly ExportColumn[], rows: readonly SheetRow[]): string =>
  csvHead(columns) + csvRows(columns, rows);

/** Most rows of an XLSX, which is made in memory; more is a CSV. */
export const XLSX_ROWS = 50_000;

/** A workbook of one sheet: bold frozen head, typed cells. */
export async function toXlsx(
  columns: readonly ExportColumn[],
  rows: readonly SheetRow[],
  name = 'Sheet1',
): Promise<Buffer> {
  return toWorkbook([{ name, columns, rows }]);
}

export interface WorkbookSheet {
  name: string;
  columns: readonly ExportColumn[];
  rows: readonly SheetRow[];
}

/** A workbook of several sheets, each as `toXlsx` makes it. */
export async function toWorkbook(sheets: readonly WorkbookSheet[]): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return writeXlsxFile(sheets.map(sheetOf)).toBuffer();
}

function sheetOf({ name, columns, rows }: WorkbookSheet) {
  const head = columns.map(({ label }) => ({ value: label, type: String, fontWeight: 'bold' as const }));
  const body = rows.map((row) => columns.map(({ key, kind }) => xlsxCell(row[key], kind)));
  const widths = columns.map(({ label, kind }) => ({
    width: Math.max(
      label.length + 2,
      kind === 'longText' ? 40 : NUMERIC.has(kind) || kind === 'date' ? 12 : 20,
    ),
  }));
  return {
    data: [head, ...body] as SheetData,
    sheet: name.replace(/[[\]*?:/\\]/g, ' ').slice(0, 31),
    columns: widths,
    stickyRowsCount: 1,
  };
}

function xlsxCell(value: unknown, kind: string): object | null {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'money') return { value: Number(value) / 100, type: Number, format: '#,##0.00' };
  if (kind === 'percent') return { value: Number(value) / 10_000, type: Number, format: '0.00%' };
  if (kind === 'integer' || kind === 'decimal') return { value: Number(value), type: Number };
  if (kind === 'date' && typeof value === 'string' && isDay(value))
    return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'dd-mm-yyyy' };
  // A spreadsheet knows no time zone: it gets the time of day in India, so that it sorts and counts.
  if (kind === 'dateTime')
    return {
      value: new Date(new Date(String(value)).getTime() + IST_OFFSET_MS),
      type: Date,
      format: 'dd-mm-yyyy hh:mm AM/PM',
    };
  // A typed text cell is never computed, whatever it begins with; the apostrophe would be shown.
  return { value: cellText(value, kind), type: String };
}
