import { can, command, query } from '@aangan/contract/endpoint.ts';
import { choice, date, daySchema, decimal, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';

const read = { module: m.StudentHealthRemark, scope: 'centre' } as const;
const change = { ...read, write: true } as const;
const logRead = { subject: 'student', purpose: 'health' } as const;

export const healthChecks = { OK: 'In order', CHECK: 'See a doctor', NOT_DONE: 'Not checked' } as const;
const check = z.enum(['OK', 'CHECK', 'NOT_DONE']);

const measured = {
  measuredOn: daySchema,
  /** Millimetres and grams. */
  heightMm: z.int().nullable(),
  weightG: z.int().nullable(),
};
const checks = { vision: check, dental: check, hearing: check };

const row = z.object({
  enrolmentId: uuidSchema,
  name: z.string(),
  rollNo: z.int().nullable(),
  hasAllergy: z.boolean(),
  last: z.object({ ...measured, ...checks }).nullable(),
  /** Growth since the time before: millimetres and grams. */
  grownMm: z.int().nullable(),
  gainedG: z.int().nullable(),
});
export type HealthRow = z.output<typeof row>;

const height = decimal({ label: 'Height in cm', digits: 1, optional: true });
const weight = decimal({ label: 'Weight in kg', digits: 2, optional: true });

export const healthContract = {
  list: query({
    ...read,
    name: 'health.list',
    summary: 'The children of one of the own sections with their last measures.',
    logRead,
    input: z.strictObject({ sectionId: uuidSchema.optional() }),
    output: z.object({
      sections: z.array(z.object({ id: uuidSchema, label: z.string() })),
      sectionId: uuidSchema.nullable(),
      rows: z.array(row),
      can,
    }),
  }),
  child: query({
    ...read,
    name: 'health.child',
    summary: 'What was measured and remarked of a child, the newest first.',
    logRead,
    input: z.strictObject({ enrolmentId: uuidSchema }),
    output: z.object({
      name: z.string(),
      rows: z.array(
        z.object({
          ...measured,
          ...checks,
          remark: z.string().nullable(),
          allergies: z.string().nullable(),
          advice: z.string().nullable(),
          by: z.string().nullable(),
        }),
      ),
      can,
    }),
  }),
  save: command({
    ...change,
    name: 'health.save',
    summary: 'Keep a child’s measures, checks and remarks of a day; once more on that day replaces them.',
    idempotent: true,
    input: { enrolmentId: uuidSchema },
    fields: {
      measuredOn: date({ label: 'Day' }),
      height,
      weight,
      vision: choice({ label: 'Vision', options: healthChecks }),
      dental: choice({ label: 'Teeth', options: healthChecks }),
      hearing: choice({ label: 'Hearing', options: healthChecks }),
      remark: longText({ label: 'Remark', max: 500, optional: true }),
      allergies: longText({ label: 'Allergies', max: 300, optional: true }),
      advice: longText({ label: 'Advice to the family', max: 500, optional: true }),
    },
    output: z.object({}),
  }),
  measure: command({
    ...change,
    name: 'health.measure',
    summary: 'Keep the heights and weights of a section’s children on a day.',
    idempotent: true,
    input: z.strictObject({
      sectionId: uuidSchema,
      measuredOn: daySchema,
      rows: z
        .array(
          z.strictObject({
            enrolmentId: uuidSchema,
            height: height.schema.nullable(),
            weight: weight.schema.nullable(),
          }),
        )
        .min(1, 'Measure a child')
        .max(60, 'At most 60 children'),
    }),
    output: z.object({ saved: z.int() }),
  }),
};
