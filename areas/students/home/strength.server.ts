import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { serveBoard } from '@aangan/server/board/serve-board.ts';
import { cappedCount } from '@aangan/server/record/keyset.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { narrowed } from '../student/student.queries.server.ts';
import { strengthBoard } from './home.contract.ts';

const BIRTHDAYS = 20;

/** Strength of the centres in the caller's reach; every figure is the list's own rows, counted. */
export const staffHome = serveBoard(strengthBoard, async ({ db, actor, now }) => {
  const year = chosenYear(actor);
  const today = todayIst(now);
  const here = actor.franchiseeId === null ? sql`true` : sql`e.franchisee_id = ${actor.franchiseeId}`;
  const live = sql`e.academic_year_id = ${year} and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') and ${here}`;
  const { rows: sums } = await sql<{
    start: number;
    pending: number;
  }>`select count(*) filter (where e.status = 'UPCOMING' and e.joined_on between ${today} and ${addDays(today, 6)})::int as start,
      count(*) filter (where e.edit_status = 'pending')::int as pending
    from enrolment e where ${live}`.execute(db);
  const places = actor.franchiseeId === null ? sql`true` : sql`n.franchisee_id = ${actor.franchiseeId}`;
  const { rows: byClass } = await sql<{
    classId: number;
    className: string;
    children: number;
    places: number;
  }>`select k.id as "classId", k.name as "className", (select count(*)::int from enrolment e where e.class_id = k.id and ${live}) as children,
      (select coalesce(sum(n.capacity), 0)::int from section n where n.class_id = k.id and n.academic_year_id = ${year} and n.active and ${places}) as places
    from class k where k.active order by k.position`.execute(db);
  const { rows: byMonth } = await sql<{ month: string; joined: number; left: number }>`
    select to_char(m, 'YYYY-MM') as month,
      (select count(*)::int from enrolment e where e.academic_year_id = ${year} and ${here} and e.status <> 'CANCELLED' and e.entry <> 'PROMOTED' and e.joined_on >= m and e.joined_on < m + interval '1 month') as joined,
      (select count(*)::int from enrolment e where e.academic_year_id = ${year} and ${here} and e.status in ('WITHDRAWN', 'TRANSFERRED') and e.left_on >= m and e.left_on < m + interval '1 month') as left
    from generate_series(make_date(${year}::int, 4, 1)::timestamp, least(make_date(${year}::int + 1, 3, 1), ${today}::date)::timestamp, interval '1 month') m`.execute(
    db,
  );
  const { rows: birthdays } = await sql<{ studentId: string; name: string; on: string; turns: number }>`
    select s.id as "studentId", s.name, d.day::text as on, (extract(year from d.day) - extract(year from s.date_of_birth))::int as turns
    from (select (${today}::date + i) as day from generate_series(0, 6) i) d
    join student s on to_char(s.date_of_birth, 'MM-DD') = to_char(d.day, 'MM-DD') and s.state = 'STUDYING'
    join enrolment e on e.franchisee_id = s.franchisee_id and e.id = s.current_enrolment_id
    where ${live} order by d.day, s.name limit ${BIRTHDAYS}`.execute(db);
  const sum = sums[0] ?? { start: 0, pending: 0 };
  const inState = async (state: string): Promise<number> =>
    (await cappedCount(db, narrowed(db, actor, { state }))).n;
  const placesInAll = byClass.reduce((n, row) => n + row.places, 0);
  return {
    studying: {
      n: await inState('STUDYING'),
      filters: { state: 'STUDYING' },
      ...(placesInAll > 0 ? { note: `of ${placesInAll} places in sections` } : {}),
    },
    upcoming: {
      n: await inState('UPCOMING'),
      note: `${sum.start} within 7 days`,
      filters: { state: 'UPCOMING' },
    },
    profilesPending: { n: sum.pending },
    onHold: { n: await inState('ON_HOLD'), filters: { state: 'ON_HOLD' } },
    byClass: byClass
      .filter((row) => row.children > 0 || row.places > 0)
      .map((row) => ({ label: row.className, values: { children: row.children, places: row.places } })),
    byMonth: byMonth.map((row) => ({
      label: monthName.format(new Date(`${row.month}-01`)),
      values: { joined: row.joined, left: row.left },
    })),
    birthdays: birthdays.map((one) => ({
      label: one.name,
      second: `${formatDate(one.on)}, turns ${one.turns}`,
      to: `/students/edit/${one.studentId}`,
    })),
  };
});

/** `2026-04` as Apr. */
const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
