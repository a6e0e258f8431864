// The code that confirms the number of a public form. It goes to whatever number was typed and depends on nothing the
// school knows, so that neither answer nor time tells a known number (enquiries.md 3.10). Which rule allows it: it is a
// code its reader asked for by sending the form, and codes go always (communication.md 3.4, first line of the gates):
// STOP, suppression and do-not-call are about what we write of our own accord. Nothing but the code stands in it.
import { randomInt, timingSafeEqual } from 'node:crypto';
import { blindIndex } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';

export const numberCodeRules = { lifeMs: 10 * 60_000, tries: 5, sends: 3, pauseMs: 30_000 } as const;

/** A message costs and rings: so many codes go to one number, are asked for from one address, and leave one centre. */
const MOST = {
  number: { limit: 5, windowS: 86_400 },
  address: { limit: 20, windowS: 600 },
  centre: { limit: 300, windowS: 3600 },
} as const;

/** Messages of a submission are found again by this source: when its family is erased they are too. */
export const SUBMISSION_SOURCE = 'enquiry-form';

export interface Submission {
  fid: number;
  submissionId: string;
}

interface CodeFor extends Submission {
  /** In E.164. */
  mobile: string;
  language: string;
  centreName: string;
  /** `visitorOf` the request. */
  visitor: string;
  now: Date;
}

/** Of the row in `code_challenge`. */
export const challengeOf = ({ fid, submissionId }: Submission): string => `enquiry:${fid}:${submissionId}`;
// Keyed: six digits could be found again from a plain hash of them.
const codeHash = (reference: string, code: string): Buffer => blindIndex(`code:${reference}:${code}`);
/** By this the confirmation finds its number among those of the family. */
export const numberHash = (mobile: string): Buffer => blindIndex(`phone:${mobile}`);
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
const endOf = (now: Date): Date => new Date(now.getTime() + numberCodeRules.lifeMs);

/** The first code of a submission that was stored just now. Unwanted ones go through the same motions and send nothing. */
export async function startNumberCode(db: Db, wanted: CodeFor & { unwanted: boolean }): Promise<void> {
  const reference = challengeOf(wanted);
  const code = newCode();
  await db
    .insertInto('code_challenge')
    .values({
      reference_id: reference,
      purpose: 'ENQUIRY',
      subject_kind: SUBMISSION_SOURCE,
      subject_id: wanted.submissionId,
      address_hash: numberHash(wanted.mobile),
      decoy: wanted.unwanted,
      channel: 'SMS',
      code_hash: codeHash(reference, code),
      sent_to_masked: endingOf(wanted.mobile),
      expires_at: endOf(wanted.now).toISOString(),
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  await sendOrSeemTo(db, wanted, { code, send: 1, unwanted: wanted.unwanted });
}

export type SentAgain = { state: 'SENT' | 'EARLY' | 'ENDED'; waitS: number };

/** A new code; the one before is dead. Three in all, 30 seconds apart, and no longer than ten minutes after the last one ended. */
export async function sendNumberCodeAgain(db: Db, wanted: CodeFor): Promise<SentAgain> {
  const { now } = wanted;
  const reference = challengeOf(wanted);
  const row = await db
    .selectFrom('code_challenge')
    .select(['sends', 'decoy', 'expires_at'])
    .where('reference_id', '=', reference)
    .where('purpose', '=', 'ENQUIRY')
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const until = row ? Date.parse(row.expires_at) : 0;
  if (!row || row.sends >= numberCodeRules.sends || until + numberCodeRules.lifeMs < now.getTime())
    return { state: 'ENDED', waitS: 0 };
  const waitMs = until - numberCodeRules.lifeMs + numberCodeRules.pauseMs - now.getTime();
  if (waitMs > 0) return { state: 'EARLY', waitS: Math.ceil(waitMs / 1000) };
  const code = newCode();
  const send = row.sends + 1;
  await db
    .updateTable('code_challenge')
    .set({
      code_hash: codeHash(reference, code),
      sends: send,
      tries: 0,
      expires_at: endOf(now).toISOString(),
    })
    .where('reference_id', '=', reference)
    .execute();
  await sendOrSeemTo(db, wanted, { code, send, unwanted: row.decoy });
  return { state: 'SENT', waitS: numberCodeRules.pauseMs / 1000 };
}

/** What does not go out is queued all the same and taken back, so that it takes as long. Too many is silent: who typed the number before is nobody's business. */
async function sendOrSeemTo(
  db: Db,
  wanted: CodeFor,
  { code, send, unwanted }: { code: string; send: number; unwanted: boolean },
): Promise<void> {
  const allowed = await withinLimits(db, wanted);
  await sql`savepoint seeming`.execute(db);
  await queueMessage(db, {
    kind: 'enquiries.confirm-number',
    franchiseeId: wanted.fid,
    about: { address: { mobile: wanted.mobile, language: wanted.language } },
    values: { code, centre: wanted.centreName },
    channel: 'SMS',
    dedupeKey: `${wanted.submissionId}:${send}`,
    expiresAt: endOf(wanted.now),
    source: { kind: SUBMISSION_SOURCE, id: wanted.submissionId },
  });
  if (allowed && !unwanted) await sql`release savepoint seeming`.execute(db);
  else await sql`rollback to savepoint seeming`.execute(db);
}

async function withinLimits(db: Db, { fid, mobile, visitor }: CodeFor): Promise<boolean> {
  const key = (what: keyof typeof MOST, who: string) =>
    sql`count_try(${`enquiry-code:${what}:${who}`}, ${MOST[what].windowS})`;
  // One fixed order of rows, the busiest last, so that two requests never wait for each other in a circle.
  const { rows } = await sql<Record<keyof typeof MOST, number>>`
    select ${key('number', numberHash(mobile).toString('base64'))} as number, ${key('address', visitor)} as address, ${key('centre', String(fid))} as centre`.execute(
    db,
  );
  const [n] = rows;
  return (
    n !== undefined &&
    n.number <= MOST.number.limit &&
    n.address <= MOST.address.limit &&
    n.centre <= MOST.centre.limit
  );
}

export type CodeVerdict = { state: 'CONFIRMED' | 'WRONG' | 'ENDED'; left: number };

/** Judges one try; it is counted in the statement that reads the code, so that parallel guesses cannot share one. */
export async function judgeNumberCode(
  db: Db,
  { code, now, ...submission }: Submission & { code: string; now: Date },
): Promise<CodeVerdict> {
  const reference = challengeOf(submission);
  const typed = codeHash(reference, code);
  const row = await db
    .updateTable('code_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('reference_id', '=', reference)
    .where('purpose', '=', 'ENQUIRY')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('tries', '<', numberCodeRules.tries)
    .returning(['code_hash', 'tries'])
    .executeTakeFirst();
  if (!row) return usedBefore(db, reference, typed);
  const left = numberCodeRules.tries - row.tries;
  if (!timingSafeEqual(row.code_hash, typed)) return { state: left > 0 ? 'WRONG' : 'ENDED', left };
  await db
    .updateTable('code_challenge')
    .set({ used_at: now.toISOString() })
    .where('reference_id', '=', reference)
    .execute();
  return { state: 'CONFIRMED', left: 0 };
}

/** The right code sent twice (a second press, a lost answer) is still the right one. */
async function usedBefore(db: Db, reference: string, typed: Buffer): Promise<CodeVerdict> {
  const used = await db
    .selectFrom('code_challenge')
    .select('code_hash')
    .where('reference_id', '=', reference)
    .where('used_at', 'is not', null)
    .executeTakeFirst();
  return { state: used && timingSafeEqual(used.code_hash, typed) ? 'CONFIRMED' : 'ENDED', left: 0 };
}

/** '45', of what was typed. */
export const endingOf = (mobile: string): string => mobile.slice(-2);
