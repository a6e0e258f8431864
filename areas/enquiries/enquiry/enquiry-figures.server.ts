// Figures of enquiries: buckets and the count API. All by the same conditions as the lists.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { readNetworkTally } from '../dashboard/enquiry-tally.server.ts';
import { figureAt } from '../dashboard/figures.ts';
import { bucketSlugs, buckets } from './bucket.ts';
import { enquiryContract } from './enquiry.contract.ts';
import type { EnquiryFilters } from './enquiry-filters.ts';
import { allOf, enquiryWhere, inBucket } from './enquiry-where.server.ts';
import { followUpContract } from './follow-up.contract.ts';

const scopeOf = (actor: Actor): RawBuilder<unknown>[] => [inChosenCentre(actor, 'e.franchisee_id')];

/** A figure of every enquiry of a large network by its name; null where they are counted live. */
async function tallied(db: Db, actor: Actor, yearId: number): Promise<((name: string) => number) | null> {
  const reachesAll = actor.wholeNetwork && actor.franchiseeId === null;
  const tally = reachesAll ? await readNetworkTally(db, yearId) : null;
  return tally && ((name) => figureAt(tally.figures, `all.${name}`));
}

export const followUpBuckets = handle(followUpContract.buckets, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const known = input.assignedTo ? null : await tallied(db, actor, chosenYear(actor));
  const figure = known ?? (await countBuckets(db, actor, input, today));
  return {
    buckets: bucketSlugs.map((slug) => ({ key: slug, label: buckets[slug], n: figure(slug) })),
    due: figure('due'),
    open: figure('open'),
  };
});

async function countBuckets(
  db: Db,
  actor: Actor,
  input: Partial<EnquiryFilters>,
  today: Day,
): Promise<(name: string) => number> {
  const where = allOf([
    ...scopeOf(actor),
    sql`e.academic_year_id = ${chosenYear(actor)}`,
    ...enquiryWhere(input, { today, userId: actor.userId }),
  ]);
  const {
    rows: [numbers],
  } = await sql<
    Record<string, number>
  >`select (count(*) filter (where ${inBucket('due', today)}))::int as due, (count(*) filter (where e.is_open))::int as open,
    ${sql.join(bucketSlugs.map((slug) => sql`(count(*) filter (where ${inBucket(slug, today)}))::int as ${sql.id(slug)}`))} from enquiry e where ${where}`.execute(
    db,
  );
  return (name) => numbers?.[name] ?? 0;
}

export interface EnquiryCount {
  totalLeadCount: number;
  yetToCallCount: number;
  followUpLeadCount: number;
  todaysFollowUpCount: number;
}

/** Counts of a year over the scope of `db`, or of one centre in it (enquiries.md 3.3). */
export async function enquiryCount(
  db: Db,
  franchiseeId: number | null,
  yearId: number,
  now: Date,
): Promise<EnquiryCount> {
  const where = allOf([
    ...(franchiseeId === null ? [] : [sql`e.franchisee_id = ${franchiseeId}`]),
    sql`e.academic_year_id = ${yearId}`,
    sql`e.follow_up_group <> 'NONE'`,
  ]);
  const {
    rows: [row],
  } = await sql<{
    total: number;
    yet: number;
    due: number;
  }>`select count(*)::int as total, (count(*) filter (where e.is_open and e.stage_code = 'Yet_to_call'))::int as yet,
    (count(*) filter (where ${inBucket('due', todayIst(now))}))::int as due from enquiry e where ${where}`.execute(
    db,
  );
  return countOf(row?.total, row?.yet, row?.due);
}

const countOf = (total = 0, yet = 0, due = 0): EnquiryCount => ({
  totalLeadCount: total,
  yetToCallCount: yet,
  followUpLeadCount: due,
  todaysFollowUpCount: due,
});

export const countEnquiries = handle(enquiryContract.enquiryCount, async ({ db, actor, input, now }) => {
  const asked = input.franchiseeID || null;
  // The chosen centre is the scope of this request; another one, even one of the actor's, is not in it.
  if (
    asked !== null &&
    (await db.selectFrom('franchisee').select('id').where('id', '=', asked).executeTakeFirst()) === undefined
  )
    throw refuse('row.not-found');
  const yearId = input.academicYearID ?? chosenYear(actor);
  if (
    (await db.selectFrom('academic_year').select('id').where('id', '=', yearId).executeTakeFirst()) ===
    undefined
  )
    throw refuse('input.invalid', { fields: { academicYearID: 'There is no such academic year' } });
  const centre = asked ?? actor.franchiseeId;
  const known = centre === null ? await tallied(db, actor, yearId) : null;
  return known
    ? countOf(known('n'), known('yetToCall'), known('due'))
    : enquiryCount(db, centre, yearId, now);
});
