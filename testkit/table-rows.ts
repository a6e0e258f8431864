// One row of any table in any centre, made from the catalogue alone, for tests that must look at every table. Keys are
// worked out from table and centre, so references fit without an order of filling.
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { type ColumnFacts, centreColumn, type TableFacts } from './catalogue.ts';

/** Stands in every free text of a made row: an answer that shows it shows that centre's row. */
export const canaryOf = (centre: number): string => `CANARY${centre}X`;

export type MadeRow = Readonly<Record<string, unknown>>;

const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The values of one row; `n` tells rows of one table and centre apart. Columns with a default are left to it unless they are keys. */
export function makeRow(table: TableFacts, centre: number, n = 1): MadeRow {
  const row: Record<string, unknown> = {};
  for (const column of table.columns) {
    if (column.always) continue;
    const isKey = table.primaryKey.includes(column.name);
    const reference = table.foreignKeys.find(
      (key) => key.columns.includes(column.name) && column.name !== 'franchisee_id',
    );
    // A default of scope_user() gives null here, so a required id is always given.
    const leftOut = column.hasDefault && !(column.required && column.type === 'uuid');
    if (!isKey && (leftOut || (!column.required && !isText(column) && !reference))) continue;
    row[column.name] = columnValue(table, column, reference, centre, n);
  }
  const own = centreColumn(table);
  if (own) row[own] = centre;
  return row;
}

const isText = (column: ColumnFacts): boolean => column.type === 'text';

function columnValue(
  table: TableFacts,
  column: ColumnFacts,
  reference: TableFacts['foreignKeys'][number] | undefined,
  centre: number,
  n: number,
): unknown {
  if (reference) {
    const target = reference.targetColumns[reference.columns.indexOf(column.name)] ?? 'id';
    if (column.type === 'uuid')
      return column.required || table.primaryKey.includes(column.name)
        ? uuidOf(`${reference.target} ${target} ${centre} 1`)
        : null;
    if (!column.required) return null;
  }
  if (column.type === 'uuid') return uuidOf(`${table.name} ${column.name} ${centre} ${n}`);
  const number = centre * 10 + n;
  const make: Record<string, () => unknown> = {
    text: () => `${canaryOf(centre)} ${number}`,
    varchar: () => `${canaryOf(centre)} ${number}`,
    bpchar: () => 'X',
    bool: () => false,
    int2: () => number,
    int4: () => number,
    int8: () => number,
    numeric: () => 1,
    date: () => `2026-06-${String(n).padStart(2, '0')}`,
    time: () => '09:30',
    timestamptz: () => `2026-06-15T10:${String(number % 60).padStart(2, '0')}:00+05:30`,
    jsonb: () => '{}',
    bytea: () => Buffer.from(`${table.name} ${column.name} ${number}`),
    inet: () => '127.0.0.1',
    xid8: () => String(number),
    daterange: () => '[2026-06-01,2026-07-01)',
    tstzrange: () => '[2026-06-01 00:00+00,2026-07-01 00:00+00)',
    int4range: () => '[1,2)',
  };
  if (column.type.startsWith('_')) return [];
  const value = make[column.type];
  if (!value) throw new Error(`${table.name}.${column.name}: no test value for type ${column.type}`);
  return value();
}

/** `insert into t (…) values (…)` with its parameters. `more` is put behind, e.g. a conflict clause. */
export function insertSql(table: TableFacts, row: MadeRow, more = ''): { text: string; values: unknown[] } {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  return {
    text: `insert into ${table.name} (${names.map((name) => `"${name}"`).join(', ')}) values (${places}) ${more}`,
    values: Object.values(row),
  };
}

/**
 * Puts a row of every given table into every given centre. Triggers and foreign keys rest meanwhile, and CHECKs that a
 * made-up value breaks are dropped: use it on a scratch database only, where row security is all that is looked at.
 */
export async function fillTables(
  client: Client,
  tables: readonly TableFacts[],
  centres: readonly number[],
): Promise<void> {
  await client.query("set session_replication_role = 'replica'");
  for (const table of tables)
    for (const centre of centres) await insertLoosely(client, table, makeRow(table, centre));
  await client.query("set session_replication_role = 'origin'");
}

const ATTEMPTS = 40;

async function insertLoosely(client: Client, table: TableFacts, row: MadeRow): Promise<void> {
  const { text, values } = insertSql(table, row);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(text, values);
      return;
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code === '23505') return; // a row of the network's own data has this key
      if (attempt >= ATTEMPTS || code !== '23514' || !constraint)
        throw new Error(`${table.name}: ${(error as Error).message}`, { cause: error });
      await client.query(`alter table ${table.name} drop constraint "${constraint}"`);
    }
  }
}
