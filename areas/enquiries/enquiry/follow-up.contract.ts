import { command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';
import { bucketSlugs } from './bucket.ts';
import { enquiryRow } from './enquiry.contract.ts';
import { channels, languages, noteSchema, stageNeedFields } from './enquiry-fields.ts';
import { enquiryFilters } from './enquiry-filters.ts';
import { wholeValue } from './filter-values.ts';

export const outcomes = [
  'NO_ANSWER',
  'BUSY',
  'SWITCHED_OFF',
  'WRONG_NUMBER',
  'CALL_BACK',
  'DETAILS_SHARED',
  'INTERESTED',
  'APPOINTMENT',
  'COUNSELLED',
  'NOT_INTERESTED',
  'WHATSAPP_SENT',
  'LANGUAGE',
] as const;
export type Outcome = (typeof outcomes)[number];
/** Nobody was reached: the cadence counts these. */
export const failedOutcomes: ReadonlySet<string> = new Set<Outcome>([
  'NO_ANSWER',
  'BUSY',
  'SWITCHED_OFF',
  'WRONG_NUMBER',
]);
/** Two-way: attempts begin anew. */
export const contactOutcomes: ReadonlySet<string> = new Set<Outcome>([
  'CALL_BACK',
  'DETAILS_SHARED',
  'INTERESTED',
  'APPOINTMENT',
  'COUNSELLED',
  'NOT_INTERESTED',
]);

/** Labels with the key that chooses them in the log panel (enquiries.md 3.5). */
export const outcomeLabels: Readonly<Record<Outcome, { label: string; key: string }>> = {
  NO_ANSWER: { label: 'No answer', key: '1' },
  BUSY: { label: 'Busy', key: '2' },
  SWITCHED_OFF: { label: 'Switched off', key: '3' },
  WRONG_NUMBER: { label: 'Wrong number', key: '4' },
  CALL_BACK: { label: 'Call back at…', key: '5' },
  DETAILS_SHARED: { label: 'Spoke: details shared', key: '6' },
  INTERESTED: { label: 'Spoke: interested', key: '7' },
  APPOINTMENT: { label: 'Appointment', key: '8' },
  COUNSELLED: { label: 'Counselled', key: '9' },
  NOT_INTERESTED: { label: 'Not interested', key: '0' },
  WHATSAPP_SENT: { label: 'WhatsApp sent', key: 'w' },
  LANGUAGE: { label: 'Language', key: 'l' },
};

const base = { module: enquiryModules.followup, scope: 'centre' } as const;

export const followUpContract = {
  list: query({
    ...base,
    inBody: true,
    needsYear: true,
    name: 'follow-up.list',
    summary: 'The follow-up queue: open enquiries by next date.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      academicYear: wholeValue.optional(),
      date: daySchema.optional(),
      status: enquiryFilters.spancoStatus,
      type: z.enum(['academic', 'service']).optional(),
      ...enquiryFilters,
      ...paging,
    }),
    output: pageOf(enquiryRow),
  }),
  buckets: query({
    ...base,
    inBody: true,
    needsYear: true,
    name: 'follow-up.buckets',
    summary: 'How many enquiries each follow-up bucket holds.',
    input: z.strictObject({ assignedTo: enquiryFilters.assignedTo }),
    output: z.object({
      buckets: z.array(z.object({ key: z.enum(bucketSlugs), label: z.string(), n: z.int() })),
      due: z.int(),
      open: z.int(),
    }),
  }),
  log: command({
    ...base,
    write: true,
    versioned: true,
    name: 'follow-up.log',
    summary: 'Log a call, message or visit and the next date.',
    input: z.strictObject({
      id: uuidSchema.optional(),
      enquiryId: uuidSchema,
      channel: z.enum(channels).default('CALL'),
      direction: z.enum(['OUT', 'IN']).default('OUT'),
      outcome: z.enum(outcomes),
      note: noteSchema.nullable().optional(),
      nextOn: daySchema.nullable().optional(),
      nextAt: instantSchema.nullable().optional(),
      /** What the stage asks for that the outcome leads to (`enquiry.step-needs`). */
      ...stageNeedFields,
      /** What the family speaks, with the outcome LANGUAGE: it goes to somebody who does. */
      language: z.enum(languages).nullable().optional(),
      /** The call that `call.start` opened; this line ends it. */
      callId: uuidSchema.optional(),
      durationS: z.int().min(0).max(86_400).optional(),
    }),
    output: z.object({
      id: z.string(),
      version: z.int(),
      stage: z.string(),
      subStatus: z.string().nullable(),
      attempts: z.int(),
      nextFollowUpOn: z.string().nullable(),
      /** Enough tries (seven) in three parts of the day: closing is proposed, a person decides. */
      closeProposed: z.boolean(),
      /** Who speaks the family's language and has it now, or why nobody does; null with any other outcome. */
      speaker: z.object({ found: z.boolean(), said: z.string() }).nullable(),
    }),
  }),
};
