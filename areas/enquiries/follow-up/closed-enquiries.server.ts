// Close enquiries by the day to try again (index enquiry_closed of 0416); who has no such day comes last.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { enquiryRowsOf, rowOf } from '../enquiry/enquiry-rows.server.ts';
import { allOf, enquiryWhere } from '../enquiry/enquiry-where.server.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

const SORT = 'reviveOn';
const NEVER = '9999-12-31';

export const closedEnquiries = handle(followUpWorkContract.closed, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const cursor = input.after ? readCursor(input.after, SORT) : null;
  const day = sql`coalesce(e.revive_on, ${sql.lit(NEVER)}::date)`;
  const where = allOf([
    inChosenCentre(actor, 'e.franchisee_id'),
    sql`e.academic_year_id = ${chosenYear(actor)}`,
    sql`e.follow_up_group = 'CLOSED'`,
    ...enquiryWhere(
      { assignedTo: input.assignedTo },
      { today, userId: actor.userId, franchiseeId: actor.franchiseeId },
    ),
  ]);
  const range = cursor ? sql` and (${day}, e.id) > (${cursor.value}::date, ${cursor.id}::uuid)` : sql``;
  const total = cursor?.total ?? (await cappedCount(db, sql`select from enquiry e where ${where}`));
  const rows = await enquiryRowsOf(
    db,
    sql`select s.franchisee_id, s.id, s.day::text as v, 0 as total, row_number() over (order by s.day, s.id) as n from (
      select e.franchisee_id, e.id, ${day} as day from enquiry e where ${where}${range} order by ${day}, e.id limit ${pageLimit(input.limit)}) s`,
  );
  const page = cutPage(rows, input, { sort: SORT, total, at: (last) => last.sort_value });
  return { ...page, rows: page.rows.map((row) => rowOf(row, today, actor)) };
});
