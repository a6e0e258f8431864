// Follow-ups of a month by day: one index-only walk, no row of a family is read (index enquiry_bucket of 0401).
import { addMonths, type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, istDay } from '@aangan/server/sql.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { allOf, enquiryWhere } from '../enquiry/enquiry-where.server.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

export const followUpCalendar = handle(followUpWorkContract.calendar, async ({ db, actor, input, now }) => {
  const first: Day = `${input.month}-01`;
  const end = addMonths(first, 1);
  const scope = [
    inChosenCentre(actor, 'e.franchisee_id'),
    sql`e.academic_year_id = ${chosenYear(actor)}`,
    sql`e.is_open`,
    ...enquiryWhere(
      { assignedTo: input.assignedTo },
      { today: todayIst(now), userId: actor.userId, franchiseeId: actor.franchiseeId },
    ),
  ];
  const { rows } = await sql<{ day: Day; group: string; n: number }>`
    select e.next_follow_up_on as day, e.follow_up_group as "group", count(*)::int as n from enquiry e
     where ${allOf(scope)} and e.next_follow_up_on >= ${first}::date and e.next_follow_up_on < ${end}::date group by 1, 2`.execute(
    db,
  );
  const { rows: visits } = await sql<{ day: Day; n: number }>`
    select ${istDay('e.appointment_at')} as day, count(*)::int as n from enquiry e
     where ${allOf(scope)} and e.stage_code = 'Appointment Fixed' and e.appointment_at >= ${startOfDay(first).toISOString()}::timestamptz
       and e.appointment_at < ${startOfDay(end).toISOString()}::timestamptz group by 1`.execute(db);
  const days = new Map<Day, { cold: number; warm: number; hot: number; visits: number }>();
  const of = (day: Day) => {
    const known = days.get(day) ?? { cold: 0, warm: 0, hot: 0, visits: 0 };
    days.set(day, known);
    return known;
  };
  for (const row of rows) {
    const sums = of(row.day);
    if (row.group === 'HOT') sums.hot += row.n;
    else if (row.group === 'WARM') sums.warm += row.n;
    else sums.cold += row.n;
  }
  for (const row of visits) of(row.day).visits += row.n;
  return {
    days: [...days].map(([day, sums]) => ({ day, ...sums })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  };
});
