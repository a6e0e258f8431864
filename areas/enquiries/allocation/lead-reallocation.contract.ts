import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { bucketSlugs } from '../enquiry/bucket.ts';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import { lineSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';
import { MOST_REALLOCATED } from './allocation-words.ts';

const base = { module: enquiryModules.leadReallocation, scope: 'centre' } as const;
const change = { ...base, write: true } as const;
const oneOrSeveral = <S extends z.ZodType>(schema: S) =>
  z.union([schema, z.array(schema).max(50)]).optional();

const filters = {
  owner: oneOrSeveral(uuidSchema),
  bucket: oneOrSeveral(z.enum([...bucketSlugs, 'due', 'overdue'])),
  spancoStatus: oneOrSeveral(z.enum(spancoStatuses)),
  /** Nobody spoke to the family for so many days. */
  idleDays: z.int().min(1).max(400).optional(),
};

const row = z.object({
  id: z.string(),
  franchiseeId: z.int(),
  enquiryCode: z.string(),
  childName: z.string(),
  className: z.string().nullable(),
  spancoStatus: z.string(),
  stage: z.string(),
  bucket: z.string().nullable(),
  overdueDays: z.int(),
  ownerId: z.string(),
  ownerName: z.string(),
  /** Null: works as usual. */
  ownerState: z.enum(['LEAVE', 'DISABLED']).nullable(),
  ownerSince: z.string().nullable(),
  lastContactAt: z.string().nullable(),
  moves: z.int(),
});
export type ReallocationRow = z.output<typeof row>;

const which = {
  /** These, or all that the filters find. */
  ids: z.array(uuidSchema).max(MOST_REALLOCATED).optional(),
  filters: z.strictObject(filters).optional(),
};
const target = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('PEOPLE'),
    userIds: z.array(uuidSchema).min(1, 'Choose somebody').max(20),
  }),
  z.strictObject({ kind: z.literal('RULES') }),
]);
export type ReallocationTarget = z.output<typeof target>;

const perPerson = z.array(
  z.object({ id: z.string().nullable(), name: z.string(), before: z.int(), after: z.int() }),
);

const batch = z.object({
  id: z.string(),
  franchiseeId: z.int(),
  at: z.string(),
  byName: z.string().nullable(),
  to: z.string(),
  reason: z.string().nullable(),
  state: z.enum(['QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'UNDONE']),
  cancelAsked: z.boolean(),
  total: z.int(),
  done: z.int(),
  moved: z.int(),
  skipped: z.int(),
  /** Skipped ones by reason: '2 claimed by Esha now'. */
  skippedWhy: z.array(z.string()),
  undoneN: z.int().nullable(),
  undoUntil: z.string().nullable(),
  can,
});
export type BatchRow = z.output<typeof batch>;

const item = z.object({
  id: z.string(),
  enquiryCode: z.string(),
  childName: z.string(),
  fromName: z.string().nullable(),
  toName: z.string().nullable(),
  state: z.enum(['WAITING', 'MOVED', 'SKIPPED', 'UNDONE']),
  reason: z.string().nullable(),
});
export type ItemRow = z.output<typeof item>;

export const leadReallocationContract = {
  list: query({
    ...base,
    needsCentre: true,
    name: 'lead-reallocation.list',
    summary: 'Open enquiries of the chosen centre with their owners, oldest next date first.',
    input: z.strictObject({ q: z.string().trim().max(100).optional(), ...filters, ...paging }),
    output: pageOf(row),
  }),
  people: query({
    ...base,
    needsCentre: true,
    name: 'lead-reallocation.people',
    summary: 'Who may take enquiries of the chosen centre, with their load, and who owns some now.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          open: z.int(),
          able: z.boolean(),
          against: z.string().nullable(),
        }),
      ),
    }),
  }),
  // A command only because thousands of ids are too long for an address; it changes nothing.
  preview: command({
    ...base,
    write: false,
    needsCentre: true,
    name: 'lead-reallocation.preview',
    summary: 'What a move would do: load of each person before and after, and what stays with its reason.',
    input: z.strictObject({ ...which, target }),
    output: z.object({
      total: z.int(),
      moved: z.int(),
      people: perPerson,
      skipped: z.array(z.object({ reason: z.string(), n: z.int() })),
      /** Goes back with `start`: what was seen is what is done. */
      seen: z.string(),
    }),
  }),
  start: command({
    ...change,
    needsCentre: true,
    idempotent: true,
    name: 'lead-reallocation.start',
    summary: 'Move what the preview showed, as a job. Next dates, first-answer time and history stay.',
    input: z.strictObject({
      ...which,
      target,
      seen: z.string().max(80),
      reason: lineSchema(200).nullable().optional(),
    }),
    output: z.object({ batchId: z.string(), total: z.int() }),
  }),
  batches: query({
    ...base,
    name: 'lead-reallocation.batches',
    summary: 'Moves with their progress, newest first.',
    input: z.strictObject({ ...paging }),
    output: pageOf(batch),
  }),
  batch: query({
    ...base,
    name: 'lead-reallocation.batch',
    summary: 'Each enquiry of a move: from whom, to whom, and why one stayed.',
    input: z.strictObject({ id: uuidSchema, ...paging }),
    output: pageOf(item),
  }),
  cancel: command({
    ...change,
    name: 'lead-reallocation.cancel',
    summary: 'Stop a move that runs; what has moved stays moved and can be undone.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: z.string() }),
  }),
  undo: command({
    ...change,
    name: 'lead-reallocation.undo',
    summary: 'Give back what a move took, within 24 hours; enquiries that moved on since stay.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ undone: z.int(), kept: z.int() }),
  }),
};
