import { can, command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import { importError } from '@aangan/contract/record-endpoints.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

export const uploadColumns = [
  'parent_name',
  'mobile',
  'alternate_mobile',
  'email',
  'child_first_name',
  'child_last_name',
  'child_dob',
  'child_gender',
  'class',
  'programme',
  'pincode',
  'source',
  'campaign',
  'enquiry_date',
  'next_follow_up',
  'owner_email',
  'language',
  'remarks',
  'consent_whatsapp',
  'consent_sms',
  'consent_email',
  'external_ref',
] as const;
export type UploadColumn = (typeof uploadColumns)[number];
export const requiredColumns: readonly UploadColumn[] = ['parent_name', 'mobile', 'source'];
export const MAX_UPLOAD_ROWS = 20_000;

export const uploadModes = ['ALL_OR_NOTHING', 'VALID_ROWS'] as const;
export type UploadMode = (typeof uploadModes)[number];
export const uploadStates = ['QUEUED', 'RUNNING', 'DONE', 'CANCELLED'] as const;
export const rowResults = ['NEW', 'AGAIN', 'KNOWN'] as const;
export type RowResult = (typeof rowResults)[number];

const base = {
  module: enquiryModules.uploadEnquiries,
  scope: 'centre',
  needsCentre: true,
  needsYear: true,
} as const;
const reading = {
  module: enquiryModules.uploadEnquiries,
  scope: 'centre',
  needsCentre: true,
} as const;

const upload = z.object({
  id: z.string(),
  at: z.string(),
  byName: z.string().nullable(),
  fileName: z.string(),
  mode: z.enum(uploadModes),
  state: z.enum(uploadStates),
  cancelAsked: z.boolean(),
  /** Rows of the file; those without a fault; those with one; how many of the sound ones are through. */
  total: z.int(),
  sound: z.int(),
  bad: z.int(),
  done: z.int(),
  created: z.int(),
  askedAgain: z.int(),
  /** Rows whose external_ref was here already: nothing was written. */
  known: z.int(),
  firstCode: z.string().nullable(),
  lastCode: z.string().nullable(),
  /** The faulty rows can still be downloaded. */
  hasFaulty: z.boolean(),
  can,
});
export type EnquiryUpload = z.output<typeof upload>;

const uploadRow = z.object({
  id: z.string(),
  /** As the spreadsheet counts. */
  row: z.int(),
  enquiryCode: z.string(),
  childName: z.string(),
  stage: z.string(),
  result: z.enum(rowResults),
});
export type EnquiryUploadRow = z.output<typeof uploadRow>;

export const enquiryUploadContract = {
  check: command({
    ...base,
    write: true,
    name: 'enquiry-upload.check',
    summary: 'Dry run of an enquiry file: every fault is named, nothing is saved.',
    // The text of a smaller file stands in the request; a larger one is uploaded first.
    input: z.strictObject({
      csv: z.string().max(1_900_000, 'Upload a file of this size').optional(),
      fileId: uuidSchema.optional(),
      fileName: z.string().trim().min(1).max(120),
    }),
    output: z.object({
      jobId: z.string(),
      total: z.int(),
      ok: z.int(),
      bad: z.int(),
      fresh: z.int(),
      siblings: z.int(),
      askedAgain: z.int(),
      possible: z.int(),
      /** Sound rows whose external_ref is here already. */
      known: z.int(),
      /** Every fault of every row. `row` as the spreadsheet counts it: the heading is 1. */
      errors: z.array(importError),
      checkedUntil: z.string(),
    }),
  }),
  commit: command({
    ...base,
    write: true,
    idempotent: true,
    name: 'enquiry-upload.commit',
    summary: 'Save a checked enquiry file: all rows or none at once, or its sound rows step by step.',
    input: z.strictObject({ jobId: uuidSchema, mode: z.enum(uploadModes).default('ALL_OR_NOTHING') }),
    output: z.object({
      /** The upload, as `list` gives it. */
      id: z.string(),
      state: z.enum(uploadStates),
      created: z.int(),
      askedAgain: z.int(),
      known: z.int(),
      firstCode: z.string().nullable(),
      lastCode: z.string().nullable(),
    }),
  }),
  cancel: command({
    ...reading,
    write: true,
    name: 'enquiry-upload.cancel',
    summary: 'Stop a file that is saved step by step: what is saved stays.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: z.string() }),
  }),
  list: query({
    ...reading,
    name: 'enquiry-upload.list',
    summary: 'Files of enquiries of this centre, newest first, with what became of them.',
    input: z.strictObject({ id: uuidSchema.optional(), ...paging }),
    output: pageOf(upload),
  }),
  rows: query({
    ...reading,
    logRead: { subject: 'enquiry', purpose: 'enquiry handling' },
    name: 'enquiry-upload.rows',
    summary: 'The enquiries that the rows of a file became.',
    input: z.strictObject({ id: uuidSchema, result: z.enum(rowResults).optional(), ...paging }),
    output: pageOf(uploadRow),
  }),
  faulty: query({
    ...reading,
    logRead: { subject: 'enquiry', purpose: 'mending an enquiry file' },
    name: 'enquiry-upload.faulty',
    summary: 'The faulty rows of a checked or saved file as the same sheet, with what to mend.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ fileName: z.string(), csv: z.string() }),
  }),
  template: query({
    ...base,
    name: 'enquiry-upload.template',
    summary: 'Heading and one example row of the enquiry file.',
    input: nothing,
    output: z.object({ csv: z.string() }),
  }),
};
