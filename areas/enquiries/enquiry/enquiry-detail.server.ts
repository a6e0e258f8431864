// One enquiry with everything around it: family, possible duplicates, timeline.
import { emailSchema } from '@aangan/contract/fields.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { chosenCentre } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { countTry } from '@aangan/server/rate-limit.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { findFamily } from '../../students/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { userActionsFrom } from './enquiry.states.ts';
import { childNameOf, enquiryRows, type RawRow, rowOf } from './enquiry-page.server.ts';

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
