// The counsellor's queue and what is done from it, beside the lists and the log of follow-up.contract.ts.
import { command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryRow } from '../enquiry/enquiry.contract.ts';
import { reasonSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryFilters } from '../enquiry/enquiry-filters.ts';
import { enquiryWho } from '../enquiry/enquiry-row.ts';
import { enquiryModules } from '../modules.ts';

const base = { module: enquiryModules.followup, scope: 'centre' } as const;
const read = { ...base, inBody: true } as const;
const change = { ...base, write: true } as const;

const queueRow = z.object({
  ...enquiryWho,
  stage: z.string(),
  score: z.int(),
  /** Every part of the score, so that the order explains itself. */
  parts: z.array(z.object({ points: z.int(), reason: z.string().nullable() })),
  reasons: z.array(z.string()),
  nextFollowUpOn: z.string().nullable(),
  nextFollowUpAt: z.string().nullable(),
  attempts: z.int(),
  /** Whose call this is, when the caller only stands in. */
  forOwner: z.string().nullable(),
  skipped: z.boolean(),
});
export type QueueRow = z.output<typeof queueRow>;

/** A day each, evenly, over the working days of a span; `perDay` caps a day. */
const spread = z.strictObject({
  from: daySchema,
  to: daySchema,
  perDay: z.int().min(1).max(500).optional(),
});
const chosen = {
  ids: z.array(uuidSchema).min(1).max(5000).optional(),
  filters: z.strictObject({ q: z.string().trim().max(100).optional(), ...enquiryFilters }).optional(),
  spread,
};

export const followUpWorkContract = {
  queue: query({
    ...read,
    needsCentre: true,
    needsYear: true,
    name: 'follow-up.queue',
    summary: 'Whom to call next and why, best first, with what is left of the day.',
    input: z.strictObject({ whose: z.enum(['me', 'all']).optional() }),
    output: z.object({
      whose: z.enum(['me', 'all']),
      rows: z.array(queueRow),
      waiting: z.int(),
      /** Due, but not to be called at this moment. */
      notNow: z.object({
        snoozed: z.int(),
        justTried: z.int(),
        claimed: z.int(),
        doNotCall: z.int(),
        noNumber: z.int(),
      }),
      callingHours: z.boolean(),
      /** Of the centre: '09:00 AM' to '09:00 PM'. */
      hours: z.object({ from: z.string(), to: z.string() }),
      today: z.object({ calls: z.int(), reached: z.int() }),
      /** What waits on the next working day. */
      next: z.object({ on: z.string(), n: z.int() }),
      /** The caller's own lines of the last 15 minutes: each can be taken back. */
      recent: z.array(
        z.object({
          id: z.string(),
          enquiryCode: z.string(),
          childName: z.string(),
          outcome: z.string(),
          at: z.string(),
        }),
      ),
    }),
  }),
  claim: command({
    ...change,
    name: 'follow-up.claim',
    summary: 'Take a family for ten minutes, so that nobody else rings it.',
    input: z.strictObject({ enquiryId: uuidSchema }),
    output: z.object({ until: z.string() }),
  }),
  pause: command({
    ...change,
    name: 'follow-up.pause',
    summary: 'Skip a family to the end of your queue, or snooze it for some minutes.',
    input: z.strictObject({
      enquiryId: uuidSchema,
      kind: z.enum(['SKIP', 'SNOOZE']),
      minutes: z.union([z.literal(10), z.literal(30), z.literal(60)]).optional(),
      reason: reasonSchema.nullable().optional(),
    }),
    output: z.object({ until: z.string().nullable(), skipsToday: z.int() }),
  }),
  void: command({
    ...change,
    name: 'follow-up.void',
    summary: 'Take back your own line within 15 minutes; the enquiry stands as before it.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      enquiryCode: z.string(),
      version: z.int(),
      stage: z.string(),
      nextFollowUpOn: z.string().nullable(),
    }),
  }),
  calendar: query({
    ...read,
    needsYear: true,
    name: 'follow-up.calendar',
    summary: 'Follow-ups of a month by day, with how warm they are and the visits.',
    input: z.strictObject({
      month: z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Choose a month'),
      assignedTo: enquiryFilters.assignedTo,
    }),
    output: z.object({
      days: z.array(
        z.object({ day: z.string(), cold: z.int(), warm: z.int(), hot: z.int(), visits: z.int() }),
      ),
    }),
  }),
  closed: query({
    ...read,
    needsYear: true,
    name: 'follow-up.closed',
    summary: 'Close enquiries by the day to try again.',
    input: z.strictObject({ assignedTo: enquiryFilters.assignedTo, ...paging }),
    output: pageOf(enquiryRow),
  }),
  planPreview: command({
    ...base,
    write: false,
    needsCentre: true,
    needsYear: true,
    name: 'follow-up.plan-preview',
    summary: 'How many follow-ups each day would get.',
    input: z.strictObject(chosen),
    output: z.object({
      days: z.array(z.object({ day: z.string(), n: z.int() })),
      total: z.int(),
      /** More than the days hold. */
      over: z.int(),
      /** Their visit stands, so their date stays. */
      visits: z.int(),
    }),
  }),
  plan: command({
    ...change,
    needsCentre: true,
    needsYear: true,
    idempotent: true,
    name: 'follow-up.plan',
    summary: 'Set the next dates of many enquiries, spread over working days.',
    input: z.strictObject(chosen),
    output: z.object({ planId: z.string(), total: z.int(), moved: z.int(), queued: z.boolean() }),
  }),
  proposals: query({
    ...read,
    needsCentre: true,
    name: 'follow-up.proposals',
    summary:
      'What the system proposes and a person decides: closing after enough tries, trying a lost family again.',
    input: z.strictObject({ whose: z.enum(['me', 'all']).default('all'), ...paging }),
    output: pageOf(
      z.object({
        ...enquiryWho,
        kind: z.enum(['CLOSE', 'TRY_AGAIN']),
        reason: z.string(),
        at: z.string(),
        enquiryId: z.string(),
        version: z.int(),
        attempts: z.int(),
        lastNote: z.string().nullable(),
        can: z.record(z.string(), z.boolean()),
      }),
    ),
  }),
  dismissProposal: command({
    ...change,
    name: 'follow-up.dismiss-proposal',
    summary: 'Put a proposal aside: the family stays as it is.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: z.string() }),
  }),
};
