// The dry run of a file: every fault of every row is found, nothing is saved.
import type { Field } from '@aangan/contract/fields.ts';
import type { ImportJob } from '@aangan/contract/file-import.ts';
import { headingKey } from '@aangan/contract/import-columns.ts';
import { dateOrder, parseSheetDay } from '@aangan/contract/sheet-date.ts';
import { NO_RESULT } from '../files/spreadsheet.ts';
import type { Db } from '../work/unit-of-work.ts';
import type { ImportMapping } from './import-mapping.ts';
import type { ImportAt, ImportLine, ImportRow, ServedImport } from './import-types.ts';
import { firstOf, readCell } from './read-cell.ts';

export interface CheckedLine extends ImportLine {
  values: Record<string, unknown>;
  /** By column. */
  faults: Map<string, string>;
}

export type Report = Pick<ImportJob, 'missing' | 'dateQuestions' | 'unknownValues' | 'preview'>;

const SHOWN_VALUES = 100;
const NO_VALUE = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/i;
const NO_RESULT_TEXT =
  'This formula has no result in the file. Open the file in a spreadsheet program, save it and choose it again, or type the value here';

/** Reads and checks all lines as the mapping says. Of a file without a needed column no row is read. */
export async function checkLines(
  db: Db,
  { of, work }: ServedImport,
  { lines, mapping, at }: { lines: readonly ImportLine[]; mapping: ImportMapping; at: ImportAt },
): Promise<{ rows: CheckedLine[]; report: Report }> {
  const rows = lines.map(({ row, cells }): CheckedLine => ({ row, cells, values: {}, faults: new Map() }));
  const missing = missingColumns(of.columns, mapping);
  const report: Report = { missing, dateQuestions: [], unknownValues: [], preview: null };
  if (missing.length > 0) return { rows, report };
  for (const [name, { field }] of Object.entries(of.columns)) {
    const cells = cellsOf(rows, mapping, name);
    if (field.kind === 'date' || field.kind === 'dateTime') {
      const order = orderOf(cells);
      const monthFirst = mapping.monthFirst[name] ?? order.monthFirst;
      if (order.question && mapping.monthFirst[name] === undefined)
        report.dateQuestions.push({ column: name, ...order.question });
      readColumn(rows, cells, { name, field, read: (cell) => readCell(field, cell, monthFirst) });
    } else if (field.kind === 'reference') {
      const typed = [...new Set(cells.filter(Boolean))];
      const list = await work.lists?.[name]?.(db, at, typed);
      if (!list) throw new Error(`Import '${of.name}' has no list for its column '${name}'`);
      const unknown = typed.filter((cell) => list.ids(cell).length === 0 && !isBroken(cell));
      report.unknownValues.push(...unknownOf(name, cells, unknown, list.options));
      readColumn(rows, cells, { name, field, read: (cell) => entryOf(cell, field, list.ids(cell)) });
    } else {
      readColumn(rows, cells, { name, field, read: (cell) => readCell(field, cell) });
      if (field.kind === 'choice') {
        const known = (cell: string) => field.schema.safeParse(readCell(field, cell)).success;
        const unknown = [...new Set(cells)].filter((cell) => cell !== '' && !isBroken(cell) && !known(cell));
        const options = (field.options ?? []).map(({ label }) => label);
        report.unknownValues.push(...unknownOf(name, cells, unknown, options));
      }
    }
  }
  findSame(rows, of.reference ?? []);
  const checked = rows.map(
    ({ row, values, faults }): ImportRow => ({
      row,
      values,
      fault: (column, text) => {
        if (!faults.has(column)) faults.set(column, text);
      },
    }),
  );
  const preview: unknown = (await work.check?.(db, checked, at)) ?? null;
  return { rows, report: { ...report, unknownValues: report.unknownValues.slice(0, SHOWN_VALUES), preview } };
}

/** Needed columns that no heading is taken for. */
export const missingColumns = (columns: ServedImport['of']['columns'], mapping: ImportMapping): string[] =>
  Object.entries(columns).flatMap(([name, { field }]) =>
    field.optional || mapping.columns.includes(name) ? [] : [name],
  );

/** The cells of a column, as mapped values say; '' where the file has no such column. */
function cellsOf(rows: readonly ImportLine[], mapping: ImportMapping, name: string): string[] {
  const at = mapping.columns.indexOf(name);
  const values = mapping.values[name] ?? {};
  return rows.map(({ cells }) => {
    const cell = (at < 0 ? '' : (cells[at] ?? '')).trim();
    return values[headingKey(cell)] ?? cell;
  });
}

const isBroken = (cell: string): boolean => cell === NO_RESULT || NO_VALUE.test(cell);

/** A value that is not in the list. */
class NotListed {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entryOf = (cell: string, field: Field, ids: readonly (string | number)[]): unknown =>
  cell === ''
    ? undefined
    : ids.length === 1
      ? ids[0]
      : new NotListed(
          ids.length === 0
            ? `There is no ${field.label.toLowerCase()} '${firstOf(cell, 40)}'`
            : `Several entries are called '${firstOf(cell, 40)}'`,
        );

function readColumn(
  rows: readonly CheckedLine[],
  cells: readonly string[],
  { name, field, read }: { name: string; field: Field; read: (cell: string) => unknown },
): void {
  for (const [index, { values, faults }] of rows.entries()) {
    const cell = cells[index] ?? '';
    const value = isBroken(cell) ? new NotListed(NO_RESULT_TEXT) : read(cell);
    if (value instanceof NotListed) faults.set(name, value.text);
    else if (value === undefined) {
      if (field.optional) values[name] = null;
      else faults.set(name, 'Fill this in');
    } else {
      const parsed = field.schema.safeParse(value);
      if (parsed.success) values[name] = parsed.data;
      else faults.set(name, parsed.error.issues[0]?.message ?? 'Check this entry');
    }
  }
}

/** In which order dates of a column stand. Where nothing tells, one cell is asked about; until then the day stands first. */
function orderOf(cells: readonly string[]): {
  monthFirst: boolean;
  question?: { cell: string; dayFirst: string; monthFirst: string };
} {
  const orders = new Set(cells.map(dateOrder));
  if (orders.has('DAY_FIRST') || orders.has('OURS')) return { monthFirst: false };
  if (orders.has('MONTH_FIRST')) return { monthFirst: true };
  const cell = cells.find((one) => dateOrder(one) === 'EITHER');
  const [dayFirst, monthFirst] = [parseSheetDay(cell ?? ''), parseSheetDay(cell ?? '', true)];
  return cell && dayFirst && monthFirst
    ? { monthFirst: false, question: { cell, dayFirst, monthFirst } }
    : { monthFirst: false };
}

/** The same word in another case is one value, under the spelling that comes first. */
function unknownOf(
  column: string,
  cells: readonly string[],
  unknown: readonly string[],
  options: readonly string[],
): Report['unknownValues'] {
  const keys = new Map(unknown.toReversed().map((cell) => [headingKey(cell), cell]));
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const key = headingKey(cell);
    if (keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...keys]
    .filter(([key]) => key !== '')
    .map(([key, cell]) => ({
      column,
      value: firstOf(cell, 200),
      rows: counts.get(key) ?? 0,
      options: options.slice(0, 200),
    }))
    .reverse();
}

/** A second row that is known by the same columns. */
function findSame(rows: readonly CheckedLine[], reference: readonly string[]): void {
  const [first] = reference;
  if (first === undefined) return;
  const seen = new Map<string, number>();
  for (const { row, values, faults } of rows) {
    if (reference.some((name) => values[name] == null)) continue;
    const key = JSON.stringify(reference.map((name) => String(values[name]).toLowerCase()));
    const before = seen.get(key);
    if (before === undefined) seen.set(key, row);
    else if (!faults.has(first)) faults.set(first, `Row ${before} of this file is the same`);
  }
}
