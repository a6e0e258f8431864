import type { Recipient } from '@aangan/server/endpoint/area-extras.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

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
