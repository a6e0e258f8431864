// An access review that is two thirds done.
import { openReview } from '@aangan/areas/system/review/open-review.server.ts';
import { tellReviewers } from '@aangan/areas/system/review/tell-review.server.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import type { Client } from 'pg';
import { headOffice } from '../../../db/demo/people.ts';
import { work } from '../../../db/demo/product.ts';
import { asOwner } from '../../../db/demo/rows.ts';

const REVIEW_DAYS = 19;

/** A review that began 19 days ago: most roles are kept, the others wait for a word. */
export async function writeReview(client: Client, database: Database, today: Day): Promise<void> {
  const began = addDays(today, -REVIEW_DAYS);
  await work(database, systemActor(), 'access-review', async (db) => {
    const { id } = await openReview(db, began);
    await tellReviewers(db, { id, round: 1, today: began });
    await tellReviewers(db, { id, round: 2, today: addDays(began, 15) });
    await db.updateTable('access_review').set({ told: 2 }).where('id', '=', id).execute();
  });
  await asOwner(client, async () => {
    await client.query(
      `insert into person_use (user_id, module, used_on)
       select distinct on (g.user_id, e.module) g.user_id, e.module, $1::date - case when substr(h, 1, 1) > 'd' then 91 + ('x' || substr(h, 2, 1))::bit(4)::int * 6 else ('x' || substr(h, 2, 1))::bit(4)::int % 6 end
         from user_role g join role_end_point p on p.role_id = g.role_id join system_end_point e on e.id = p.end_point_id and e.module !~ '^(level_|dyn_)', md5(g.user_id::text) h
        where g.ended_at is null and substr(h, 1, 1) > '0' and substr(md5(g.user_id || e.module), 1, 1) > '5' order by g.user_id, e.module
       on conflict do nothing`,
      [today],
    );
    await client.query(
      `update access_review_item i set decision = 'KEEP', decided_by = d.by, decided_at = ($1::date + ('x' || substr(d.h, 3, 1))::bit(4)::int)::timestamp at time zone 'Asia/Kolkata' + interval '10 hours' + ('x' || substr(d.h, 4, 2))::bit(8)::int * interval '1 minute',
          last_used_on = d.used_on, last_used_module = d.module
         from (select o.id, coalesce(o.reviewer_id, $2::uuid) as by, md5(o.user_id || ':' || o.role_id) as h, u.used_on, u.module from access_review_item o left join lateral (
           select x.used_on, x.module from person_use x join system_end_point e on e.module = x.module join role_end_point p on p.end_point_id = e.id and p.role_id = o.role_id
            where x.user_id = o.user_id order by x.used_on desc, x.module limit 1) u on true) d
        where d.id = i.id and d.by <> i.user_id and substr(d.h, 1, 1) < 'a'`,
      [began, headOffice.superadmin.id],
    );
    await client.query(
      `update notice set created_at = ($1::date + case when dedupe_key like '%:2' then 15 else 0 end)::timestamp at time zone 'Asia/Kolkata' + interval '6 hours 20 minutes' where kind = 'system.access-review'`,
      [began],
    );
  });
}
