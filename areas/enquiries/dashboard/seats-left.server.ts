import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { seatsLeft } from '../../admissions/public.server.ts';

/** More centres than this are not asked one by one; seats of a whole network tell nobody where they are. */
const MOST = 50;

/** Free seats by class over centres, as admissions counts them; empty for more than 50 centres. */
export async function seatsLeftOf(
  db: Db,
  centres: readonly number[],
  { yearId, now }: { yearId: number; now: Date },
): Promise<ReadonlyMap<number, number>> {
  const left = new Map<number, number>();
  if (centres.length > MOST) return left;
  for (const franchiseeId of centres)
    for (const [classId, n] of await seatsLeft(db, { franchiseeId, yearId }, now))
      left.set(classId, (left.get(classId) ?? 0) + n);
  return left;
}
