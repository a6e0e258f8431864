import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { documentsOf, type KindWithDocument } from '../document/documents-of-staff.server.ts';

/** Kinds of document that an approval of this person needs, with what is there. */
export async function neededDocuments(
  db: Db,
  staff: { franchisee_id: number; id: string; category: string },
  today: Day,
): Promise<KindWithDocument[]> {
  return (await documentsOf(db, staff, today)).filter((kind) => kind.needed);
}
