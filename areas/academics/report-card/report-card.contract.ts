import { batchJob } from '@aangan/contract/batch.ts';
import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  daySchema,
  file,
  instantSchema,
  longText,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { sheetStatus } from '../grade-book/grade.contract.ts';
import { academicsModules as m } from '../modules.ts';
import { snapshotSchema } from './report-snapshot.ts';

const desk = { module: m.reportPublishSetting, scope: 'centre', needsCentre: true } as const;
const readers = { module: [m.reportPublishSetting, m.GradeEntry, m.studentReport], scope: 'centre' } as const;

const sheet = z.object({
  /** Null until the first entry. */
  sheetId: uuidSchema.nullable(),
  version: z.int(),
  sectionId: uuidSchema,
  section: z.string(),
  termId: uuidSchema,
  publishOn: daySchema.nullable(),
  status: sheetStatus,
  children: z.int(),
  required: z.int(),
  filled: z.int(),
  remarks: z.int(),
  cards: z.int(),
  submittedBy: z.string().nullable(),
  proofedBy: z.string().nullable(),
  can,
});
export type ReportSheet = z.output<typeof sheet>;

/** Cards of proof-read sheets; an item is a child's enrolment. */
export const reportBatch = batchJob({
  name: 'report-card',
  title: 'Cards published',
  rows: 'Cards',
  module: m.reportPublishSetting,
  words: { ok: 'published', skipped: 'left out', failed: 'not published' },
  data: z.strictObject({}),
  item: z.strictObject({ sheetId: uuidSchema }),
});

const settingFields = {
  title: text({ label: 'Title', max: 80 }),
  principal: text({ label: 'Principal', max: 80, optional: true }),
  signatureFileId: file({ label: 'Signature', accept: ['png', 'jpg'], maxMb: 1, optional: true }),
  footer: text({ label: 'Line at the foot', max: 200, optional: true }),
  showAttendance: boolean({ label: 'Show attendance' }),
  showHealth: boolean({ label: 'Show height and weight' }),
};

export const reportCardContract = {
  board: query({
    ...desk,
    name: 'report-card.board',
    summary: 'The sheets of a term by section: how complete they are, and what was published.',
    input: z.strictObject({ termNo: z.int().min(1).max(4).optional() }),
    output: z.object({
      termNo: z.int().nullable(),
      terms: z.array(z.object({ termNo: z.int(), name: z.string() })),
      rows: z.array(sheet),
      setting: z.object({
        title: z.string(),
        principal: z.string().nullable(),
        signatureFileId: uuidSchema.nullable(),
        footer: z.string().nullable(),
        showAttendance: z.boolean(),
        showHealth: z.boolean(),
      }),
      can,
    }),
  }),
  saveSetting: command({
    ...desk,
    write: true,
    idempotent: true,
    name: 'report-card.save-setting',
    summary: 'Set what the cards of the centre show from now on.',
    input: {},
    fields: settingFields,
    output: nothing,
  }),
  publish: command({
    ...desk,
    write: true,
    idempotent: true,
    name: 'report-card.publish',
    summary: 'Publish the cards of proof-read sheets, now or at a time.',
    input: z.strictObject({
      sheetIds: z.array(uuidSchema).min(1, 'Choose a section').max(40, 'At most 40 sections'),
      /** Null: now. */
      publishAt: instantSchema.nullable(),
    }),
    output: z.object({ batchId: uuidSchema, cards: z.int() }),
  }),
  card: query({
    ...readers,
    name: 'report-card.get',
    summary: 'A child’s card of a term; for staff also earlier versions and the draft.',
    logRead: { subject: 'student', purpose: 'report card' },
    input: z.strictObject({
      /** Student, enrolment or admission. */
      id: uuidSchema,
      termId: uuidSchema.optional(),
      /** One version of it; the published one without. */
      cardId: uuidSchema.optional(),
    }),
    output: z.object({
      enrolmentId: uuidSchema,
      child: z.string(),
      terms: z.array(z.object({ id: uuidSchema, name: z.string() })),
      termId: uuidSchema.nullable(),
      versions: z.array(
        z.object({
          id: uuidSchema,
          version: z.int(),
          versionNo: z.int(),
          status: z.enum(['PUBLISHED', 'SUPERSEDED', 'WITHDRAWN']),
          number: z.string(),
          publishedAt: z.string(),
          changeNote: z.string().nullable(),
          /** First twelve characters of the snapshot's SHA-256. */
          seal: z.string(),
        }),
      ),
      /** The version that is shown; null for a draft, or when there is none. */
      cardId: uuidSchema.nullable(),
      draft: z.boolean(),
      snapshot: snapshotSchema.nullable(),
      reads: z.array(z.object({ name: z.string(), firstAt: z.string(), downloads: z.int() })),
      can,
    }),
  }),
  read: command({
    module: m.studentReport,
    scope: 'centre',
    write: false,
    idempotent: true,
    name: 'report-card.read',
    summary: 'Note that the family has opened the card.',
    input: z.strictObject({ id: uuidSchema, cardId: uuidSchema }),
    output: nothing,
  }),
  pdf: command({
    ...readers,
    write: false,
    idempotent: true,
    name: 'report-card.pdf',
    summary: 'The card as a PDF; its address lives for ten minutes.',
    input: z.strictObject({ id: uuidSchema, cardId: uuidSchema }),
    output: z.object({ url: z.string() }),
  }),
  withdraw: command({
    module: m.reportPublishSetting,
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'report-card.withdraw',
    summary: 'Take a published card back from the family.',
    input: { id: uuidSchema },
    fields: {
      reason: {
        ...longText({ label: 'Reason', max: 500 }),
        schema: z.string().trim().min(20, 'At least 20 characters').max(500, 'At most 500 characters'),
      },
    },
    output: nothing,
  }),
};
