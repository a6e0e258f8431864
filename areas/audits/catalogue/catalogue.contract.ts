import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { families } from './catalogue.choices.ts';
import { parameterFields as f } from './parameter-fields.ts';

const write = { module: m.AuditCatalogue, scope: 'network', write: true } as const;
const weighs = { module: [m.AMSConfiguration, m.AuditCatalogue], scope: 'network' } as const;
const family = z.enum(Object.keys(families) as [keyof typeof families, ...(keyof typeof families)[]]);
const counts = { parameters: z.int(), maxPoints: z.int() };
const named = { id: uuidSchema, name: z.string(), position: z.int(), active: z.boolean() };
const category = z.object({
  ...named,
  ...counts,
  weightBp: z.int().nullable(),
  subCategories: z.array(z.object({ ...named, ...counts })),
});
const treeType = z.object({
  id: uuidSchema,
  name: z.string(),
  family,
  /** The version that audits start with; 0: none was published yet. */
  version: z.int(),
  publishedAt: instantSchema.nullable(),
  publishedBy: z.string().nullable(),
  changeNote: z.string().nullable(),
  /** Questions that the next version adds, changes and leaves out. */
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unpublished: z.boolean(),
  categories: z.array(category),
});
export type TreeType = z.output<typeof treeType>;

const line = { categoryId: uuidSchema, weightBp: z.int().min(0).max(10000) };
const weightSet = z.object({
  id: uuidSchema,
  effectiveFrom: daySchema,
  note: z.string().nullable(),
  by: z.string().nullable(),
  lines: z.array(z.object({ ...line, name: z.string() })),
});

export const MOST_ROWS = 50;
/** A row of the grid: what is not in it is as a new question begins. */
export const rowSchema = z.strictObject({
  code: f.code.schema,
  question: f.question.schema,
  responseKind: f.responseKind.schema,
  maxScore: f.maxScore.schema,
  weight: f.weight.schema,
  critical: z.boolean(),
  photoOn: f.photoOn.schema,
  severity: f.severity.schema,
});
export type GridRow = z.output<typeof rowSchema>;

export const catalogueContract = {
  tree: query({
    module: [m.AuditCatalogue, m.CenterHeadAudit, m.GeneralAudit],
    scope: 'network',
    name: 'audit-catalogue.tree',
    summary:
      'Types of a family with categories, sub-categories and counts, the live version and what waits to be published.',
    input: z.strictObject({ side: z.enum(['academic', 'general']) }),
    output: z.object({ rows: z.array(treeType), can }),
  }),
  publish: command({
    ...write,
    name: 'audit-catalogue.publish-version',
    summary:
      'Publish a type as it stands now: audits that start from now on ask this. Running ones keep their version.',
    input: { typeId: uuidSchema },
    fields: { changeNote: longText({ label: 'What changed', max: 500 }) },
    output: z.object({ version: z.int() }),
  }),
  addParameters: command({
    ...write,
    idempotent: true,
    name: 'audit-catalogue.add-parameters',
    summary: 'Add up to 50 questions to a sub-category, all of them or none.',
    input: z.strictObject({ subCategoryId: uuidSchema, rows: z.array(rowSchema).min(1).max(MOST_ROWS) }),
    output: z.object({ added: z.int() }),
  }),
  weights: query({
    ...weighs,
    name: 'audit-weights.view',
    summary: 'Types with their active categories, and every weight set, the newest first.',
    input: z.strictObject({}),
    output: z.object({
      types: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          categories: z.array(z.object({ id: uuidSchema, name: z.string() })),
          sets: z.array(weightSet),
        }),
      ),
      can,
    }),
  }),
  saveWeights: command({
    ...weighs,
    write: true,
    name: 'audit-weights.save',
    summary: 'Weights of all active categories of a type from a later day on; together 100.00 %.',
    input: z.strictObject({
      typeId: uuidSchema,
      effectiveFrom: daySchema,
      note: z.string().trim().max(300).nullable(),
      lines: z.array(z.strictObject(line)).min(1).max(100),
    }),
    output: nothing,
  }),
};
