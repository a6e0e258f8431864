import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, daySchema, files, instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import {
  HAND_IN_TYPES,
  MOST_HAND_IN_FILES,
  MOST_HAND_IN_MB,
  stickerNames,
  stickers,
} from './homework.states.ts';

const read = { module: m.TeacherHomework, scope: 'centre' } as const;
const change = { ...read, write: true } as const;
const own = { module: m.studentHomework, scope: 'centre' } as const;
const logRead = { subject: 'student', purpose: 'homework' } as const;
const shown = z.string().nullable();
const line = (max: number) => z.string().trim().min(1, 'Fill this in').max(max, `At most ${max} characters`);

const file = z.object({ fileId: uuidSchema, name: z.string(), picture: z.boolean(), url: z.string() });
const submission = z.object({
  id: uuidSchema,
  attempt: z.int(),
  note: shown,
  handedInAt: instantSchema,
  late: z.boolean(),
  byKind: z.enum(['FAMILY', 'STAFF']),
  status: z.enum(['SUBMITTED', 'RETURNED', 'REVIEWED', 'EXEMPT']),
  sticker: z.enum(stickerNames).nullable(),
  comment: shown,
  version: z.int(),
  files: z.array(file),
});
export type Submission = z.output<typeof submission>;

const facts = z.object({
  id: uuidSchema,
  title: z.string(),
  text: z.string(),
  section: z.string(),
  subject: shown,
  assignedOn: daySchema,
  dueOn: daySchema,
  /** The last day for handing in. */
  openUntil: daySchema,
  submission: z.enum(['NONE', 'PHOTO_OR_FILE', 'TICK']),
  closed: z.boolean(),
  files: z.array(file),
});

const childWork = z.object({
  enrolmentId: uuidSchema,
  studentId: uuidSchema,
  name: z.string(),
  /** Newest first. */
  attempts: z.array(submission),
  can,
});
export type ChildWork = z.output<typeof childWork>;

const handInFields = {
  fileIds: files({
    label: 'Pictures or files',
    accept: HAND_IN_TYPES,
    maxMb: MOST_HAND_IN_MB,
    most: MOST_HAND_IN_FILES,
    optional: true,
  }),
  note: longText({ label: 'Note', max: 500, optional: true }),
};

export const homeworkContract = {
  get: query({
    ...read,
    name: 'homework.get',
    summary: 'A homework of an own section, with what every child handed in.',
    logRead,
    input: z.strictObject({ id: uuidSchema }),
    output: facts.extend({
      sectionId: uuidSchema,
      subjectId: uuidSchema.nullable(),
      status: z.enum(['DRAFT', 'PUBLISHED', 'WITHDRAWN']),
      publishAt: instantSchema.nullable(),
      allChildren: z.boolean(),
      withdrawReason: shown,
      children: z.array(childWork),
      version: z.int(),
      can,
    }),
  }),
  save: command({
    ...change,
    name: 'homework.save',
    summary: 'Write a homework for one or several own sections, or change a draft; publish it now or later.',
    idempotent: true,
    input: z.strictObject({
      id: uuidSchema.nullable().default(null),
      version: z.int().nullable().default(null),
      /** The first has the chosen children; the others get it for the whole section. */
      sectionIds: z.array(uuidSchema).min(1, 'Choose a section').max(12, 'At most 12 sections'),
      subjectId: uuidSchema.nullable().default(null),
      title: line(120),
      text: line(4000),
      fileIds: z.array(uuidSchema).max(10, 'At most 10 files').default([]),
      assignedOn: daySchema,
      dueOn: daySchema,
      submission: z.enum(['NONE', 'PHOTO_OR_FILE', 'TICK']),
      enrolmentIds: z.array(uuidSchema).min(1, 'Choose a child').max(60).nullable().default(null),
      publish: z.boolean(),
      publishAt: instantSchema.nullable().default(null),
    }),
    output: z.object({ ids: z.array(uuidSchema), sections: z.array(z.string()) }),
  }),
  publish: command({
    ...change,
    versioned: true,
    name: 'homework.publish',
    summary: 'Publish a draft now.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  withdraw: command({
    ...change,
    versioned: true,
    name: 'homework.withdraw',
    summary: 'Take a homework away from families; what was handed in stays.',
    input: { id: uuidSchema },
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  remind: command({
    ...change,
    name: 'homework.remind',
    summary: 'Remind the families that have not handed in, each once a day.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ families: z.int() }),
  }),
  mine: query({
    ...own,
    name: 'homework.mine',
    summary: 'Homework of the own children, what is due first.',
    logRead,
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          enrolmentId: uuidSchema,
          child: z.string(),
          title: z.string(),
          subject: shown,
          dueOn: daySchema,
          submission: z.enum(['NONE', 'PHOTO_OR_FILE', 'TICK']),
          /** Of the last attempt; null: nothing handed in. */
          status: z.enum(['SUBMITTED', 'RETURNED', 'REVIEWED', 'EXEMPT']).nullable(),
          late: z.boolean(),
          closed: z.boolean(),
          done: z.boolean(),
        }),
      ),
    }),
  }),
  own: query({
    ...own,
    name: 'homework.own',
    summary: 'A homework of the own children, with their attempts.',
    logRead,
    input: z.strictObject({ id: uuidSchema }),
    output: facts.extend({ today: daySchema, children: z.array(childWork) }),
  }),
  handIn: command({
    ...own,
    write: true,
    idempotent: true,
    name: 'homework.hand-in',
    summary: 'A family hands in a homework of its own child.',
    input: { id: uuidSchema, enrolmentId: uuidSchema },
    fields: handInFields,
    output: z.object({ attempt: z.int(), late: z.boolean() }),
  }),
};

const reviewFields = {
  sticker: choice({ label: 'Sticker', options: stickers, optional: true }),
  comment: longText({ label: 'Comment', max: 500, optional: true }),
};

export const submissionContract = {
  collect: command({
    ...change,
    idempotent: true,
    name: 'submission.collect',
    summary: 'Hand in for a child of an own section, from paper.',
    input: { id: uuidSchema, enrolmentId: uuidSchema },
    fields: handInFields,
    output: z.object({ attempt: z.int(), late: z.boolean() }),
  }),
  exempt: command({
    ...change,
    name: 'submission.exempt',
    summary: 'Free a child from a homework, with the reason.',
    input: { id: uuidSchema, enrolmentId: uuidSchema },
    fields: { reason: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
  ofChild: query({
    ...read,
    name: 'submission.of-child',
    summary: 'What a child handed in in a subject, newest first, and who of the same homework comes next.',
    logRead,
    /** `none` for homework without a subject. */
    input: z.strictObject({ studentId: uuidSchema, subjectId: z.union([uuidSchema, z.literal('none')]) }),
    output: z.object({
      name: z.string(),
      subject: shown,
      rows: z.array(
        submission.extend({
          homeworkId: uuidSchema,
          title: z.string(),
          dueOn: daySchema,
          can,
          /** Of the same homework, waiting for review: by name. */
          next: z.object({ studentId: uuidSchema, name: z.string() }).nullable(),
        }),
      ),
    }),
  }),
  review: command({
    ...change,
    versioned: true,
    name: 'submission.review',
    summary: 'Mark what was handed in as reviewed, with a sticker or words.',
    input: { id: uuidSchema },
    fields: reviewFields,
    output: nothing,
  }),
  return: command({
    ...change,
    versioned: true,
    name: 'submission.return',
    summary: 'Return what was handed in with a comment; the family may try again.',
    input: { id: uuidSchema },
    fields: { comment: longText({ label: 'Comment', max: 500 }) },
    output: nothing,
  }),
};
