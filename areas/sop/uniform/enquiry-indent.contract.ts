import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import {
  indentHeight,
  indentLines,
  indentResult,
  styleChoice,
  uniformIndentContract,
} from '../../orders/indent/uniform-indent.contract.ts';

const here = {
  module: uniformIndentContract.submit.module,
  scope: 'centre',
  needsCentre: true,
  needsYear: true,
} as const;
const MOST = 200;

export const enquiryIndentContract = {
  children: query({
    ...here,
    name: 'enquiry-indent.children',
    summary: 'Children about to be admitted, with the uniforms their class wears and the indent they have.',
    logRead: { subject: 'ENQUIRY', purpose: 'uniform indents' },
    input: z.strictObject({}),
    output: z.object({
      children: z.array(
        z.object({
          enquiryId: uuidSchema,
          enquiryCode: z.string(),
          child: z.string(),
          stage: z.string(),
          classId: z.int().nullable(),
          className: z.string().nullable(),
          gender: z.enum(['MALE', 'FEMALE', 'OTHER']).nullable(),
          ageMonths: z.int().nullable(),
          heightCm: z.int().nullable(),
          indentNo: z.string().nullable(),
          indentId: z.string().nullable(),
        }),
      ),
      styles: z.array(styleChoice),
    }),
  }),
  submitMany: command({
    ...here,
    write: true,
    idempotent: true,
    name: 'enquiry-indent.submit-many',
    summary:
      'Ask for the uniforms of children before their admission; rows that are refused stay, the others go.',
    input: z.strictObject({
      rows: z
        .array(z.strictObject({ enquiryId: uuidSchema, heightCm: indentHeight, lines: indentLines }))
        .min(1, 'Choose a child')
        .max(MOST, `At most ${MOST} at a time`)
        .refine(
          (all) => new Set(all.map(({ enquiryId }) => enquiryId)).size === all.length,
          'A child stands there twice',
        ),
    }),
    output: z.object({
      rows: z.array(indentResult),
    }),
  }),
};
