import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { levelSchema } from './skill-tree.contract.ts';

const read = { module: m.GradeEntry, scope: 'centre' } as const;
const change = { ...read, write: true } as const;
const proof = { module: m.reportPublishSetting, scope: 'centre', write: true, versioned: true } as const;

/** The own sections, the terms of the chosen one, and which is open: of the grid and of the remarks. */
export const sheetChoice = {
  sections: z.array(z.object({ id: uuidSchema, label: z.string() })),
  sectionId: uuidSchema.nullable(),
  terms: z.array(
    z.object({ id: uuidSchema, name: z.string(), entryFrom: daySchema, entryTo: daySchema, toOn: daySchema }),
  ),
  termId: uuidSchema.nullable(),
};
export const sheetStatus = z.enum(['OPEN', 'SUBMITTED', 'RETURNED', 'PROOFED', 'PUBLISHED']);

const competency = z.object({
  parameterId: uuidSchema,
  name: z.string(),
  guidance: z.string().nullable(),
  skill: z.string(),
  subSkill: z.string(),
  required: z.boolean(),
});
export type Competency = z.output<typeof competency>;

const child = z.object({
  enrolmentId: uuidSchema,
  name: z.string(),
  rollNo: z.int().nullable(),
  /** Why the child is not assessed this term. */
  tooEarly: z.string().nullable(),
  /** Joined less than 30 days before the end of the term. */
  lately: z.boolean(),
});
export type GradedChild = z.output<typeof child>;

const value = {
  levelId: uuidSchema.nullable(),
  /** Why it was not observed. */
  notObserved: z.string().nullable(),
};
const cell = z.object({ enrolmentId: uuidSchema, parameterId: uuidSchema, ...value, version: z.int() });
export type GradeCell = z.output<typeof cell>;

const whichSheet = { sectionId: uuidSchema, termId: uuidSchema };

export const gradeContract = {
  sheet: query({
    ...read,
    name: 'grade.sheet',
    summary: 'The grades of one of the own sections in a term: children by competencies.',
    logRead: { subject: 'student', purpose: 'grades' },
    input: z.strictObject({ sectionId: uuidSchema.optional(), termId: uuidSchema.optional() }),
    output: z.object({
      ...sheetChoice,
      /** Null until the first entry. */
      sheet: z
        .object({
          id: uuidSchema,
          version: z.int(),
          status: sheetStatus,
          returnNote: z.string().nullable(),
          submittedBy: z.string().nullable(),
          proofedBy: z.string().nullable(),
        })
        .nullable(),
      /** Why nothing can be entered now. */
      closed: z.string().nullable(),
      levels: z.array(levelSchema),
      competencies: z.array(competency),
      children: z.array(child),
      cells: z.array(cell),
      can,
    }),
  }),
  save: command({
    ...change,
    idempotent: true,
    name: 'grade.save',
    summary:
      'Enter up to 200 grades; a cell that another person changed meanwhile is given back with both values.',
    input: z.strictObject({
      ...whichSheet,
      cells: z
        .array(
          z.strictObject({
            enrolmentId: uuidSchema,
            parameterId: uuidSchema,
            levelId: uuidSchema.nullable(),
            notObserved: z
              .string()
              .trim()
              .min(5, 'At least 5 characters')
              .max(280, 'At most 280 characters')
              .nullable(),
            /** The version that was seen; 0 = the cell was empty. */
            baseVersion: z.int().min(0),
          }),
        )
        .min(1, 'Nothing to save')
        .max(200, 'At most 200 grades'),
    }),
    output: z.object({
      cells: z.array(
        cell.extend({
          outcome: z.enum(['APPLIED', 'SAME', 'CONFLICT', 'REFUSED']),
          /** Of a conflict: who changed it. Of a refusal: why. */
          by: z.string().nullable(),
          problem: z.string().nullable(),
        }),
      ),
    }),
  }),
  tooEarly: command({
    ...change,
    idempotent: true,
    name: 'grade.too-early',
    summary: 'Leave a child that joined in the last 30 days of the term out of the assessment.',
    input: { ...whichSheet, enrolmentId: uuidSchema },
    fields: { reason: text({ label: 'Reason', max: 200 }) },
    output: nothing,
  }),
  assess: command({
    ...change,
    idempotent: true,
    name: 'grade.assess',
    summary: 'Assess a child after all that was left out.',
    input: z.strictObject({ ...whichSheet, enrolmentId: uuidSchema }),
    output: nothing,
  }),
  submit: command({
    ...change,
    idempotent: true,
    name: 'grade.submit-sheet',
    summary: 'Give the complete sheet to the proof-reader.',
    input: z.strictObject(whichSheet),
    output: nothing,
  }),
  proof: command({
    ...proof,
    name: 'grade.proof-sheet',
    summary: 'Confirm a submitted sheet; never the own one.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  giveBack: command({
    ...proof,
    name: 'grade.return-sheet',
    summary: 'Return a sheet to its teacher, also one that was proof-read already.',
    input: { id: uuidSchema },
    fields: {
      note: {
        ...longText({ label: 'What to change', max: 500 }),
        schema: z.string().trim().min(10, 'At least 10 characters').max(500, 'At most 500 characters'),
      },
    },
    output: nothing,
  }),
};
