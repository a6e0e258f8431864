import { atCommit, type Db } from '@aangan/server/work/unit-of-work.ts';
import { refuse } from '../shell-refusals.ts';
import { forgetSessions } from './session-cache.server.ts';
import { hashOf, newSessionToken } from './session-token.server.ts';

/** How long calls on their way may still come with a token that the clock replaced (shell.md 2.5). */
const OVERLAP_MS = 30_000;

/** A new token for the same session. The old one, and one that the clock replaced before it, are dead from the commit on (promise S1). */
export async function rotateToken(db: Db, sessionId: string, now: Date): Promise<string> {
  const at = now.toISOString();
  const dead = await db
    .updateTable('session_token')
    .set({ replaced_at: at, overlap_until: null })
    .where('session_id', '=', sessionId)
    .where((eb) => eb.or([eb('replaced_at', 'is', null), eb('overlap_until', '>', at)]))
    .returning('token_hash')
    .execute();
  for (const { token_hash } of dead) forgetSessions({ tokenHash: token_hash });
  return issue(db, sessionId, at);
}

/**
 * A new token for one that is used now, by the clock. The reply may get lost on its way; so the old token stays good
 * until the new one is first seen (`confirmRenewal`), and may be renewed once more after half a minute: then the token
 * that nobody received is dead. Refused with `session.renewed` while another tab's renewal may still arrive.
 */
export async function renewByClock(db: Db, sessionId: string, old: Buffer, now: Date): Promise<string> {
  const at = now.toISOString();
  const { absolute_until } = await db
    .selectFrom('session')
    .select('absolute_until')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const used = await db
    .selectFrom('session_token')
    .select(['replaced_at', 'overlap_until'])
    .where('token_hash', '=', old)
    .executeTakeFirst();
  if (!used || (used.replaced_at !== null && !isLost(used, now))) throw refuse('session.renewed');
  const [unseen] = await db
    .updateTable('session_token')
    .set({ replaced_at: at })
    .where('session_id', '=', sessionId)
    .where('replaced_at', 'is', null)
    .returning('token_hash')
    .execute();
  await db
    .updateTable('session_token')
    .set({ replaced_at: at, overlap_until: absolute_until })
    .where('token_hash', '=', old)
    .execute();
  if (unseen) forgetSessions({ tokenHash: unseen.token_hash });
  return issue(db, sessionId, at);
}

/** Nobody has come with the token that replaced it, and by now its reply would have arrived. */
const isLost = (token: { replaced_at: string | null; overlap_until: string | null }, now: Date): boolean =>
  Date.parse(token.replaced_at ?? '') + OVERLAP_MS <= now.getTime() && isOpenEnded(token.overlap_until, now);

/** A replaced token whose successor has not been seen yet. */
export const isOpenEnded = (overlapUntil: string | null, now: Date): boolean =>
  overlapUntil !== null && Date.parse(overlapUntil) > now.getTime() + OVERLAP_MS;

/** The new token has arrived: what it replaced is good for calls on their way only. */
export async function confirmRenewal(db: Db, sessionId: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + OVERLAP_MS).toISOString();
  await db
    .updateTable('session_token')
    .set({ overlap_until: until })
    .where('session_id', '=', sessionId)
    .where('replaced_at', 'is not', null)
    .where('overlap_until', '>', until)
    .execute();
}

/** The token comes into being with the commit: until then nobody has it. */
function issue(db: Db, sessionId: string, at: string): string {
  const token = newSessionToken();
  const row = db
    .insertInto('session_token')
    .values({ token_hash: hashOf(token), session_id: sessionId, issued_at: at });
  atCommit(db, row.compile());
  return token;
}
