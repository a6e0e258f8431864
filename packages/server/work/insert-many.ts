import { type Insertable, sql } from 'kysely';
import type { DB } from '../../../db/types.ts';
import type { Db } from './unit-of-work.ts';

/**
 * Inserts rows of the same columns by one parameter: the statement is the same for any number of them, and prepared. Values
 * travel as JSON, so a `jsonb` column takes its value as it is, and bytes cannot be given.
 */
export async function insertMany<T extends keyof DB>(
  db: Db,
  table: T,
  rows: readonly Insertable<DB[T]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.id(name)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}
