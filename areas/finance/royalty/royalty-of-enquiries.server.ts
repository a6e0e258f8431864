import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** Royalty accrued on the fees of children by the enquiry they came from, in paise; those without any are absent. */
export async function royaltyOfEnquiries(
  db: Db,
  enquiryIds: readonly string[],
): Promise<Map<string, number>> {
  if (enquiryIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; royalty: number }>`
    select a.enquiry_id::text as id, sum(r.royalty)::bigint as royalty
      from fee_account a join royalty_accrual r on r.franchisee_id = a.franchisee_id and r.fee_account_id = a.id
     where a.enquiry_id = any (${[...enquiryIds]}::uuid[]) group by 1`.execute(db);
  return new Map(rows.map((row) => [row.id, row.royalty]));
}
