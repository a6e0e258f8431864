import { command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';
import { mergeFieldNames } from './merge-fields.ts';

const base = { module: enquiryModules.enquiry, scope: 'centre' } as const;
const change = { ...base, write: true } as const;
const side = z.enum(['A', 'B']);

const sideShape = z.object({
  id: z.string(),
  version: z.int(),
  enquiryCode: z.string(),
  childName: z.string(),
  spancoStatus: z.string(),
  stage: z.string(),
  capturedAt: z.string(),
  ownerName: z.string().nullable(),
  followUps: z.int(),
  touches: z.int(),
});

const brief = z.object({
  id: z.string(),
  enquiryCode: z.string(),
  childName: z.string(),
  childDob: z.string().nullable(),
  guardianName: z.string(),
  className: z.string().nullable(),
  stage: z.string(),
  spancoStatus: z.string(),
});

export const mergeContract = {
  duplicates: query({
    ...base,
    needsYear: true,
    name: 'enquiry.duplicates',
    summary: 'Pairs of enquiries that may be the same child, newest first.',
    logRead: { subject: 'enquiry', purpose: 'enquiry handling' },
    input: z.strictObject({ ...paging }),
    output: pageOf(
      z.object({
        id: z.string(),
        franchiseeId: z.int(),
        at: z.string(),
        scoreBp: z.int(),
        reasons: z.array(z.string()),
        a: brief,
        b: brief,
        can: z.record(z.string(), z.boolean()),
      }),
    ),
  }),
  compare: query({
    ...base,
    name: 'enquiry.compare',
    summary: 'Two enquiries side by side, before they are joined: A stays, B goes under it.',
    logRead: { subject: 'enquiry', purpose: 'enquiry handling' },
    input: z.strictObject({ oneId: uuidSchema, otherId: uuidSchema }),
    output: z.object({
      a: sideShape,
      b: sideShape,
      /** Why A stays. */
      why: z.string(),
      fields: z.array(
        z.object({
          name: z.enum(mergeFieldNames),
          label: z.string(),
          a: z.string().nullable(),
          b: z.string().nullable(),
          proposed: side,
          same: z.boolean(),
        }),
      ),
      candidateId: z.string().nullable(),
      /** Why they cannot be joined; null when they can. */
      refusal: z.string().nullable(),
    }),
  }),
  merge: command({
    ...change,
    name: 'enquiry.merge',
    summary: 'Join two enquiries of one child; it can be taken back for seven days.',
    input: z.strictObject({
      survivorId: uuidSchema,
      survivorVersion: z.int().min(1),
      mergedId: uuidSchema,
      mergedVersion: z.int().min(1),
      choices: z.partialRecord(z.enum(mergeFieldNames), side).default({}),
    }),
    output: z.object({ id: z.string(), enquiryCode: z.string(), version: z.int(), undoUntil: z.string() }),
  }),
  undoMerge: command({
    ...change,
    name: 'enquiry.undo-merge',
    summary: 'Take two joined enquiries apart again.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ enquiryCode: z.string(), survivorCode: z.string() }),
  }),
  notDuplicate: command({
    ...change,
    name: 'enquiry.not-duplicate',
    summary: 'Say that two enquiries are two children.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: z.string() }),
  }),
};
