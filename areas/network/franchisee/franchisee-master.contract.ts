import { can, command, query } from '@aangan/contract/endpoint.ts';
import { daySchema, emailSchema, paiseSchema, phoneSchema, uuidSchema } from '@aangan/contract/fields.ts';
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

export const agreementContract = {
  list: query({
    ...onePage,
    name: 'agreement.list',
    summary: 'Agreements of a centre, newest term first.',
    input: centre,
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          version: z.int(),
          number: z.string(),
          kind: z.enum(['NEW', 'RENEWAL', 'ADDENDUM']),
          from: z.string(),
          to: z.string(),
          signedOn: z.string().nullable(),
          deposit: z.int(),
          territoryNote: z.string().nullable(),
          file,
          state: z.enum(['DRAFT', 'ACTIVE', 'EXPIRED', 'TERMINATED']),
          endedReason: z.string().nullable(),
          can,
        }),
      ),
      can,
    }),
  }),
  save: command({
    ...change,
    name: 'agreement.save',
    summary: 'Enter an agreement, or change one that is not signed yet.',
    input: z
      .strictObject({
        franchiseeId: entryId,
        id: uuidSchema.optional(),
        number: line(40).min(1, 'Fill this in'),
        kind: z.enum(['NEW', 'RENEWAL', 'ADDENDUM']),
        from: daySchema,
        to: daySchema,
        deposit: paiseSchema.min(0, 'Not below zero'),
        territoryNote: optional(line(500)),
        fileId: optional(uuidSchema),
      })
      .refine((value) => value.to >= value.from, { error: 'Not before the first day', path: ['to'] }),
    output: done,
  }),
  sign: command({
    ...change,
    versioned: true,
    name: 'agreement.sign',
    summary: 'The agreement is signed and runs.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema, signedOn: daySchema }),
    output: done,
  }),
  terminate: command({
    ...change,
    versioned: true,
    name: 'agreement.terminate',
    summary: 'End a running agreement before its day.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema, reason: line(300).min(3, 'Say why') }),
    output: done,
  }),
};

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
    summary: 'Papers of a centre, the one that ends first on top.',
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
    summary: 'Add or replace a paper of a centre; a later day ends its alerts.',
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
    summary: 'Remove a paper of a centre.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema }),
    output: done,
  }),
};

export const SESSIONS = { MORNING: 'Morning', AFTERNOON: 'Afternoon', FULL_DAY: 'Full day' } as const;
const session = z.enum(Object.keys(SESSIONS) as [keyof typeof SESSIONS, ...(keyof typeof SESSIONS)[]]);
const seat = z.object({ classCode: line(20).min(1), session, seats: z.int().min(0).max(500, 'At most 500') });
export const seatContract = {
  list: query({
    ...onePage,
    name: 'franchisee.seats',
    summary: 'Licensed seats of a centre by class and session, with the children placed.',
    input: z.strictObject({ franchiseeId: entryId.optional(), yearId: z.int().min(2000).max(2200) }),
    output: z.object({
      classes: z.array(z.object({ code: z.string(), name: z.string(), enrolled: z.int() })),
      seats: z.array(seat),
      lastYear: z.array(seat),
      can,
    }),
  }),
  save: command({
    ...change,
    name: 'franchisee.set-seats',
    summary: 'Set the licensed seats of a centre for a year; what is left out is taken away.',
    input: z.strictObject({
      franchiseeId: entryId,
      yearId: z.int().min(2000).max(2200),
      seats: z.array(z.strictObject(seat.shape)).max(200),
    }),
    output: z.object({ total: z.int() }),
  }),
};

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
