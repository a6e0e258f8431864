import { addDays, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, contains, cutPage } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { grantPlace, personName } from '../place-words.server.ts';
import { UNUSED_DAYS } from '../role/role-words.ts';
import { inNetwork } from '../role/submit-role-change.server.ts';
import {
  accessReviewContract,
  type ItemState,
  type Review,
  type ReviewItem,
} from './access-review.contract.ts';
import { lastUseOf } from './last-use.server.ts';
import { quarterOf, quarterTitle } from './review-days.ts';

/** Head office sees whose word is missing; everybody else only their own list. */
const seesAll = (actor: Actor): boolean => actor.wholeNetwork;

const state = sql<ItemState>`coalesce(i.decision, case when g.ended_at is null then 'OPEN' else 'GONE' end)`;
/** What waits stands first, then by name. */
const order = sql<string>`(case when ${state} = 'OPEN' then '0 ' else '1 ' end) || ${personName('u')}`;
const mineOf = (actor: Actor): RawBuilder<boolean> =>
  actor.allModules
    ? sql`(i.reviewer_id = ${userIdOf(actor)} or i.reviewer_id is null)`
    : sql`i.reviewer_id = ${userIdOf(actor)}`;

export const reviewOverview = handle(accessReviewContract.overview, (call) =>
  inNetwork(call, () => readOverview(call)),
);

async function readOverview({
  db,
  actor,
  now,
  input,
}: {
  db: Db;
  actor: Actor;
  now: Date;
  input: { reviewId?: string | undefined };
}) {
  const all = await db
    .selectFrom('access_review')
    .select(['id', 'quarter_on', 'started_on', 'due_on', 'ends_on', 'closed_at'])
    .orderBy('quarter_on', 'desc')
    .limit(40)
    .execute();
  const [newest] = all;
  const wanted =
    input.reviewId === undefined ? newest : ensureFound(all.find((one) => one.id === input.reviewId));
  const free =
    newest === undefined || (newest.closed_at !== null && newest.quarter_on < quarterOf(todayIst(now)));
  return {
    review: wanted
      ? {
          id: wanted.id,
          title: quarterTitle(wanted.quarter_on),
          startedOn: wanted.started_on,
          dueOn: wanted.due_on,
          endsOn: wanted.ends_on,
          closed: wanted.closed_at !== null,
          ...(await countsOf(db, actor, wanted.id)),
        }
      : null,
    reviewers: wanted && seesAll(actor) ? await reviewersOf(db, wanted.id) : [],
    past: all.map((one) => ({ id: one.id, title: quarterTitle(one.quarter_on) })),
    may: { start: free && actor.wholeNetwork && holds(actor, 'User', true), seeAll: seesAll(actor) },
  };
}

async function countsOf(db: Db, actor: Actor, id: string): Promise<Pick<Review, 'counts' | 'mine'>> {
  const { rows } = await sql<{ state: ItemState; n: number; mine: number }>`
    select ${state} as state, count(*)::int as n, count(*) filter (where ${mineOf(actor)})::int as mine
      from access_review_item i join user_role g on g.id = i.grant_id where i.review_id = ${id}
       and ${seesAll(actor) ? sql`true` : mineOf(actor)} group by 1`.execute(db);
  const n = (wanted: ItemState) => rows.find((row) => row.state === wanted)?.n ?? 0;
  return {
    counts: { OPEN: n('OPEN'), KEEP: n('KEEP'), END: n('END'), LAPSED: n('LAPSED'), GONE: n('GONE') },
    mine: rows.find((row) => row.state === 'OPEN')?.mine ?? 0,
  };
}

async function reviewersOf(db: Db, id: string) {
  const { rows } = await sql<{ reviewerId: string | null; name: string; open: number; done: number }>`
    select i.reviewer_id as "reviewerId", coalesce(${personName('u')}, 'Super admins') as name,
      count(*) filter (where ${state} = 'OPEN')::int as open, count(*) filter (where ${state} <> 'OPEN')::int as done
      from access_review_item i join user_role g on g.id = i.grant_id left join app_user u on u.id = i.reviewer_id
     where i.review_id = ${id} group by i.reviewer_id, u.first_name, u.last_name order by 3 desc, 2 limit 200`.execute(
    db,
  );
  return rows;
}

type Filters = Omit<z.output<typeof accessReviewContract.list.input>, 'after' | 'limit'>;

interface Asked extends Filters {
  actor: Actor;
  now: Date;
}

function conditions({ actor, now, ...input }: Asked): RawBuilder<unknown> {
  const unusedSince = addDays(todayIst(now), -UNUSED_DAYS);
  return sql.join(
    [
      sql`i.review_id = ${input.reviewId}`,
      ...(seesAll(actor) && !input.mine ? [] : [mineOf(actor)]),
      ...(input.state ? [sql`${state} = ${input.state}`] : []),
      ...(input.reviewerId ? [sql`i.reviewer_id = ${input.reviewerId}`] : []),
      ...(input.q
        ? [
            sql`(u.search_key like ${contains(input.q.toLowerCase())} or r.description ilike ${contains(input.q)})`,
          ]
        : []),
      ...(input.unused === undefined
        ? []
        : [sql`(coalesce(i.last_used_on, used.used_on, '-infinity') <= ${unusedSince}) = ${input.unused}`]),
    ],
    sql` and `,
  );
}

const joined = sql`access_review_item i join user_role g on g.id = i.grant_id join app_user u on u.id = i.user_id join role r on r.id = i.role_id
  left join lateral ${lastUseOf('i')} used on true`;

interface Read extends Omit<ReviewItem, 'can'> {
  reviewerId: string | null;
  sort_key: string;
}

/** People of a review, open ones first, each with their roles and the last use of any module of each. */
export async function readItems(
  db: Db,
  asked: Asked,
  page: { after?: { value: string | null; id: string | number } | undefined; limit: number },
): Promise<Read[]> {
  const from = page.after ? sql`(${order}, i.id) > (${page.after.value}, ${page.after.id}::uuid)` : sql`true`;
  const { rows } = await sql<Read>`
    select i.id, i.user_id as "userId", ${personName('u')} as name, u.designation, r.description as role, ${grantPlace('g')} as "where",
      g.from_on as since, g.to_on as "to", ${personName('giver')} as "givenBy", ${personName('who')} as reviewer, i.reviewer_id as "reviewerId",
      coalesce(i.last_used_on, used.used_on) as "lastUsedOn", (select m.title from module m where m.name = coalesce(i.last_used_module, used.module)) as "lastUsedModule",
      ${state} as state, ${order} as sort_key, ${personName('decider')} as "decidedBy", i.decided_at as "decidedAt", i.note
      from ${joined} left join app_user giver on giver.id = g.granted_by left join app_user who on who.id = i.reviewer_id
      left join app_user decider on decider.id = i.decided_by left join zone z on z.id = g.zone_id left join franchisee f on f.id = g.franchisee_id
     where ${conditions(asked)} and ${from} order by ${order}, i.id limit ${page.limit}`.execute(db);
  return rows;
}

export const listItems = handle(accessReviewContract.list, (call) =>
  inNetwork(call, async () => {
    const { db, actor, now, input } = call;
    const asked = { ...input, actor, now };
    const cursor = input.after === undefined ? undefined : readCursor(input.after, 'name');
    const total =
      cursor?.total ?? (await cappedCount(db, sql`select from ${joined} where ${conditions(asked)}`));
    const rows = await readItems(db, asked, { after: cursor, limit: input.limit + 1 });
    const page = cutPage(rows, input, { sort: 'name', total, at: (last) => last.sort_key });
    return {
      ...page,
      rows: page.rows.map(({ reviewerId, sort_key: _key, ...row }) => {
        const decides =
          row.state === 'OPEN' &&
          row.userId !== actor.userId &&
          holds(actor, 'User', true) &&
          (actor.allModules || reviewerId === actor.userId);
        return { ...row, can: { keep: decides, end: decides } };
      }),
    };
  }),
);
