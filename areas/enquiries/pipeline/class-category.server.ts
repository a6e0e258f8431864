import { refuse } from '@aangan/contract/refusal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

/** The category of a class, null for an ordinary one; 422 on `classId` for a class that is not there. */
export async function classCategoryOf(db: Db, classId: number): Promise<string | null> {
  const found = await db.selectFrom('class').select('category').where('id', '=', classId).executeTakeFirst();
  if (!found) throw refuse('input.invalid', { fields: { classId: 'Choose an entry of the list' } });
  return found.category;
}
