import { several } from '@aangan/server/sql.ts';
// What other areas read of enquiries inside their unit of work (areas/README §3).
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { childNameOf } from './enquiry-rows.server.ts';

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
    .where(several('e.id', [...new Set(ids)], 'uuid'))
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
    .where(several('e.id', [...new Set(enquiryIds)], 'uuid'))
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
