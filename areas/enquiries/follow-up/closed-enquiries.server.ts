// Close enquiries by the day to try again (index enquiry_closed of 0416); who has no such day comes last.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { enquiryRows, type RawRow, rowOf } from '../enquiry/enquiry-rows.server.ts';
import { allOf, enquiryWhere } from '../enquiry/enquiry-where.server.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

const SORT = 'reviveOn';
const NEVER = '9999-12-31';

interface ClosedRow extends RawRow {
  revive_on: string | null;
  lost_reason_id: string | null;
}

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
  const { rows: keys } = await sql<{ id: string; franchisee_id: number; day: string }>`
    select e.id, e.franchisee_id, ${day}::text as day from enquiry e where ${where}${range} order by ${day}, e.id limit ${pageLimit(input.limit)}`.execute(
    db,
  );
  const total = cursor?.total ?? (await cappedCount(db, sql`select from enquiry e where ${where}`));
  const cut = cutPage(keys, input, { sort: SORT, total, at: (last) => last.day });
  const found = new Map(
    (cut.rows.length === 0
      ? []
      : await enquiryRows<ClosedRow>(
          db,
          sql`(e.franchisee_id, e.id) in (${sql.join(cut.rows.map((one) => sql`(${one.franchisee_id}::int, ${one.id}::uuid)`))})`,
          cut.rows.length,
        )
    ).map((row) => [row.id, row]),
  );
  const reasons = new Map(
    (await db.selectFrom('lost_reason').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
  );
  return {
    ...cut,
    rows: cut.rows.flatMap(({ id }) => {
      const row = found.get(id);
      return row
        ? [
            {
              ...rowOf(row, today, actor),
              reviveOn: row.revive_on,
              lostReason: row.lost_reason_id ? (reasons.get(row.lost_reason_id) ?? null) : null,
            },
          ]
        : [];
    }),
  };
});
