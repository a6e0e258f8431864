import type { Day } from '@aangan/contract/period.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

/** Codes of a register's day that use up a session. */
export const CAME = ['P', 'LATE', 'EARLY', 'HD'] as const;

/** SQL: sessions an assignment `a` used itself, by the registers of its days. */
export const usedByItself: RawBuilder<number> = sql<number>`(select count(*)::int from attendance_mark m
  where m.franchisee_id = a.franchisee_id and m.enrolment_id = a.enrolment_id and m.code in ('P', 'LATE', 'EARLY', 'HD')
    and m.on_date between a.from_on and a.to_on)`;

/** The same for one row. */
export async function attendedSince(db: Db, row: RowIn<'programme_assignment'>): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select ${usedByItself} as used from programme_assignment a where a.franchisee_id = ${row.franchisee_id} and a.id = ${row.id}`.execute(
    db,
  );
  return rows[0]?.used ?? 0;
}

/** The days a child came or stayed away, by the registers. */
export async function marksOfChild(
  db: Db,
  of: { franchiseeId: number; enrolmentId: string },
): Promise<{ day: Day; code: string }[]> {
  const { rows } = await sql<{ day: Day; code: string }>`
    select on_date as day, code from attendance_mark where franchisee_id = ${of.franchiseeId} and enrolment_id = ${of.enrolmentId}
     order by on_date`.execute(db);
  return rows;
}
