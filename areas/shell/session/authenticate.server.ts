import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { Authenticator } from '@aangan/server/endpoint/endpoint-runner.ts';
import type { RequestFacts } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { type Actor, anonymousActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { compileActor } from '../../system/public.server.ts';
import { refuse as refuseShell } from '../shell-refusals.ts';
import { asSystem } from './as-system.server.ts';
import { chosenActor } from './chosen-actor.server.ts';
import { type EndReason, endSessions, noteSignIn, STEP_UP_MS } from './open-session.server.ts';
import { judgeProof } from './proof.server.ts';
import { confirmRenewal, isOpenEnded } from './rotate-token.server.ts';
import { type CachedSession, cachedSession, keepSession } from './session-cache.server.ts';
import { hashOf, tokenIn } from './session-token.server.ts';
import { tellSessionStopped } from './tell-user.server.ts';
import { VIEW_AS_HEADER, viewingActor } from './view-as.server.ts';

export interface AuthenticatorOptions {
  database: Database;
  now: () => Date;
}

/** Rights and session state may be this old (promise T8: 1 s). */
const FRESH_MS = 1_000;
/** Between two writes of last_seen_at; the exact instant is kept in memory meanwhile. */
const SEEN_WRITE_MS = 30_000;
/** A replaced token that comes later than this was copied, not overtaken (shell.md 2.1). */
const THEFT_AFTER_MS = 30_000;
/** Guarded acts wait this long after the account moved to another e-mail address or mobile. */
const ADDRESS_HOLD_MS = 24 * 3600_000;

/**
 * Makes the endpoint runner's authenticator: the actor behind an Authorization header and the context headers.
 * No header: the anonymous actor. A token that is unknown, ended, idle, replaced or of a disabled user: 401
 * `session.ended`. A foreign centre or year: 404; a role that is not held: 403.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  return async (facts) => {
    const header = facts.headers.authorization;
    if (header === undefined || header === '' || header.startsWith('Link ')) return anonymousActor;
    const token = tokenIn(header);
    if (token === null) throw refuse('session.ended');
    const session = await liveSession(options, token, facts);
    if (facts.headers[VIEW_AS_HEADER] !== undefined) {
      const viewer = actorOf(session, { ...facts, headers: {} });
      return inSystem(options, (db) => viewingActor(db, viewer, facts, options.now()), true);
    }
    return actorOf(session, facts);
  };
}

async function liveSession(
  options: AuthenticatorOptions,
  token: string,
  facts: RequestFacts,
): Promise<CachedSession> {
  const tokenHash = hashOf(token);
  const cached = cachedSession(tokenHash);
  const session =
    cached && performance.now() - cached.checkedAt < FRESH_MS
      ? cached
      : await lookUp(options, tokenHash, { cached, facts });
  const now = options.now().getTime();
  const overdue: EndReason | null =
    now >= session.absoluteUntil
      ? 'ABSOLUTE'
      : now - session.lastSeenAt >= session.idleSeconds * 1000
        ? 'IDLE'
        : null;
  if (overdue) {
    await inSystem(options, (db) => endSessions(db, { ids: [session.sessionId] }, overdue, options.now()));
    throw refuse('session.ended');
  }
  await ensureProof(options, session, token, facts);
  // Polls and timers must not keep an abandoned screen signed in.
  if (facts.headers['x-background'] !== '1') await see(options, session, now);
  keepSession(tokenHash, session);
  return session;
}

/** A session that is bound to a browser's key answers to that key alone: a token without it was copied (promise S4). */
async function ensureProof(
  options: AuthenticatorOptions,
  session: CachedSession,
  token: string,
  facts: RequestFacts,
): Promise<void> {
  if (session.proofThumbprint === null) return;
  const verdict = await judgeProof(options, { thumbprint: session.proofThumbprint }, token, facts);
  if (verdict === 'good') return;
  if (verdict === 'stale') throw refuseShell('session.proof-stale');
  await endAsStolen(options, { ...session, userId: session.user.userId }, 'THEFT_SUSPECT', facts);
  throw refuseShell('session.proof-failed');
}

async function endAsStolen(
  options: AuthenticatorOptions,
  session: { sessionId: string; userId: string | null },
  kind: 'THEFT' | 'THEFT_SUSPECT',
  facts: RequestFacts,
): Promise<void> {
  await inSystem(options, async (db) => {
    const ended = await endSessions(db, { ids: [session.sessionId] }, 'THEFT', options.now());
    if (ended === 0 || session.userId === null) return;
    await noteSignIn(db, { kind, userId: session.userId, sessionId: session.sessionId }, facts);
    await tellSessionStopped(db, { userId: session.userId, now: options.now(), key: session.sessionId });
  });
}

async function see(options: AuthenticatorOptions, session: CachedSession, now: number): Promise<void> {
  session.lastSeenAt = now;
  if (now - session.storedSeenAt < SEEN_WRITE_MS) return;
  session.storedSeenAt = now;
  await inSystem(options, (db) =>
    db
      .updateTable('session')
      .set({ last_seen_at: new Date(now).toISOString() })
      .where('id', '=', session.sessionId)
      .execute(),
  );
}

const inSystem = <T>(
  options: AuthenticatorOptions,
  work: (db: Db) => Promise<T>,
  readOnly = false,
): Promise<T> => inUnitOfWork(options.database, asSystem(), { command: 'session.check', readOnly }, work);

interface SessionRow {
  session_id: string;
  user_id: string;
  replaced_at: string | null;
  ended_at: string | null;
  last_seen_at: string;
  idle_seconds: number;
  absolute_until: string;
  step_up_until: string | null;
  proof_thumbprint: string | null;
  overlap_until: string | null;
  /** Of all tokens of the session. */
  longest_overlap: string | null;
  tablet_centre: number | null;
  tablet_revoked_at: string | null;
  active_role_id: number | null;
  user_state: string;
  address_changed_at: string | null;
  network_stamp: number;
  user_stamp: number | null;
}

type Finding =
  | { session: CachedSession; renewedJustNow: boolean }
  | { end: EndReason | null; sessionId: string | null; userId: string | null };

async function lookUp(
  options: AuthenticatorOptions,
  tokenHash: Buffer,
  { cached, facts }: { cached: CachedSession | undefined; facts: RequestFacts },
): Promise<CachedSession> {
  const checkedAt = performance.now();
  const found = await inSystem(options, (db) => findSession(db, options, tokenHash, cached, checkedAt), true);
  if ('session' in found) {
    const { sessionId } = found.session;
    if (found.renewedJustNow) await inSystem(options, (db) => confirmRenewal(db, sessionId, options.now()));
    return found.session;
  }
  const { end, sessionId, userId } = found;
  if (end === 'THEFT' && sessionId) await endAsStolen(options, { sessionId, userId }, 'THEFT', facts);
  else if (end && sessionId)
    await inSystem(options, (db) => endSessions(db, { ids: [sessionId] }, end, options.now()));
  throw refuse('session.ended');
}

async function findSession(
  db: Db,
  options: AuthenticatorOptions,
  tokenHash: Buffer,
  cached: CachedSession | undefined,
  checkedAt: number,
): Promise<Finding> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.user_id, t.replaced_at, s.ended_at, s.last_seen_at, s.idle_seconds, s.absolute_until, s.step_up_until, s.active_role_id, s.proof_thumbprint, t.overlap_until, (select max(o.overlap_until) from session_token o where o.session_id = t.session_id) as longest_overlap, b.franchisee_id as tablet_centre, b.revoked_at as tablet_revoked_at,
      u.state as user_state, u.address_changed_at, n.stamp as network_stamp, p.stamp as user_stamp
      from session_token t join session s on s.id = t.session_id join app_user u on u.id = s.user_id left join shared_tablet b on b.id = s.tablet_id
      join permission_stamp n on n.scope = '*' left join permission_stamp p on p.scope = s.user_id::text
     where t.token_hash = ${tokenHash}`.execute(db);
  const row = rows[0];
  if (!row || row.ended_at !== null) return { end: null, sessionId: null, userId: null };
  const where = { sessionId: row.session_id, userId: row.user_id };
  const overlaps = row.overlap_until !== null && Date.parse(row.overlap_until) > options.now().getTime();
  if (row.replaced_at !== null && !overlaps)
    return {
      end: options.now().getTime() - Date.parse(row.replaced_at) > THEFT_AFTER_MS ? 'THEFT' : null,
      ...where,
    };
  if (row.tablet_revoked_at !== null) return { end: 'REVOKED', ...where };
  if (row.user_state !== 'ACTIVE') return { end: 'DISABLED', ...where };
  const stamps = [row.network_stamp, row.user_stamp ?? 0] as const;
  // A parent's children follow the students area's rows, which move no stamp: looked up anew each second.
  const family = cached?.user.grants.some((g) => g.role.reach === 'FAMILY') ?? false;
  const same =
    cached &&
    !family &&
    cached.stamps[0] === stamps[0] &&
    cached.stamps[1] === stamps[1] &&
    cached.user.day === todayIst(options.now()) &&
    (cached.user.until === null || cached.user.until > options.now().getTime());
  const user = same ? cached.user : await compileActor(db, row.user_id, options.now());
  if (!user) return { end: 'DISABLED', ...where };
  const storedSeenAt = Date.parse(row.last_seen_at);
  return {
    renewedJustNow: row.replaced_at === null && isOpenEnded(row.longest_overlap, options.now()),
    session: {
      sessionId: row.session_id,
      user,
      stamps,
      roleId: row.active_role_id,
      idleSeconds: row.idle_seconds,
      tabletCentre: row.tablet_centre,
      absoluteUntil: Date.parse(row.absolute_until),
      proofThumbprint: row.proof_thumbprint,
      steppedUpAt: row.step_up_until === null ? null : Date.parse(row.step_up_until) - STEP_UP_MS,
      heldUntil:
        row.address_changed_at === null ? null : Date.parse(row.address_changed_at) + ADDRESS_HOLD_MS,
      lastSeenAt: Math.max(storedSeenAt, cached?.lastSeenAt ?? 0),
      storedSeenAt,
      checkedAt,
    },
  };
}

function actorOf(session: CachedSession, facts: RequestFacts): Actor {
  const actor = chosenActor(session, facts);
  return session.heldUntil === null ? actor : { ...actor, heldUntil: session.heldUntil };
}
