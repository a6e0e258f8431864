import { sql } from 'kysely';
import type { Db } from './unit-of-work.ts';

/**
 * To be called by whoever has saved many rows, in the same transaction: lets the planner count these tables when it knows of
 * fewer than `known` rows (0950_count_anew.sql says why). Ten times the rows just saved is autovacuum's own measure, which
 * would count within a minute; that minute is what this is for.
 */
export async function countAnew(db: Db, tables: readonly string[], known: number): Promise<void> {
  if (known > 0) await sql`select count_anew(${tables}::text[], ${Math.ceil(known)}::bigint)`.execute(db);
}
