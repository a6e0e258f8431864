import type { OpenWork } from '@aangan/server/endpoint/area-extras.ts';
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
  // The log says of each that its owner left; a quota or an open limit never keeps work with somebody who is gone.
  handOver: async (db, { from, to, now }) =>
    Number(
      (
        await sql`with moved as (update enquiry set owner_id = ${to}::uuid, owner_since = ${now.toISOString()}::timestamptz where owner_id = ${from}::uuid and is_open
            returning franchisee_id, id)
          insert into allocation_log (franchisee_id, enquiry_id, at, from_owner, to_owner, why, by)
          select franchisee_id, id, ${now.toISOString()}::timestamptz, ${from}::uuid, ${to}::uuid, 'LEAVER', scope_user() from moved`.execute(
          db,
        )
      ).numAffectedRows ?? 0n,
    ),
};
