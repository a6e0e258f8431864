import { academicYearOf, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/**
 * Opens a franchisee's books: the months of the present financial year as open periods. Series and balances make
 * themselves at first use. A repeated call changes nothing.
 */
export async function openBooks(db: Db, franchiseeId: number, now = new Date()): Promise<void> {
  const first = `${academicYearOf(todayIst(now))}-04-01`;
  await sql`insert into ledger_period (franchisee_id, month)
    select ${franchiseeId}, (${first}::date + (n || ' months')::interval)::date from generate_series(0, 11) n
    on conflict (franchisee_id, month) do nothing`.execute(db);
}
