import { sql } from 'kysely';
import type { Db } from './unit-of-work.ts';

/**
 * The next number of a series, locked until the transaction ends, so take it last (areas/README §2).
 * `period`: '2627' financial year, 'A2627' academic year, '' none. A rolled-back transaction gives its number back.
 */
export async function nextNumber(
  db: Db,
  key: { franchiseeId: number; series: string; period: string },
): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select next_number(${key.franchiseeId}, ${key.series}, ${key.period}) as n`.execute(db);
  return (rows[0] as { n: number }).n;
}
