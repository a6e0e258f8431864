// What the database itself says of its tables; the ground of T2 and of rows made for tests.
import type { Client } from 'pg';

export interface ColumnFacts {
  readonly name: string;
  /** Base type; `_text` for an array. */
  readonly type: string;
  readonly required: boolean;
  readonly hasDefault: boolean;
  /** Filled by the database alone (identity always, generated). */
  readonly always: boolean;
}

export interface KeyFacts {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

export interface TableFacts {
  readonly name: string;
  readonly columns: readonly ColumnFacts[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly KeyFacts[];
  readonly rowSecurity: boolean;
  readonly forced: boolean;
  readonly policies: readonly string[];
  readonly triggers: readonly string[];
  /** Leading columns of every index. */
  readonly indexes: readonly (readonly string[])[];
}

const TABLES = `
  select c.relname as name, c.relrowsecurity as "rowSecurity", c.relforcerowsecurity as forced,
    (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', coalesce(bt.typname, t.typname), 'required', a.attnotnull,
        'hasDefault', a.atthasdef or a.attidentity <> '', 'always', a.attidentity = 'a' or a.attgenerated <> '') order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type bt on bt.oid = t.typbasetype
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select jsonb_agg(a.attname order by k.n) from pg_constraint p, unnest(p.conkey) with ordinality k (num, n)
      join pg_attribute a on a.attnum = k.num where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid), '[]') as "primaryKey",
    coalesce((select jsonb_agg(jsonb_build_object('name', f.conname, 'target', f.confrelid::regclass::text,
        'columns', (select jsonb_agg(a.attname order by k.n) from unnest(f.conkey) with ordinality k (num, n) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num),
        'targetColumns', (select jsonb_agg(a.attname order by k.n) from unnest(f.confkey) with ordinality k (num, n) join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num)))
      from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0), '[]') as "foreignKeys",
    coalesce((select jsonb_agg(p.polname order by p.polname) from pg_policy p where p.polrelid = c.oid), '[]') as policies,
    coalesce((select jsonb_agg(g.tgname order by g.tgname) from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal), '[]') as triggers,
    coalesce((select jsonb_agg((select jsonb_agg(coalesce(a.attname, '(expression)') order by k.n) from unnest(i.indkey::int2[]) with ordinality k (num, n)
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num)) from pg_index i where i.indrelid = c.oid), '[]') as indexes
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('schema_migration', 'schema_function')
  order by c.relname`;

/** Every table of the product, partitions left out. */
export async function readTables(client: Client): Promise<TableFacts[]> {
  return (await client.query<TableFacts>(TABLES)).rows;
}

/** The column that names the centre: `franchisee_id`, or `id` of franchisee itself; null for network tables. */
export const centreColumn = (table: Pick<TableFacts, 'name' | 'columns'>): string | null =>
  table.name === 'franchisee'
    ? 'id'
    : table.columns.some((column) => column.name === 'franchisee_id')
      ? 'franchisee_id'
      : null;

/** Tables under row security: a row belongs to a centre. */
export const tenantTables = (tables: readonly TableFacts[]): TableFacts[] =>
  tables.filter((table) => table.rowSecurity && centreColumn(table) !== null);
