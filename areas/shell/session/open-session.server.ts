import type { RequestFacts } from '@aangan/server/endpoint/handle.ts';
import { atCommit, type Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { CompiledUser } from '../../system/public.server.ts';
import { forgetSessions } from './session-cache.server.ts';
import { hashOf, newSessionToken, tokenIn } from './session-token.server.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** Seconds without work, and from the beginning (shell.md D18). */
export const sessionLife = {
  STAFF: { idle: 30 * MINUTE, absolute: 12 * HOUR },
  GUARDED: { idle: 15 * MINUTE, absolute: 12 * HOUR },
  FAMILY: { idle: 7 * DAY, absolute: 30 * DAY },
  /** On a shared tablet (shell.md 11.5). */
  TABLET: { idle: 5 * MINUTE, absolute: 12 * HOUR },
} as const;

export type EndReason =
  | 'LOGOUT'
  | 'IDLE'
  | 'ABSOLUTE'
  | 'REVOKED'
  | 'THEFT'
  | 'PASSWORD'
  | 'DISABLED'
  | 'REPLACED';

/** Guarded roles make the whole session guarded; parents stay signed in, but only on a device that passed a code. */
export function lifeOf(user: CompiledUser, knownDevice: boolean): { idle: number; absolute: number } {
  const classes = new Set(user.grants.map((g) => g.role.sessionClass));
  if (user.superAdmin || classes.has('GUARDED')) return sessionLife.GUARDED;
  return knownDevice && classes.size === 1 && classes.has('FAMILY') ? sessionLife.FAMILY : sessionLife.STAFF;
}

export interface Opening {
  user: CompiledUser;
  deviceId: string | null;
  /** The sign-in proved a one-time code just now. */
  byCode: boolean;
  /** Thumbprint of the browser's key; every call must prove it from then on. */
  key: string | null;
  /** The shared tablet it is opened on. */
  tabletId?: string;
  request: RequestFacts;
  now: Date;
}

/**
 * Opens a session with a fresh token and ends the one whose token the browser still sent (promise S1: a token from
 * before signing in is worth nothing afterwards). Returns the token; only its hash is stored.
 */
export async function openSession(
  db: Db,
  { user, deviceId, byCode, key, tabletId, request, now }: Opening,
): Promise<{ token: string; sessionId: string }> {
  await endByToken(db, tokenIn(request.headers.authorization), 'REPLACED', now);
  const life = tabletId === undefined ? lifeOf(user, deviceId !== null) : sessionLife.TABLET;
  const at = now.toISOString();
  const { id } = await db
    .insertInto('session')
    .values({
      user_id: user.userId,
      device_id: deviceId,
      tablet_id: tabletId ?? null,
      proof_thumbprint: key,
      ip: request.ip,
      user_agent: request.userAgent,
      started_at: at,
      last_seen_at: at,
      idle_seconds: life.idle,
      absolute_until: new Date(now.getTime() + life.absolute * 1000).toISOString(),
      step_up_until: byCode ? new Date(now.getTime() + STEP_UP_MS).toISOString() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = newSessionToken();
  await db
    .insertInto('session_token')
    .values({ token_hash: hashOf(token), session_id: id, issued_at: at })
    .execute();
  return { token, sessionId: id };
}

export const STEP_UP_MS = 5 * 60_000;

/** Ends the session of a token, if there is one. Returns its user. */
export async function endByToken(
  db: Db,
  token: string | null,
  reason: EndReason,
  now: Date,
): Promise<{ userId: string; sessionId: string } | null> {
  if (token === null) return null;
  const row = await db
    .selectFrom('session_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .select(['s.id', 's.user_id'])
    .where('t.token_hash', '=', hashOf(token))
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  await endSessions(db, { ids: [row.id] }, reason, now);
  return { userId: row.user_id, sessionId: row.id };
}

/** Ends sessions by id, or all of a user's (but one). Returns how many. They answer 401 from the commit on. */
export async function endSessions(
  db: Db,
  which: { ids: readonly string[] } | { userId: string; but?: string },
  reason: EndReason,
  now: Date,
): Promise<number> {
  let update = db
    .updateTable('session')
    .set({ ended_at: now.toISOString(), end_reason: reason })
    .where('ended_at', 'is', null);
  update =
    'ids' in which ? update.where('id', 'in', [...which.ids]) : update.where('user_id', '=', which.userId);
  if ('but' in which && which.but) update = update.where('id', '<>', which.but);
  const rows = await update.returning('id').execute();
  forgetSessions({ sessionIds: rows.map((row) => row.id) });
  return rows.length;
}

export type SignInEventKind =
  | 'PASSWORD_OK'
  | 'PASSWORD_BAD'
  | 'CODE_SENT'
  | 'CODE_OK'
  | 'CODE_BAD'
  | 'LOCK'
  | 'NEW_DEVICE'
  | 'ROTATED'
  | 'THEFT'
  | 'LOGOUT'
  | 'IDLE'
  | 'STEP_UP'
  | 'RESET'
  | 'ROLE_SWITCH'
  | 'CENTRE_SWITCH'
  | 'INVITE_ACCEPTED'
  | 'THEFT_SUSPECT'
  | 'DEVICE_REMOVED'
  | 'CONTACT_CHANGED'
  | 'AUTHENTICATOR_ON'
  | 'AUTHENTICATOR_OFF'
  | 'APP_OK'
  | 'RECOVERY_OK'
  | 'RECOVERY_NEW'
  | 'PIN_OK'
  | 'PIN_BAD'
  | 'PIN_SET'
  | 'PIN_OFF';

/** One line of the sign-in journal, written with the commit; `identifierHash` lets an attack on one address be counted without storing it. */
export async function noteSignIn(
  db: Db,
  event: {
    kind: SignInEventKind;
    userId?: string | null;
    identifierHash?: Buffer;
    deviceId?: string | null;
    sessionId?: string | null;
  },
  request: RequestFacts,
): Promise<void> {
  const line = sql`insert into sign_in_event (user_id, identifier_hash, kind, ip, user_agent, device_id, session_id)
    values (${event.userId ?? null}, ${event.identifierHash ?? null}, ${event.kind}, ${request.ip}, ${request.userAgent}, ${event.deviceId ?? null}, ${event.sessionId ?? null})`;
  atCommit(db, line.compile(db));
}
