import { emailSchema } from '@aangan/contract/fields.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { chosenCentre, chosenYear } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { countTry } from '@aangan/server/rate-limit.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { usersWith } from '../../network/public.server.ts';
import { findFamily } from '../../students/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { enquiryModules } from '../modules.ts';
import { bucketSlugs, buckets } from './bucket.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { spancoStatuses, userActionsFrom } from './enquiry.states.ts';
import { childNameOf, enquiryPage, enquiryRows, type RawRow, rowOf } from './enquiry-page.server.ts';
import { allOf, enquiryWhere, inBucket } from './enquiry-where.server.ts';
import { followUpContract } from './follow-up.contract.ts';

export const listEnquiries = handle(enquiryContract.list, async ({ db, actor, input, now }) => {
  const { after, limit, sort, ...filters } = input;
  const today = todayIst(now);
  const where = [
    sql`e.academic_year_id = ${chosenYear(actor)}`,
    ...enquiryWhere(filters, { today, userId: actor.userId, franchiseeId: actor.franchiseeId }),
  ];
  return enquiryPage(db, actor, today, { where, sort: sort ?? '-capturedAt', after, limit });
});

export const followUpList = handle(followUpContract.list, async ({ db, actor, input, now }) => {
  const { after, limit, academicYear, date, status, type, ...filters } = input;
  const today = todayIst(now);
  const closed = filters.bucket?.includes('closed') ?? false;
  const where = [
    sql`e.academic_year_id = ${academicYear ?? chosenYear(actor)}`,
    ...(closed ? [] : [sql`e.is_open`]),
    // The queue shows today and earlier unless a day or a bucket is asked for.
    ...(date
      ? [sql`e.next_follow_up_on = ${date}::date`]
      : filters.bucket?.length || filters.q || filters.searchValue || filters.code
        ? []
        : [sql`e.next_follow_up_on <= ${today}::date`]),
    // Service follow-ups are the services area's; this area has none of that type.
    ...(type === 'service' ? [sql`false`] : []),
    ...enquiryWhere(
      { ...filters, spancoStatus: status ?? filters.spancoStatus },
      { today, userId: actor.userId, franchiseeId: actor.franchiseeId },
    ),
  ];
  return enquiryPage(db, actor, today, {
    where,
    sort: closed ? '-capturedAt' : 'nextFollowUpOn',
    after,
    limit,
  });
});

type Known = Awaited<ReturnType<typeof knownRows>>[number];
async function knownRows(db: Db, where: RawBuilder<unknown>) {
  return (await enquiryRows<RawRow>(db, where, 20)).map((row) => ({
    id: row.id,
    enquiryCode: row.enquiry_code,
    childName: childNameOf(row),
    childDob: row.child_dob,
    className: row.class_name,
    academicYearId: row.academic_year_id,
    spancoStatus: row.spanco_status,
    stage: row.stage_code,
    ownerName: row.owner_name,
    guardianName: row.guardian_name,
  }));
}

interface FullRow extends RawRow {
  household_id: string;
  class_id: number | null;
  programme: string | null;
  guardian_relation: string | null;
  email_norm: string | null;
  pincode: string | null;
  source_id: string;
  cycle: number;
  sla_due_at: string | null;
  first_attempt_at: string | null;
  first_contact_at: string | null;
  appointment_at: string | null;
  walk_in_at: string | null;
  counselled_at: string | null;
  lost_reason_id: string | null;
  lost_note: string | null;
  competitor: string | null;
  revive_on: string | null;
  closed_at: string | null;
  admitted_at: string | null;
  merged_into: string | null;
}

export const getEnquiry = handle(enquiryContract.get, async ({ db, actor, input, now }) => {
  const code = input.enquiryCode.toUpperCase();
  const [row] = await enquiryRows<FullRow>(
    db,
    sql`e.enquiry_code = ${code} and e.franchisee_id = ${Number(/^ENQ-0*(\d+)-/.exec(code)?.[1] ?? 0)}`,
    1,
  );
  if (!row) throw refuseEnquiry('enquiry.not-found');
  const key = { franchiseeId: row.franchisee_id, id: row.id };
  const household = await db
    .selectFrom('enquiry_household')
    .select(['language', 'preferred_time', 'do_not_call'])
    .where('franchisee_id', '=', key.franchiseeId)
    .where('id', '=', row.household_id)
    .executeTakeFirstOrThrow();
  const contacts = await db
    .selectFrom('household_contact')
    .select(['kind', 'value_norm', 'label', 'bad_since'])
    .where('franchisee_id', '=', key.franchiseeId)
    .where('household_id', '=', row.household_id)
    .orderBy('kind')
    .orderBy('position')
    .execute();
  const reason = row.lost_reason_id
    ? await db
        .selectFrom('lost_reason')
        .select('name')
        .where('id', '=', row.lost_reason_id)
        .executeTakeFirst()
    : undefined;
  return {
    ...rowOf(row, todayIst(now), actor),
    householdId: row.household_id,
    childFirstName: row.child_first_name,
    childLastName: row.child_last_name,
    classId: row.class_id,
    programme: row.programme,
    guardianRelation: row.guardian_relation,
    mobile: row.phone_norm,
    email: row.email_norm,
    pincode: row.pincode,
    sourceId: row.source_id,
    cycle: row.cycle,
    language: household.language,
    preferredTime: household.preferred_time,
    doNotCall: household.do_not_call,
    slaDueAt: row.sla_due_at,
    firstAttemptAt: row.first_attempt_at,
    firstContactAt: row.first_contact_at,
    appointmentAt: row.appointment_at,
    walkInAt: row.walk_in_at,
    counselledAt: row.counselled_at,
    lostReason: reason?.name ?? null,
    lostNote: row.lost_note,
    competitor: row.competitor,
    reviveOn: row.revive_on,
    closedAt: row.closed_at,
    admittedAt: row.admitted_at,
    actions: row.merged_into ? [] : userActionsFrom(row.stage_code),
    contacts: contacts.map((one) => ({
      kind: one.kind,
      value: one.value_norm,
      label: one.label,
      bad: one.bad_since !== null,
    })),
    family: await knownRows(
      db,
      sql`e.franchisee_id = ${key.franchiseeId} and e.household_id = ${row.household_id}::uuid and e.id <> ${key.id}::uuid`,
    ),
    possibleDuplicates: await possibleDuplicates(db, key),
    timeline: await timelineOf(db, key),
  };
});

const possibleDuplicates = (db: Db, key: { franchiseeId: number; id: string }): Promise<Known[]> =>
  knownRows(
    db,
    sql`e.franchisee_id = ${key.franchiseeId} and e.id in (
  select case when d.a_id = ${key.id}::uuid then d.b_id else d.a_id end from duplicate_candidate d
   where d.franchisee_id = ${key.franchiseeId} and d.state = 'OPEN' and (d.a_id = ${key.id}::uuid or d.b_id = ${key.id}::uuid))`,
  );

async function timelineOf(db: Db, { franchiseeId, id }: { franchiseeId: number; id: string }) {
  const { rows } = await sql<{
    kind: 'stage' | 'follow-up' | 'touch';
    at: string;
    by: string | null;
    what: string;
    note: string | null;
  }>`
    select t.kind, t.at, trim(u.first_name || ' ' || u.last_name) as by, t.what, t.note from (
      select 'stage' as kind, at, by, case when from_stage is null then 'Captured' else from_stage || ' → ' || to_stage end as what, reason as note, 2 as place
        from enquiry_stage_log where franchisee_id = ${franchiseeId} and enquiry_id = ${id}
      union all select 'follow-up', at, by, channel || ' · ' || outcome, note, 1 from follow_up where franchisee_id = ${franchiseeId} and type = 'academic' and subject_id = ${id} and voided_at is null
      union all select 'touch', t.at, null, s.name || coalesce(' · ' || t.campaign, ''), t.note, 3 from enquiry_touch t join enquiry_source s on s.id = t.source_id where t.franchisee_id = ${franchiseeId} and t.enquiry_id = ${id}
    ) t left join app_user u on u.id = t.by order by t.at desc, t.place limit 200`.execute(db);
  return rows;
}

const FAMILY_LOOKUPS = { limit: 120, windowS: 3600 };

export const familyAt = handle(enquiryContract.familyAt, async ({ db, actor, input }) => {
  // Who asks for many numbers is not typing enquiries (enquiries.md 5).
  if ((await countTry(db, `family-at:${actor.userId ?? ''}`, FAMILY_LOOKUPS.windowS)) > FAMILY_LOOKUPS.limit)
    throw refuse('rate.limited', {
      details: { seconds: FAMILY_LOOKUPS.windowS },
      retryAfter: FAMILY_LOOKUPS.windowS,
    });
  const phone = input.mobile ? phoneNormAnyCountry(input.mobile) : null;
  const email = input.email ? emailSchema.safeParse(input.email).data : undefined;
  const values = [phone, email].filter((value): value is string => !!value);
  if (values.length === 0) return { rows: [], students: [] };
  const centre = chosenCentre(actor);
  const rows = await knownRows(
    db,
    sql`e.franchisee_id = ${centre} and e.household_id in (
    select household_id from household_contact where franchisee_id = ${centre} and kind in ('PHONE', 'EMAIL') and value_norm = any (${values}::text[]))`,
  );
  return {
    rows,
    students: await findFamily(db, { phones: phone ? [phone] : [], emails: email ? [email] : [] }),
  };
});

export const choices = handle(enquiryContract.choices, async ({ db, actor }) => ({
  sources: (
    await db
      .selectFrom('enquiry_source')
      .select(['id', 'name', 'needs_referrer'])
      .where('active', '=', true)
      .orderBy('name')
      .execute()
  ).map((row) => ({ id: row.id, name: row.name, needsReferrer: row.needs_referrer })),
  owners: await eligibleOwners(db, actor.franchiseeId),
  classes: (await classes(db)).map(({ id, name, ageFromMonths, ageToMonths }) => ({
    id,
    name,
    ageFromMonths,
    ageToMonths,
  })),
  lostReasons: (
    await db
      .selectFrom('lost_reason')
      .select(['id', 'name', 'needs_competitor'])
      .where('active', '=', true)
      .orderBy('name')
      .execute()
  ).map((row) => ({ id: row.id, name: row.name, needsCompetitor: row.needs_competitor })),
  subStatuses: await db
    .selectFrom('enquiry_sub_status')
    .select(['status', 'name'])
    .where('active', '=', true)
    .orderBy('status')
    .orderBy('position')
    .execute(),
}));

/** People who may own an enquiry of a centre: they may change enquiries there. */
export const eligibleOwners = (
  db: Db,
  franchiseeId: number | null,
): Promise<{ id: string; name: string }[]> =>
  usersWith(db, {
    module: enquiryModules.enquiry,
    write: true,
    ...(franchiseeId === null ? {} : { franchiseeId }),
  });

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
