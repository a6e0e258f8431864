import { refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import type { NarrowedActor } from '../work/actor.ts';
import { type Db, inUnitOfWork } from '../work/unit-of-work.ts';

/** Counts a try in a fixed window kept in Postgres, so two API processes agree (promise S7). Returns the count. */
export async function countTry(db: Db, key: string, windowS: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count_try(${key}, ${windowS}) as n`.execute(db);
  return (rows[0] as { n: number }).n;
}

/**
 * Refuses with 429 from try `limit`+1 on. Counts in a transaction of its own: a refused request rolls back its work,
 * but never the count.
 */
export async function limitRate(
  database: Database,
  actor: NarrowedActor,
  rule: { key: string; limit: number; windowS: number },
): Promise<void> {
  const n = await inUnitOfWork(database, actor, { command: 'rate.count' }, (db) =>
    countTry(db, rule.key, rule.windowS),
  );
  if (n > rule.limit)
    throw refuse('rate.limited', { details: { seconds: rule.windowS }, retryAfter: rule.windowS });
}

const REFUSED = { limit: 200, windowS: 600 };

/** Whether one more delivery that proved nothing may be kept: a stranger who keeps knocking fills no more rows. */
export const mayKeepRefused = async (db: Db, provider: string, ip: string): Promise<boolean> =>
  (await countTry(db, `refused:${provider}:${ip}`, REFUSED.windowS)) <= REFUSED.limit;

/** The answer to what may not be kept any more. */
export const knockedTooOften = {
  status: 429,
  headers: { 'retry-after': String(REFUSED.windowS) },
  body: { ok: false },
} as const;
