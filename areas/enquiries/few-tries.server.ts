import { refuse } from '@aangan/contract/refusal.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

/** Counts a try in the transaction of the work, and refuses what is more than people do. Answers how many there were. */
export async function ensureFewTries(
  db: Db,
  key: string,
  { limit, windowS }: { limit: number; windowS: number },
): Promise<number> {
  const n = await countTry(db, key, windowS);
  if (n > limit) throw refuse('rate.limited', { details: { seconds: windowS }, retryAfter: windowS });
  return n;
}
