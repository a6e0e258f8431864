import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { daySessions } from '../application/application.contract.ts';
import { correctionItem, givenBack } from '../form/correction.ts';
import { reviewed } from '../form/review.contract.ts';
import { admissionModules } from '../modules.ts';
import { admissionStates } from './admission.states.ts';

const statuses = Object.keys(admissionStates) as [
  keyof typeof admissionStates,
  ...(keyof typeof admissionStates)[],
];

/** One line of the checklist before an admission can be confirmed (admissions.md 3.8). */
export const checklistLine = z.object({
  key: z.string(),
  ok: z.boolean(),
  blocking: z.boolean(),
  text: z.string(),
  who: z.enum(['PARENT', 'CENTRE', 'FINANCE', 'HEAD_OFFICE']),
  fix: z.string().nullable(),
});

export const admissionRow = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  admissionNo: z.string().nullable(),
  childName: z.string(),
  dateOfBirth: z.string().nullable(),
  parentName: z.string(),
  mobile: z.string(),
  classId: z.int(),
  className: z.string(),
  daySession: z.string(),
  status: z.enum(statuses),
  startOn: z.string(),
  academicYearId: z.int(),
  enquiryCode: z.string().nullable(),
  applicationNo: z.string().nullable(),
  studentId: uuidSchema.nullable(),
  confirmedAt: z.string().nullable(),
  version: z.int(),
  can,
});

const filters = {
  q: z.string().trim().max(100).optional(),
  status: z.union([z.enum(statuses), z.array(z.enum(statuses))]).optional(),
  classId: z.int().optional(),
  /** Days in IST on which they were confirmed. */
  confirmedOn: z.strictObject({ from: daySchema.optional(), to: daySchema.optional() }).optional(),
};

export const admissionContract = {
  list: query({
    name: 'admission.list',
    summary: 'Admissions of the chosen year.',
    module: admissionModules.AdmissionForm,
    scope: 'centre',
    needsYear: true,
    logRead: { subject: 'applicant', purpose: 'admission desk' },
    input: z.strictObject({
      ...filters,
      ...paging,
    }),
    output: pageOf(admissionRow),
  }),
  export: command({
    name: 'admission.export',
    summary: 'Admissions of the chosen year as a file, with the list’s filters.',
    module: admissionModules.AdmissionForm,
    write: false,
    scope: 'centre',
    needsYear: true,
    input: z.strictObject({ ...filters, format: z.enum(['csv', 'xlsx']).default('csv') }),
    output: z.object({ jobId: uuidSchema }),
  }),
  get: query({
    name: 'admission.get',
    summary: 'One admission with its checklist.',
    module: admissionModules.AdmissionForm,
    scope: 'centre',
    logRead: { subject: 'applicant', purpose: 'admission' },
    input: z.strictObject({ id: uuidSchema }),
    output: admissionRow.extend({
      applicantId: uuidSchema,
      flow: z.enum(['FULL', 'SHORT', 'DIRECT']),
      ...reviewed,
      corrections: z.array(correctionItem),
      checklist: z.array(checklistLine),
      planStatus: z.string(),
      net: z.int(),
      paid: z.int(),
      due: z.int(),
    }),
  }),
  open: command({
    name: 'admission.open',
    summary:
      'The admission form of an enquiry: the open one, or a new one for the centre or the parent to fill.',
    module: admissionModules.AdmissionForm,
    write: true,
    scope: 'centre',
    needsYear: true,
    idempotent: true,
    input: z.strictObject({
      enquiryCode: z.string().max(40),
      classId: z.int(),
      daySession: z.enum(daySessions),
      fill: z.enum(['PARENT', 'CENTRE']).default('CENTRE'),
    }),
    output: z.object({ id: uuidSchema, opened: z.boolean() }),
  }),
  ofEnquiry: query({
    name: 'admission.of-enquiry',
    summary: 'The open admission of an enquiry, and what is needed to open one.',
    module: admissionModules.AdmissionForm,
    scope: 'centre',
    needsYear: true,
    logRead: { subject: 'applicant', purpose: 'admission form at the counter' },
    input: z.strictObject({ enquiryCode: z.string().max(40) }),
    output: z.object({
      enquiryCode: z.string(),
      childName: z.string(),
      admissionId: uuidSchema.nullable(),
      classId: z.int().nullable(),
      daySession: z.enum(daySessions).nullable(),
      classes: z.array(z.object({ id: z.int(), name: z.string() })),
      /** Families this number is already known of. */
      families: z.array(z.object({ id: uuidSchema, name: z.string(), children: z.array(z.string()) })),
    }),
  }),
  returnToParent: command({
    name: 'admission.return',
    summary: 'Give an admission form back to the parent with what to correct.',
    module: admissionModules.AdmissionForm,
    write: true,
    scope: 'centre',
    versioned: true,
    input: givenBack,
    output: z.object({ id: uuidSchema, status: z.string() }),
  }),
  rehearse: command({
    name: 'admission.rehearse',
    summary: 'Run a confirmation and take it back: what exactly would happen.',
    module: admissionModules.AdmissionForm,
    write: true,
    scope: 'centre',
    input: z.strictObject({ id: uuidSchema, familyId: uuidSchema.optional() }),
    output: z.object({
      admissionNo: z.string(),
      effects: z.array(z.object({ what: z.string(), count: z.int() })),
      postings: z.array(z.object({ account: z.string(), debit: z.int(), credit: z.int() })),
      messages: z.array(z.string()),
    }),
  }),
  change: command({
    name: 'admission.change',
    summary: 'Change class, session or first day of an open admission.',
    module: admissionModules.AdmissionForm,
    write: true,
    scope: 'centre',
    versioned: true,
    input: z.strictObject({
      id: uuidSchema,
      startOn: daySchema.optional(),
      classId: z.int().optional(),
      daySession: z.enum(daySessions).optional(),
    }),
    output: z.object({ id: uuidSchema, version: z.int() }),
  }),
  cancel: command({
    name: 'admission.cancel',
    summary: 'Cancel an open admission.',
    module: admissionModules.AdmissionForm,
    write: true,
    scope: 'centre',
    versioned: true,
    input: z.strictObject({ id: uuidSchema, reason: z.string().trim().min(3, 'Give the reason').max(300) }),
    output: z.object({ id: uuidSchema, status: z.string() }),
  }),
  confirm: command({
    name: 'admission.confirm',
    summary: 'Confirm an admission: child, family, enrolment, fee plan and ledger in one transaction.',
    module: admissionModules.AdmissionForm,
    write: true,
    scope: 'centre',
    money: true,
    input: z.strictObject({ id: uuidSchema, familyId: uuidSchema.optional() }),
    output: z.object({
      studentId: uuidSchema,
      studentAdmissionId: uuidSchema,
      admissionNo: z.string(),
      enrolmentNo: z.string(),
      postedLines: z.int(),
    }),
  }),
};
