import { several } from '@aangan/server/sql.ts';
// What other areas read of enquiries inside their unit of work (areas/README §3).
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { childName } from './child-name.server.ts';

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
  const { rows } = await sql<EnquiryForAdmission>`
    select e.id, e.franchisee_id as "franchiseeId", e.enquiry_code as "enquiryCode", e.academic_year_id as "academicYearId", e.spanco_status as "spancoStatus", e.stage_code as stage,
      e.version, e.household_id as "householdId", h.family_id as "familyId", e.class_id as "classId", e.programme, e.session_wish as session, e.pincode, e.owner_id as "ownerId",
      jsonb_build_object('firstName', e.child_first_name, 'lastName', e.child_last_name, 'dob', e.child_dob, 'dobApprox', e.dob_approx, 'gender', e.child_gender) as child,
      jsonb_build_object('name', e.guardian_name, 'relation', e.guardian_relation, 'mobile', e.phone_norm, 'email', e.email_norm, 'language', h.language) as guardian
      from enquiry e join enquiry_household h on h.franchisee_id = e.franchisee_id and h.id = e.household_id
     where ${isUuid(codeOrId) ? sql`e.id = ${codeOrId}::uuid` : sql`e.enquiry_code = ${codeOrId.toUpperCase()}`}`.execute(
    db,
  );
  return rows[0] ?? null;
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
      'e.franchisee_id as franchiseeId',
      'e.enquiry_code as enquiryCode',
      childName('e').$castTo<string>().as('childName'),
      'e.guardian_name as guardianName',
      'k.name as className',
      'e.class_id as classId',
      'e.spanco_status as spancoStatus',
      'e.stage_code as stage',
      'e.owner_id as ownerId',
    ])
    .where(several('e.id', [...new Set(ids)], 'uuid'))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
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
    .select(['e.id', 'e.source_id as sourceId', 's.name', 'e.campaign'])
    .where(several('e.id', [...new Set(enquiryIds)], 'uuid'))
    .execute();
  return new Map(rows.map(({ id, ...source }) => [id, source]));
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
