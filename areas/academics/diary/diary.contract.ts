import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { codeNames } from '../attendance/attendance-codes.ts';
import { careEvent } from '../care/care.contract.ts';
import { academicsModules as m } from '../modules.ts';
import { kindNames, MOST_FILES, moduleOfKind } from './diary-kinds.ts';

const modules = Object.values(moduleOfKind);
const read = { module: modules, scope: 'centre' } as const;
const change = { ...read, write: true } as const;
const feedModules = [m.studentDiary, ...modules];

const kind = z.enum(kindNames);
const status = z.enum(['DRAFT', 'PUBLISHED', 'WITHDRAWN']);
const line = (max: number) => z.string().trim().min(1, 'Fill this in').max(max, `At most ${max} characters`);
const shown = z.string().nullable();

const fileInput = z.strictObject({
  fileId: uuidSchema,
  /** Enrolments of the children on the picture. */
  tagged: z.array(uuidSchema).max(60, 'At most 60 children').default([]),
});

const file = z.object({
  fileId: uuidSchema,
  name: z.string(),
  picture: z.boolean(),
  /** For ten minutes; null where a child on it has no consent and the reader is a family. */
  url: shown,
});
const staffFile = file.extend({
  tagged: z.array(z.object({ enrolmentId: uuidSchema, name: z.string() })),
  /** Children without consent: families do not see the file. */
  hiddenFor: z.array(z.string()),
});
export type EntryFile = z.output<typeof file>;

const entry = {
  id: uuidSchema,
  kind,
  onDate: daySchema,
  section: z.string(),
  subject: shown,
  topic: z.string(),
  textEn: z.string(),
  textHi: shown,
  publishAt: instantSchema.nullable(),
  ackRequired: z.boolean(),
};

const feedEntry = z.object({
  ...entry,
  changedAt: instantSchema.nullable(),
  files: z.array(file),
  /** Of this family. */
  acknowledgedAt: instantSchema.nullable(),
  can,
});
export type FeedEntry = z.output<typeof feedEntry>;

const seenBy = z.object({
  enrolmentId: uuidSchema,
  name: z.string(),
  seenAt: instantSchema.nullable(),
  acknowledgedAt: instantSchema.nullable(),
});

const diaryEntry = z.object({
  ...entry,
  status,
  sectionId: uuidSchema,
  subjectId: uuidSchema.nullable(),
  allChildren: z.boolean(),
  enrolmentIds: z.array(uuidSchema),
  files: z.array(staffFile),
  teacher: shown,
  changedAt: instantSchema.nullable(),
  withdrawReason: shown,
  families: z.array(seenBy),
  version: z.int(),
  can,
});
export type DiaryEntry = z.output<typeof diaryEntry>;

export const diaryContract = {
  form: query({
    ...read,
    name: 'diary.form',
    summary: 'Own sections, subjects and days that an entry may be written for.',
    input: z.strictObject({}),
    output: z.object({
      today: daySchema,
      earliest: daySchema,
      latest: daySchema,
      sections: z.array(z.object({ id: uuidSchema, label: z.string(), classId: z.int() })),
      subjects: z.array(z.object({ id: uuidSchema, name: z.string(), classIds: z.array(z.int()) })),
    }),
  }),
  children: query({
    ...read,
    name: 'diary.children',
    summary: 'The children of an own section on a day, with their consent to pictures.',
    logRead: { subject: 'student', purpose: 'diary' },
    input: z.strictObject({ sectionId: uuidSchema, onDate: daySchema }),
    output: z.object({
      rows: z.array(z.object({ enrolmentId: uuidSchema, name: z.string(), consent: z.boolean() })),
    }),
  }),
  get: query({
    ...read,
    name: 'diary.get',
    summary: 'One entry with its files, and who saw and acknowledged it.',
    logRead: { subject: 'student', purpose: 'diary' },
    input: z.strictObject({ id: uuidSchema }),
    output: diaryEntry,
  }),
  save: command({
    ...change,
    name: 'diary.save',
    summary:
      'Write or change an entry, for one or several own sections; as a draft, or published at once or later.',
    idempotent: true,
    input: z.strictObject({
      kind,
      /** Null: a new one. */
      id: uuidSchema.nullable().default(null),
      version: z.int().nullable().default(null),
      /** The first has the chosen children and every file; the others are copies for the whole section. */
      sectionIds: z.array(uuidSchema).min(1, 'Choose a section').max(12, 'At most 12 sections'),
      subjectId: uuidSchema.nullable().default(null),
      onDate: daySchema,
      topic: line(120),
      textEn: line(4000),
      textHi: line(4000).nullable().default(null),
      files: z.array(fileInput).max(MOST_FILES, `At most ${MOST_FILES} files`).default([]),
      /** On pictures without tags no child can be recognised: said by whoever adds them. */
      nobodyOnOthers: z.boolean().default(false),
      /** Null: every child of the section. */
      enrolmentIds: z.array(uuidSchema).min(1, 'Choose a child').max(60, 'At most 60 children').nullable(),
      ackRequired: z.boolean().default(false),
      publish: z.boolean(),
      /** Null: now. */
      publishAt: instantSchema.nullable().default(null),
    }),
    output: z.object({ ids: z.array(uuidSchema), status }),
  }),
  publish: command({
    ...change,
    versioned: true,
    name: 'diary.publish',
    summary: 'Publish a draft now.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  withdraw: command({
    ...change,
    versioned: true,
    name: 'diary.withdraw',
    summary: 'Take an entry away from families; it stays for the staff.',
    input: { id: uuidSchema },
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  remind: command({
    ...change,
    name: 'diary.remind',
    summary: 'Remind families who have not seen or acknowledged an entry, once a day.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ families: z.int() }),
  }),
  sectionFeed: query({
    ...read,
    name: 'diary.section-feed',
    summary: 'All entries of an own section and day.',
    logRead: { subject: 'student', purpose: 'class diary' },
    input: z.strictObject({ sectionId: uuidSchema, onDate: daySchema, kind: kind.optional() }),
    output: z.object({
      section: z.string(),
      attendance: z.object({ present: z.int(), absent: z.int(), leave: z.int() }),
      entries: z.array(feedEntry.extend({ status, seen: z.int(), children: z.int() })),
    }),
  }),
  feed: query({
    module: feedModules,
    scope: 'centre',
    name: 'diary.feed',
    summary: 'What was shared about a child, day by day: attendance, diaries and classwork.',
    logRead: { subject: 'student', purpose: 'class diary' },
    /** Student, enrolment or admission; the days up to and with `until`. */
    input: z.strictObject({
      id: uuidSchema,
      until: daySchema.optional(),
      kind: kind.optional(),
      subjectId: uuidSchema.optional(),
    }),
    output: z.object({
      enrolmentId: uuidSchema,
      name: z.string(),
      family: z.boolean(),
      today: daySchema,
      from: daySchema,
      until: daySchema,
      subjects: z.array(z.object({ id: uuidSchema, name: z.string() })),
      days: z.array(
        z.object({
          day: daySchema,
          attendance: z.enum(codeNames).nullable(),
          care: z.array(careEvent),
          entries: z.array(feedEntry),
        }),
      ),
    }),
  }),
  markSeen: command({
    module: m.studentDiary,
    scope: 'centre',
    // Any holder: the specification's families read diaries without the right to change.
    write: false,
    name: 'diary.mark-seen',
    summary: 'A family has seen entries about its own child.',
    input: z.strictObject({ id: uuidSchema, entryIds: z.array(uuidSchema).min(1).max(200) }),
    output: nothing,
  }),
  acknowledge: command({
    module: m.studentDiary,
    scope: 'centre',
    write: false,
    name: 'diary.acknowledge',
    summary: 'A family acknowledges an entry about its own child, once.',
    input: z.strictObject({ id: uuidSchema, entryId: uuidSchema }),
    output: nothing,
  }),
};
