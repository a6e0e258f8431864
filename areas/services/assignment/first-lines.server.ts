import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { Assignment } from './assignment-row.server.ts';

/** Paise of the first instalment that was billed. */
export async function firstBilled(
  db: Db,
  row: Pick<Assignment, 'franchisee_id' | 'fee_assignment_id'>,
): Promise<number> {
  const { rows } = await sql<{ net: number }>`
    select sum(net)::bigint as net from fee_line where franchisee_id = ${row.franchisee_id} and fee_assignment_id = ${row.fee_assignment_id}
       and state <> 'CANCELLED' group by seq, due_on order by due_on, seq limit 1`.execute(db);
  return rows[0]?.net ?? 0;
}

/** The same of a schedule that is not billed yet. */
export const firstOf = (lines: readonly { seq: number; net: number }[]): number =>
  lines.filter(({ seq }) => seq === lines[0]?.seq).reduce((sum, { net }) => sum + net, 0);
