import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export interface FormOfEnquiry {
  enquiryId: string;
  kind: 'APPLICATION' | 'REGISTRATION' | 'ADMISSION';
  number: string | null;
  status: string;
  /** Not withdrawn, refused, cancelled or past its day. */
  live: boolean;
  createdAt: string;
}

/** The application, registration and admission papers that came of these enquiries of one centre, newest first. */
export async function formsOfEnquiry(
  db: Db,
  franchiseeId: number,
  enquiryIds: readonly string[],
): Promise<FormOfEnquiry[]> {
  if (enquiryIds.length === 0) return [];
  const { rows } = await sql<FormOfEnquiry>`
    with p as materialized (select id, enquiry_id from applicant where franchisee_id = ${franchiseeId} and enquiry_id = any (${[...enquiryIds]}::uuid[]))
    select f.enquiry_id as "enquiryId", f.kind, f.number, f.status, f.live, f.created_at as "createdAt" from (
      select p.enquiry_id, 'APPLICATION' as kind, a.application_no as number, a.status, a.status not in ('WITHDRAWN', 'REJECTED', 'EXPIRED') as live, a.created_at
        from p join application a on a.franchisee_id = ${franchiseeId} and a.applicant_id = p.id
      union all select p.enquiry_id, 'REGISTRATION', r.registration_no, r.status, r.status not in ('CANCELLED', 'EXPIRED'), r.created_at
        from p join registration r on r.franchisee_id = ${franchiseeId} and r.applicant_id = p.id
      union all select p.enquiry_id, 'ADMISSION', d.admission_no, d.status, d.status not in ('CANCELLED', 'EXPIRED'), d.created_at
        from p join admission d on d.franchisee_id = ${franchiseeId} and d.applicant_id = p.id
    ) f order by f.created_at desc`.execute(db);
  return rows;
}
