import { can, command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { levelSchema } from './skill-tree.contract.ts';

const read = { module: m.Skills, scope: 'network', needsYear: true } as const;
const change = { ...read, write: true, idempotent: true } as const;

const term = z.object({
  termNo: z.int(),
  name: z.string(),
  scaleId: uuidSchema.nullable(),
  /** Entries of all centres, counted up to 10,000. */
  entries: z.int(),
});
const row = z.object({
  parameterId: uuidSchema,
  name: z.string(),
  subSkill: z.string(),
  skill: z.string(),
  active: z.boolean(),
  /** By term number; a term without it is off. */
  terms: z.record(z.string(), z.enum(['REQUIRED', 'OPTIONAL'])),
});
export type AssignmentRow = z.output<typeof row>;

export const assignmentContract = {
  get: query({
    ...read,
    name: 'skill-assignment.get',
    summary: 'What the children of a class are graded on, by term.',
    input: z.strictObject({ classId: z.int().min(1) }),
    output: z.object({
      terms: z.array(term),
      scales: z.array(z.object({ id: uuidSchema, name: z.string(), levels: z.array(levelSchema) })),
      rows: z.array(row),
      can,
    }),
  }),
  save: command({
    ...change,
    name: 'skill-assignment.save',
    summary:
      'Set what a class is graded on in its terms; after the first entry only optional ones may be added.',
    input: z.strictObject({
      classId: z.int().min(1),
      terms: z
        .array(
          z.strictObject({
            termNo: z.int().min(1).max(4),
            scaleId: uuidSchema,
            parameters: z
              .array(z.strictObject({ parameterId: uuidSchema, required: z.boolean() }))
              .max(400, 'At most 400 competencies'),
          }),
        )
        .min(1, 'Choose a term')
        .max(4),
    }),
    output: z.object({ saved: z.int() }),
  }),
  copy: command({
    ...change,
    name: 'skill-assignment.copy',
    summary: 'Take over another class’s or last year’s competencies into terms that have none yet.',
    input: z.strictObject({
      classId: z.int().min(1),
      fromClassId: z.int().min(1),
      fromYearId: z.int().min(2000).max(2100),
    }),
    output: z.object({ terms: z.int(), competencies: z.int() }),
  }),
};
