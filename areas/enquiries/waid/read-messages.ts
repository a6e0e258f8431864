// Messages of a WhatsApp delivery (integrations.md 4.2). Statuses and other fields are not this area's.
import * as z from 'zod';
import { parseLossless } from '../intake/lossless-json.ts';
import { isStopWord } from './stop-words.ts';

export interface InboundMessage {
  id: string;
  /** Number in digits, or the id of somebody who shows none. */
  waId: string;
  /** Digits with country code; null where WhatsApp gives none. */
  digits: string | null;
  phoneNumberId: string | null;
  profileName: string | null;
  at: Date | null;
  text: string;
  /** The whole of it, with its lines. */
  words: string;
  /** Nothing but a word that ends messages. */
  stop: boolean;
  referral: Record<string, string> | null;
}

const scalar = z.union([z.string(), z.number()]).transform(String);
const message = z.looseObject({
  id: z.string().min(1).max(300),
  from: scalar.optional(),
  user_id: scalar.optional(),
  timestamp: scalar.optional(),
  type: z.string().optional(),
});
const value = z.object({
  metadata: z.object({ phone_number_id: scalar }).optional(),
  contacts: z
    .array(
      z.object({
        wa_id: scalar.optional(),
        user_id: scalar.optional(),
        profile: z.object({ name: z.string() }).optional(),
      }),
    )
    .default([]),
  messages: z.array(z.unknown()).default([]),
});
const delivery = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(z.object({ field: z.string(), value: z.unknown().optional() })).default([]),
    }),
  ),
});

const REFERRAL = ['headline', 'body', 'source_type', 'source_id', 'source_url', 'ctwa_clid'] as const;

/** The messages people wrote; null when it is no WhatsApp delivery. */
export function readMessages(body: string): InboundMessage[] | null {
  const parsed = delivery.safeParse(parseLossless(body));
  if (!parsed.success) return null;
  const out: InboundMessage[] = [];
  for (const { changes } of parsed.data.entry)
    for (const change of changes) {
      const said = change.field === 'messages' ? value.safeParse(change.value) : null;
      if (said?.success)
        for (const one of said.data.messages) {
          const read = readMessage(one, said.data);
          if (read) out.push(read);
        }
    }
  return out;
}

function readMessage(given: unknown, around: z.output<typeof value>): InboundMessage | null {
  const parsed = message.safeParse(given);
  if (!parsed.success) return null;
  const said = parsed.data;
  const waId = said.from ?? said.user_id;
  if (!waId || waId.length > 64) return null;
  const contact = around.contacts.find((one) => one.wa_id === waId || one.user_id === waId);
  const seconds = Number(said.timestamp);
  const text = textOf(said);
  return {
    id: said.id,
    waId,
    digits: /^\d{8,15}$/.test(waId) ? waId : null,
    phoneNumberId: around.metadata?.phone_number_id ?? null,
    profileName: clean(contact?.profile?.name, 80),
    at: Number.isSafeInteger(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : null,
    text: clean(text, 140) ?? '',
    words: text
      .split('\n')
      .map((line) => clean(line, MOST_WORDS) ?? '')
      .join('\n')
      .trim()
      .slice(0, MOST_WORDS),
    stop: isStopWord(clean(text, text.length) ?? ''),
    referral: referralOf(said['referral']),
  };
}

const part = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : undefined;

/** What they wrote or pressed; of a picture its caption, else its kind. */
function textOf(said: Record<string, unknown>): string {
  const type = typeof said['type'] === 'string' ? said['type'] : 'message';
  const body = said[type];
  const reply = part(body, typeof part(body, 'type') === 'string' ? String(part(body, 'type')) : '');
  const text = part(body, 'body') ?? part(body, 'text') ?? part(body, 'caption') ?? part(reply, 'title');
  return typeof text === 'string' ? text : `(${type})`;
}

function referralOf(given: unknown): Record<string, string> | null {
  const kept = REFERRAL.flatMap((name) => {
    const text = part(given, name);
    return typeof text === 'string' && text ? [[name, text.slice(0, 200)] as const] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

const MOST_WORDS = 4000;
const HIDDEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const clean = (text: string | undefined, max: number): string | null =>
  text?.replace(HIDDEN, ' ').normalize('NFC').trim().slice(0, max).trim() || null;
