import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** No next date is further away, so no further holiday matters. */
const HORIZON_DAYS = 420;

/** Holidays of a centre's enquiry desk from a day on: its own and the network's. Sundays are not among them. */
export async function deskHolidays(db: Db, franchiseeId: number, from: Day): Promise<ReadonlySet<Day>> {
  const { rows } = await sql<{ day: string }>`select on_date as day from desk_holiday
    where franchisee_id in (1, ${franchiseeId}) and on_date >= ${from}::date and on_date <= ${addDays(from, HORIZON_DAYS)}::date`.execute(
    db,
  );
  return new Set(rows.map((row) => row.day));
}
