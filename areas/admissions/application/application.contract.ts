import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { formAnswers } from '../form/answers.ts';
import { correctionItem, givenBack, shownSteps } from '../form/correction.ts';
import { reviewed } from '../form/review.contract.ts';
import { admissionModules } from '../modules.ts';
import { applications } from './application.listing.ts';

export const daySessions = ['MORNING', 'AFTERNOON', 'FULL_DAY'] as const;
const decision = z.strictObject({
  id: uuidSchema,
  reason: z.string().trim().min(3, 'Give the reason').max(300),
});

export const applicationContract = {
  ...applications.endpoints,
  get: query({
    name: 'application.get',
    summary: 'One application with its answers and history.',
    module: admissionModules.registration,
    scope: 'centre',
    logRead: { subject: 'applicant', purpose: 'application review' },
    input: z.strictObject({ id: uuidSchema }),
    output: applications.rowSchema.extend({
      answers: formAnswers.partial(),
      decisionReason: z.string().nullable(),
      ageText: z.string().nullable(),
      applicantId: uuidSchema,
      flow: z.enum(['FULL', 'SHORT', 'DIRECT']),
      age: z
        .object({
          ok: z.boolean(),
          shortDays: z.int(),
          relaxable: z.boolean(),
          over: z.boolean(),
          on: z.string(),
        })
        .nullable(),
      seatsLeft: z.int().nullable(),
      place: z.int().nullable(),
      offerUntil: z.string().nullable(),
      ...reviewed,
      corrections: z.array(correctionItem),
      steps: shownSteps,
    }),
  }),
  issueLink: command({
    name: 'application.issue-link',
    summary: 'Open an application for an enquiry and send its link to the parent.',
    module: admissionModules.registration,
    write: true,
    scope: 'centre',
    needsYear: true,
    idempotent: true,
    input: z.strictObject({
      enquiryCode: z.string().max(40),
      classId: z.int(),
      daySession: z.enum(daySessions),
      payMode: z.enum(['ONLINE', 'OFFLINE']).default('ONLINE'),
    }),
    output: z.object({
      id: uuidSchema,
      applicationNo: z.string(),
      refId: z.string(),
      expiresAt: z.string(),
      sentTo: z.string(),
    }),
  }),
  resend: command({
    name: 'application.resend-link',
    summary: 'Send a fresh link of an open application to the parent.',
    module: admissionModules.registration,
    write: true,
    scope: 'centre',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ refId: z.string(), expiresAt: z.string(), sentTo: z.string() }),
  }),
  accept: command({
    name: 'application.accept',
    summary: 'Accept an application and open the next form: the registration or the admission.',
    module: admissionModules.registration,
    write: true,
    scope: 'centre',
    versioned: true,
    input: z.strictObject({
      id: uuidSchema,
      startOn: z.iso.date().optional(),
      /** Without it the flow of the class and centre decides. */
      next: z.enum(['REGISTRATION', 'ADMISSION']).optional(),
    }),
    output: z.object({
      id: uuidSchema,
      status: z.string(),
      studentAdmissionId: uuidSchema.nullable(),
      registrationId: uuidSchema.nullable(),
    }),
  }),
  waitlist: command({
    name: 'application.waitlist',
    summary: 'Put an application on the waiting list of its class and session.',
    module: admissionModules.registration,
    write: true,
    scope: 'centre',
    versioned: true,
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: uuidSchema, status: z.string(), place: z.int() }),
  }),
  withdraw: command({
    name: 'application.withdraw',
    summary: 'Withdraw an application for the family.',
    module: admissionModules.registration,
    write: true,
    scope: 'centre',
    versioned: true,
    input: decision,
    output: z.object({ id: uuidSchema, status: z.string() }),
  }),
  reopen: command({
    name: 'application.reopen',
    summary: 'Open an expired application again.',
    module: admissionModules.registration,
    write: true,
    scope: 'centre',
    versioned: true,
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: uuidSchema, status: z.string() }),
  }),
  returnToParent: command({
    name: 'application.return',
    summary: 'Give an application back to the parent with what to correct.',
    module: admissionModules.registration,
    write: true,
    scope: 'centre',
    versioned: true,
    input: givenBack,
    output: z.object({ id: uuidSchema, status: z.string() }),
  }),
  reject: command({
    name: 'application.reject',
    summary: 'Reject an application with a reason.',
    module: admissionModules.registration,
    write: true,
    scope: 'centre',
    versioned: true,
    input: decision,
    output: z.object({ id: uuidSchema, status: z.string() }),
  }),
};
