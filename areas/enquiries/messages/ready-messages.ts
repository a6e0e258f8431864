import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

/** Ways a message goes to a family. */
export const messageWays = ['WHATSAPP', 'SMS', 'EMAIL'] as const;
export type MessageWay = (typeof messageWays)[number];
export const wayNames: Readonly<Record<MessageWay, string>> = {
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  EMAIL: 'e-mail',
};

/** Kinds of `visit-messages.ts` that people send by hand. */
export const readyMessages = [
  'enquiries.could-not-reach',
  'enquiries.details',
  'enquiries.invite',
  'enquiries.visit',
  'enquiries.thanks',
] as const;
export type ReadyMessage = (typeof readyMessages)[number];

export const readyLabels: Readonly<Record<ReadyMessage, string>> = {
  'enquiries.could-not-reach': 'We tried to call',
  'enquiries.details': 'After a talk',
  'enquiries.invite': 'Come and see us',
  'enquiries.visit': 'Time of the visit',
  'enquiries.thanks': 'Thanks for the visit',
};

/** A message to send: one of the product's, or the id of a text of the centre's own (`message-text.record.ts`). */
export const templateSchema = z.union([z.enum(readyMessages), uuidSchema]);

/** One of the texts somebody may choose from. */
export const templateChoice = z.object({
  key: z.string(),
  label: z.string(),
  own: z.boolean(),
  /** Why it cannot be sent at all. */
  blocked: z.string().nullable(),
});
