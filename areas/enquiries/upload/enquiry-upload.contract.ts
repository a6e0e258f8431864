import { can, command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
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
  'stage',
  'sub_status',
  'lost_reason',
  'competitor',
  'next_follow_up',
  'owner_email',
  'language',
  'remarks',
  'franchisee_id',
  'consent_whatsapp',
  'consent_sms',
  'consent_email',
  'consent_on',
  'external_ref',
] as const;
export type UploadColumn = (typeof uploadColumns)[number];
export const requiredColumns: readonly UploadColumn[] = ['parent_name', 'mobile', 'source'];
export const MAX_UPLOAD_ROWS = 20_000;
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const uploadModes = ['ALL_OR_NOTHING', 'VALID_ROWS'] as const;
export type UploadMode = (typeof uploadModes)[number];
/** What a row does whose child has an enquiry at the centre already. */
export const uploadMatches = ['ASK_AGAIN', 'FILL_BLANKS', 'SKIP'] as const;
export type UploadMatches = (typeof uploadMatches)[number];
export const uploadStates = ['QUEUED', 'RUNNING', 'DONE', 'CANCELLED'] as const;
export const rowResults = ['NEW', 'AGAIN', 'FILLED', 'KNOWN'] as const;
export type RowResult = (typeof rowResults)[number];

// Without a chosen centre: all centres that the person may upload for, each row's in its column franchisee_id.
const reading = { module: enquiryModules.uploadEnquiries, scope: 'centre' } as const;
const base = { ...reading, needsYear: true } as const;
const columnSchema = z.enum(uploadColumns);

const upload = z.object({
  id: z.string(),
  franchiseeId: z.int(),
  at: z.string(),
  byName: z.string().nullable(),
  fileName: z.string(),
  mode: z.enum(uploadModes),
  matches: z.enum(uploadMatches),
  state: z.enum(uploadStates),
  cancelAsked: z.boolean(),
  /**
   * Rows of the file; those without a fault; those with one; how many of the sound ones are through. Of a file that is
   * saved as a whole those count once all are: until then `done` says how many are written and nothing stands.
   */
  total: z.int(),
  sound: z.int(),
  bad: z.int(),
  done: z.int(),
  created: z.int(),
  askedAgain: z.int(),
  /** Rows of children that were here already and had a blank filled, where that was asked for. */
  filled: z.int(),
  /** Rows that were here already: nothing was written. */
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
  /** Columns that were blank here, and that the row filled. */
  filled: z.array(columnSchema),
});
export type EnquiryUploadRow = z.output<typeof uploadRow>;

// The text of a smaller CSV stands in the request; a larger one, or an XLSX, is uploaded first.
const file = {
  csv: z.string().max(1_900_000, 'Upload a file of this size').optional(),
  fileId: uuidSchema.optional(),
};

const dryRun = z.object({
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
  /** The first rows of `askedAgain` that mean an enquiry of before, and which of its blanks they would fill. */
  matched: z.array(
    z.object({
      row: z.int(),
      childName: z.string(),
      enquiryCode: z.string(),
      fills: z.array(columnSchema),
      /** Several children of the family could be meant: no blank is filled. */
      ambiguous: z.boolean(),
    }),
  ),
  /** Of all such rows those that would fill something. */
  fillable: z.int(),
  /** Of a file for several centres: whose its rows are. */
  centres: z.array(z.object({ franchiseeId: z.int(), ok: z.int(), bad: z.int() })),
  /** Rows that name no centre: nobody keeps them. */
  unplaced: z.int(),
  /** Of the new ones those that are over already: Close or Drop Off. */
  closed: z.int(),
  /** Sound rows whose consents are recorded, and those with a Y that has no day. */
  consents: z.int(),
  undatedConsents: z.int(),
  /** Headings of the file that nothing is read from. */
  ignored: z.array(z.string()),
  /** Every fault of every row. `row` as the spreadsheet counts it: the heading is 1. `value` is what the cell says. */
  errors: z.array(z.object({ row: z.int(), field: z.string(), text: z.string(), value: z.string() })),
  checkedUntil: z.string(),
});

export type DryRunOutcome = z.output<typeof dryRun>;

/** Rows of children who are here already that a check names; it counts all. */
export const MAX_MATCHED = 500;
/** Cells that are changed in one go. */
export const MAX_MENDED = 500;
/** Heading of the column that says what to mend in a downloaded faulty row; nothing is read from it. */
export const MEND_HEADING = 'what_to_mend';

export const enquiryUploadContract = {
  headings: command({
    ...base,
    write: true,
    name: 'enquiry-upload.headings',
    summary: 'The headings of an enquiry file with the columns they are taken for.',
    input: z.strictObject(file),
    output: z.object({
      headings: z.array(
        z.object({
          title: z.string(),
          /** By its name, or as it was chosen for the last file with this heading; null = nothing is read from it. */
          column: columnSchema.nullable(),
          /** Its first cells that say something. */
          examples: z.array(z.string()),
        }),
      ),
      /** Needed columns that no heading is taken for. */
      missing: z.array(columnSchema),
    }),
  }),
  check: command({
    ...base,
    write: true,
    name: 'enquiry-upload.check',
    summary: 'Dry run of an enquiry file: every fault is named, nothing is saved.',
    input: z.strictObject({
      ...file,
      fileName: z.string().trim().min(1).max(120),
      /** What each heading is taken for, in their order; absent = as `headings` gives it. */
      columns: z.array(columnSchema.nullable()).max(200).optional(),
    }),
    output: dryRun,
  }),
  mend: command({
    ...base,
    write: true,
    name: 'enquiry-upload.mend',
    summary: 'Change cells of a checked file and check all of it again.',
    input: z.strictObject({
      jobId: uuidSchema,
      changes: z
        .array(
          z.strictObject({
            row: z.int().min(2),
            column: columnSchema,
            value: z.string().trim().max(1000, 'At most 1,000 characters'),
          }),
        )
        .min(1, 'Change a cell first')
        .max(MAX_MENDED, `Change at most ${MAX_MENDED} cells at a time`),
    }),
    output: dryRun,
  }),
  commit: command({
    ...base,
    write: true,
    idempotent: true,
    name: 'enquiry-upload.commit',
    summary: 'Save a checked enquiry file: all rows or none, or its sound rows step by step.',
    input: z.strictObject({
      jobId: uuidSchema,
      mode: z.enum(uploadModes).default('ALL_OR_NOTHING'),
      matches: z.enum(uploadMatches).default('ASK_AGAIN'),
    }),
    output: z.object({
      /** The upload, as `list` gives it; of several centres the batch. A larger file is QUEUED: `list` then tells how far it is. */
      id: z.string(),
      /** It was for several centres, and is one upload of each. */
      batch: z.boolean(),
      state: z.enum(uploadStates),
      created: z.int(),
      askedAgain: z.int(),
      filled: z.int(),
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
    summary: 'Files of enquiries, newest first, with what became of them.',
    input: z.strictObject({ id: uuidSchema.optional(), batchId: uuidSchema.optional(), ...paging }),
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
