import type { SuspensionEffect } from '@aangan/server/endpoint/area-extras.ts';
import { sql } from 'kysely';

/** What stops when a centre takes no enquiries from the public: as many as came in the last 30 days (network.md 11.5). */
export const enquiryEffects: readonly SuspensionEffect[] = [
  {
    ability: 'PUBLIC_ENQUIRY',
    meets: async (db, franchiseeId) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from enquiry where franchisee_id = ${franchiseeId} and created_at > now() - interval '30 days'`.execute(
        db,
      );
      const n = rows[0]?.n ?? 0;
      return n === 0 ? null : `about ${n} ${n === 1 ? 'enquiry' : 'enquiries'} in 30 days, as in the last 30`;
    },
  },
];
