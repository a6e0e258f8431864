import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { inNetwork } from '../role/submit-role-change.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import { accessReviewContract } from './access-review.contract.ts';
import { quarterOf, quarterTitle, reviewDays } from './review-days.ts';
import { tellReviewers } from './tell-review.server.ts';

export const startReview = handle(accessReviewContract.start, (call) => {
  const { db, actor, now } = call;
  ensure(actor.wholeNetwork, () => refuse('module.missing'));
  return inNetwork(call, async () => {
    const today = todayIst(now);
    const last = await db
      .selectFrom('access_review')
      .select(['quarter_on', 'closed_at'])
      .orderBy('quarter_on', 'desc')
      .executeTakeFirst();
    if (last && (last.closed_at === null || last.quarter_on >= quarterOf(today)))
      throw refuseSystem('review.started', { details: { quarter: quarterTitle(last.quarter_on) } });
    const opened = await openReview(db, today);
    await tellReviewers(db, { id: opened.id, round: 1, today });
    return opened;
  });
});

/** Puts every role that people hold and that does not end before the review does onto somebody's list. */
export async function openReview(db: Db, today: Day): Promise<{ id: string; items: number }> {
  const days = reviewDays(today);
  const { id } = await db
    .insertInto('access_review')
    .values({
      quarter_on: days.quarterOn,
      started_on: days.startedOn,
      due_on: days.dueOn,
      ends_on: days.endsOn,
      told: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await sql`
    insert into access_review_item (review_id, grant_id, user_id, role_id, reviewer_id)
    select ${id}, g.id, g.user_id, g.role_id, coalesce(boss.id, giver.id)
      from user_role g join role r on r.id = g.role_id and r.reach not in ('FAMILY', 'VENDOR')
      join app_user u on u.id = g.user_id and u.kind = 'STAFF' and u.state <> 'DISABLED'
      left join app_user boss on boss.id = u.reports_to and ${mayDecide('boss', today)}
      left join app_user giver on giver.id = g.granted_by and ${mayDecide('giver', today)}
     where g.ended_at is null and g.from_on <= ${today} and (g.to_on is null or g.to_on > ${days.endsOn})`.execute(
    db,
  );
  return { id, items: Number(made.numAffectedRows ?? 0n) };
}

/** Who may give a role may say whether it is still needed (system.md 3.7), in one condition for all grants `g` at once. */
const mayDecide = (person: 'boss' | 'giver', today: Day): RawBuilder<boolean> => {
  const id = sql.ref(`${person}.id`);
  return sql`${id} <> g.user_id and ${sql.ref(`${person}.state`)} = 'ACTIVE' and (${sql.ref(`${person}.super_admin`)} or exists (
    select from user_role own join role_grantable may on may.granter_role_id = own.role_id and may.role_id = g.role_id
     where own.user_id = ${id} and own.ended_at is null and own.from_on <= ${today} and (own.to_on is null or own.to_on >= ${today}) and (own.scope = 'NETWORK'
       or (g.scope = 'ZONE' and own.scope = 'ZONE' and own.zone_id = g.zone_id)
       or (g.scope = 'CENTRE' and (own.franchisee_id = g.franchisee_id
         or (own.scope = 'CENTRES' and exists (select from user_centre c where c.user_id = own.user_id and c.franchisee_id = g.franchisee_id
           and c.from_on <= ${today} and (c.to_on is null or c.to_on >= ${today})))
         or (own.scope = 'ZONE' and exists (select from franchisee f join zone z on z.id = f.zone_id where f.id = g.franchisee_id and own.zone_id in (z.id, z.parent_id))))))))`;
};
