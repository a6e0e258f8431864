import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export interface NeededDocument {
  kindId: string;
  name: string;
  /** Of the newest one that counts; null = none was brought. */
  status: 'UPLOADED' | 'VERIFIED' | 'EXPIRED' | null;
  expiresOn: Day | null;
}

/** Kinds of document that an approval of this person needs, with what is there. A document counts through its last day. */
export async function neededDocuments(
  db: Db,
  staff: { franchisee_id: number; id: string; category: string },
  today: Day,
): Promise<NeededDocument[]> {
  const { rows } = await sql<NeededDocument>`
    select k.id as "kindId", k.name, d.expires_on as "expiresOn",
           case when d.expires_on < ${today}::date then 'EXPIRED' else d.status end as status
      from staff_document_kind k left join staff_document d on d.franchisee_id = ${staff.franchisee_id} and d.staff_id = ${staff.id}
           and d.kind_id = k.id and d.status in ('UPLOADED', 'VERIFIED')
     where k.active and k.for_approval and ${staff.category} = any (k.categories) order by k.position, k.name`.execute(
    db,
  );
  return rows;
}
