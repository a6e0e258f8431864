// Who gets a new ticket (areas/tickets.md 3.4): by the group's way of giving out, over the tickets of all centres.
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** The owner, or null where the group gives out by hand or nobody has room for one more. */
export async function chooseOwner(db: Db, groupId: string): Promise<string | null> {
  const group = ensureFound(
    await db
      .selectFrom('ticket_group')
      .select(['assign', 'max_open'])
      .where('id', '=', groupId)
      .executeTakeFirst(),
  );
  if (group.assign === 'MANUAL') return null;
  const least = group.assign === 'LEAST_OPEN' ? sql`weight, ` : sql``;
  const { rows } = await sql<{ id: string }>`
    select user_id as id from ticket_load(${groupId}) where open_n < ${group.max_open}
     order by ${least}last_at nulls first, user_id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
