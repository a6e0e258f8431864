import { can, command, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { centre, change, entryId, line, onePage, optional, ownChange } from './franchisee-shapes.ts';

const done = z.object({ id: uuidSchema });
const file = z.object({ url: z.string() }).nullable();

export const PHASES = {
  LEGAL: 'Legal',
  SITE: 'Site',
  PEOPLE: 'People',
  TRAINING: 'Training',
  KIT: 'Kit',
  SYSTEM: 'System',
  MARKETING: 'Marketing',
  LAUNCH: 'Launch',
} as const;
const phase = z.enum(Object.keys(PHASES) as [keyof typeof PHASES, ...(keyof typeof PHASES)[]]);

export const checklistContract = {
  list: query({
    ...onePage,
    name: 'checklist.list',
    summary: 'The opening checklist of a centre by due day.',
    input: centre,
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          version: z.int(),
          title: z.string(),
          phase,
          department: z.string(),
          ownerId: uuidSchema.nullable(),
          owner: z.string().nullable(),
          dueOn: z.string(),
          state: z.enum(['OPEN', 'DONE', 'WAIVED']),
          needsEvidence: z.boolean(),
          gate: z.boolean(),
          doneAt: z.string().nullable(),
          doneBy: z.string().nullable(),
          reason: z.string().nullable(),
          file,
          can,
        }),
      ),
      can,
    }),
  }),
  forecast: query({
    ...onePage,
    name: 'checklist.forecast',
    summary: 'The earliest day a centre in set-up can open, and the items that move it most.',
    input: centre,
    output: z.object({
      /** Null when nothing holds the opening up, or there is no checklist. */
      opensOn: z.string().nullable(),
      /** The same without any delay: the latest due day of what is open. */
      plannedOn: z.string().nullable(),
      /** Days the opening would come earlier if only this item were done at once; at most three, the most first. */
      movers: z.array(
        z.object({ id: uuidSchema, title: z.string(), doneOn: z.string(), late: z.int(), days: z.int() }),
      ),
      phases: z.array(
        z.object({
          phase,
          from: z.string(),
          to: z.string(),
          doneOn: z.string(),
          open: z.int(),
          all: z.int(),
        }),
      ),
    }),
  }),
  add: command({
    ...change,
    name: 'checklist.add',
    summary: 'Add an item to a centre’s checklist.',
    input: z.strictObject({
      franchiseeId: entryId,
      title: line(120).min(1, 'Fill this in'),
      phase,
      departmentId: entryId,
      ownerId: optional(uuidSchema),
      dueOn: daySchema,
      needsEvidence: z.boolean(),
      gate: z.boolean(),
    }),
    output: done,
  }),
  assign: command({
    ...change,
    versioned: true,
    name: 'checklist.assign',
    summary: 'Give an item an owner or another day.',
    input: z.strictObject({
      franchiseeId: entryId,
      id: uuidSchema,
      ownerId: optional(uuidSchema),
      dueOn: daySchema.optional(),
    }),
    output: done,
  }),
  done: command({
    ...ownChange,
    versioned: true,
    name: 'checklist.done',
    summary: 'Tick an item off, with its evidence where one is asked.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema, fileId: optional(uuidSchema) }),
    output: done,
  }),
  reopen: command({
    ...change,
    versioned: true,
    name: 'checklist.reopen',
    summary: 'Open an item again, before the centre opens.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema }),
    output: done,
  }),
  waive: command({
    ...change,
    versioned: true,
    name: 'checklist.waive',
    summary: 'Do without an item; its owner cannot.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema, reason: line(300).min(3, 'Say why') }),
    output: done,
  }),
};
