// Figures of enquiries: dashboard, buckets, the count API. All by the same conditions as the lists.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { chosenYear } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { bucketSlugs, buckets } from './bucket.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { spancoStatuses } from './enquiry.states.ts';
import { allOf, enquiryWhere, inBucket } from './enquiry-where.server.ts';
import { followUpContract } from './follow-up.contract.ts';

const scopeOf = (actor: Actor): RawBuilder<unknown>[] =>
  actor.franchiseeId === null ? [] : [sql`e.franchisee_id = ${actor.franchiseeId}`];

export const dashboard = handle(enquiryContract.dashboard, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const where = allOf([
    ...scopeOf(actor),
    sql`e.academic_year_id = ${chosenYear(actor)}`,
    ...enquiryWhere(input, { today, userId: actor.userId, franchiseeId: actor.franchiseeId }),
  ]);
  const n = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::int`;
  const {
    rows: [numbers],
  } = await sql<
    Record<string, number>
  >`select count(*)::int as total, ${n(sql`e.is_open`)} as open, ${n(sql`e.is_open and e.stage_code = 'Yet_to_call'`)} as "yetToCall",
    ${n(inBucket('due', today))} as due, ${n(inBucket('overdue', today))} as overdue, ${n(sql`e.is_open and e.owner_id is null`)} as unallocated, ${n(sql`e.spanco_status = 'Order'`)} as admitted,
    ${sql.join(bucketSlugs.map((slug) => sql`${n(inBucket(slug, today))} as ${sql.id(slug)}`))} from enquiry e where ${where}`.execute(
    db,
  );
  const got = (key: string) => numbers?.[key] ?? 0;
  const grouped = async (column: RawBuilder<unknown>) =>
    (
      await sql<{
        key: string;
        n: number;
      }>`select ${column}::text as key, count(*)::int as n from enquiry e where ${where} group by 1 order by 2 desc`.execute(
        db,
      )
    ).rows;
  const byStatus = new Map((await grouped(sql`e.spanco_status`)).map((row) => [row.key, row.n]));
  const sources = new Map(
    (await db.selectFrom('enquiry_source').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
  );
  const { rows: owners } = await sql<{
    id: string | null;
    name: string | null;
    open: number;
    due: number;
    admitted: number;
  }>`
    select e.owner_id as id, (select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = e.owner_id) as name, ${n(sql`e.is_open`)} as open, ${n(inBucket('due', today))} as due,
      ${n(sql`e.spanco_status = 'Order'`)} as admitted from enquiry e where ${where} group by 1 order by 3 desc limit 50`.execute(
    db,
  );
  return {
    total: got('total'),
    open: got('open'),
    yetToCall: got('yetToCall'),
    due: got('due'),
    overdue: got('overdue'),
    unallocated: got('unallocated'),
    admitted: got('admitted'),
    buckets: bucketSlugs.map((slug) => ({ key: slug, label: buckets[slug], n: got(slug) })),
    statuses: spancoStatuses.map((status) => ({ key: status, label: status, n: byStatus.get(status) ?? 0 })),
    sources: (await grouped(sql`e.source_id`)).map((row) => ({
      key: row.key,
      label: sources.get(row.key) ?? 'Other',
      n: row.n,
    })),
    owners: owners.map((row) => ({ ...row, name: row.name ?? 'Nobody' })),
    asOf: now.toISOString(),
  };
});

export const followUpBuckets = handle(followUpContract.buckets, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
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
  return {
    buckets: bucketSlugs.map((slug) => ({ key: slug, label: buckets[slug], n: numbers?.[slug] ?? 0 })),
    due: numbers?.['due'] ?? 0,
    open: numbers?.['open'] ?? 0,
  };
});

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
  return {
    totalLeadCount: row?.total ?? 0,
    yetToCallCount: row?.yet ?? 0,
    followUpLeadCount: row?.due ?? 0,
    todaysFollowUpCount: row?.due ?? 0,
  };
}

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
  return enquiryCount(db, asked ?? actor.franchiseeId, yearId, now);
});
