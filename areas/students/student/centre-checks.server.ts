import type { CentreCheck } from '@aangan/server/endpoint/area-extras.ts';
import { sql } from 'kysely';

/** A centre closes when no child is enrolled there any more (network.md 2.3). */
export const childrenLeft: CentreCheck = {
  at: 'CLOSE',
  unmet: async (db, franchiseeId, on) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from enrolment where franchisee_id = ${franchiseeId} and status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') and coalesce(left_on, 'infinity') > ${on}::date`.execute(
      db,
    );
    const n = rows[0]?.n ?? 0;
    return n === 0 ? null : n === 1 ? '1 child is still enrolled' : `${n} children are still enrolled`;
  },
};
