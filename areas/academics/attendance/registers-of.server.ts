import { academicYearDays } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** Class registers that each of these staff submitted in a year; absent: none. */
export async function registersOf(
  db: Db,
  of: { staffIds: readonly string[]; yearId: number },
): Promise<ReadonlyMap<string, number>> {
  const { from, to } = academicYearDays(of.yearId);
  const { rows } = await sql<{ staffId: string; n: number }>`
    select s.id as "staffId", count(*)::int as n from staff s join attendance_register g on g.franchisee_id = s.franchisee_id and g.submitted_by = s.user_id
     where s.id = any (${[...of.staffIds]}::uuid[]) and g.status = 'SUBMITTED' and g.on_date between ${from} and ${to} group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ staffId, n }) => [staffId, n]));
}
