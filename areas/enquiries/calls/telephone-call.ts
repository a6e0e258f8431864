// What a telephone provider tells of a call when it has ended (Exotel's shape): a form or JSON, names as in its own console.
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import * as z from 'zod';

const text = z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(200));
const body = z.looseObject({
  CallSid: text.pipe(z.string().min(1).max(100)),
  From: text.nullish(),
  CallFrom: text.nullish(),
  Direction: text.nullish(),
  Status: text.nullish(),
  DialCallStatus: text.nullish(),
  ConversationDuration: text.nullish(),
  DialCallDuration: text.nullish(),
});

/** Statuses that end a call; what is still ringing is told again. */
const ENDED = {
  completed: 'ANSWERED',
  busy: 'MISSED',
  failed: 'MISSED',
  'no-answer': 'MISSED',
  canceled: 'MISSED',
} as const;
const MOST_SECONDS = 86_400;

export interface TelephoneCall {
  sid: string;
  /** As it was told; empty for a withheld number. */
  from: string;
  /** Its stored form; null when it is withheld or none of a mobile. */
  phone: string | null;
  status: 'ANSWERED' | 'MISSED';
  talkS: number | null;
}

/** The call of a delivery: `null` cannot be read, `other` is no concern of ours (still ringing, or we rang). */
export function readTelephoneCall(raw: string): TelephoneCall | 'other' | null {
  const parsed = body.safeParse(fieldsOf(raw));
  if (!parsed.success) return null;
  const said = parsed.data;
  const told = (said.Status ?? said.DialCallStatus ?? '').toLowerCase();
  if (!/^in/i.test(said.Direction ?? 'incoming') || !Object.hasOwn(ENDED, told)) return 'other';
  const seconds = Math.min(
    Number(said.ConversationDuration ?? said.DialCallDuration ?? Number.NaN),
    MOST_SECONDS,
  );
  const from = said.From ?? said.CallFrom ?? '';
  const status = ENDED[told as keyof typeof ENDED];
  // A line that played a greeting and rang nobody is 'completed' too, without a second of talk.
  const missed = status === 'MISSED' || seconds === 0;
  return {
    sid: said.CallSid,
    from,
    phone: phoneNormAnyCountry(from),
    status: missed ? 'MISSED' : 'ANSWERED',
    talkS: missed || !Number.isFinite(seconds) || seconds < 0 ? null : Math.round(seconds),
  };
}

function fieldsOf(raw: string): unknown {
  if (!raw.trimStart().startsWith('{')) return Object.fromEntries(new URLSearchParams(raw));
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}
