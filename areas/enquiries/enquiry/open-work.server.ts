import type { OpenWork } from '@aangan/server/area-extras.ts';
import { sql } from 'kysely';

/** Open enquiries in a counsellor's name; they go to whoever takes over when the person leaves (network.md 10.14). */
export const enquiryWork: OpenWork = {
  key: 'enquiries',
  title: 'open enquiries',
  count: async (db, userId) =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from enquiry where owner_id = ${userId} and is_open`.execute(db)
    ).rows[0]?.n ?? 0,
  centres: async (db, userId) =>
    (
      await db
        .selectFrom('enquiry')
        .select('franchisee_id')
        .distinct()
        .where('owner_id', '=', userId)
        .where('is_open', '=', true)
        .execute()
    ).map((row) => row.franchisee_id),
  handOver: async (db, { from, to, now }) =>
    Number(
      (
        await db
          .updateTable('enquiry')
          .set({ owner_id: to, owner_since: now.toISOString() })
          .where('owner_id', '=', from)
          .where('is_open', '=', true)
          .executeTakeFirst()
      ).numUpdatedRows,
    ),
};
