import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import { nameSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';
import { exitNeeds } from '../pipeline/next-steps.ts';

/** Statuses under which the settings may add stages; the others keep the specification's. */
export const openToStages = ['Prospect', 'Approach', 'Negotiation', 'Lost'] as const;
/** Tones of the tags; a colour never stands alone, the name is always beside it. */
export const stageColours = [
  'neutral',
  'info',
  'shipped',
  'confirm',
  'success',
  'warning',
  'danger',
] as const;

const base = { module: enquiryModules.enquirySettings, scope: 'centre' } as const;

/** What a stage asks and means; also the seed's stages may be set so. */
const asks = {
  needsNote: z.boolean(),
  needsSubStatus: z.boolean(),
  needsFollowUp: z.boolean(),
  needsAppointment: z.boolean(),
  needsReason: z.boolean(),
  exitNeeds: z.array(z.enum(exitNeeds)).max(exitNeeds.length),
  score: z.int().min(-10, 'Between -10 and 10').max(10, 'Between -10 and 10'),
  maxDays: z.int().min(1, 'Between 1 and 365').max(365, 'Between 1 and 365').nullable(),
  colour: z.enum(stageColours),
  active: z.boolean(),
};

const stageRow = z.object({
  id: z.string(),
  version: z.int(),
  code: z.string(),
  status: z.enum(spancoStatuses),
  position: z.int(),
  isSeed: z.boolean(),
  /** The network's: a centre reads it. */
  shared: z.boolean(),
  enteredBy: z.enum(['USER', 'SYSTEM', 'BOTH']),
  setsIntent: z.boolean(),
  setsWalkIn: z.boolean(),
  ...asks,
  /** Open enquiries that stand in it; null over more centres than are counted live. */
  open: z.int().nullable(),
  can: z.record(z.string(), z.boolean()),
});

export const stageContract = {
  overview: query({
    ...base,
    name: 'enquiry-stage.overview',
    summary: 'The stages of the pipeline in their order, with what each asks and how many stand in it.',
    input: nothing,
    output: z.object({ rows: z.array(stageRow), can: z.record(z.string(), z.boolean()) }),
  }),
  usage: query({
    ...base,
    name: 'enquiry-stage.usage',
    summary: 'How one stage is used: how many stand in it, and how long they stayed.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      stage: stageRow,
      left: z.int().nullable(),
      medianDays: z.number().nullable(),
    }),
  }),
  add: command({
    ...base,
    write: true,
    idempotent: true,
    name: 'enquiry-stage.add',
    summary: 'Add a stage to the pipeline.',
    input: z.strictObject({
      id: uuidSchema.optional(),
      code: nameSchema(40),
      status: z.enum(openToStages),
      ...asks,
      setsIntent: z.boolean().default(false),
      setsWalkIn: z.boolean().default(false),
    }),
    output: z.object({ id: z.string() }),
  }),
  change: command({
    ...base,
    write: true,
    versioned: true,
    name: 'enquiry-stage.change',
    summary: 'Change what a stage asks and means; its name and status stay.',
    input: z.strictObject({ id: uuidSchema, changes: z.strictObject(asks).partial() }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
  order: command({
    ...base,
    write: true,
    name: 'enquiry-stage.order',
    summary: 'Put the stages of one status into an order.',
    input: z.strictObject({
      status: z.enum(spancoStatuses),
      ids: z.array(uuidSchema).min(1).max(100),
    }),
    output: z.object({ ordered: z.int() }),
  }),
};
