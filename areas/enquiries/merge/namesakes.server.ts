import { nameKey } from '@aangan/contract/phone.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { CaptureContext, CaptureFamily } from '../enquiry/capture-types.ts';
import { guardianKey } from './same-guardian.ts';

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
): Promise<Namesakes> {
  const keys = families.flatMap((family) =>
    family.children.flatMap((child) => (child.firstName ? nameKey(child.firstName) : [])),
  );
  if (keys.length === 0) return new Namesakes();
  const { rows } = await sql<Namesake>`
    select e.id, e.child_name_key as key, e.household_id as household, e.guardian_name as guardian, e.child_dob as dob, e.pincode from enquiry e
     where e.franchisee_id = ${context.franchiseeId} and e.academic_year_id = ${context.academicYearId} and e.child_name_key = any (${[...new Set(keys)]}::text[])
       and e.merged_into is null and e.erased_at is null`.execute(db);
  const found = new Namesakes();
  for (const row of rows) found.add(row);
  return found;
}

/** Children by what makes two of them alike: a file asks a thousand times among thousands of one name. */
export class Namesakes {
  private readonly alike = new Map<string, Namesake[]>();

  add(child: Namesake): void {
    for (const mark of marksOf(child.key, child.guardian, child)) {
      const some = this.alike.get(mark);
      if (some) some.push(child);
      else this.alike.set(mark, [child]);
    }
  }

  /** The same child under another number, as far as names, birth day or pincode tell; it only flags. */
  elsewhere(
    child: { key: string | null; dob: string | null },
    family: { household: string; guardianName: string; pincode?: string | null | undefined },
  ): Namesake | undefined {
    if (child.key === null) return undefined;
    for (const mark of marksOf(child.key, family.guardianName, { dob: child.dob, pincode: family.pincode })) {
      const other = this.alike.get(mark)?.find((one) => one.household !== family.household);
      if (other) return other;
    }
    return undefined;
  }
}

function marksOf(
  key: string,
  guardian: string,
  { dob, pincode }: { dob: string | null; pincode?: string | null | undefined },
): string[] {
  const parent = guardianKey(guardian);
  if (parent === null) return [];
  return [
    ...(dob ? [`${key} ${parent} born ${dob}`] : []),
    ...(pincode ? [`${key} ${parent} at ${pincode}`] : []),
  ];
}
