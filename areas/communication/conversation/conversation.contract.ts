import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { longText, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { messageStatuses } from '../message/message.contract.ts';
import { communicationModules as m } from '../modules.ts';
import { conversations } from './conversation.listing.ts';
import { type Closed, closedTexts } from './conversation.states.ts';

const base = { module: m.sendSMS, scope: 'centre' } as const;
const write = { ...base, write: true } as const;
const id = { id: uuidSchema };

export const MOST_REPLY = 1000;

const item = z.object({
  id: z.string(),
  at: z.string(),
  out: z.boolean(),
  text: z.string(),
  by: z.string().nullable(),
  /** Of what we wrote: the way it went. */
  channel: z.enum(['SMS', 'WHATSAPP', 'EMAIL', 'APP']).nullable(),
  /** Of what we wrote: how far it got. Null: it came in. */
  status: z.enum(messageStatuses).nullable(),
  reason: z.string().nullable(),
});
export type ConversationItem = z.output<typeof item>;

const named = z.array(z.object({ id: z.string(), label: z.string() }));

export const conversationContract = {
  get: query({
    ...base,
    name: 'conversation.get',
    summary: 'What a number wrote and what it was answered, the last 200 lines.',
    logRead: { subject: 'guardian', purpose: 'conversation with a family' },
    input: z.strictObject(id),
    output: z.object({
      ...conversations.rowSchema.shape,
      items: z.array(item),
      /** Why free text cannot be sent now; null: it can. */
      closed: z.enum(Object.keys(closedTexts) as [Closed, ...Closed[]]).nullable(),
      enquiryCode: z.string().nullable(),
      /** Registered texts that may go by SMS to this parent; their places fill themselves. */
      templates: named,
      /** Who may look after it. */
      people: named,
    }),
  }),
  markRead: command({
    ...base,
    write: false,
    name: 'conversation.mark-read',
    summary: 'Nothing of it is unread any more.',
    input: z.strictObject(id),
    output: nothing,
  }),
  reply: command({
    ...write,
    versioned: true,
    idempotent: true,
    name: 'conversation.reply',
    summary: 'Answer on WhatsApp in free words, within 24 hours of the last message of the family.',
    input: id,
    fields: { text: longText({ label: 'Answer', max: MOST_REPLY }) },
    output: nothing,
  }),
  sendTemplate: command({
    ...write,
    idempotent: true,
    name: 'conversation.send-template',
    summary: 'Send a registered text by SMS to the parent of a conversation.',
    input: id,
    fields: { templateId: { ...text({ label: 'Text', max: 40 }), schema: uuidSchema } },
    output: nothing,
  }),
  assign: command({
    ...write,
    name: 'conversation.assign',
    summary: 'Give a conversation to somebody of its centre.',
    input: id,
    fields: { ownerId: reference('user', { label: 'Looked after by' }) },
    output: nothing,
  }),
  close: command({
    ...write,
    name: 'conversation.close',
    summary: 'There is nothing to answer. A new message makes it wait again.',
    input: z.strictObject(id),
    output: nothing,
  }),
  reveal: command({
    ...write,
    name: 'conversation.reveal-number',
    summary: 'The number of a conversation, to call it. Logged.',
    input: z.strictObject(id),
    output: z.object({ number: z.string() }),
  }),
};
