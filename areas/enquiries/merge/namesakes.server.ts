import { nameKey } from '@aangan/contract/phone.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import type { CaptureContext, CaptureFamily } from '../enquiry/capture-types.ts';
import { sameGuardian } from './same-guardian.ts';

export interface Namesake {
  id: string;
  key: string;
  household: string;
  guardian: string;
  dob: string | null;
  pincode: string | null;
}

/** Children of the centre and year who are called as one of those that arrive, by that name. */
export async function namesakesOf(
  db: Db,
  context: CaptureContext,
  families: readonly CaptureFamily[],
): Promise<Map<string, Namesake[]>> {
  const keys = families.flatMap((family) =>
    family.children.flatMap((child) => (child.firstName ? nameKey(child.firstName) : [])),
  );
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Namesake>`
    select e.id, e.child_name_key as key, e.household_id as household, e.guardian_name as guardian, e.child_dob as dob, e.pincode from enquiry e
     where e.franchisee_id = ${context.franchiseeId} and e.academic_year_id = ${context.academicYearId} and e.child_name_key = any (${[...new Set(keys)]}::text[])
       and e.merged_into is null and e.erased_at is null`.execute(db);
  return Map.groupBy(rows, (row) => row.key);
}

/** The same child under another number, as far as names, birth day or pincode tell; it only flags. */
export const alikeElsewhere = (
  known: ReadonlyMap<string, readonly Namesake[]>,
  child: { key: string | null; dob: string | null },
  family: { household: string; guardianName: string; pincode?: string | null | undefined },
): Namesake | undefined =>
  (known.get(child.key ?? '') ?? []).find(
    (one) =>
      one.household !== family.household &&
      sameGuardian(one.guardian, family.guardianName) &&
      ((one.dob !== null && one.dob === child.dob) ||
        (one.pincode !== null && one.pincode === family.pincode)),
  );
