// One enquiry with everything around it: family, possible duplicates, timeline.
import { emailSchema } from '@aangan/contract/fields.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { type Call, handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { formsOfEnquiry } from '../../admissions/public.server.ts';
import { findFamily } from '../../students/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { ensureFewTries } from '../few-tries.server.ts';
import { mergesOf } from '../merge/merges-of.server.ts';
import { enquiryModules } from '../modules.ts';
import { contactOf } from '../pipeline/contact-of.server.ts';
import { stepsFrom } from '../pipeline/next-steps.ts';
import { stageLog } from '../pipeline/stage-log.server.ts';
import { stageSettings } from '../pipeline/stage-settings.server.ts';
import { childName } from './child-name.server.ts';
import { enquiryContract } from './enquiry.contract.ts';
import type { UserAction } from './enquiry.states.ts';
import type { EnquiryFull, KnownEnquiry } from './enquiry-row.ts';
import { enquiryWith, type RawRow, rowOf } from './enquiry-rows.server.ts';
import { referrerOf } from './referrer.server.ts';

/** Up to twenty children, newest first. */
async function knownRows(db: Db, where: RawBuilder<unknown>): Promise<KnownEnquiry[]> {
  const { rows } = await sql<KnownEnquiry>`
    select e.id, e.enquiry_code as "enquiryCode", ${childName('e')} as "childName", e.child_dob as "childDob", k.name as "className", e.session_wish as "sessionWish",
      e.academic_year_id as "academicYearId", e.spanco_status as "spancoStatus", e.stage_code as stage, ${personName('u')} as "ownerName", e.guardian_name as "guardianName",
      e.next_follow_up_on as "nextFollowUpOn"
      from enquiry e left join class k on k.id = e.class_id left join app_user u on u.id = e.owner_id
     where ${where} order by e.captured_at desc, e.id desc limit 20`.execute(db);
  return rows;
}

type More = Pick<
  EnquiryFull,
  | 'householdId'
  | 'childFirstName'
  | 'childLastName'
  | 'guardianRelation'
  | 'sourceId'
  | 'sessionWish'
  | 'cycle'
  | 'firstContactAt'
  | 'appointmentAt'
  | 'walkInAt'
  | 'counselledAt'
  | 'lostNote'
  | 'competitor'
  | 'closedAt'
  | 'admittedAt'
  | 'email'
  | 'erasedWhy'
> & {
  referrerStudentId: string | null;
  referrerStaffId: string | null;
  mergedInto: string | null;
  movedTo: unknown;
  movedFrom: unknown;
};
const MORE = sql`e.household_id as "householdId", e.child_first_name as "childFirstName", e.child_last_name as "childLastName", e.guardian_relation as "guardianRelation",
  e.source_id as "sourceId", e.session_wish as "sessionWish", e.cycle, e.first_contact_at as "firstContactAt", e.appointment_at as "appointmentAt", e.walk_in_at as "walkInAt",
  e.counselled_at as "counselledAt", e.lost_note as "lostNote", e.competitor, e.closed_at as "closedAt", e.admitted_at as "admittedAt", e.email_norm as email,
  e.erased_why as "erasedWhy", e.referrer_student_id as "referrerStudentId", e.referrer_staff_id as "referrerStaffId", e.merged_into as "mergedInto", e.moved_to as "movedTo", e.moved_from as "movedFrom"`;

export const getEnquiry = handle(enquiryContract.get, (call) => enquiryOf(call, call.input.enquiryCode));

/** One enquiry of the caller's reach with all that stands around it, as this person may see it. 404 when there is none. */
export async function enquiryOf(
  { db, actor, now }: Pick<Call<unknown>, 'db' | 'actor' | 'now'>,
  enquiryCode: string,
): Promise<EnquiryFull> {
  const code = enquiryCode.toUpperCase();
  const row = await enquiryWith<More>(
    db,
    sql`e.enquiry_code = ${code} and e.franchisee_id = ${Number(/^ENQ-0*(\d+)-/.exec(code)?.[1] ?? 0)}`,
    MORE,
  );
  if (!row) throw refuseEnquiry('enquiry.not-found');
  const key = { franchiseeId: row.franchiseeId, id: row.id };
  const merged = await mergesOf(
    db,
    key,
    now,
    holds(actor, enquiryModules.enquiry, true) && row.erasedAt === null,
  );
  const history = { ...key, ids: [key.id, ...merged.ids], householdId: row.householdId };
  const stages = await stageLog(db, history);
  const contact = await contactOf(db, row, actor);
  return {
    ...row,
    ...rowOf(row, todayIst(now), actor),
    referrer: await referrerOf(db, row),
    ...contact,
    actions: row.mergedInto || row.erasedAt ? [] : await actionsOf(db, row),
    family: await knownRows(
      db,
      sql`e.franchisee_id = ${key.franchiseeId} and e.household_id = ${row.householdId}::uuid and e.id <> ${key.id}::uuid and e.merged_into is null`,
    ),
    possibleDuplicates: await possibleDuplicates(db, key),
    stages,
    reschedules: stages.filter((line) => line.action === 'reschedule' && line.cycle === row.cycle).length,
    forms: await formsOfEnquiry(db, key.franchiseeId, [key.id]),
    mergedInto: row.mergedInto ? await survivorOf(db, key.franchiseeId, row.mergedInto) : null,
    merges: merged.rows,
    movedTo: movedShape.safeParse(row.movedTo).data ?? null,
    movedFrom: movedShape.safeParse(row.movedFrom).data ?? null,
    timeline: await timelineOf(db, history),
  };
}

const movedShape = z.object({ centre: z.string(), enquiryCode: z.string() });

async function actionsOf(db: Db, row: RawRow & More): Promise<UserAction[]> {
  const stages = await stageSettings(db, row.franchiseeId);
  const steps = stepsFrom({ stage: row.stage, status: row.spancoStatus }, stages);
  return [...new Set(steps.map((step) => step.action))].filter(
    (action) => action !== 'revive' || row.movedTo === null,
  );
}

async function survivorOf(db: Db, franchiseeId: number, id: string) {
  const { rows } = await sql<{ enquiryCode: string; childName: string }>`
    select e.enquiry_code as "enquiryCode", ${childName('e')} as "childName" from enquiry e where e.franchisee_id = ${franchiseeId} and e.id = ${id}::uuid`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function possibleDuplicates(db: Db, key: { franchiseeId: number; id: string }) {
  const { rows: pairs } = await sql<{ candidateId: string; other: string; reasons: string[] }>`
    select id as "candidateId", case when a_id = ${key.id}::uuid then b_id else a_id end as other, reasons from duplicate_candidate
     where franchisee_id = ${key.franchiseeId} and state = 'OPEN' and (a_id = ${key.id}::uuid or b_id = ${key.id}::uuid)`.execute(
    db,
  );
  if (pairs.length === 0) return [];
  const rows = await knownRows(
    db,
    sql`e.franchisee_id = ${key.franchiseeId} and e.id = any (${pairs.map((pair) => pair.other)}::uuid[]) and e.merged_into is null`,
  );
  return rows.flatMap((row) => {
    const pair = pairs.find((one) => one.other === row.id);
    return pair ? [{ ...row, candidateId: pair.candidateId, reasons: pair.reasons }] : [];
  });
}

interface History {
  franchiseeId: number;
  id: string;
  /** The enquiry and those merged into it. */
  ids: readonly string[];
  householdId: string;
}

async function timelineOf(db: Db, { franchiseeId, ids, householdId }: History) {
  const { rows } = await sql<{
    kind: 'stage' | 'follow-up' | 'touch' | 'consent' | 'contact';
    at: string;
    by: string | null;
    what: string;
    note: string | null;
  }>`
    select t.kind, t.at, ${personName('u')} as by, t.what, t.note from (
      select 'stage' as kind, at, by, case when from_stage is null then 'Captured' else from_stage || ' → ' || to_stage end as what, reason as note, 2 as place
        from enquiry_stage_log where franchisee_id = ${franchiseeId} and enquiry_id = any (${[...ids]}::uuid[])
      union all select 'follow-up', at, by, channel || ' · ' || outcome, note, 1 from follow_up where franchisee_id = ${franchiseeId} and type = 'academic' and subject_id = any (${[...ids]}::uuid[]) and voided_at is null
      union all select 'touch', t.at, null, s.name || coalesce(' · ' || t.campaign, ''), t.note, 3 from enquiry_touch t join enquiry_source s on s.id = t.source_id where t.franchisee_id = ${franchiseeId} and t.enquiry_id = any (${[...ids]}::uuid[])
      union all select 'consent', min(a.at), null, 'Asked for no more messages', 'WhatsApp: STOP. Ended: ' || string_agg(p.title, ', ' order by p.position), 0
        from consent_answer a join consent_purpose p on p.code = a.purpose
       where a.franchisee_id = ${franchiseeId} and a.subject_kind = 'HOUSEHOLD' and a.subject_id = ${householdId}::uuid and a.method = 'WHATSAPP_WORD' and a.answer = 'WITHDRAWN'
       group by date_trunc('minute', a.at)
      union all select 'contact', verified_at, null, 'Number confirmed', 'By the code sent to the number ending ' || right(value_norm, 2), 0
        from household_contact where franchisee_id = ${franchiseeId} and household_id = ${householdId}::uuid and kind = 'PHONE' and verified_at is not null
    ) t left join app_user u on u.id = t.by order by t.at desc, t.place limit 200`.execute(db);
  return rows;
}

const FAMILY_LOOKUPS = { limit: 120, windowS: 3600 };

export const familyAt = handle(enquiryContract.familyAt, async ({ db, actor, input }) => {
  // Who asks for many numbers is not typing enquiries (enquiries.md 5).
  await ensureFewTries(db, `family-at:${actor.userId ?? ''}`, FAMILY_LOOKUPS);
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
