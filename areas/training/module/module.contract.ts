import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { moduleFields } from './module-fields.ts';

const read = { module: m.teacherModule, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const one = z.strictObject(id);

const status = z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']);
const outlineTopic = z.object({
  ...id,
  title: z.string(),
  minutes: z.int().nullable(),
  items: z.array(z.object({ ...id, kind: z.enum(['VIDEO', 'DOCUMENT', 'TEXT', 'LINK']), title: z.string() })),
});
const outlineAssessment = z.object({
  ...id,
  title: z.string(),
  type: z.enum(['Bridge Course', 'Interractive Worksheet']),
  status,
  passBp: z.int(),
  questions: z.int(),
  points: z.int(),
});
export type OutlineTopic = z.output<typeof outlineTopic>;
export type OutlineAssessment = z.output<typeof outlineAssessment>;

export const moduleContract = {
  outline: query({
    ...read,
    name: 'teacher-module.outline',
    summary: 'What a module is made of, its last edition, and what it lacks before it can be published.',
    input: one,
    output: z.object({
      ...id,
      title: z.string(),
      version: z.int(),
      status,
      edition: z.int(),
      publishedAt: instantSchema.nullable(),
      publishedBy: z.string().nullable(),
      topics: z.array(outlineTopic),
      assessments: z.array(outlineAssessment),
      missing: z.array(z.string()),
      can,
    }),
  }),
  add: command({
    ...write,
    idempotent: true,
    name: 'teacher-module.add',
    summary: 'Add a module as a draft.',
    fields: moduleFields,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'teacher-module.change',
    summary: 'Change what is said of a module. Its published edition stays as it is.',
    input: id,
    fields: moduleFields,
    output: nothing,
  }),
  publish: command({
    ...write,
    versioned: true,
    name: 'teacher-module.publish',
    summary: 'Publish a module as it stands now: the next edition. Refused until nothing is missing.',
    input: one,
    output: z.object({ edition: z.int() }),
  }),
  archive: command({
    ...write,
    versioned: true,
    name: 'teacher-module.archive',
    summary: 'Archive a module: nobody starts it any more.',
    input: one,
    output: nothing,
  }),
  restore: command({
    ...write,
    versioned: true,
    name: 'teacher-module.restore',
    summary: 'Take a module out of the archive as a draft.',
    input: one,
    output: nothing,
  }),
  orderTopics: command({
    ...write,
    name: 'teacher-module.order-topics',
    summary: 'Put the topics of a module into this order.',
    input: z.strictObject({ ...id, ids: z.array(uuidSchema).min(1).max(200) }),
    output: nothing,
  }),
};
