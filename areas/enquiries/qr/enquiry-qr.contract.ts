import { command, query } from '@aangan/contract/endpoint.ts';
import { choice, date, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { lineSchema, nameSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';

const base = { module: enquiryModules.enquiryQRCode, scope: 'centre' } as const;
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

/** Formats of a printed code: a poster for the wall, two faces of a tent for the counter, twelve stickers a sheet. */
export const printFormats = { A4: 'Poster A4', A5: 'Tent A5', STICKERS: '12 stickers' } as const;
export type PrintFormat = keyof typeof printFormats;

const funnel = {
  scans: z.int(),
  opens: z.int(),
  starts: z.int(),
  submits: z.int(),
  enquiries: z.int(),
  visits: z.int(),
  admitted: z.int(),
};

const row = z.object({
  /** Null: the centre's standard code. */
  id: z.string().nullable(),
  version: z.int(),
  franchiseeId: z.int(),
  centreName: z.string(),
  label: z.string(),
  placement: z.enum(placementNames).nullable(),
  sourceId: z.string(),
  sourceName: z.string(),
  campaign: z.string().nullable(),
  language: z.enum(['en', 'hi']),
  expiresOn: z.string().nullable(),
  state: z.enum(['ACTIVE', 'PAUSED', 'EXPIRED']),
  path: z.string(),
  ...funnel,
});
export type CodeRow = z.output<typeof row>;

export const enquiryQrContract = {
  list: query({
    ...base,
    name: 'enquiry-qr.list',
    summary: 'Enquiry codes and what they brought; of every centre in reach when none is chosen.',
    input: z.strictObject({ centre: z.int().min(1).optional() }),
    output: z.object({ origin: z.string(), rows: z.array(row), more: z.boolean() }),
  }),
  create: command({
    ...base,
    needsCentre: true,
    write: true,
    idempotent: true,
    name: 'enquiry-qr.create',
    summary: 'Make an enquiry code that credits its source.',
    fields: {
      label: {
        ...text({
          label: 'Label',
          max: 80,
          help: "For your own list; it also stands on the paper in small print: 'Gate, summer 2026'",
        }),
        schema: nameSchema(80),
      },
      placement: choice({ label: 'Placement', options: placements }),
      sourceId: reference('enquiry-source', { label: 'Source' }),
      campaign: { ...text({ label: 'Campaign', max: 80, optional: true }), schema: lineSchema(80) },
      language: choice({ label: 'Language of the form', options: { en: 'English', hi: 'हिन्दी' } }),
      expiresOn: date({ label: 'Valid until', optional: true }),
    },
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
  print: command({
    ...base,
    write: false,
    name: 'enquiry-qr.print',
    summary: 'A code as a PDF to print: poster, tent or stickers.',
    input: z.strictObject({
      /** A code, or a centre for its standard one. */
      id: uuidSchema.optional(),
      franchiseeId: z.int().min(1).optional(),
      format: z.enum(Object.keys(printFormats) as [PrintFormat, ...PrintFormat[]]),
    }),
    output: z.object({ fileId: z.string(), name: z.string() }),
  }),
};
