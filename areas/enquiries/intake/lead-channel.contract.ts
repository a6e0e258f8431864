import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { lineSchema, nameSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';
import { questionMap } from './lead-paper.ts';
import { type ChannelProvider, channelProviders } from './lead-words.ts';

const base = { module: enquiryModules.googleWebHook, scope: 'network' } as const;
const change = { ...base, write: true } as const;
const provider = z.enum(Object.keys(channelProviders) as [ChannelProvider, ...ChannelProvider[]]);
const centre = z.int().min(1).max(2147483647).nullable().optional();
const externalText = z
  .string()
  .trim()
  .regex(/^[\w.:-]{1,40}$/, 'Copy the number as it stands')
  .nullable()
  .optional();
const token = z.string().trim().min(10, 'Copy the whole token').max(500, 'At most 500 characters');

const channelRow = z.object({
  id: z.string(),
  version: z.int(),
  provider,
  name: z.string(),
  centreLabel: z.string().nullable(),
  externalId: z.string().nullable(),
  /** What the provider calls. Shared by all pages and numbers of Meta. */
  address: z.string(),
  active: z.boolean(),
  autoCreate: z.boolean(),
  hasToken: z.boolean(),
  /** OK, QUIET = nothing yet, RED = look at it. */
  health: z.enum(['OK', 'QUIET', 'RED', 'PAUSED']),
  error: z.string().nullable(),
  lastAt: z.string().nullable(),
  /** Leads of each of the last 7 days, oldest first. */
  week: z.array(z.int()).length(7),
  can,
});
export type ChannelRow = z.output<typeof channelRow>;

const mappingRow = z.object({
  id: z.string(),
  version: z.int(),
  channelId: z.string(),
  channelName: z.string(),
  form: z.string().nullable(),
  campaignId: z.string().nullable(),
  franchiseeId: z.int().nullable(),
  centreLabel: z.string().nullable(),
  sourceId: z.string(),
  sourceName: z.string(),
  campaign: z.string().nullable(),
  academicYear: z.enum(['current', 'next']).nullable(),
  classId: z.int().nullable(),
  className: z.string().nullable(),
  questionMap,
  leads30: z.int(),
  waiting: z.int(),
  lastAt: z.string().nullable(),
});
export type MappingRow = z.output<typeof mappingRow>;

const secretOut = z.object({
  id: z.string(),
  address: z.string(),
  /** Shown this once; only its sealed form is kept. Null where the provider has its own. */
  secret: z.string().nullable(),
});

export const leadChannelContract = {
  list: query({
    ...base,
    name: 'lead-channel.list',
    summary: 'Where leads come from: address, health and the last seven days of each channel.',
    input: nothing,
    output: z.object({ rows: z.array(channelRow), can }),
  }),
  create: command({
    ...change,
    stepUp: true,
    name: 'lead-channel.create',
    summary: 'Open a channel; its address and key are shown once.',
    input: z.strictObject({
      id: uuidSchema.optional(),
      provider,
      name: nameSchema(80),
      franchiseeId: centre,
      externalId: externalText,
      token: token.nullable().optional(),
      autoCreate: z.boolean().default(false),
    }),
    output: secretOut,
  }),
  rotateSecret: command({
    ...change,
    stepUp: true,
    name: 'lead-channel.rotate-secret',
    summary: 'A new key (the old one holds for a day more), or for Meta a new token.',
    input: { id: uuidSchema },
    fields: {
      token: {
        ...text({
          label: 'Page token',
          max: 500,
          optional: true,
          help: 'It is sealed and never shown again',
        }),
        schema: token.nullable().optional(),
      },
    },
    output: secretOut,
  }),
  pause: command({
    ...change,
    stepUp: true,
    versioned: true,
    name: 'lead-channel.pause',
    summary: 'Pause a channel or take it up again. What arrives meanwhile waits.',
    input: z.strictObject({ id: uuidSchema, active: z.boolean() }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
};

export const leadMappingContract = {
  list: query({
    ...base,
    name: 'lead-mapping.list',
    summary: 'Which form belongs to which centre and source.',
    input: nothing,
    output: z.object({ rows: z.array(mappingRow), can }),
  }),
  save: command({
    ...change,
    name: 'lead-mapping.save',
    summary: 'Say whose a form is; the leads that wait for it can then be replayed.',
    input: z.strictObject({
      channelId: uuidSchema,
      form: externalText,
      campaignId: externalText,
      franchiseeId: centre,
      sourceId: uuidSchema,
      campaign: lineSchema(80).nullable().optional(),
      academicYear: z.enum(['current', 'next']).nullable().optional(),
      classId: z.int().min(1).max(2147483647).nullable().optional(),
      questionMap: questionMap.default([]),
    }),
    /** Leads of this form that wait for a person now. */
    output: z.object({ id: z.string(), waiting: z.int() }),
  }),
  remove: command({
    ...change,
    versioned: true,
    name: 'lead-mapping.remove',
    summary: 'Take a mapping back. Enquiries that came by it stay.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: z.string() }),
  }),
  choices: query({
    ...base,
    name: 'lead-mapping.choices',
    summary: 'Sources and classes a form can be mapped to, and the questions its leads had.',
    input: z.strictObject({ channelId: uuidSchema.optional(), form: z.string().max(40).optional() }),
    output: z.object({
      sources: z.array(z.object({ id: z.string(), name: z.string(), channel: z.string() })),
      classes: z.array(z.object({ id: z.int(), name: z.string() })),
      questions: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
    }),
  }),
};
