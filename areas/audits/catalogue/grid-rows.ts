// Cells of the grid as they are typed or pasted, and what they mean.
import { type GridRow, rowSchema } from './catalogue.contract.ts';
import { scaleFault } from './parameter-fields.ts';

/** Columns in the order of a spreadsheet. */
export const COLUMNS = [
  ['code', 'Code'],
  ['question', 'Question'],
  ['responseKind', 'Answer'],
  ['maxScore', 'Points'],
  ['weight', 'Weight'],
  ['critical', 'Critical'],
  ['photoOn', 'Photo'],
  ['severity', 'Severity'],
] as const;
export type ColumnName = (typeof COLUMNS)[number][0];
export type Cells = Readonly<Record<ColumnName, string>>;

/** What an empty cell stands for. */
const DEFAULTS: Cells = {
  code: '',
  question: '',
  responseKind: 'yes/no',
  maxScore: '1',
  weight: '1',
  critical: 'no',
  photoOn: 'no',
  severity: 'minor',
};
export const EMPTY = Object.fromEntries(COLUMNS.map(([name]) => [name, ''])) as Cells;
export const hintOf = (name: ColumnName): string => DEFAULTS[name];
export const isEmpty = (cells: Cells): boolean => Object.values(cells).every((text) => text.trim() === '');

const number = (text: string): number => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN);
const meanings: Partial<Record<ColumnName, Readonly<Record<string, unknown>>>> = {
  responseKind: { 'yes/no': 'YES_NO_NA', yes_no_na: 'YES_NO_NA', scale: 'SCALE', '0-5': 'SCALE' },
  critical: { yes: true, y: true, no: false, n: false },
  photoOn: { never: 'NEVER', no: 'NO', always: 'ALWAYS' },
  severity: { minor: 'MINOR', major: 'MAJOR', critical: 'CRITICAL' },
};
const HELP: Partial<Record<ColumnName, string>> = {
  responseKind: 'Write yes/no or scale',
  maxScore: 'A whole number from 1 to 100',
  weight: 'A whole number from 1 to 10',
  critical: 'Write yes or no',
  photoOn: 'Write never, no or always',
  severity: 'Write minor, major or critical',
};

/** A row as the server takes it, or what is wrong with which cell. */
export function rowOf(cells: Cells): { row: GridRow } | { faults: Partial<Record<ColumnName, string>> } {
  const raw = Object.fromEntries(
    COLUMNS.map(([name]) => {
      const text = cells[name].trim();
      const scale = meanings.responseKind?.[cells.responseKind.trim().toLowerCase()] === 'SCALE';
      const said = text === '' ? (name === 'maxScore' && scale ? '5' : DEFAULTS[name]) : text;
      if (name === 'maxScore' || name === 'weight') return [name, number(said)];
      const known = meanings[name];
      return [name, known ? known[said.toLowerCase()] : said];
    }),
  );
  const parsed = rowSchema.safeParse(raw);
  if (parsed.success) {
    const scale = scaleFault(parsed.data);
    return scale ? { faults: scale } : { row: parsed.data };
  }
  const faults: Partial<Record<ColumnName, string>> = {};
  for (const { path, message } of parsed.error.issues) {
    const name = path[0] as ColumnName;
    faults[name] ??= HELP[name] ?? message;
  }
  return { faults };
}

/** Lines of a spreadsheet, from the cell they were pasted into on. */
export function pasted(text: string, column: number): Partial<Record<ColumnName, string>>[] {
  const lines = text.replace(/\r/g, '').replace(/\n+$/, '').split('\n');
  return lines.map((line) =>
    Object.fromEntries(
      line.split('\t').flatMap((value, i) => {
        const name = COLUMNS[column + i]?.[0];
        return name ? [[name, value.trim()]] : [];
      }),
    ),
  );
}
