import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import type { SuspensionEffect } from '@aangan/server/endpoint/area-extras.ts';
import { sql } from 'kysely';

/** Fees that fall due meanwhile: they are collected whatever a suspension blocks (network.md 3.2). */
export const financeEffects: readonly SuspensionEffect[] = [
  {
    ability: null,
    meets: async (db, franchiseeId, { until }) => {
      const { rows } = await sql<{ n: number; open: number }>`
        select count(*)::int as n, coalesce(sum(net - allocated), 0)::float8 as open from fee_line
         where franchisee_id = ${franchiseeId} and state = 'OPEN' and allocated < net and due_on <= ${until}::date`.execute(
        db,
      );
      const { n = 0, open = 0 } = rows[0] ?? {};
      return n === 0 ? null : `Fees: ${formatInr(paise(open))} due by then can be paid`;
    },
  },
];
