// What the tabs of the working screen read and send.
import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { messageWays, templateChoice, templateSchema } from '../messages/ready-messages.ts';
import { enquiryModules } from '../modules.ts';

const readers = [enquiryModules.enquiry, enquiryModules.followup] as const;
const ofEnquiry = {
  module: readers,
  scope: 'centre',
  input: z.strictObject({ enquiryId: uuidSchema }),
} as const;

export const enquiryWorkContract = {
  messages: query({
    ...ofEnquiry,
    name: 'enquiry-work.messages',
    summary: 'What a family was written, and what may be written to it now.',
    output: z.object({
      ways: z.array(
        z.object({
          channel: z.enum(messageWays),
          to: z.string(),
          allowed: z.boolean(),
          /** Why not. */
          closed: z.enum(['REFUSED', 'NO_CONSENT', 'SUPPRESSED', 'NOT_CONNECTED']).nullable(),
        }),
      ),
      templates: z.array(
        templateChoice.extend({
          text: z.string(),
          /** The way it would go; null = none that the family agreed to. */
          channel: z.enum(messageWays).nullable(),
        }),
      ),
      sent: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          title: z.string(),
          channel: z.string(),
          to: z.string().nullable(),
          text: z.string().nullable(),
          status: z.string(),
          reason: z.string().nullable(),
        }),
      ),
    }),
  }),
  sendMessage: command({
    module: enquiryModules.followup,
    scope: 'centre',
    write: true,
    name: 'enquiry-work.send-message',
    summary: 'Send a family one of the ready messages, as it agreed to.',
    input: z.strictObject({
      enquiryId: uuidSchema,
      template: templateSchema,
      channel: z.enum(messageWays),
    }),
    output: z.object({
      /** False: the same message went out today already. */
      queued: z.boolean(),
    }),
  }),
  consents: query({
    ...ofEnquiry,
    name: 'enquiry-work.consents',
    summary: 'What the family agreed to and refused.',
    output: z.object({
      doNotCall: z.boolean(),
      rows: z.array(
        z.object({ purpose: z.string(), title: z.string(), allowed: z.boolean(), changedAt: z.string() }),
      ),
    }),
  }),
};
