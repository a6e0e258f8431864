import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { lineSchema, nameSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';

const base = { module: enquiryModules.enquiryQRCode, scope: 'centre', needsCentre: true } as const;
export const placements = {
  GATE: 'Gate',
  COUNTER: 'Counter',
  EVENT: 'Event',
  FLYER: 'Flyer',
  SOCIAL: 'Social media',
  VEHICLE: 'Vehicle',
  OTHER: 'Other',
} as const;
type Placement = keyof typeof placements;
const placementNames = Object.keys(placements) as [Placement, ...Placement[]];

const row = z.object({
  id: z.string(),
  version: z.int(),
  label: z.string(),
  placement: z.enum(placementNames),
  sourceName: z.string(),
  campaign: z.string().nullable(),
  language: z.string(),
  expiresOn: z.string().nullable(),
  active: z.boolean(),
  path: z.string(),
  enquiries: z.int(),
  admitted: z.int(),
});

export const enquiryQrContract = {
  list: query({
    ...base,
    name: 'enquiry-qr.list',
    summary: "The centre's enquiry codes and what they brought.",
    input: nothing,
    output: z.object({
      centreName: z.string(),
      standardPath: z.string(),
      origin: z.string(),
      rows: z.array(row),
    }),
  }),
  create: command({
    ...base,
    write: true,
    idempotent: true,
    name: 'enquiry-qr.create',
    summary: 'Make an enquiry code that credits its source.',
    input: z.strictObject({
      id: uuidSchema.optional(),
      label: nameSchema(80),
      placement: z.enum(placementNames),
      sourceId: uuidSchema,
      campaign: lineSchema(80).nullable().optional(),
      language: z.enum(['en', 'hi']).default('en'),
      expiresOn: daySchema.nullable().optional(),
    }),
    output: z.object({ id: z.string(), path: z.string() }),
  }),
  setActive: command({
    ...base,
    write: true,
    versioned: true,
    name: 'enquiry-qr.set-active',
    summary: 'Pause an enquiry code or take it up again.',
    input: z.strictObject({ id: uuidSchema, active: z.boolean() }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
};
