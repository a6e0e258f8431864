// One ready message to many families: look first, then it runs as a job that can be watched and stopped.
import { command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
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

const batch = z.object({
  id: z.string(),
  franchiseeId: z.int(),
  at: z.string(),
  byName: z.string().nullable(),
  label: z.string(),
  state: z.enum(['QUEUED', 'RUNNING', 'DONE', 'CANCELLED']),
  cancelAsked: z.boolean(),
  total: z.int(),
  done: z.int(),
  queued: z.int(),
  skipped: z.int(),
  /** What became of those on their way. */
  sent: z.int(),
  failed: z.int(),
  can: z.record(z.string(), z.boolean()),
});
export type MessageBatch = z.output<typeof batch>;

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
  batches: query({
    ...base,
    name: 'enquiry-message.batches',
    summary: 'Messages to many, newest first, with what became of them.',
    input: z.strictObject({ id: uuidSchema.optional(), ...paging }),
    output: pageOf(batch),
  }),
  items: query({
    ...base,
    name: 'enquiry-message.items',
    summary: 'Each family of a message to many, and why one got none.',
    input: z.strictObject({ id: uuidSchema, ...paging }),
    output: pageOf(
      z.object({
        id: z.string(),
        enquiryCode: z.string(),
        childName: z.string(),
        state: z.enum(['WAITING', 'QUEUED', 'SKIPPED']),
        reason: z.string().nullable(),
      }),
    ),
  }),
  cancel: command({
    ...base,
    write: true,
    name: 'enquiry-message.cancel',
    summary: 'Stop a message to many: who was not written to yet is left out.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: z.string() }),
  }),
};
