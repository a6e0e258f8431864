// Somebody wrote STOP (communication.md 3.4): what the person agreed to is taken back in the ledger. What they agree to
// later holds again; the word alone never gives anything.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type ConsentMethod, type ConsentPurpose, recordConsent } from './consent.server.ts';

/** What an enquiring family's STOP ends, whichever way it came. */
const OF_ENQUIRY: readonly ConsentPurpose[] = [
  'MESSAGES_SMS',
  'MESSAGES_EMAIL',
  'MESSAGES_WHATSAPP',
  'MESSAGES_MARKETING',
];
/** Notices about a child go on by SMS and in the app. */
const OF_GUARDIAN: readonly ConsentPurpose[] = ['MESSAGES_WHATSAPP', 'MESSAGES_MARKETING'];

export interface StopOf {
  franchiseeId: number;
  subjectKind: 'HOUSEHOLD' | 'GUARDIAN';
  subjectId: string;
  method: ConsentMethod;
  /** When they wrote: an answer given after it stays, however late or often the word arrives. */
  at: Date;
}

/** Takes back every purpose that STOP ends and that is not refused yet. True when one was. */
export async function takeBackMessages(db: Db, stop: StopOf): Promise<boolean> {
  const purposes = stop.subjectKind === 'HOUSEHOLD' ? OF_ENQUIRY : OF_GUARDIAN;
  const { rows } = await sql<{ purpose: string; answer: string; version: number; later: boolean }>`
    select distinct on (purpose) purpose, answer, text_version as version, at > ${stop.at.toISOString()}::timestamptz as later from consent_answer
     where franchisee_id = ${stop.franchiseeId} and subject_kind = ${stop.subjectKind} and subject_id = ${stop.subjectId}::uuid and purpose = any (${[...purposes]}::text[])
     order by purpose, at desc`.execute(db);
  const last = new Map(rows.map((row) => [row.purpose, row]));
  const answers = purposes.flatMap((purpose) => {
    const said = last.get(purpose);
    if (said && (said.answer !== 'YES' || said.later)) return [];
    return [{ purpose, answer: 'WITHDRAWN' as const, textVersion: said?.version ?? 1 }];
  });
  const { franchiseeId, subjectKind, subjectId, method } = stop;
  await recordConsent(db, { franchiseeId, subjectKind, subjectId, method, answers });
  return answers.length > 0;
}
