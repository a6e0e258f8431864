import type { Db } from '@aangan/server/work/unit-of-work.ts';

/** Tells the holder of a role that it ended. */
export type EndTeller = (db: Db, grantId: string) => Promise<void>;

let tell: EndTeller = async () => {
  throw new Error('useEndTeller() was not called');
};

/** Handed over at start: telling needs the shell, which itself asks this area for people. */
export function useEndTeller(answer: EndTeller): void {
  tell = answer;
}

/** Ends these roles now and tells their holders. Whether `by` may end them, the caller has asked (`ensureMayGrant`). */
export async function endGrants(
  db: Db,
  grantIds: readonly string[],
  { by, now }: { by: string | null; now: Date },
): Promise<void> {
  if (grantIds.length === 0) return;
  await db
    .updateTable('user_role')
    .set({ ended_at: now.toISOString(), ended_by: by })
    .where('id', 'in', grantIds)
    .execute();
  for (const id of grantIds) await tell(db, id);
}
