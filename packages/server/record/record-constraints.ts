// Database refusals in a user's words, on the fields they belong to. Row security hides the values (and so the
// columns) from Postgres' own messages; the constraint's name is all that is left, and the catalogue knows the rest.
import { refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import type { Db } from '../work/unit-of-work.ts';
import type { RecordPlan } from './record-plan.ts';

const columnsByTable = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** Reads the columns of every unique index, foreign key and check of the plan's table, once per process. Call before writing. */
export async function learnConstraints(db: Db, plan: RecordPlan): Promise<void> {
  const { table } = plan.record;
  if (columnsByTable.has(table)) return;
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select k.name, array_agg(distinct a.attname::text) as columns from (
      select conname::text as name, conrelid as rel, conkey as keys, '' as words from pg_constraint where conrelid = ${table}::regclass and contype <> 'n'
      union all
      select indexrelid::regclass::text, indrelid, indkey::int2[], pg_get_indexdef(indexrelid) from pg_index where indrelid = ${table}::regclass and indisunique
    ) k join pg_attribute a on a.attrelid = k.rel and a.attnum > 0
      and (a.attnum = any(k.keys) or (0 = any(k.keys) and k.words ~ ('[( ]' || a.attname || '[), :]')))
    group by k.name`.execute(db);
  columnsByTable.set(table, new Map(rows.map((row) => [row.name, row.columns])));
}

interface PgError extends Error {
  code: string;
  constraint?: string;
  column?: string;
}

const isPgError = (error: unknown): error is PgError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.length === 5;

/** Runs `work`; what the database refuses becomes a Refusal (409, 422). Anything unexpected is thrown on. */
export async function asRefusals<T>(
  plan: RecordPlan,
  doing: 'read' | 'write' | 'remove',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isPgError(error) ? (refusalOf(plan, doing, error) ?? error) : error;
  }
}

/** Data exceptions: a value no column can hold (year 0, a number past its type). 22012 (division) would be our bug. */
export const isOutOfRange = (error: unknown): boolean =>
  isPgError(error) && error.code.startsWith('22') && error.code !== '22012';

function refusalOf(plan: RecordPlan, doing: 'read' | 'write' | 'remove', error: PgError): Error | null {
  const on = (text: string) => fieldsOf(plan, error, text);
  if (error.code === '23503')
    return doing === 'remove'
      ? refuse('row.in-use')
      : refuse('input.invalid', { fields: on('Choose an entry of the list') });
  // A table's own rule, in a user's words (db/migrations/0171).
  if (error.code === 'AA409') return refuse('row.in-use', { fields: on(error.message) });
  if (error.code === '23505') return refuse('row.duplicate', { fields: on('Already used') });
  if (error.code === '23P01') return refuse('row.duplicate', { fields: on('Overlaps another entry') });
  if (error.code === '23502') return refuse('input.invalid', { fields: on('Fill this in') });
  if (error.code === '23514') return refuse('input.invalid', { fields: on('Check this entry') });
  if (isOutOfRange(error))
    return refuse('input.invalid', {
      fields: { [doing === 'read' ? 'filters' : '_']: 'This value is out of range' },
    });
  return null;
}

const CONTEXT = new Set(['franchisee_id', 'academic_year_id']);

function fieldsOf(plan: RecordPlan, error: PgError, text: string): Record<string, string> {
  const columns = error.column
    ? [error.column]
    : (columnsByTable.get(plan.record.table)?.get(error.constraint ?? '') ?? []);
  // A column that is no field of the form can be part of the key; the user cannot correct it.
  const names = columns
    .filter((column) => !CONTEXT.has(column))
    .flatMap((column) => plan.fields.find((planned) => planned.columnName === column)?.name ?? []);
  return Object.fromEntries((names.length ? names : ['_']).map((name) => [name, text]));
}
