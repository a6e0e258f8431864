import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { slotNames } from '../form/document-slots.ts';
import { admissionModules } from '../modules.ts';

export const exceptionKinds = ['AGE', 'DOCUMENT'] as const;
export const exceptionStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'LAPSED'] as const;

const gate = {
  module: [admissionModules.registration, admissionModules.AdmissionForm],
  scope: 'centre',
} as const;

export const exceptionContract = {
  list: query({
    ...gate,
    name: 'exception.list',
    summary: 'Exceptions that were asked for: who, why, and the decision.',
    logRead: { subject: 'applicant', purpose: 'deciding exceptions' },
    input: z.strictObject({
      status: z.enum(exceptionStatuses).optional(),
      applicantId: uuidSchema.optional(),
      ...paging,
    }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        applicantId: uuidSchema,
        childName: z.string(),
        dateOfBirth: z.string().nullable(),
        className: z.string(),
        what: z.string(),
        detail: z.record(z.string(), z.unknown()),
        status: z.enum(exceptionStatuses),
        askedBy: z.string().nullable(),
        askedAt: z.string(),
        reason: z.string(),
        decidedBy: z.string().nullable(),
        decidedAt: z.string().nullable(),
        decideReason: z.string().nullable(),
        version: z.int(),
        can,
      }),
    ),
  }),
  ask: command({
    ...gate,
    write: true,
    name: 'exception.ask',
    summary: 'Ask for an exception: a child some days too young, or a document that will not come.',
    input: z.strictObject({
      applicantId: uuidSchema,
      what: z.enum(exceptionKinds),
      slot: z.enum(slotNames).optional(),
      reason: z.string().trim().min(3, 'Give the reason').max(300),
    }),
    output: z.object({ id: uuidSchema }),
  }),
  decide: command({
    ...gate,
    // Who decides holds the approval code, not the right to fill forms.
    write: false,
    name: 'exception.decide',
    summary: 'Approve or reject an exception that somebody else asked for.',
    versioned: true,
    input: z.strictObject({
      id: uuidSchema,
      approve: z.boolean(),
      reason: z.string().trim().max(300).optional(),
    }),
    output: z.object({ id: uuidSchema, status: z.enum(exceptionStatuses) }),
  }),
};
