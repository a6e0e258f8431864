import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/**
 * Free seats of a centre and year by class, all sessions together; never below 0. A class of which no session has a
 * limit is missing. The rule is that of `countSeats`.
 */
export async function seatsLeft(
  db: Db,
  of: { franchiseeId: number; yearId: number },
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ class_id: number; left: number }>`
    with taken as (
      select e.class_id, e.day_session, count(*)::int as n from enrolment e
       where e.franchisee_id = ${of.franchiseeId} and e.academic_year_id = ${of.yearId}
         and (e.status in ('UPCOMING', 'ACTIVE') or e.status = 'ON_HOLD' and coalesce(e.hold_keeps_seat, true)) group by 1, 2),
    held as (
      select h.class_seat_id, count(*)::int as n from seat_hold h
       where h.franchisee_id = ${of.franchiseeId} and h.status = 'HELD' and h.until > ${now.toISOString()}::timestamptz group by 1),
    expected as (
      select k.next_class_id as class_id, e.day_session, count(*)::int as n from enrolment e join class k on k.id = e.class_id
       where e.franchisee_id = ${of.franchiseeId} and e.academic_year_id = ${of.yearId} - 1 and e.status in ('ACTIVE', 'ON_HOLD') and e.outcome is distinct from 'LEAVE'
         and not exists (select from enrolment n where n.franchisee_id = e.franchisee_id and n.student_id = e.student_id and n.academic_year_id = ${of.yearId} and n.status <> 'CANCELLED')
       group by 1, 2)
    select s.class_id, sum(case when s.closed then 0 else greatest(0, s.capacity + s.overbook - coalesce(t.n, 0) - coalesce(h.n, 0)
        - case when s.keep_for_promotion then coalesce(x.n, 0) else 0 end) end)::int as left
      from class_seat s
      left join taken t on t.class_id = s.class_id and t.day_session = s.day_session
      left join held h on h.class_seat_id = s.id
      left join expected x on x.class_id = s.class_id and x.day_session = s.day_session
     where s.franchisee_id = ${of.franchiseeId} and s.academic_year_id = ${of.yearId} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.class_id, row.left]));
}

/** How many applications wait for a seat, by class. */
export async function waitingByClass(
  db: Db,
  of: { franchiseeId: number; yearId: number },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{
    class_id: number;
    n: number;
  }>`select class_id, count(*)::int as n from application
    where franchisee_id = ${of.franchiseeId} and academic_year_id = ${of.yearId} and status = 'WAITLISTED' group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.class_id, row.n]));
}
