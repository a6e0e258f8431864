import { can, command, query } from '@aangan/contract/endpoint.ts';
import { daySchema, emailSchema, phoneSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { centre, change, entryId, line, onePage, optional, ownChange } from './franchisee-shapes.ts';

const done = z.object({ id: uuidSchema });
const file = z.object({ url: z.string() }).nullable();

/** Papers a centre keeps; which of them a state asks for differs (network.md 2.1). */
export const PAPER_KINDS = {
  RENT: 'Rent agreement',
  FIRE_NOC: 'Fire safety certificate',
  TRADE_LICENCE: 'Trade licence',
  SHOP_ACT: 'Shop and establishment',
  BUILDING_SAFETY: 'Building safety',
  POLICE_VERIFICATION: 'Police verification',
  FOOD: 'Food licence',
  INSURANCE: 'Insurance',
  UDISE: 'UDISE registration',
  GST_CERT: 'GST certificate',
  PAN_CARD: 'PAN card',
  AGREEMENT: 'Agreement',
  CCTV_NOTICE: 'CCTV notice',
  OTHER: 'Other',
} as const;
const paperKind = z.enum(
  Object.keys(PAPER_KINDS) as [keyof typeof PAPER_KINDS, ...(keyof typeof PAPER_KINDS)[]],
);

const contact = {
  departmentId: entryId,
  name: line(80).min(1, 'Fill this in'),
  designation: optional(line(60)),
  mobile: optional(phoneSchema),
  email: optional(emailSchema),
  escalation: z.boolean(),
};
export const contactContract = {
  list: query({
    ...onePage,
    name: 'franchisee-contact.list',
    summary: 'Whom to call at a centre, by department.',
    input: centre,
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          departmentId: z.int(),
          department: z.string(),
          name: z.string(),
          designation: z.string().nullable(),
          mobile: z.string().nullable(),
          email: z.string().nullable(),
          escalation: z.boolean(),
        }),
      ),
      can,
    }),
  }),
  save: command({
    ...ownChange,
    name: 'franchisee-contact.save',
    summary: 'Add or change a contact of a centre.',
    input: z
      .strictObject({ franchiseeId: entryId, id: uuidSchema.optional(), ...contact })
      .refine((value) => value.mobile || value.email, {
        error: 'Give a mobile number or an e-mail address',
        path: ['mobile'],
      }),
    output: done,
  }),
  remove: command({
    ...ownChange,
    name: 'franchisee-contact.remove',
    summary: 'Remove a contact of a centre.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema }),
    output: done,
  }),
};

export const paperContract = {
  list: query({
    ...onePage,
    name: 'franchisee-paper.list',
    summary: 'Documents of a centre, the one that ends first on top.',
    input: centre,
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          kind: paperKind,
          number: z.string().nullable(),
          issuedOn: z.string().nullable(),
          validTo: z.string().nullable(),
          note: z.string().nullable(),
          file,
          by: z.string().nullable(),
        }),
      ),
      can,
    }),
  }),
  save: command({
    ...ownChange,
    name: 'franchisee-paper.save',
    summary: 'Add or replace a document of a centre; a later day ends its alerts.',
    input: z
      .strictObject({
        franchiseeId: entryId,
        id: uuidSchema.optional(),
        kind: paperKind,
        number: optional(line(40)),
        issuedOn: optional(daySchema),
        validTo: optional(daySchema),
        note: optional(line(200)),
        fileId: optional(uuidSchema),
      })
      .refine((value) => !value.issuedOn || !value.validTo || value.validTo >= value.issuedOn, {
        error: 'Not before the day of issue',
        path: ['validTo'],
      }),
    output: done,
  }),
  remove: command({
    ...change,
    name: 'franchisee-paper.remove',
    summary: 'Remove a document of a centre.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema }),
    output: done,
  }),
};
