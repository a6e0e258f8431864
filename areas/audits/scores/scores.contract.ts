import { query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';

const bp = z.int().nullable();

export const scoresContract = {
  get: query({
    module: m.CenterHeadAudit,
    scope: 'centre',
    name: 'audit-scores.get',
    summary:
      'Published scores of a kind of audit, by centre or by teacher, with the categories of the last one.',
    input: z.strictObject({
      /** Without one the first kind there is. */
      typeId: uuidSchema.optional(),
      by: z.enum(['centre', 'teacher']).default('centre'),
    }),
    output: z.object({
      types: z.array(
        z.object({ id: uuidSchema, name: z.string(), family: z.string(), teachers: z.boolean() }),
      ),
      typeId: uuidSchema.nullable(),
      by: z.enum(['centre', 'teacher']),
      categories: z.array(z.object({ id: uuidSchema, name: z.string() })),
      rows: z.array(
        z.object({
          name: z.string(),
          franchiseeId: z.int(),
          centre: z.string(),
          auditId: uuidSchema,
          lastOn: z.string(),
          lastBp: z.int(),
          band: z.string().nullable(),
          /** Of the last three audits. */
          meanBp: z.int(),
          /** Against the audit before. */
          changeBp: bp,
          audits: z.int(),
          openFindings: z.int(),
          categories: z.array(z.object({ id: uuidSchema, pctBp: bp })),
        }),
      ),
      /** More than are shown. */
      more: z.boolean(),
    }),
  }),
};
