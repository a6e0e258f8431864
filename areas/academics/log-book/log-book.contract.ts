import { can, command, query } from '@aangan/contract/endpoint.ts';
import { daySchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { logBooks } from './log-book.listing.ts';

const read = { module: m.teacherLogbook, scope: 'centre' } as const;
const review = { ...read, also: m.allSections, write: true, versioned: true } as const;

/** How many days back an entry is still written. */
export const MOST_DAYS_BACK = 7;
export const MOST_FILES = 5;
export const FILE_TYPES = ['jpg', 'png', 'webp', 'pdf'] as const;

const text = z.string().nullable();
const topic = z.object({
  id: uuidSchema,
  name: z.string(),
  prompt: text,
  frequency: z.enum(['DAILY', 'WEEKLY', 'TERM']),
  answer: z.enum(['TEXT', 'YES_NO', 'NUMBER', 'CHOICE']),
  choices: z.array(z.string()),
  /** Of a topic of the week or the term: not answered in it yet. */
  required: z.boolean(),
});
export type LogTopic = z.output<typeof topic>;

const entry = z.object({
  id: uuidSchema,
  version: z.int(),
  status: z.enum(['DRAFT', 'SUBMITTED', 'REVIEWED']),
  reflection: text,
  helpNeeded: z.boolean(),
  answers: z.record(z.string(), z.string()),
  files: z.array(z.object({ id: uuidSchema, name: z.string() })),
  reviewerNote: text,
});

const answered = z.object({ topic: z.string(), prompt: text, value: z.string() });

export const logBookContract = {
  form: query({
    ...read,
    name: 'log-book.form',
    summary: 'The topics of a section and day, with what the signed-in teacher has written of it.',
    input: z.strictObject({
      /** An entry to go on with; else the section and day. */
      id: uuidSchema.optional(),
      sectionId: uuidSchema.optional(),
      onDate: daySchema.optional(),
    }),
    output: z.object({
      sections: z.array(z.object({ id: uuidSchema, label: z.string() })),
      sectionId: uuidSchema.nullable(),
      section: text,
      onDate: daySchema,
      earliest: daySchema,
      today: daySchema,
      topics: z.array(topic),
      entry: entry.nullable(),
      /** Who is not on the staff of the centre has no log book there. */
      can,
    }),
  }),
  save: command({
    ...read,
    write: true,
    idempotent: true,
    name: 'log-book.save',
    summary: 'Keep the own entry of a section and day, and submit it.',
    input: z.strictObject({
      sectionId: uuidSchema,
      onDate: daySchema,
      /** The version that was seen; null writes the first. */
      version: z.int().nullable(),
      answers: z
        .array(
          z.strictObject({
            topicId: uuidSchema,
            value: z.string().trim().min(1, 'Fill this in').max(2000, 'At most 2,000 characters'),
          }),
        )
        .max(60, 'At most 60 topics'),
      reflection: z.string().trim().max(2000, 'At most 2,000 characters').nullable(),
      helpNeeded: z.boolean(),
      fileIds: z.array(uuidSchema).max(MOST_FILES, `At most ${MOST_FILES} files`),
      submit: z.boolean(),
    }),
    output: z.object({ id: uuidSchema }),
  }),
  get: query({
    ...read,
    name: 'log-book.get',
    summary: 'One entry with its answers and files.',
    input: z.strictObject({ id: uuidSchema }),
    output: logBooks.rowSchema.extend({
      reflection: text,
      reviewerNote: text,
      answered: z.array(answered),
      files: z.array(z.object({ id: uuidSchema, name: z.string(), url: z.string() })),
    }),
  }),
  review: command({
    ...review,
    name: 'log-book.review',
    summary: 'Mark another person’s entry as reviewed.',
    input: { id: uuidSchema },
    fields: { note: longText({ label: 'Note', max: 1000, optional: true }) },
    output: z.object({}),
  }),
  sendBack: command({
    ...review,
    name: 'log-book.send-back',
    summary: 'Give another person’s entry back for more.',
    input: { id: uuidSchema },
    fields: { note: longText({ label: 'What is missing', max: 1000 }) },
    output: z.object({}),
  }),
  month: query({
    ...read,
    name: 'log-book.month',
    summary: 'A teacher’s entries of a month with their answers.',
    input: z.strictObject({
      staffId: uuidSchema,
      month: z.string().regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, 'Choose a month'),
    }),
    output: z.object({
      teacher: z.string(),
      rows: z.array(
        z.object({
          id: uuidSchema,
          onDate: daySchema,
          section: z.string(),
          status: z.enum(['DRAFT', 'SUBMITTED', 'REVIEWED']),
          helpNeeded: z.boolean(),
          reflection: text,
          answered: z.array(answered),
        }),
      ),
      can,
    }),
  }),
};
