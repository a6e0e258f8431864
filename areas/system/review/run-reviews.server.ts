import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { lastUseOf } from './last-use.server.ts';
import { openReview } from './open-review.server.ts';
import { AGAIN_DAYS, DUE_DAYS, END_DAYS, quarterOf, quarterTitle, START_DAYS } from './review-days.ts';
import { REVIEW_PATH, roundOn, stillOpen, tellReviewers } from './tell-review.server.ts';

interface OpenReview {
  id: string;
  quarter_on: Day;
  started_on: Day;
  due_on: Day;
  ends_on: Day;
  told: number;
}

/** One look a day: starts the review of a new quarter, tells thrice, ends what nobody decided, and closes (network.md 5). */
export async function runReviews(db: Db, now: Date): Promise<{ told: number; ended: number }> {
  const today = todayIst(now);
  const open = await db
    .selectFrom('access_review')
    .select(['id', 'quarter_on', 'started_on', 'due_on', 'ends_on', 'told'])
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (open) return goOn(db, open, now);
  const quarter = quarterOf(today);
  const had = await db
    .selectFrom('access_review')
    .select('id')
    .where('quarter_on', '>=', quarter)
    .executeTakeFirst();
  if (had || today >= addDays(quarter, START_DAYS)) return { told: 0, ended: 0 };
  const { id } = await openReview(db, today);
  return { told: await tellReviewers(db, { id, round: 1, today }), ended: 0 };
}

async function goOn(db: Db, review: OpenReview, now: Date): Promise<{ told: number; ended: number }> {
  const today = todayIst(now);
  await sql`update access_review_item i set decision = 'GONE', decided_at = ${now.toISOString()} from user_role g
    where g.id = i.grant_id and i.review_id = ${review.id} and i.decision is null and g.ended_at is not null`.execute(
    db,
  );
  // Nobody loses a role who was not told thrice: a job that was down gives the week again.
  const ended = review.told === 3 && today > review.ends_on ? await lapse(db, review.id, now) : 0;
  const left = await db
    .selectFrom('access_review_item')
    .select('id')
    .where('review_id', '=', review.id)
    .where('decision', 'is', null)
    .executeTakeFirst();
  if (!left) {
    await close(db, review, now);
    return { told: 0, ended };
  }
  const round = roundOn(today, review, AGAIN_DAYS);
  if (round <= review.told) return { told: 0, ended };
  const week = addDays(today, END_DAYS - DUE_DAYS);
  await db
    .updateTable('access_review')
    .set({ told: round, ...(round === 3 && week > review.ends_on ? { ends_on: week } : {}) })
    .where('id', '=', review.id)
    .execute();
  return { told: await tellReviewers(db, { id: review.id, round, today }), ended };
}

/** Ends the roles nobody said a word about; their holders were warned a week before. */
async function lapse(db: Db, id: string, now: Date): Promise<number> {
  const at = now.toISOString();
  const { rows } = await sql<{ grant_id: string }>`
    update access_review_item i set decision = 'LAPSED', decided_at = ${at},
        last_used_on = (select used_on from ${lastUseOf('i')} used), last_used_module = (select module from ${lastUseOf('i')} used)
      from user_role g where g.id = i.grant_id and i.review_id = ${id} and ${stillOpen} returning i.grant_id`.execute(
    db,
  );
  const grants = rows.map((row) => row.grant_id);
  await sql`update user_role set ended_at = ${at} where id = any (${grants}::uuid[])`.execute(db);
  await sql`insert into notice (user_id, kind, title, body, link, source_area, dedupe_key)
    select i.user_id, 'system.access-lapsed', left(r.description || ' ended: nobody said that you still need it', 120), 'Ask for access again if you do.', '/profile', 'system', 'access-lapsed:' || i.id
      from access_review_item i join role r on r.id = i.role_id join app_user u on u.id = i.user_id and u.state = 'ACTIVE'
     where i.review_id = ${id} and i.grant_id = any (${grants}::uuid[])
    on conflict (user_id, dedupe_key) do nothing`.execute(db);
  return grants.length;
}

async function close(db: Db, review: OpenReview, now: Date): Promise<void> {
  await db
    .updateTable('access_review')
    .set({ closed_at: now.toISOString() })
    .where('id', '=', review.id)
    .execute();
  await sql`insert into notice (user_id, kind, title, body, link, source_area, dedupe_key)
    select u.id, 'system.access-review-done', ${`Access review of ${quarterTitle(review.quarter_on)} is done`},
      c.kept || ' roles kept, ' || c.ended || ' ended, ' || c.lapsed || ' ended because nobody decided.', ${REVIEW_PATH}, 'system', ${`access-review-done:${review.id}`}
      from app_user u, (select count(*) filter (where decision = 'KEEP') as kept, count(*) filter (where decision = 'END') as ended,
        count(*) filter (where decision = 'LAPSED') as lapsed from access_review_item where review_id = ${review.id}) c
     where u.super_admin and u.state = 'ACTIVE' on conflict (user_id, dedupe_key) do nothing`.execute(db);
}

export const accessReviewJob: JobDeclaration = {
  name: 'system.access-review',
  title: 'Access review',
  schedule: '20 6 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 21_600,
  timeoutS: 600,
  run: async ({ work, now }) => {
    const { told, ended } = await work(null, (db) => runReviews(db, now));
    return { ok: told + ended, failed: 0 };
  },
};
