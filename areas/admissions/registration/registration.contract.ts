import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { correctionItem, givenBack, shownSteps } from '../form/correction.ts';
import { reviewed } from '../form/review.contract.ts';
import { admissionModules } from '../modules.ts';
import { registrationStates } from './registration.states.ts';

export const daySessions = ['MORNING', 'AFTERNOON', 'FULL_DAY'] as const;
const statuses = Object.keys(registrationStates) as [
  keyof typeof registrationStates,
  ...(keyof typeof registrationStates)[],
];
export const lanes = ['SENT', 'FILLING', 'TO_VERIFY', 'HELD', 'LAPSING'] as const;

export const registrationRow = z.object({
  id: uuidSchema,
  registrationNo: z.string(),
  childName: z.string(),
  dateOfBirth: z.string().nullable(),
  parentName: z.string(),
  /** Masked. */
  mobile: z.string(),
  classId: z.int(),
  className: z.string(),
  daySession: z.enum(daySessions),
  academicYearId: z.int(),
  status: z.enum(statuses),
  feeAmount: z.int(),
  feeStatus: z.string(),
  pagesDone: z.int(),
  pagesTotal: z.int(),
  createdAt: z.string(),
  submittedAt: z.string().nullable(),
  verifiedAt: z.string().nullable(),
  verifiedBy: z.string().nullable(),
  expiresAt: z.string(),
  /** End of the kept seat. */
  holdUntil: z.string().nullable(),
  documentsUploaded: z.int(),
  documentsVerified: z.int(),
  /** Days the child is too young for the class; 0 when old enough. */
  shortDays: z.int().nullable(),
  enquiryCode: z.string().nullable(),
  applicationNo: z.string().nullable(),
  admissionNo: z.string().nullable(),
  studentAdmissionId: uuidSchema.nullable(),
  ownerName: z.string().nullable(),
  franchiseeId: z.int(),
  version: z.int(),
  can,
});

const read = { module: admissionModules.registration, scope: 'centre' } as const;
const change = { ...read, write: true } as const;
const reason = z.string().trim().min(3, 'Give the reason').max(300, 'At most 300 characters');
const moved = z.object({ id: uuidSchema, status: z.string() });
const filters = {
  q: z.string().trim().max(100).optional(),
  lane: z.enum(lanes).optional(),
  status: z.union([z.enum(statuses), z.array(z.enum(statuses))]).optional(),
  classId: z.int().optional(),
  daySession: z.enum(daySessions).optional(),
  verifiedOn: z.strictObject({ from: daySchema.optional(), to: daySchema.optional() }).optional(),
};

export const registrationContract = {
  list: query({
    ...read,
    name: 'registration.list',
    summary: 'Registrations of the chosen year, by lane of the desk or as the register.',
    needsYear: true,
    logRead: { subject: 'applicant', purpose: 'registration desk' },
    input: z.strictObject({
      ...filters,
      ...paging,
    }),
    output: pageOf(registrationRow),
  }),
  export: command({
    ...read,
    write: false,
    name: 'registration.export',
    summary: 'Registrations of the chosen year as a file, with the list’s filters.',
    needsYear: true,
    input: z.strictObject({ ...filters, format: z.enum(['csv', 'xlsx']).default('csv') }),
    output: z.object({ jobId: uuidSchema }),
  }),
  counts: query({
    ...read,
    name: 'registration.counts',
    summary: 'How many registrations stand in each lane.',
    needsYear: true,
    input: z.strictObject({}),
    output: z.object({ lanes: z.record(z.enum(lanes), z.int()) }),
  }),
  get: query({
    ...read,
    name: 'registration.get',
    summary: 'One registration with what is still open before it can be verified, and its history.',
    logRead: { subject: 'applicant', purpose: 'registration' },
    input: z.strictObject({ id: uuidSchema }),
    output: registrationRow.extend({
      decisionReason: z.string().nullable(),
      applicantId: uuidSchema,
      open: z.array(z.object({ key: z.string(), ok: z.boolean(), text: z.string() })),
      age: z
        .object({
          ok: z.boolean(),
          shortDays: z.int(),
          relaxable: z.boolean(),
          over: z.boolean(),
          on: z.string(),
        })
        .nullable(),
      ...reviewed,
      corrections: z.array(correctionItem),
      steps: shownSteps,
    }),
  }),
  ofEnquiry: query({
    ...read,
    name: 'registration.of-enquiry',
    summary: 'The child of an enquiry and its open registration, for the form at the counter.',
    needsYear: true,
    logRead: { subject: 'applicant', purpose: 'registration at the counter' },
    input: z.strictObject({ enquiryCode: z.string().max(40) }),
    output: z.object({
      enquiryCode: z.string(),
      childName: z.string(),
      parentName: z.string(),
      classId: z.int().nullable(),
      daySession: z.enum(daySessions).nullable(),
      registrationId: uuidSchema.nullable(),
      classes: z.array(z.object({ id: z.int(), name: z.string(), left: z.record(z.string(), z.int()) })),
      fee: z.int(),
    }),
  }),
  open: command({
    ...change,
    name: 'registration.open',
    summary: 'Open a registration for an enquiry: filled at the counter, or by the parent with a link.',
    needsYear: true,
    idempotent: true,
    input: z.strictObject({
      enquiryCode: z.string().max(40),
      classId: z.int(),
      daySession: z.enum(daySessions),
      fill: z.enum(['PARENT', 'CENTRE']).default('CENTRE'),
      payMode: z.enum(['ONLINE', 'OFFLINE']).optional(),
    }),
    output: z.object({ id: uuidSchema, registrationNo: z.string() }),
  }),
  resend: command({
    ...change,
    name: 'registration.resend-link',
    summary: 'Send a fresh link of a registration to the parent.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ refId: z.string(), expiresAt: z.string(), sentTo: z.string() }),
  }),
  verify: command({
    ...change,
    name: 'registration.verify',
    summary: 'Verify a registration: the seat is kept and the admission form goes to the parent.',
    versioned: true,
    input: z.strictObject({ id: uuidSchema }),
    output: moved.extend({ holdUntil: z.string().nullable(), studentAdmissionId: uuidSchema }),
  }),
  returnToParent: command({
    ...change,
    name: 'registration.return',
    summary: 'Give a registration back to the parent with what to correct.',
    versioned: true,
    input: givenBack,
    output: moved,
  }),
  renewHold: command({
    ...change,
    name: 'registration.renew-hold',
    summary: 'Keep the seat of a verified or lapsed registration anew.',
    versioned: true,
    input: z.strictObject({ id: uuidSchema }),
    output: moved.extend({ holdUntil: z.string().nullable() }),
  }),
  cancel: command({
    ...change,
    name: 'registration.cancel',
    summary: 'Cancel a registration; its seat goes to the next.',
    versioned: true,
    input: z.strictObject({ id: uuidSchema, reason }),
    output: moved,
  }),
};
