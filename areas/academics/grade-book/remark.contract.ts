import { can, command, query } from '@aangan/contract/endpoint.ts';
import { longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { sheetChoice, sheetStatus } from './grade.contract.ts';
import { REMARK_MAX } from './remark-checks.ts';

const read = { module: m.TeacherRemark, scope: 'centre' } as const;

const row = z.object({
  enrolmentId: uuidSchema,
  name: z.string(),
  rollNo: z.int().nullable(),
  gender: z.enum(['MALE', 'FEMALE', 'OTHER']),
  tooEarly: z.string().nullable(),
  remark: z
    .object({
      text: z.string(),
      strengths: z.string().nullable(),
      nextStep: z.string().nullable(),
      version: z.int(),
      by: z.string().nullable(),
    })
    .nullable(),
});
export type RemarkRow = z.output<typeof row>;

export const remarkContract = {
  list: query({
    ...read,
    name: 'remark.list',
    summary: 'The remarks on the children of one of the own sections in a term.',
    logRead: { subject: 'student', purpose: 'remarks' },
    input: z.strictObject({ sectionId: uuidSchema.optional(), termId: uuidSchema.optional() }),
    output: z.object({
      ...sheetChoice,
      status: sheetStatus,
      /** Why nothing can be written now. */
      closed: z.string().nullable(),
      rows: z.array(row),
      can,
    }),
  }),
  save: command({
    ...read,
    write: true,
    idempotent: true,
    name: 'remark.save',
    summary: 'Write a child’s remark of the term; texts with faults are refused.',
    input: {
      sectionId: uuidSchema,
      termId: uuidSchema,
      enrolmentId: uuidSchema,
      /** The version that was seen; null writes the first. */
      version: z.int().nullable(),
    },
    fields: {
      text: longText({ label: 'Remark', max: REMARK_MAX }),
      strengths: text({ label: 'Strengths', max: 200, optional: true }),
      nextStep: text({ label: 'Next step', max: 200, optional: true }),
    },
    output: z.object({ warnings: z.array(z.string()) }),
  }),
};
