// Shapes that the contracts about centres share.
import { emailSchema, phoneSchema } from '@aangan/contract/fields.ts';
import { gstinProblem, isPan, PINCODE } from '@aangan/contract/india.ts';
import * as z from 'zod';
import { networkModules, OWN_CENTRE_LEVEL } from '../network-modules.ts';

export const register = { module: networkModules.Franchisee, scope: 'network' } as const;
export const change = { ...register, write: true } as const;
/** Who may look at a centre's page: the register, or one's own centre. */
export const onePage = {
  module: [networkModules.Franchisee, networkModules.FranchiseeData, OWN_CENTRE_LEVEL],
  scope: 'network',
} as const;
export const ownChange = { ...onePage, write: true } as const;

export const entryId = z.int('Choose an entry').min(1).max(2147483647);
export const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);
export const optional = <S extends z.ZodType>(schema: S) => schema.nullable().optional();
export const centre = z.strictObject({ franchiseeId: entryId.optional() });

export const statusSchema = z.enum(['LEAD', 'SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED', 'CLOSED']);
export const modelSchema = z.enum(['FOFO', 'COCO', 'HO']);
const RESERVED = new Set(['corporate business branch', 'select all']);

export const gstin = z
  .string()
  .trim()
  .toUpperCase()
  .superRefine((value, context) => {
    const problem = gstinProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem.text });
  });

export const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time');
const SWAPPED = 'This point is not in India. Did you swap the two numbers?';

/** Languages a centre speaks with parents, by ISO code. */
export const LANGUAGES = {
  en: 'English',
  hi: 'Hindi',
  mr: 'Marathi',
  gu: 'Gujarati',
  ta: 'Tamil',
  te: 'Telugu',
  kn: 'Kannada',
  bn: 'Bengali',
  pa: 'Punjabi',
  ml: 'Malayalam',
} as const;
const language = z.enum(Object.keys(LANGUAGES) as [keyof typeof LANGUAGES, ...(keyof typeof LANGUAGES)[]]);

/** What people enter about a centre; status, head office and health are never among it. */
export const centreValues = {
  companyName: line(120)
    .min(1, 'Fill this in')
    .refine((name) => !RESERVED.has(name.toLowerCase()), 'This name is reserved.'),
  legalName: optional(line(120)),
  code: optional(line(20).min(1)),
  model: z.enum(['FOFO', 'COCO'], { error: 'Choose one of the list' }),
  zoneId: optional(entryId),
  cityId: entryId,
  brandId: optional(entryId),
  address1: optional(line(120)),
  address2: optional(line(120)),
  landmark: optional(line(120)),
  pincode: optional(z.string().trim().regex(PINCODE, 'Six digits, the first not 0')),
  lat: optional(z.number().min(6, SWAPPED).max(38, SWAPPED)),
  lng: optional(z.number().min(68, SWAPPED).max(98, SWAPPED)),
  phone: optional(phoneSchema),
  email: optional(emailSchema),
  gstin: optional(gstin),
  tan: optional(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{4}\d{5}[A-Z]$/, 'A TAN looks like MUMA12345B'),
  ),
  udiseCode: optional(
    z
      .string()
      .trim()
      .regex(/^\d{11}$/, 'Eleven digits'),
  ),
  opensAt: optional(clock),
  closesAt: optional(clock),
  languages: z.array(language).max(10).optional(),
};

export const ownValues = {
  phone: centreValues.phone,
  email: centreValues.email,
  opensAt: centreValues.opensAt,
  closesAt: centreValues.closesAt,
  languages: centreValues.languages,
};

export const partnerValues = z.strictObject({
  legalName: line(120).min(1, 'Fill this in'),
  kind: z.enum(['INDIVIDUAL', 'HUF', 'PROPRIETOR', 'PARTNERSHIP', 'LLP', 'COMPANY', 'TRUST'], {
    error: 'Choose one of the list',
  }),
  pan: z.string().trim().toUpperCase().refine(isPan, 'Enter a PAN like AAPFU0939F'),
  email: optional(emailSchema),
  mobile: optional(phoneSchema),
});

/** Abilities a suspension may stop; money, care and parents are never among them (network.md 3.2). */
export const blockable = z.enum([
  'PUBLIC_ENQUIRY',
  'NEW_ADMISSION',
  'KIT_ORDER',
  'NEW_USER',
  'TRAINING_REGISTER',
  'PAYOUT',
]);
