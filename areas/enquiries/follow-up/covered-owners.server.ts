import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';

/** Whose calls a person makes today, because they are away (enquiries.md 3.7 Leave); the owner stays who it is. */
export async function coveredOwners(
  db: Db,
  of: { franchiseeId: number; userId: string; today: Day },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select user_id from allocation_cover
    where franchisee_id = ${of.franchiseeId} and cover_id = ${of.userId}::uuid and ${of.today}::date between from_on and to_on`.execute(
    db,
  );
  return rows.map((row) => row.user_id);
}
