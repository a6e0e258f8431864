import { query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

const gate = { module: studentModules.studentAccount, scope: 'centre' } as const;

/** Whose account is shown; the figures themselves are finance's (`student-ledger.plan`, `student-ledger.get`). */
export const accountContract = {
  child: query({
    ...gate,
    name: 'student-account.child',
    summary:
      'The child whose account is shown: a family’s own, or the one that staff chose; with who pays which share.',
    logRead: { subject: 'student', purpose: 'the account of the child' },
    input: z.strictObject({ student: uuidSchema.optional() }),
    output: z.object({
      /** False for staff: they choose the child by search first. */
      family: z.boolean(),
      children: z.array(z.object({ studentAdmissionId: uuidSchema, callName: z.string() })),
      child: z
        .object({
          studentAdmissionId: uuidSchema,
          studentId: uuidSchema,
          name: z.string(),
          className: z.string().nullable(),
          sectionName: z.string().nullable(),
          /** False for a guardian with the limited portal. */
          seesMoney: z.boolean(),
          /** Shares of the fees in basis points. A family reads its own only. */
          payers: z.array(z.object({ name: z.string(), share: z.int() })),
        })
        .nullable(),
    }),
  }),
  find: query({
    ...gate,
    name: 'student-account.find',
    summary: 'Children by name or admission number, to open their account.',
    input: z.strictObject({ q: z.string().trim().min(2, 'Enter at least 2 letters').max(100) }),
    output: z.object({
      rows: z.array(z.object({ id: uuidSchema, name: z.string(), detail: z.string() })),
    }),
  }),
};
