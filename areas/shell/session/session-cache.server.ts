import type { CompiledUser } from '../../system/public.server.ts';

/** What is known of one live token in this process. Rights and session are looked up again after a second. */
export interface CachedSession {
  sessionId: string;
  user: CompiledUser;
  /** Stamps the rights were compiled at: of the network and of the user. */
  stamps: readonly [number, number];
  roleId: number | null;
  idleSeconds: number;
  /** The centre of the shared tablet it was opened on; null anywhere else. */
  tabletCentre: number | null;
  absoluteUntil: number;
  steppedUpAt: number | null;
  /** Epoch ms until which guarded acts wait, after a change of the account's address. */
  heldUntil: number | null;
  /** The browser key that every call must prove; null for a session without one. */
  proofThumbprint: string | null;
  /** Epoch ms; newer than the stored one by at most the time between two writes. */
  lastSeenAt: number;
  storedSeenAt: number;
  /** Monotonic ms of the last look-up. */
  checkedAt: number;
}

const MOST = 20_000;
const TOMBSTONE_MS = 5_000;

// One per process: tokens are random, so several databases (tests) cannot meet here.
const byToken = new Map<string, CachedSession>();
const ended = new Map<string, number>();

export const cachedSession = (tokenHash: Buffer): CachedSession | undefined =>
  byToken.get(tokenHash.toString('base64'));

export function keepSession(tokenHash: Buffer, session: CachedSession): void {
  // A look-up that began before the session ended must not bring it back.
  const key = tokenHash.toString('base64');
  if (ended.has(session.sessionId) || ended.has(key)) return;
  byToken.delete(key);
  byToken.set(key, session);
  if (byToken.size > MOST)
    for (const oldest of byToken.keys()) {
      byToken.delete(oldest);
      break;
    }
}

/** The next call of these sessions (a user's, or all) looks rights and session up again, however fresh they are. */
export function staleSessions(userId: string | null): void {
  for (const session of byToken.values())
    if (userId === null || session.user.userId === userId) session.checkedAt = Number.NEGATIVE_INFINITY;
}

/** Forgets tokens whose session ended or which were replaced, at once in this process (others follow within a second). */
export function forgetSessions(which: { sessionIds?: readonly string[]; tokenHash?: Buffer }): void {
  const now = performance.now();
  for (const [id, at] of ended) if (now - at > TOMBSTONE_MS) ended.delete(id);
  const ids = new Set(which.sessionIds ?? []);
  for (const id of ids) ended.set(id, now);
  if (which.tokenHash) {
    ended.set(which.tokenHash.toString('base64'), now);
    byToken.delete(which.tokenHash.toString('base64'));
  }
  if (ids.size > 0) for (const [key, session] of byToken) if (ids.has(session.sessionId)) byToken.delete(key);
}
