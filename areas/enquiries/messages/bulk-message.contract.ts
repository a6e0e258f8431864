// One ready message to many families: look first, then it runs as a job that can be watched and stopped.
import { batchJob } from '@aangan/contract/batch.ts';
import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';
import { MOST_AT_ONCE } from '../pipeline/pipeline.contract.ts';
import { messageWays, templateChoice, templateSchema } from './ready-messages.ts';

const base = { module: enquiryModules.followup, scope: 'centre' } as const;
const to = {
  ids: z.array(uuidSchema).min(1).max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} at once`),
  template: templateSchema,
};

/** Rows of a batch are enquiries; `template` is the ready message or the id of a text of the centre's own. */
export const messageBatch = batchJob({
  name: 'enquiry-message',
  title: 'Messages to many',
  rows: 'Families',
  module: enquiryModules.followup,
  words: { ok: 'written', skipped: 'left out', failed: 'not written' },
  data: z.strictObject({ template: templateSchema }),
  item: z.strictObject({}),
});

export const bulkMessageContract = {
  templates: query({
    ...base,
    name: 'enquiry-message.templates',
    summary: "The ready messages to choose from: the product's, then head office's and the centre's own.",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(templateChoice) }),
  }),
  // A command only because 500 ids are too long for an address; it changes nothing.
  preview: command({
    ...base,
    write: false,
    name: 'enquiry-message.preview',
    summary: 'A ready message as the first families would read it, and who is left out for what reason.',
    input: z.strictObject(to),
    output: z.object({
      total: z.int(),
      reached: z.int(),
      ways: z.array(z.object({ channel: z.enum(messageWays), n: z.int() })),
      examples: z.array(
        z.object({
          enquiryCode: z.string(),
          childName: z.string(),
          channel: z.enum(messageWays),
          to: z.string(),
          text: z.string(),
        }),
      ),
      leftOut: z.array(
        z.object({
          reason: z.string(),
          n: z.int(),
          /** The first of them. */
          rows: z.array(z.object({ enquiryCode: z.string(), childName: z.string() })),
        }),
      ),
    }),
  }),
  send: command({
    ...base,
    write: true,
    idempotent: true,
    name: 'enquiry-message.send',
    summary: 'Send a ready message to many families, one each, as a job.',
    input: z.strictObject(to),
    output: z.object({ batchId: z.string(), total: z.int(), reached: z.int() }),
  }),
};
