// What the enquiries area offers to others inside their unit of work (areas/README §3).

import { todayIst } from '@aangan/contract/period.ts';
import type { Recipient } from '@aangan/server/area-extras.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { nextWorkingDay } from './cadence.ts';
import { nextStage, type Stage, type SystemAction } from './enquiry.states.ts';
import { childNameOf } from './enquiry-page.server.ts';
import { type EnquiryChanges, lockEnquiry, placeOf, saveEnquiry } from './move-stage.server.ts';

export interface EnquiryState {
  stage: Stage;
  spancoStatus: string;
  /** False when nothing moved: repeated, late or backward. */
  moved: boolean;
}

const actionFor: Partial<Record<Stage, SystemAction>> = {
  'Application Fee Link Sent': 'link-sent',
  'Intelliskills+BSK Fee Plan Assign': 'plan-assigned',
  'Admission Form Completed': 'form-completed',
  'Temporarily Confirmed': 'temporarily-confirm',
  'Admission Confirmed': 'admission-confirm',
};

/**
 * Moves an enquiry to a stage that comes from admissions or finance: forward only and once per (enquiry, stage, sourceId).
 * A repeated, late or backward call changes nothing and returns the present state. Throws `row.not-found`.
 */
export async function moveEnquiryStage(
  db: Db,
  move: { enquiryId: string; stage: Stage; sourceId: string; reason?: string; now?: Date },
): Promise<EnquiryState> {
  const row = await lockEnquiry(db, move.enquiryId);
  const stay = (): EnquiryState => ({
    stage: row.stage_code as Stage,
    spancoStatus: row.spanco_status,
    moved: false,
  }); // only stages are stored
  const action = actionFor[move.stage];
  const stage = action ? nextStage(placeOf(row), action) : null;
  if (!action || stage === null || (await wasDone(db, row, action, move.sourceId))) return stay();
  const now = move.now ?? new Date();
  const admitted = action === 'admission-confirm';
  const changes: EnquiryChanges = {
    intent_at: row.intent_at ?? now.toISOString(),
    sub_status: null,
    ...(admitted
      ? { admitted_at: now.toISOString(), next_follow_up_on: null, next_follow_up_at: null }
      : { next_follow_up_on: row.next_follow_up_on ?? nextWorkingDay(todayIst(now)) }),
  };
  const saved = await saveEnquiry(db, row, changes, {
    action,
    via: 'SYSTEM',
    by: null,
    now,
    reason: move.reason,
    sourceId: move.sourceId,
  });
  return { stage, spancoStatus: saved.status, moved: true };
}

async function wasDone(
  db: Db,
  row: { franchisee_id: number; id: string },
  action: string,
  sourceId: string,
): Promise<boolean> {
  return (
    (await db
      .selectFrom('enquiry_stage_log')
      .select('seq')
      .where('franchisee_id', '=', row.franchisee_id)
      .where('enquiry_id', '=', row.id)
      .where('action', '=', action)
      .where('source_id', '=', sourceId)
      .executeTakeFirst()) !== undefined
  );
}

/** An admission was withdrawn before its first day: Order becomes Lost/Drop Off, reason 'Admission withdrawn'; once per enrolment. */
export async function admissionCancelled(
  db: Db,
  cancel: { enquiryId: string; enrolmentId: string; reason?: string; now?: Date },
): Promise<EnquiryState> {
  const row = await lockEnquiry(db, cancel.enquiryId);
  if (row.spanco_status !== 'Order')
    return { stage: row.stage_code as Stage, spancoStatus: row.spanco_status, moved: false }; // only stages are stored
  const now = cancel.now ?? new Date();
  const reason = await db
    .selectFrom('lost_reason')
    .select('id')
    .where('franchisee_id', '=', 1)
    .where('name', '=', 'Admission withdrawn')
    .executeTakeFirstOrThrow();
  const saved = await saveEnquiry(
    db,
    row,
    { closed_at: now.toISOString(), lost_reason_id: reason.id, next_follow_up_on: null, sub_status: null },
    {
      action: 'admission-cancelled',
      via: 'SYSTEM',
      by: null,
      now,
      reason: cancel.reason,
      sourceId: cancel.enrolmentId,
    },
  );
  return { stage: 'Drop Off', spancoStatus: saved.status, moved: true };
}

export interface EnquiryForAdmission {
  id: string;
  franchiseeId: number;
  enquiryCode: string;
  academicYearId: number;
  spancoStatus: string;
  stage: string;
  version: number;
  householdId: string;
  familyId: string | null;
  child: {
    firstName: string | null;
    lastName: string | null;
    dob: string | null;
    dobApprox: boolean;
    gender: 'MALE' | 'FEMALE' | 'OTHER' | null;
  };
  classId: number | null;
  programme: string | null;
  session: 'MORNING' | 'AFTERNOON' | 'FULL_DAY' | null;
  guardian: {
    name: string;
    relation: string | null;
    mobile: string | null;
    email: string | null;
    language: string;
  };
  pincode: string | null;
  ownerId: string | null;
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text);

/** Child, family and wish of an enquiry by its id or code; null when it is not there or not in the caller's scope. */
export async function enquiryForAdmission(db: Db, codeOrId: string): Promise<EnquiryForAdmission | null> {
  const row = await db
    .selectFrom('enquiry as e')
    .innerJoin('enquiry_household as h', (j) =>
      j.onRef('h.franchisee_id', '=', 'e.franchisee_id').onRef('h.id', '=', 'e.household_id'),
    )
    .selectAll('e')
    .select(['h.family_id', 'h.language'])
    .where(
      isUuid(codeOrId) ? 'e.id' : 'e.enquiry_code',
      '=',
      isUuid(codeOrId) ? codeOrId : codeOrId.toUpperCase(),
    )
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    franchiseeId: row.franchisee_id,
    enquiryCode: row.enquiry_code,
    academicYearId: row.academic_year_id,
    spancoStatus: row.spanco_status,
    stage: row.stage_code,
    version: row.version,
    householdId: row.household_id,
    familyId: row.family_id,
    classId: row.class_id,
    programme: row.programme,
    session: row.session_wish,
    pincode: row.pincode,
    ownerId: row.owner_id,
    child: {
      firstName: row.child_first_name,
      lastName: row.child_last_name,
      dob: row.child_dob,
      dobApprox: row.dob_approx,
      gender: row.child_gender,
    },
    guardian: {
      name: row.guardian_name,
      relation: row.guardian_relation,
      mobile: row.phone_norm,
      email: row.email_norm,
      language: row.language,
    },
  };
}

export interface EnquiryLabel {
  id: string;
  franchiseeId: number;
  enquiryCode: string;
  childName: string;
  guardianName: string;
  className: string | null;
  classId: number | null;
  spancoStatus: string;
  stage: string;
  ownerId: string | null;
}

/** Labels of enquiries for other areas' lists; ids out of scope are left out. */
export async function enquiriesByIds(db: Db, ids: readonly string[]): Promise<Map<string, EnquiryLabel>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('enquiry as e')
    .leftJoin('class as k', 'k.id', 'e.class_id')
    .select([
      'e.id',
      'e.franchisee_id',
      'e.enquiry_code',
      'e.child_first_name',
      'e.child_last_name',
      'e.guardian_name',
      'k.name as class_name',
      'e.class_id',
      'e.spanco_status',
      'e.stage_code',
      'e.owner_id',
    ])
    .where(sql<boolean>`e.id = any (${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        franchiseeId: row.franchisee_id,
        enquiryCode: row.enquiry_code,
        childName: childNameOf(row),
        guardianName: row.guardian_name,
        className: row.class_name,
        classId: row.class_id,
        spancoStatus: row.spanco_status,
        stage: row.stage_code,
        ownerId: row.owner_id,
      },
    ]),
  );
}

/** The source that first brought each enquiry, with its campaign (finance, reports). */
export async function sourceOf(
  db: Db,
  enquiryIds: readonly string[],
): Promise<Map<string, { sourceId: string; name: string; campaign: string | null }>> {
  if (enquiryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('enquiry as e')
    .innerJoin('enquiry_source as s', 's.id', 'e.source_id')
    .select(['e.id', 'e.source_id', 's.name', 'e.campaign'])
    .where(sql<boolean>`e.id = any (${[...new Set(enquiryIds)]}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [row.id, { sourceId: row.source_id, name: row.name, campaign: row.campaign }]),
  );
}

/** Ties a household to the family it became. */
export async function linkHousehold(
  db: Db,
  link: { franchiseeId: number; householdId: string; familyId: string },
): Promise<void> {
  await db
    .updateTable('enquiry_household')
    .set({ family_id: link.familyId })
    .where('franchisee_id', '=', link.franchiseeId)
    .where('id', '=', link.householdId)
    .execute();
}

/** For messages about an enquiry (platform `recipients.enquiryId`) or a household: the parent by the first good number. */
export async function enquiryRecipients(
  db: Db,
  ids: readonly string[],
  franchiseeId: number,
  by: 'enquiry' | 'household',
): Promise<Recipient[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    household: string;
    enquiry: string;
    name: string;
    language: string;
    mobile: string | null;
    email: string | null;
  }>`
    select distinct on (h.id) h.id as household, e.id as enquiry, e.guardian_name as name, h.language,
      (select c.value_norm from household_contact c where c.franchisee_id = h.franchisee_id and c.household_id = h.id and c.kind = 'PHONE' and c.bad_since is null order by c.value_norm = e.phone_norm desc, c.position limit 1) as mobile,
      e.email_norm as email
      from enquiry e join enquiry_household h on h.franchisee_id = e.franchisee_id and h.id = e.household_id
     where e.franchisee_id = ${franchiseeId} and ${by === 'enquiry' ? sql`e.id` : sql`h.id`} = any (${[...ids]}::uuid[]) and e.erased_at is null order by h.id, e.last_activity_at desc`.execute(
    db,
  );
  return rows.map((row) => ({
    kind: 'CONTACT' as const,
    id: row.household,
    name: row.name,
    language: row.language,
    mobile: row.mobile,
    email: row.email,
    userId: null,
    enquiryId: row.enquiry,
  }));
}
