// Which month a royalty row belongs to, against a freeze that runs at the same time (finance.md 3.9, 3.11 'Lock order').
import { addMonths, type Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

const keyOf = (franchiseeId: number, month: Day) => `royalty-month ${franchiseeId} ${month}`;

/**
 * The month of a new row: that of its day, or the first later one that is not frozen. Holds the month open until the
 * transaction ends: a freeze waits for rows that are being written, and rows wait for a freeze.
 */
export async function openRoyaltyMonth(
  db: Db,
  franchiseeId: number,
  day: Day,
): Promise<{ month: Day; late: boolean }> {
  for (let month = monthOf(day); ; month = addMonths(month, 1)) {
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(franchiseeId, month)}, 0))`.execute(
      db,
    );
    const frozen = await db
      .selectFrom('royalty_run_centre')
      .select('id')
      .where('franchisee_id', '=', franchiseeId)
      .where('month', '=', month)
      .where('frozen_at', 'is not', null)
      .executeTakeFirst();
    if (!frozen) return { month, late: month !== monthOf(day) };
  }
}

/** Waits until no row of the month is being written, and lets none begin until the transaction ends. */
export const lockRoyaltyMonth = (db: Db, franchiseeId: number, month: Day) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(franchiseeId, month)}, 0))`.execute(db);
