// The fees part of a centre's health: instalments that fell due in the last 90 days, and what of them is paid.
import { addDays } from '@aangan/contract/period.ts';
import type { HealthMeasure } from '@aangan/server/endpoint/area-extras.ts';
import { sql } from 'kysely';

const DAYS = 90;
const MOST_ROWS = 2000;

export const collectionsHealth: HealthMeasure = {
  key: 'collections',
  totals: async (db, franchiseeIds, today) => {
    const { rows } = await sql<{ id: number; n: number; d: number }>`
      select franchisee_id as id, sum(allocated)::bigint as n, sum(net)::bigint as d from fee_line
       where franchisee_id = any (${franchiseeIds as number[]}::int[]) and state = 'OPEN' and net > 0
         and due_on between ${addDays(today, -DAYS)}::date and ${today}::date group by 1`.execute(db);
    return new Map(rows.map(({ id, n, d }) => [id, { n, d }]));
  },
  rows: async (db, franchiseeId, today) => {
    const { rows } = await sql<{ label: string; admission: string | null; n: number; d: number }>`
      select a.child_label as label, a.student_admission_id as admission, sum(l.allocated)::bigint as n, sum(l.net)::bigint as d
        from fee_line l join fee_account a on a.franchisee_id = l.franchisee_id and a.id = l.fee_account_id
       where l.franchisee_id = ${franchiseeId} and l.state = 'OPEN' and l.net > 0
         and l.due_on between ${addDays(today, -DAYS)}::date and ${today}::date
       group by a.id, 1, 2 order by sum(l.net - l.allocated) desc, 1 limit ${sql.lit(MOST_ROWS)}`.execute(db);
    return rows.map((row) => ({
      label: row.label,
      link: row.admission && `/ledger/student-ledger/${row.admission}`,
      n: row.n,
      d: row.d,
    }));
  },
};
