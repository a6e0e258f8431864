import {
  boolean,
  choice,
  date,
  email,
  integerReference,
  longText,
  reference,
  text,
} from '@aangan/contract/fields.ts';
import { column, fileImport, type ImportValues } from '@aangan/contract/file-import.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import {
  lineSchema,
  maybeNameSchema,
  mobileSchema,
  noteSchema,
  pincodeSchema,
} from '../enquiry/enquiry-fields.ts';
import { languageNames } from '../enquiry/language-names.ts';
import { enquiryModules } from '../modules.ts';
import { genderSchema } from './upload-cells.ts';

const optional = true;
const consent = (channel: string) => ({
  ...boolean({ label: `Consent to ${channel}`, optional }),
  schema: z.boolean('Use Y or N'),
});
const columns = {
  parent_name: column({ ...text({ label: 'Parent name', max: 80 }), schema: personName(80) }, 'Meera Rao'),
  mobile: column({ ...text({ label: 'Mobile', max: 60 }), schema: mobileSchema }, '9820012345'),
  alternate_mobile: column({
    ...text({ label: 'Alternate mobile', max: 60, optional }),
    schema: mobileSchema,
  }),
  email: column(email({ label: 'E-mail', optional }), 'meera@example.in'),
  child_first_name: column(
    { ...text({ label: 'Child first name', max: 60, optional }), schema: maybeNameSchema(60) },
    'Kiaan',
  ),
  child_last_name: column(
    { ...text({ label: 'Child last name', max: 60, optional }), schema: maybeNameSchema(60) },
    'Rao',
  ),
  child_dob: column(date({ label: 'Date of birth', optional }), '12-08-2023'),
  child_gender: column({ ...text({ label: 'Gender', max: 10, optional }), schema: genderSchema }, 'M'),
  class: column(integerReference('class', { label: 'Class', optional }), 'Nursery'),
  programme: column(text({ label: 'Programme', max: 60, optional }), 'Regular'),
  pincode: column({ ...text({ label: 'Pincode', max: 6, optional }), schema: pincodeSchema }, '400053'),
  // By its name: a source of one centre is none of another's.
  source: column({ ...reference('enquiry-source', { label: 'Source' }), schema: z.string() }, 'Event'),
  campaign: column(
    { ...text({ label: 'Campaign', max: 80, optional }), schema: lineSchema(80) },
    'Open house',
  ),
  enquiry_date: column(date({ label: 'Enquiry date', optional })),
  stage: column(
    text({
      label: 'Stage',
      max: 60,
      optional,
      help: 'An open stage, Close or Drop Off; empty means nobody has called yet. Close and Drop Off need a lost reason. A family that is here already keeps the stage it has here.',
    }),
  ),
  sub_status: column(text({ label: 'Sub-status', max: 60, optional })),
  lost_reason: column(text({ label: 'Lost reason', max: 60, optional })),
  competitor: column(text({ label: 'Competitor', max: 60, optional })),
  next_follow_up: column(
    text({
      label: 'Next follow-up',
      max: 40,
      optional,
      help: 'DD-MM-YYYY. With the stage Appointment Fixed: DD-MM-YYYY HH:MM.',
    }),
  ),
  owner_email: column(text({ label: 'Owner e-mail', max: 160, optional })),
  language: column(choice({ label: 'Language', options: languageNames, optional }), 'en'),
  remarks: column(
    { ...longText({ label: 'Remarks', max: 1000, optional }), schema: noteSchema },
    'Wants the morning batch',
  ),
  franchisee_id: column(
    text({
      label: 'Franchisee ID',
      max: 120,
      optional,
      help: 'Of a file for several centres: the number of the centre that a row is for. Empty: the centre that answers for the pincode.',
    }),
  ),
  consent_whatsapp: column(consent('WhatsApp'), 'N'),
  consent_sms: column(consent('SMS'), 'N'),
  consent_email: column(consent('e-mail'), 'N'),
  consent_on: column(
    date({
      label: 'Consent on',
      optional,
      help: 'The day of a consent on paper. A Y without it is not recorded as consent.',
    }),
  ),
  external_ref: column(
    {
      ...text({
        label: 'External ref',
        max: 60,
        optional,
        help: 'The number of a row in your other system: the same row is never saved twice.',
      }),
      schema: lineSchema(60),
    },
    'CRM-1042',
  ),
};
export type UploadColumn = keyof typeof columns;
export const uploadColumns = Object.keys(columns) as UploadColumn[];
export type UploadValues = ImportValues<typeof columns>;

/** What a row does whose child has an enquiry at the centre already. */
export const matchLabels = {
  ASK_AGAIN: 'They ask again: noted, blanks filled; an open enquiry is due today, a lost one opened again',
  FILL_BLANKS: 'Fill blanks: nothing that stands is replaced; no date, stage or consent changes',
  SKIP: 'Skip: nothing is written for them',
} as const;
export type UploadMatches = keyof typeof matchLabels;

/** Rows of children who are here already that a check names; it counts all. */
export const MAX_MATCHED = 500;

const preview = z.object({
  fresh: z.int(),
  siblings: z.int(),
  askedAgain: z.int(),
  possible: z.int(),
  /** Valid rows whose external_ref is here already. */
  known: z.int(),
  /** The first rows of `askedAgain` that mean an enquiry of before, and which of its blanks they would fill. */
  matched: z.array(
    z.object({
      row: z.int(),
      childName: z.string(),
      enquiryCode: z.string(),
      fills: z.array(z.string()),
      /** Several children of the family could be meant: no blank is filled. */
      ambiguous: z.boolean(),
    }),
  ),
  /** Of all such rows those that would fill something. */
  fillable: z.int(),
  /** Of a file for several centres: whose its rows are. */
  centres: z.array(z.object({ franchiseeId: z.int(), ok: z.int(), bad: z.int() })),
  /** Rows that name no centre. */
  unplaced: z.int(),
  /** Of the new ones those that are over already: Close or Drop Off. */
  closed: z.int(),
  /** Valid rows whose consents are recorded, and those with a Y that has no day. */
  consents: z.int(),
  undatedConsents: z.int(),
});
export type UploadPreview = z.output<typeof preview>;

/** Enquiries from a file (enquiries.md 6, upload columns). */
export const enquiryImport = fileImport({
  name: 'enquiry',
  title: 'Enquiries',
  module: enquiryModules.uploadEnquiries,
  scope: 'centre',
  needsCentre: false,
  needsYear: true,
  mode: 'EITHER',
  maxRows: 20_000,
  columns,
  options: { matches: choice({ label: 'Children who are here already', options: matchLabels }) },
  preview,
});
