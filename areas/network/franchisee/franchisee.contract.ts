import { can, command, openModules, query } from '@aangan/contract/endpoint.ts';
import { daySchema, emailSchema, phoneSchema } from '@aangan/contract/fields.ts';
import { gstinProblem, isPan, PINCODE } from '@aangan/contract/india.ts';
import * as z from 'zod';
import { networkModules, OWN_CENTRE_LEVEL } from '../network-modules.ts';

const register = { module: networkModules.Franchisee, scope: 'network' } as const;
const change = { ...register, write: true } as const;
const id = z.int('Choose an entry').min(1).max(2147483647);
const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);
const optional = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

const status = z.enum(['LEAD', 'SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED', 'CLOSED']);
const RESERVED = new Set(['corporate business branch', 'select all']);

const gstin = z
  .string()
  .trim()
  .toUpperCase()
  .superRefine((value, context) => {
    const problem = gstinProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem.text });
  });

/** What people enter about a centre; status, head office and health are never among it. */
const values = {
  companyName: line(120)
    .min(1, 'Fill this in')
    .refine((name) => !RESERVED.has(name.toLowerCase()), 'This name is reserved.'),
  legalName: optional(line(120)),
  code: optional(line(20).min(1)),
  model: z.enum(['FOFO', 'COCO'], { error: 'Choose one of the list' }),
  zoneId: optional(id),
  cityId: id,
  brandId: optional(id),
  address1: optional(line(120)),
  address2: optional(line(120)),
  landmark: optional(line(120)),
  pincode: optional(z.string().trim().regex(PINCODE, 'Six digits, the first not 0')),
  lat: optional(
    z
      .number()
      .min(6, 'This point is not in India. Did you swap the two numbers?')
      .max(38, 'This point is not in India. Did you swap the two numbers?'),
  ),
  lng: optional(
    z
      .number()
      .min(68, 'This point is not in India. Did you swap the two numbers?')
      .max(98, 'This point is not in India. Did you swap the two numbers?'),
  ),
  phone: optional(phoneSchema),
  email: optional(emailSchema),
  gstin: optional(gstin),
  tan: optional(line(10)),
  udiseCode: optional(line(11)),
};

const partner = z.strictObject({
  legalName: line(120).min(1, 'Fill this in'),
  kind: z.enum(['INDIVIDUAL', 'HUF', 'PROPRIETOR', 'PARTNERSHIP', 'LLP', 'COMPANY', 'TRUST'], {
    error: 'Choose one of the list',
  }),
  pan: z.string().trim().toUpperCase().refine(isPan, 'Enter a PAN like AAPFU0939F'),
});

const detail = z.object({
  id,
  label: z.string(),
  version: z.int(),
  isHeadOffice: z.boolean(),
  status,
  companyName: z.string(),
  legalName: z.string().nullable(),
  code: z.string().nullable(),
  model: z.enum(['FOFO', 'COCO', 'HO']),
  zoneId: z.int().nullable(),
  zoneName: z.string().nullable(),
  cityId: z.int().nullable(),
  cityName: z.string().nullable(),
  tier: z.string().nullable(),
  stateName: z.string().nullable(),
  brandId: z.int().nullable(),
  brandName: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  landmark: z.string().nullable(),
  pincode: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  gstin: z.string().nullable(),
  stateCode: z.string().nullable(),
  tan: z.string().nullable(),
  udiseCode: z.string().nullable(),
  partner: z.object({ legalName: z.string(), kind: z.string(), pan: z.string() }).nullable(),
  signedOn: z.string().nullable(),
  openedOn: z.string().nullable(),
  closedOn: z.string().nullable(),
  suspendedUntil: z.string().nullable(),
  suspendReason: z.string().nullable(),
  people: z.array(z.object({ id: z.string(), name: z.string(), roles: z.string(), state: z.string() })),
  years: z.array(z.object({ academicYear: z.string(), state: z.string() })),
  events: z.array(
    z.object({
      at: z.string(),
      action: z.string(),
      by: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** Conditions of the next step that are not met, in words. */
  unmet: z.array(z.string()),
  can,
});

const move = z.strictObject({ franchiseeId: id, reason: line(500).optional() });

export const franchiseeContract = {
  active: query({
    module: openModules.signedIn,
    scope: 'own',
    name: 'franchisee.active',
    summary: 'Centres the caller may work for.',
    path: '/api/franchisee/active',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id,
          companyName: z.string(),
          label: z.string(),
          status,
          isHeadOffice: z.boolean(),
          model: z.enum(['FOFO', 'COCO', 'HO']),
          zoneID: z.int().nullable(),
          zoneName: z.string().nullable(),
          cityName: z.string().nullable(),
        }),
      ),
    }),
  }),
  view: query({
    ...register,
    module: [networkModules.Franchisee, networkModules.FranchiseeData, OWN_CENTRE_LEVEL],
    name: 'franchisee.view',
    summary: 'Everything about one centre.',
    input: z.strictObject({ franchiseeId: id.optional() }),
    output: detail,
  }),
  create: command({
    ...change,
    idempotent: true,
    name: 'franchisee.create',
    summary: 'Enter a new centre as a lead.',
    input: z.strictObject(values),
    output: z.object({ id, label: z.string() }),
  }),
  update: command({
    ...change,
    versioned: true,
    name: 'franchisee.update',
    summary: 'Change a centre; absent fields stay, null clears.',
    input: z.strictObject({ franchiseeId: id, changes: z.strictObject(values).partial() }),
    output: z.object({ id, version: z.int() }),
  }),
  updateOwn: command({
    module: [networkModules.FranchiseeData, OWN_CENTRE_LEVEL],
    scope: 'centre',
    needsCentre: true,
    write: true,
    versioned: true,
    name: 'franchisee.update-own',
    summary: 'Change phone, e-mail and languages of the own centre.',
    input: z.strictObject({
      phone: optional(phoneSchema),
      email: optional(emailSchema),
      languages: z.array(line(20)).max(10).optional(),
    }),
    output: z.object({ id, version: z.int() }),
  }),
  sign: command({
    ...change,
    versioned: true,
    name: 'franchisee.sign',
    summary: 'The partner has signed.',
    input: z.strictObject({ franchiseeId: id, signedOn: daySchema, partner }),
    output: z.object({ status }),
  }),
  startSetup: command({
    ...change,
    versioned: true,
    name: 'franchisee.start-setup',
    summary: 'Begin setting the centre up.',
    input: move,
    output: z.object({ status }),
  }),
  activate: command({
    ...change,
    versioned: true,
    stepUp: true,
    name: 'franchisee.activate',
    summary: 'Open the centre.',
    input: move,
    output: z.object({ status }),
  }),
  suspend: command({
    ...change,
    versioned: true,
    stepUp: true,
    name: 'franchisee.suspend',
    summary: 'Suspend named abilities of a centre until a day; parents are never locked out.',
    input: z.strictObject({
      franchiseeId: id,
      kind: z.enum(['DUES', 'AUDIT', 'LEGAL', 'REQUEST']),
      reason: line(500).min(3, 'Say why'),
      until: daySchema,
      blocks: z
        .array(
          z.enum(['PUBLIC_ENQUIRY', 'NEW_ADMISSION', 'KIT_ORDER', 'NEW_USER', 'TRAINING_REGISTER', 'PAYOUT']),
        )
        .min(1, 'Choose what is blocked'),
    }),
    output: z.object({ status }),
  }),
  resume: command({
    ...change,
    versioned: true,
    name: 'franchisee.resume',
    summary: 'End a suspension.',
    input: move,
    output: z.object({ status }),
  }),
  abandon: command({
    ...change,
    versioned: true,
    name: 'franchisee.abandon',
    summary: 'Give up a centre that never opened.',
    input: z.strictObject({ franchiseeId: id, reason: line(500).min(3, 'Say why') }),
    output: z.object({ status }),
  }),
};
