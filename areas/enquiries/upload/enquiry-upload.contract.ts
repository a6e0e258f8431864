import { command, nothing, query } from '@aangan/contract/endpoint.ts';
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
] as const;
export type UploadColumn = (typeof uploadColumns)[number];
export const requiredColumns: readonly UploadColumn[] = ['parent_name', 'mobile', 'source'];
export const MAX_UPLOAD_ROWS = 20_000;

const base = {
  module: enquiryModules.uploadEnquiries,
  scope: 'centre',
  needsCentre: true,
  needsYear: true,
} as const;

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
    summary: 'Save a checked enquiry file, all rows or none.',
    input: z.strictObject({ jobId: uuidSchema }),
    output: z.object({
      created: z.int(),
      askedAgain: z.int(),
      firstCode: z.string().nullable(),
      lastCode: z.string().nullable(),
    }),
  }),
  template: query({
    ...base,
    name: 'enquiry-upload.template',
    summary: 'Heading and one example row of the enquiry file.',
    input: nothing,
    output: z.object({ csv: z.string() }),
  }),
};
