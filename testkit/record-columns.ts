// Declared fields against real columns (models.md 3.3): storage is not derived from the declaration, so it is compared.
import { columnOf, type Field, type FieldKind } from '@aangan/contract/fields.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import type { Client } from 'pg';
import { readTables, type TableFacts } from './catalogue.ts';

const COLUMN_TYPES: Readonly<Record<FieldKind, readonly string[]>> = {
  text: ['text'],
  longText: ['text'],
  email: ['text'],
  phone: ['text'],
  choice: ['text'],
  choices: ['_text'],
  integer: ['int2', 'int4', 'int8'],
  decimal: ['numeric'],
  money: ['int8'],
  percent: ['int2', 'int4'],
  date: ['date'],
  dateTime: ['timestamptz'],
  time: ['time'],
  boolean: ['bool'],
  reference: ['uuid'],
  file: ['uuid'],
  // No columns: record() refuses them.
  files: [],
  references: [],
};

/** What the declarations and the database disagree about, in words; empty when all is well. */
export async function compareRecords(client: Client, records: readonly AnyRecord[]): Promise<string[]> {
  const tables = new Map((await readTables(client)).map((table) => [table.name, table]));
  const literals = await choicesByColumn(client);
  const uniques = await uniqueColumns(client);
  return records.flatMap((record) => {
    const table = tables.get(record.table);
    if (!table) return [`${record.name}: there is no table ${record.table}`];
    const fields = Object.entries(record.fields as Record<string, Field>);
    return [
      ...compareKey(record, table),
      ...fields.flatMap(([name, field]) =>
        compareField(record, table, name, field, { literals, uniques, tables }),
      ),
    ].map((breach) => `${record.name}: ${breach}`);
  });
}

function compareKey(record: AnyRecord, table: TableFacts): string[] {
  const has = (name: string) => table.columns.some((column) => column.name === name);
  const wanted = record.scope === 'network' ? 'id' : 'franchisee_id,id';
  return [
    ...(table.primaryKey.join() === wanted
      ? []
      : [`its key is (${table.primaryKey.join(', ')}), not (${wanted})`]),
    ...(has('version') ? [] : ['has no version']),
    ...(record.scope === 'centre-year' && !has('academic_year_id') ? ['has no academic_year_id'] : []),
    ...table.columns
      .filter(
        (column) =>
          column.required &&
          !column.hasDefault &&
          !column.always &&
          record.writes === 'record' &&
          !isKnown(record, column.name),
      )
      .map((column) => `nothing fills the required column ${column.name}`),
  ];
}

const isKnown = (record: AnyRecord, column: string): boolean =>
  ['id', 'franchisee_id', 'academic_year_id'].includes(column) ||
  Object.entries(record.fields as Record<string, Field>).some(
    ([name, field]) => columnOf(name, field) === column,
  );

interface Facts {
  readonly literals: ReadonlyMap<string, readonly string[]>;
  readonly uniques: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly tables: ReadonlyMap<string, TableFacts>;
}

function compareField(
  record: AnyRecord,
  table: TableFacts,
  name: string,
  field: Field,
  facts: Facts,
): string[] {
  const column = table.columns.find((each) => each.name === columnOf(name, field));
  if (!column) return [`${name} has no column ${columnOf(name, field)}`];
  const breaches: string[] = [];
  const types = field.integerKey ? ['int2', 'int4', 'int8'] : COLUMN_TYPES[field.kind];
  if (!types.includes(column.type))
    breaches.push(`${name} is ${field.kind} but the column is ${column.type}`);
  if (column.required && field.optional && !column.hasDefault)
    breaches.push(`${name} is optional but the column is not null`);
  const allowed = facts.literals.get(`${table.name}.${column.name}`);
  if (field.kind === 'choice' && allowed) {
    const missing = (field.options ?? []).filter(({ value }) => !allowed.includes(value));
    if (missing.length)
      breaches.push(
        `${name} offers ${missing.map(({ value }) => value).join(', ')}, which the column refuses`,
      );
  }
  const keys = facts.uniques.get(table.name) ?? [];
  if (field.unique && record.writes === 'record' && !keys.some((columns) => columns.includes(column.name)))
    breaches.push(`${name} is unique but no unique index says so`);
  // Filters on a centre's own rows are cheap (the centre leads every index); over the whole network an index is needed.
  const lead = (columns: readonly string[]) =>
    columns[0] === column.name || (columns[0] === 'franchisee_id' && columns[1] === column.name);
  if (field.filter && record.scope === 'network' && !table.indexes.some(lead) && !SMALL.has(table.name))
    breaches.push(`${name} is a filter but no index leads with ${column.name}`);
  if (field.kind === 'reference' && !table.foreignKeys.some((key) => key.columns.includes(column.name)))
    breaches.push(`${name} has no foreign key`);
  return breaches;
}

/** Network lists of at most a few hundred rows. */
const SMALL = new Set([
  'zone',
  'department',
  'brand',
  'working_calendar',
  'city',
  'class',
  'subject',
  'class_group',
]);

async function choicesByColumn(client: Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ key: string; definition: string }>(`
    select c.conrelid::regclass || '.' || a.attname as key, pg_get_constraintdef(c.oid) as definition from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum] where c.contype = 'c' and c.connamespace = 'public'::regnamespace`);
  return new Map(
    rows
      .filter(({ definition }) => /= ANY|= '/.test(definition))
      .map(({ key, definition }) => [
        key,
        [...definition.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value),
      ]),
  );
}

async function uniqueColumns(client: Client): Promise<Map<string, string[][]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select i.indrelid::regclass::text as table, (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = i.indrelid and a.attnum > 0
      and (a.attnum = any(i.indkey::int2[]) or (0 = any(i.indkey::int2[]) and pg_get_indexdef(i.indexrelid) ~ ('[( ]' || a.attname || '[), :]')))) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid where i.indisunique and c.relnamespace = 'public'::regnamespace`);
  const found = new Map<string, string[][]>();
  for (const { table, columns } of rows) found.set(table, [...(found.get(table) ?? []), columns ?? []]);
  return found;
}
