import { createHash, timingSafeEqual } from 'node:crypto';
import { maskPhone } from '@aangan/contract/phone.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { signInKey } from '../../network/public.server.ts';
import {
  type AnsweredBy,
  appCodeIsRight,
  recoveryCodeIsRight,
} from '../authenticator/second-proof.server.ts';
import { mmss, refuse } from '../shell-refusals.ts';
import { type CodeToSend, sendCode } from './send-code.server.ts';
import { hashOf, newCode, newReference } from './session-token.server.ts';

/** Life of a code, tries on it, and the pause between two sends (shell.md 3.11). */
export const codeRules = { lifeMs: 5 * 60_000, tries: 5, sends: 3, pauseMs: 30_000 } as const;

export type CodePurpose = 'SIGN_IN' | 'RESET' | 'STEP_UP' | 'CONTACT';
export type Channel = 'SMS' | 'EMAIL';

export interface CodeOwner {
  id: string;
  franchiseeId: number;
}

export interface NewChallenge {
  /** Null: nobody has this address; a decoy goes through the same motions and sends nothing. */
  owner: CodeOwner | null;
  identifier: string;
  purpose: CodePurpose;
  /** Hash of the browser's secret: only this browser may answer. */
  deviceHash: Buffer | null;
  now: Date;
  /** The password was right just now: an authenticator's code is then a second proof, not the only one. */
  afterPassword?: true;
  /** Sends to the typed address itself, which is not the account's yet. */
  toNewAddress?: true;
}

export interface ChallengeReply {
  referenceID: string;
  channel: Channel;
  sentTo: string;
  expiresAt: string;
  resendAt: string;
}

/** Starts a code for the typed address. Counting the send is the caller's (it must stay counted when this is refused). */
export async function startChallenge(
  db: Db,
  { owner, identifier, purpose, deviceHash, now, toNewAddress, afterPassword }: NewChallenge,
): Promise<ChallengeReply> {
  const channel: Channel = identifier.includes('@') ? 'EMAIL' : 'SMS';
  const referenceId = newReference();
  const code = newCode();
  const expiresAt = new Date(now.getTime() + codeRules.lifeMs);
  const sentTo = maskAddress(identifier);
  await db
    .insertInto('code_challenge')
    .values({
      reference_id: referenceId,
      purpose,
      user_id: owner?.id ?? null,
      address_hash: hashOf(identifier.trim().toLowerCase()),
      decoy: owner === null,
      channel,
      code_hash: codeHash(referenceId, code),
      sent_to_masked: sentTo,
      attempt_key: deviceHash?.toString('base64') ?? null,
      expires_at: expiresAt.toISOString(),
      payload: JSON.stringify({
        sentAt: now.toISOString(),
        franchiseeId: owner?.franchiseeId ?? null,
        ...(afterPassword ? { afterPassword } : {}),
      }),
    })
    .execute();
  await sendOrSeemTo(db, owner, {
    referenceId,
    send: 1,
    channel,
    code,
    expiresAt,
    ...(toNewAddress ? { address: identifier } : {}),
  });
  return {
    referenceID: referenceId,
    channel,
    sentTo,
    expiresAt: expiresAt.toISOString(),
    resendAt: new Date(now.getTime() + codeRules.pauseMs).toISOString(),
  };
}

/** A decoy queues a message too and takes it back, so that nobody can tell the two apart by the time it takes (S5). */
async function sendOrSeemTo(
  db: Db,
  owner: CodeOwner | null,
  code: Omit<CodeToSend, 'userId' | 'franchiseeId'>,
): Promise<void> {
  await sql`savepoint seeming`.execute(db);
  await sendCode(db, {
    ...code,
    userId: owner?.id ?? NOBODY,
    franchiseeId: owner?.franchiseeId ?? HEAD_OFFICE,
  });
  if (owner) await sql`release savepoint seeming`.execute(db);
  else await sql`rollback to savepoint seeming`.execute(db);
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
/** '******2345' and 'as•••@example.in': from what was typed alone, so a decoy shows the same. */
export function maskAddress(identifier: string): string {
  const key = signInKey(identifier);
  if (key && 'mobile' in key) return maskPhone(key.mobile);
  const [name = '', host = ''] = identifier.trim().toLowerCase().split('@');
  return `${name.slice(0, 2)}•••@${host}`;
}

const codeHash = (referenceId: string, code: string): Buffer =>
  createHash('sha256').update(`${referenceId}:${code}`).digest();

const stored = z.object({
  sentAt: z.string(),
  franchiseeId: z.int().nullable(),
  afterPassword: z.literal(true).optional(),
});

/**
 * Sends a new code for a running reference; the old one is dead. At least 30 s apart and 3 times in all; a dead or
 * unknown reference reads like an expired one.
 */
export async function resendChallenge(
  db: Db,
  wanted: { referenceId: string; channel: Channel | undefined; now: Date },
): Promise<ChallengeReply> {
  const { referenceId, now } = wanted;
  const row = await db
    .selectFrom('code_challenge')
    .selectAll()
    .where('reference_id', '=', referenceId)
    .where('purpose', 'in', ['SIGN_IN', 'RESET', 'STEP_UP'])
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  // A code that ran out may be renewed for a while: the screen stays open longer than the code lives.
  if (!row || Date.parse(row.expires_at) + codeRules.lifeMs < now.getTime()) throw refuse('session.otp-dead');
  const sent = stored.parse(row.payload);
  const wait = Date.parse(sent.sentAt) + codeRules.pauseMs - now.getTime();
  if (wait > 0)
    throw refuse('session.resend-early', {
      details: { wait: mmss(wait / 1000) },
      retryAfter: Math.ceil(wait / 1000),
    });
  if (row.sends >= codeRules.sends)
    throw refuse('session.too-many', { details: { wait: mmss(900) }, retryAfter: 900 });
  const code = newCode();
  const channel = wanted.channel ?? (row.channel as Channel);
  const expiresAt = new Date(now.getTime() + codeRules.lifeMs);
  // The other channel's address is never shown, masked or not: whoever asks may know only one of the two.
  const sentTo =
    channel === row.channel
      ? row.sent_to_masked
      : channel === 'EMAIL'
        ? 'your e-mail address'
        : 'your mobile number';
  await db
    .updateTable('code_challenge')
    .set({
      code_hash: codeHash(referenceId, code),
      sends: row.sends + 1,
      tries: 0,
      channel,
      sent_to_masked: sentTo,
      expires_at: expiresAt.toISOString(),
      payload: JSON.stringify({ ...sent, sentAt: now.toISOString() }),
    })
    .where('reference_id', '=', referenceId)
    .execute();
  if (row.user_id && !row.decoy && sent.franchiseeId !== null) {
    await sendCode(db, {
      userId: row.user_id,
      franchiseeId: sent.franchiseeId,
      referenceId,
      send: row.sends + 1,
      channel,
      code,
      expiresAt,
    });
  }
  return {
    referenceID: referenceId,
    channel,
    sentTo,
    expiresAt: expiresAt.toISOString(),
    resendAt: new Date(now.getTime() + codeRules.pauseMs).toISOString(),
  };
}

export type CodeVerdict = { right: true; userId: string } | { right: false; left: number };

/**
 * Judges one try. The try is counted in the same statement that reads the code, so parallel guesses cannot share one;
 * the fifth wrong one, a used, expired, unknown or another browser's code are all `left: 0`. Commit it whatever it says.
 */
export async function answerChallenge(
  db: Db,
  answer: {
    referenceId: string;
    code: string;
    purpose: CodePurpose;
    deviceHash: Buffer | null;
    now: Date;
    userId?: string;
    by?: AnsweredBy | undefined;
  },
): Promise<CodeVerdict> {
  const row = await db
    .updateTable('code_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('reference_id', '=', answer.referenceId)
    .where('purpose', '=', answer.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', answer.now.toISOString())
    .where('tries', '<', codeRules.tries)
    .returning(['user_id', 'decoy', 'code_hash', 'attempt_key', 'tries', 'payload'])
    .executeTakeFirst();
  if (!row) return { right: false, left: 0 };
  const sameBrowser =
    row.attempt_key === null || row.attempt_key === (answer.deviceHash?.toString('base64') ?? '');
  const sameUser = answer.userId === undefined || answer.userId === row.user_id;
  // Never thrown here: the count of this try would roll back with it.
  const sent = stored.safeParse(row.payload);
  const secondProof = answer.purpose === 'STEP_UP' || sent.data?.afterPassword === true;
  const right =
    (answer.by ?? 'SENT') === 'SENT'
      ? timingSafeEqual(row.code_hash, codeHash(answer.referenceId, answer.code))
      : secondProof && sameBrowser && row.user_id !== null && (await isOwn(db, row.user_id, answer));
  if (!right || row.decoy || row.user_id === null || !sameUser)
    return { right: false, left: codeRules.tries - row.tries };
  if (!sameBrowser) return { right: false, left: 0 };
  await db
    .updateTable('code_challenge')
    .set({ used_at: answer.now.toISOString() })
    .where('reference_id', '=', answer.referenceId)
    .execute();
  return { right: true, userId: row.user_id };
}

const isOwn = (
  db: Db,
  userId: string,
  { by, code, now }: { by?: AnsweredBy | undefined; code: string; now: Date },
): Promise<boolean> =>
  by === 'APP'
    ? appCodeIsRight(db, userId, code, { now, confirmed: true })
    : recoveryCodeIsRight(db, userId, code, now);

/** The refusal of a wrong answer. */
export const wrongCode = (left: number) =>
  left > 0 ? refuse('session.otp-wrong', { details: { left } }) : refuse('session.otp-dead');
