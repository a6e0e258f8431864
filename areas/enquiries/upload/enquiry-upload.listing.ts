import { choice, dateTime, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

/** The file whose rows they are; of links alone. */
const job = text({
  label: 'File',
  max: 36,
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  sample: '04000000-0000-7000-8000-000000000001',
});
const gate = { module: enquiryModules.uploadEnquiries, scope: 'centre' } as const;

export const uploadLabels = {
  COMMITTING: 'Saving',
  DONE: 'Saved',
  FAILED: 'Not saved',
  CANCELLED: 'Stopped',
} as const;
export const resultLabels = {
  NEW: 'New',
  AGAIN: 'Asked again',
  FILLED: 'Filled',
  KNOWN: 'Here already',
} as const;
export type RowResult = keyof typeof resultLabels;

/** Files of enquiries by centre: what became of each. */
export const enquiryUploads = listing({
  ...gate,
  name: 'enquiry-upload',
  title: 'Files of enquiries',
  row: {
    fileName: text({ label: 'File', max: 120, search: true }),
    centre: text({ label: 'Centre', max: 120 }),
    at: dateTime({ label: 'Uploaded' }),
    byName: text({ label: 'By', max: 120, optional: true }),
    created: integer({ label: 'New' }),
    askedAgain: integer({ label: 'Asked again' }),
    filled: integer({ label: 'Filled' }),
    known: integer({ label: 'Here already' }),
    bad: integer({ label: 'With faults', optional: true, help: 'Of a file for one centre' }),
    firstCode: text({ label: 'First code', max: 40, optional: true }),
    lastCode: text({ label: 'Last code', max: 40, optional: true }),
    state: choice({ label: 'State', options: uploadLabels }),
  },
  hidden: {
    jobId: z.string(),
    by: z.string().nullable(),
    matches: z.string(),
    /** Rows that wait to be corrected; they are the person's who uploaded the file, where they stood. */
    hasFaulty: z.boolean(),
    jobCentre: z.int().nullable(),
  },
  shown: ['fileName', 'at', 'byName', 'created', 'askedAgain', 'filled', 'known', 'bad', 'state'],
  filters: { jobId: job },
  sorts: ['at', 'fileName'],
  sort: '-at',
  state: 'state',
  can: ['faulty', 'watch'],
});

/** What the rows of a file became. */
export const enquiryUploadRows = listing({
  ...gate,
  name: 'enquiry-upload-row',
  title: 'Rows of files',
  personal: { subject: 'enquiry', purpose: 'enquiry handling' },
  row: {
    row: integer({ label: 'Row' }),
    child: text({ label: 'Child', max: 160 }),
    enquiryCode: text({ label: 'Enquiry', max: 40, search: true }),
    stage: text({ label: 'Stage', max: 60 }),
    filled: text({ label: 'Filled', max: 200, optional: true }),
    result: choice({ label: 'Result', options: resultLabels }),
  },
  hidden: { jobId: z.string() },
  shown: ['row', 'child', 'enquiryCode', 'stage', 'filled', 'result'],
  filters: { jobId: job },
  sorts: ['row'],
  sort: 'row',
  state: 'result',
  can: [],
});
