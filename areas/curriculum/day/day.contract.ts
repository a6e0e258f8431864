import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';
import { dayContent } from './day-content.ts';

const both = { module: [m.curriculumCMS, m.Curriculum], scope: 'centre' } as const;
const read = { module: m.curriculumCMS, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const named = z.object({ ...id, name: z.string() });
const status = z.enum(['DRAFT', 'IN_REVIEW', 'APPROVED', 'PUBLISHED', 'ARCHIVED']);
export const look = z.enum(['READY', 'CHANGED', 'PENDING', 'DRAFT', 'EMPTY']);

/** What the ids of a content stand for. */
export const known = z.object({
  themes: z.array(named),
  skills: z.array(named),
  videos: z.array(named),
  /** Addresses of files, ten minutes. */
  files: z.record(z.string(), z.string()),
});
export type Known = z.output<typeof known>;

const revision = z.object({
  rev: z.int(),
  at: instantSchema,
  by: z.string().nullable(),
  approver: z.string().nullable(),
  note: z.string().nullable(),
});

const day = z.object({
  ...id,
  version: z.int(),
  planId: uuidSchema,
  plan: z.string(),
  planStatus: status,
  classGroupId: uuidSchema,
  weekId: uuidSchema,
  weekNo: z.int(),
  dayNo: z.int(),
  position: z.int(),
  days: z.int(),
  previousId: uuidSchema.nullable(),
  nextId: uuidSchema.nullable(),
  liveRev: z.int(),
  ready: z.boolean(),
  look,
  /** What stands there now: for authors their draft. */
  content: dayContent,
  /** What readers have, where an author sees a draft beside it. */
  live: dayContent.nullable(),
  draftBy: z.string().nullable(),
  note: z.string().nullable(),
  known,
  revisions: z.array(revision),
  can: z.record(z.string(), z.boolean()),
});
export type DayView = z.output<typeof day>;

const week = z.object({
  planId: uuidSchema,
  plan: z.string(),
  folderId: uuidSchema,
  weekNo: z.int(),
  title: z.string().nullable(),
  theme: z.string().nullable(),
  summary: z.string().nullable(),
  /** First days of the weeks before and after that the reader sees. */
  previousId: uuidSchema.nullable(),
  nextId: uuidSchema.nullable(),
  days: z.array(z.object({ ...id, position: z.int(), dayNo: z.int(), look, content: dayContent })),
  known,
  can: z.object({ edit: z.boolean() }),
});
export type WeekView = z.output<typeof week>;

const weekDay = z.strictObject({
  ...id,
  title: z.string().trim().max(80, 'At most 80 characters'),
  objective: z.string().trim().max(500, 'At most 500 characters'),
});

export const dayContract = {
  get: query({
    ...both,
    name: 'curriculum-day.get',
    summary: 'One day: published for readers, with its draft for authors.',
    input: z.strictObject(id),
    output: day,
  }),
  at: query({
    ...read,
    name: 'curriculum-day.at',
    summary: 'The day at a position of a plan.',
    input: z.strictObject({ planId: uuidSchema, position: z.int().min(1).max(9999) }),
    output: z.object(id),
  }),
  save: command({
    ...write,
    versioned: true,
    name: 'curriculum-day.save',
    summary: 'Save the draft of a day; readers see it once it is published.',
    input: z.strictObject({ ...id, content: dayContent }),
    output: z.object({ version: z.int() }),
  }),
  setReady: command({
    ...write,
    versioned: true,
    name: 'curriculum-day.set-ready',
    summary: 'Mark a day of a draft plan as ready for review, or take the mark back.',
    input: z.strictObject({ ...id, ready: z.boolean() }),
    output: nothing,
  }),
};

export const weekContract = {
  get: query({
    ...both,
    needsYear: true,
    name: 'curriculum-week.get',
    summary: 'A week: the current one of a folder’s plan, or that of a day.',
    input: z.strictObject(id),
    output: week,
  }),
  form: query({
    ...read,
    needsYear: true,
    name: 'curriculum-week.form',
    summary: 'The week of a day, or the next empty one of a folder’s plan, to be written.',
    input: z.strictObject({ folderId: uuidSchema, dayId: uuidSchema.optional() }),
    output: z.object({
      plan: z.object({
        ...id,
        version: z.int(),
        title: z.string(),
        weeks: z.int(),
        classGroupId: uuidSchema,
      }),
      /** None: every week of the plan has content. */
      week: z
        .object({
          ...id,
          version: z.int(),
          weekNo: z.int(),
          title: z.string(),
          themeId: uuidSchema.nullable(),
          summary: z.string(),
          days: z.array(z.object({ ...id, position: z.int(), title: z.string(), objective: z.string() })),
        })
        .nullable(),
      themes: z.array(named),
      weeks: z.array(z.object({ ...id, weekNo: z.int(), title: z.string().nullable() })),
    }),
  }),
  save: command({
    ...write,
    versioned: true,
    name: 'curriculum-week.save',
    summary:
      'Write a week: title, theme, summary and its days’ titles and objectives, or copy another week into it.',
    input: z.strictObject({
      ...id,
      title: z.string().trim().max(80, 'At most 80 characters'),
      themeId: uuidSchema.nullable(),
      summary: z.string().trim().max(1000, 'At most 1000 characters'),
      days: z.array(weekDay).max(6),
      /** Blocks of this week's days are taken for days that are empty. */
      copyFrom: uuidSchema.nullable(),
    }),
    output: nothing,
  }),
};

export const themeDaysContract = {
  theme: query({
    ...both,
    name: 'curriculum-day.theme',
    summary: 'The head of a theme’s list of days.',
    input: z.strictObject(id),
    output: z.object({
      name: z.string(),
      description: z.string().nullable(),
      vocabulary: z.string().nullable(),
    }),
  }),
};
