import type { Client } from 'pg';

/** Drops the indexes of these tables that no constraint owns; gives their definitions. */
export async function dropIndexes(client: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = any ($1::text[]::regclass[]) and not i.indisprimary and not exists (select from pg_constraint c where c.conindid = i.indexrelid) order by 1`,
    [tables],
  );
  if (rows.length > 0) await client.query(`drop index ${rows.map((row) => row.name).join(', ')}`);
  return rows.map((row) => row.definition);
}

export async function makeIndexes(client: Client, definitions: readonly string[]): Promise<void> {
  for (const definition of definitions) await client.query(definition);
}
