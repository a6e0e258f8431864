import { addDays, type Day, formatDate } from '@aangan/contract/period.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { quarterTitle } from './review-days.ts';

export const REVIEW_PATH = '/user/page/1?tab=review';

/** Items of a review that nobody decided and whose role still stands. */
export const stillOpen = sql<boolean>`i.decision is null and g.ended_at is null`;

interface Round {
  id: string;
  round: number;
  today: Day;
}

/** A line in the bell and an e-mail for everybody whose word is missing, with how many roles wait; once each round. */
export async function tellReviewers(db: Db, { id, round }: Round): Promise<number> {
  const review = await db
    .selectFrom('access_review')
    .select(['quarter_on', 'due_on', 'ends_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [due, ends] = [formatDate(review.due_on), formatDate(review.ends_on)];
  const body =
    round < 3
      ? `Keep or end each of them until ${due}. Undecided assignments expire automatically.`
      : `The time is over. What nobody decides ends after ${ends}.`;
  const { rows } = await sql<{ user_id: string; n: number }>`
    with waiting as (select i.reviewer_id, count(*)::int as n from access_review_item i join user_role g on g.id = i.grant_id
        where i.review_id = ${id} and ${stillOpen} group by 1),
      asked as (select who.id as user_id, sum(w.n)::int as n from waiting w join app_user who on who.state = 'ACTIVE'
        and (who.id = w.reviewer_id or (w.reviewer_id is null and who.super_admin)) group by 1),
      told as (insert into notice (user_id, kind, title, body, link, source_area, dedupe_key)
        select user_id, 'system.access-review', 'Access review: ' || n || case n when 1 then ' role assignment awaits' else ' role assignments await' end || ' your review', ${body}, ${REVIEW_PATH}, 'system',
          ${`access-review:${id}:${round}`} from asked on conflict (user_id, dedupe_key) do nothing returning user_id)
    select a.user_id, a.n from asked a join told t using (user_id) order by 1`.execute(db);
  // One line of a review stands in the bell: the newest.
  await sql`update notice set dismissed_at = now() where kind = 'system.access-review' and dismissed_at is null
    and dedupe_key like ${`access-review:${id}:%`} and dedupe_key <> ${`access-review:${id}:${round}`}
    and user_id = any (${rows.map((row) => row.user_id)}::uuid[])`.execute(db);
  for (const row of rows)
    await queueMessage(db, {
      kind: 'system.access-review',
      franchiseeId: HEAD_OFFICE,
      about: { userIds: [row.user_id] },
      values: {
        n: row.n === 1 ? '1 role' : `${row.n} roles`,
        quarter: quarterTitle(review.quarter_on),
        due: round < 3 ? due : ends,
      },
      dedupeKey: `${id}:${round}:${row.user_id}`,
      source: { kind: 'ACCESS_REVIEW', id },
    });
  if (round === 3) await warnHolders(db, { id, ends: review.ends_on });
  return rows.length;
}

/** Those who would lose a role because nobody decided hear of it a week before. */
async function warnHolders(db: Db, { id, ends }: { id: string; ends: Day }): Promise<void> {
  await sql`insert into notice (user_id, kind, title, body, link, source_area, dedupe_key)
    select i.user_id, 'system.access-lapses', left(r.description || ' ends after ' || ${formatDate(ends)}, 120),
      'Nobody said yet that you still need it. Ask whoever you report to.', '/profile', 'system', 'access-lapses:' || i.id
      from access_review_item i join user_role g on g.id = i.grant_id join role r on r.id = i.role_id join app_user u on u.id = i.user_id
     where i.review_id = ${id} and ${stillOpen} and u.state = 'ACTIVE'
    on conflict (user_id, dedupe_key) do nothing`.execute(db);
}

/** The round that is due on a day: 1 from the start, 2 half way, 3 when the time is over. */
export const roundOn = (today: Day, review: { started_on: Day; due_on: Day }, againDays: number): number =>
  1 + Number(today >= addDays(review.started_on, againDays)) + Number(today >= review.due_on);
