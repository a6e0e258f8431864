import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { admissionModules } from '../modules.ts';
import { formAnswers } from './answers.ts';
import { answeredItem, correctionItem } from './correction.ts';
import { slotNames } from './document-slots.ts';
import { formKinds, formPages } from './form-pages.ts';

export const shownSlot = z.object({
  slot: z.enum(slotNames),
  label: z.string(),
  required: z.boolean(),
  verify: z.boolean(),
  accept: z.array(z.string()),
  maxMb: z.int(),
  files: z.int(),
  documents: z.array(
    z.object({
      id: uuidSchema,
      fileName: z.string().nullable(),
      status: z.enum(['UPLOADED', 'VERIFIED', 'REJECTED', 'WAIVED']),
      reason: z.string().nullable(),
      uploadedAt: z.string(),
      verifiedAt: z.string().nullable(),
      expiresOn: z.string().nullable(),
      url: z.string().nullable(),
    }),
  ),
});
export type ShownSlot = z.output<typeof shownSlot>;

/** What both sides see of an open form. */
export const openedForm = z.object({
  kind: z.enum(formKinds),
  number: z.string().nullable(),
  status: z.string(),
  childName: z.string(),
  className: z.string(),
  daySession: z.string(),
  academicYear: z.string(),
  pages: z.array(z.enum(formPages)),
  pagesDone: z.array(z.enum(formPages)),
  answers: formAnswers.partial(),
  revision: z.int(),
  /** Names of the answers somebody typed; the others came along with the enquiry. */
  typed: z.array(z.string()),
  slots: z.array(shownSlot),
  expiresAt: z.string().nullable(),
  returnReason: z.string().nullable(),
  /** What the centre asks to correct. */
  corrections: z.array(correctionItem),
  fee: z.object({ amount: z.int(), status: z.string() }),
  consentTexts: z.array(z.object({ purpose: z.string(), title: z.string(), body: z.string() })),
});
export type OpenedForm = z.output<typeof openedForm>;

export const saved = z.object({
  revision: z.int(),
  pagesDone: z.array(z.enum(formPages)),
  savedAt: z.string(),
  masked: z.array(z.string()),
});
export const answerChanges = {
  baseRevision: z.int().min(0),
  changes: formAnswers.partial(),
  page: z.string().max(20).optional(),
};
export const newDocument = {
  slot: z.enum(slotNames),
  fileId: uuidSchema,
  fileName: z.string().trim().min(1).max(120),
};

const staff = {
  module: [admissionModules.registration, admissionModules.AdmissionForm],
  scope: 'centre',
} as const;
const which = { kind: z.enum(formKinds), id: uuidSchema };

/** The forms as the counter fills them. */
export const formContract = {
  open: query({
    ...staff,
    name: 'admission-form.open',
    summary: 'A form with its answers, documents and who typed what, for the counter.',
    logRead: { subject: 'applicant', purpose: 'filling a form at the centre' },
    input: z.strictObject(which),
    output: openedForm.extend({
      id: uuidSchema,
      applicantId: uuidSchema,
      enquiryCode: z.string().nullable(),
      version: z.int(),
      marks: z.record(z.string(), z.object({ by: z.enum(['PARENT', 'CENTRE']), at: z.string() })),
      can: z.record(z.string(), z.boolean()),
    }),
  }),
  save: command({
    ...staff,
    write: true,
    name: 'admission-form.save',
    summary: 'Keep answers typed at the centre; what the parent handed in is changed with a reason only.',
    input: z.strictObject({
      ...which,
      ...answerChanges,
      reason: z.string().trim().min(5, 'At least 5 characters').max(300).optional(),
    }),
    output: saved,
  }),
  submit: command({
    ...staff,
    write: true,
    idempotent: true,
    name: 'admission-form.submit',
    summary: 'Hand a form in that was filled at the centre.',
    input: z.strictObject({
      ...which,
      baseRevision: z.int().min(0),
      declaredName: personName(100),
    }),
    output: z.object({ status: z.string() }),
  }),
  pdf: command({
    ...staff,
    write: false,
    name: 'admission-form.pdf',
    summary: 'The form as it was handed in last, as PDF.',
    logRead: { subject: 'applicant', purpose: 'form on paper' },
    input: z.strictObject(which),
    output: z.object({ url: z.string() }),
  }),
  answerItem: command({
    ...staff,
    write: true,
    name: 'admission-form.answer-item',
    summary: 'Say at the counter that a point to correct is done, or why the answer stands.',
    input: z.strictObject({ ...which, ...answeredItem }),
    output: z.object({ id: uuidSchema }),
  }),
  addDocument: command({
    ...staff,
    write: true,
    name: 'applicant-document.add',
    summary: 'Put an uploaded document into its place of a form.',
    input: z.strictObject({ ...which, ...newDocument }),
    output: z.object({ id: uuidSchema }),
  }),
  verifyDocument: command({
    ...staff,
    write: true,
    name: 'applicant-document.verify',
    summary: 'Say that a document is right; the date of birth of a birth certificate is typed again.',
    input: z.strictObject({
      id: uuidSchema,
      dateOfBirth: z.iso.date().optional(),
      last4: z
        .string()
        .regex(/^[0-9A-Za-z]{4}$/, 'Enter the last 4 characters')
        .optional(),
      expiresOn: z.iso.date().optional(),
    }),
    output: z.object({ id: uuidSchema, status: z.string() }),
  }),
  rejectDocument: command({
    ...staff,
    write: true,
    name: 'applicant-document.reject',
    summary: 'Say what is wrong with a document; the parent uploads another one.',
    input: z.strictObject({ id: uuidSchema, reason: z.string().trim().min(3, 'Give the reason').max(200) }),
    output: z.object({ id: uuidSchema, status: z.string() }),
  }),
};
