// Rights from a file: a sheet with the columns role, module, method, isWrite and franchisee, or the same as a JSON list.
import { readSheet } from '@aangan/server/files/spreadsheet.ts';
import type { ImportLine } from './role.contract.ts';

export interface ImportRow {
  row: number;
  role: string;
  module: string;
  method: string;
  /** True also where the flag is absent: the specification's rule. */
  writable: boolean;
  /** The one centre of a BSK role, as its number or name; empty leaves the role as it is. */
  franchisee: string;
}

interface Read {
  rows: ImportRow[];
  warnings: ImportLine[];
  errors: ImportLine[];
}

const MAX_ROWS = 5000;
const COLUMNS = ['role', 'module', 'method', 'iswrite', 'franchisee'] as const;

/** Rows of the file with the write flag decided; what is no flag is not writable, and its row is named (system.md 8). */
export async function readRoleImport(text: string): Promise<Read> {
  const raw = /^\s*[[{]/.test(text) ? jsonRows(text) : await sheetRows(text);
  if ('errors' in raw) return { rows: [], warnings: [], errors: raw.errors };
  const warnings: ImportLine[] = [];
  const rows = raw.rows.map(({ row, role, module, method, franchisee, flag, typed }) => {
    const writable = flag === undefined || flag === null || isTrue(flag, typed);
    if (!writable && !(typed && flag === false))
      warnings.push({
        row,
        field: 'isWrite',
        text: `${say(flag)} is no flag: ${role} may look at ${module}, not change it`,
      });
    return { row, role, module, method, writable, franchisee };
  });
  return { rows, warnings, errors: [] };
}

// A sheet knows text alone, so its 'true' counts; in JSON only the boolean does.
const isTrue = (flag: unknown, typed: boolean): boolean =>
  typed ? flag === true : /^(true|yes)$/i.test(String(flag));

const say = (flag: unknown): string =>
  typeof flag === 'string' ? `'${flag.slice(0, 40)}'` : JSON.stringify(flag).slice(0, 40);

interface RawRow {
  row: number;
  role: string;
  module: string;
  method: string;
  franchisee: string;
  flag: unknown;
  /** From JSON: the value has a type of its own. */
  typed: boolean;
}

async function sheetRows(text: string): Promise<{ rows: RawRow[] } | { errors: ImportLine[] }> {
  const sheet = await readSheet(Buffer.from(text), { maxRows: MAX_ROWS });
  const plain = (title: string) => title.toLowerCase().replace(/[^a-z]/g, '');
  const missing = ['role', 'module'].filter((name) => !sheet.columns.some((title) => plain(title) === name));
  const unknown = sheet.columns.filter((title) => !COLUMNS.some((name) => name === plain(title)));
  if (missing.length + unknown.length > 0)
    return {
      errors: [
        ...missing.map((field) => ({ row: 1, field, text: 'This column is missing' })),
        ...unknown.map((title) => ({
          row: 1,
          field: title.slice(0, 80),
          text: 'There is no such column here',
        })),
      ],
    };
  return {
    rows: sheet.rows.map((cells, index) => {
      const cell = Object.fromEntries(
        Object.entries(cells).map(([title, value]) => [plain(title), value.trim()]),
      );
      return {
        row: sheet.numbers[index] ?? index + 2,
        role: cell['role'] ?? '',
        module: cell['module'] ?? '',
        method: cell['method'] || 'any',
        franchisee: cell['franchisee'] ?? '',
        flag: cell['iswrite'] === '' ? undefined : cell['iswrite'],
        typed: false,
      };
    }),
  };
}

function jsonRows(text: string): { rows: RawRow[] } | { errors: ImportLine[] } {
  const bad = (row: number, problem: string) => ({ errors: [{ row, field: 'file', text: problem }] });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return bad(1, 'This is no JSON');
  }
  if (!Array.isArray(list) || list.length > MAX_ROWS)
    return bad(1, 'A list of at most 5,000 entries is needed');
  const rows: RawRow[] = [];
  for (const [index, entry] of list.entries()) {
    if (typeof entry !== 'object' || entry === null)
      return bad(index + 1, 'An entry has role, module, method, isWrite, franchisee');
    const { role, module, method, isWrite, franchisee, ...rest } = entry as Record<string, unknown>;
    const [extra] = Object.keys(rest);
    if (extra !== undefined) return bad(index + 1, `'${extra.slice(0, 40)}' is not known here`);
    rows.push({
      row: index + 1,
      role: String(role ?? ''),
      module: String(module ?? ''),
      method: String(method ?? 'any'),
      franchisee: String(franchisee ?? '').trim(),
      flag: isWrite,
      typed: true,
    });
  }
  return { rows };
}
