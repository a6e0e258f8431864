// What the lists of the three forms share.
import { contains } from '@aangan/server/record/keyset.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { enquiriesByIds } from '../../enquiries/public.server.ts';

/** Child, parent, mobile, or the form's number, of rows joined to `applicant as p`. */
export function applicantMatching(q: string, number: string): RawBuilder<boolean> {
  const like = contains(q);
  return sql`(p.child_name ilike ${like} or p.parent_name ilike ${like} or ${sql.ref(number)} ilike ${like} or p.primary_mobile like ${like})`;
}

/** Codes of the enquiries behind these rows. */
export async function codesOf(
  db: Db,
  rows: readonly { enquiryId: string | null }[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => (row.enquiryId ? [row.enquiryId] : []));
  return new Map(
    [...(await enquiriesByIds(db, ids)).values()].map((enquiry) => [enquiry.id, enquiry.enquiryCode]),
  );
}

/** A fee that is open, of a form that may still be paid for. */
export const mayTakeFee = (row: { feeAmount: number; feeStatus: string; status: string }): boolean =>
  row.feeAmount > 0 &&
  ['DUE', 'INITIATED'].includes(row.feeStatus) &&
  ['LINK_SENT', 'IN_PROGRESS', 'AWAITING_FEE', 'SUBMITTED', 'RETURNED', 'WAITLISTED'].includes(row.status);
