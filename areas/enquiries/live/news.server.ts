// What happened to an open list meanwhile. The change audit knows who did what when, by centre and time, so a look costs a
// walk over what changed and not over the list.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear } from '@aangan/server/work/ensure.ts';
import { type RawBuilder, sql } from 'kysely';
import { allOf, enquiryWhere } from '../enquiry/enquiry-where.server.ts';
import { newsContract } from './news.contract.ts';

/** More than anybody would look through; an old tab asks no further. */
const MOST = 500;

export const enquiryNews = handle(newsContract.news, async ({ db, actor, input, now }) => {
  const { view, since, ...filters } = input;
  if (!since) {
    const { rows } = await sql<{ at: string }>`select now() as at`.execute(db);
    return { fresh: 0, changed: 0, at: rows[0]?.at ?? now.toISOString() };
  }
  const today = todayIst(now);
  const centre = chosenCentre(actor);
  const ofView: Readonly<Record<typeof view, RawBuilder<unknown>>> = {
    register: sql`true`,
    due: sql`e.is_open and e.next_follow_up_on <= ${today}::date`,
    unallocated: sql`e.is_open and e.owner_id is null`,
  };
  const { rows } = await sql<{ fresh: number; changed: number; at: string }>`
    with c as materialized (
      select r.row_key, bool_or(r.op = 'I') as made from (
        select row_key, op, actor from record_change where franchisee_id = ${centre} and at > ${since}::timestamptz and table_name = 'enquiry'
         order by at desc limit ${sql.lit(MOST)}) r
       where r.actor is distinct from ${actor.userId} group by r.row_key)
    select (count(*) filter (where c.made))::int as fresh, (count(*) filter (where not c.made))::int as changed, now() as at
      from c cross join lateral (select * from enquiry e where e.franchisee_id = ${centre} and e.id = c.row_key::uuid limit 1) e
     where e.academic_year_id = ${chosenYear(actor)} and ${ofView[view]}
       and ${allOf(enquiryWhere(filters, { today, userId: actor.userId, franchiseeId: centre }))}`.execute(
    db,
  );
  const [found] = rows;
  return { fresh: found?.fresh ?? 0, changed: found?.changed ?? 0, at: found?.at ?? since };
});
