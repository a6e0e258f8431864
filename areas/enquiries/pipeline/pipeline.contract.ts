import { cappedCount, command, query } from '@aangan/contract/endpoint.ts';
import { daySchema, integerReference, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { openStatuses } from '../enquiry/enquiry.states.ts';
import { lineSchema, noteSchema, reasonSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryFilters } from '../enquiry/enquiry-filters.ts';
import { enquiryRow } from '../enquiry/enquiry-row.ts';
import { enquiryModules } from '../modules.ts';

const base = { module: enquiryModules.enquiry, scope: 'centre' } as const;
const change = { ...base, write: true } as const;
const { spancoStatus: _status, open: _open, ...boardFilters } = enquiryFilters;

/** Cards of a column, and rows of one act over many. */
export const BOARD_CARDS = 50;
export const MOST_AT_ONCE = 500;
export const ENDED_DAYS = 30;

const ids = z.array(uuidSchema).min(1).max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} at once`);
const skipped = z.array(z.object({ enquiryCode: z.string(), why: z.string() }));

export const pipelineContract = {
  board: query({
    ...base,
    inBody: true,
    needsYear: true,
    name: 'enquiry.board',
    summary: 'The open pipeline as columns, with how many stand in each and how long.',
    input: z.strictObject({ q: z.string().trim().max(100).optional(), ...boardFilters }),
    output: z.object({
      columns: z.array(
        z.object({
          status: z.enum(openStatuses),
          total: cappedCount,
          /** Half of them stand longer in their stage; null over the whole network. */
          medianDays: z.int().nullable(),
          rows: z.array(enquiryRow),
          /** For `enquiry.list` with the same filters and `sort`. */
          next: z.string().nullable(),
        }),
      ),
      sort: z.enum(['nextFollowUpOn', '-capturedAt']),
      /** Order and Lost of the last 30 days; empty over the whole network. */
      ended: z.array(z.object({ status: z.enum(['Order', 'Lost']), n: z.int(), rows: z.array(enquiryRow) })),
      asOf: z.string(),
    }),
  }),
  planMany: command({
    ...change,
    name: 'enquiry.plan-many',
    summary: 'Set the next follow-up of several open enquiries.',
    input: z.strictObject({ ids, nextFollowUpOn: daySchema }),
    output: z.object({ changed: z.int(), skipped }),
  }),
  closeMany: command({
    ...change,
    name: 'enquiry.close-many',
    summary: 'Close several open enquiries for one reason.',
    input: z.strictObject({
      ids,
      lostReasonId: uuidSchema,
      competitor: lineSchema(60).nullable().optional(),
      note: noteSchema.nullable().optional(),
    }),
    output: z.object({ changed: z.int(), skipped }),
  }),
  export: command({
    ...base,
    module: enquiryModules.enquiryExport,
    write: false,
    needsYear: true,
    name: 'enquiry.export',
    summary: 'Export enquiries as a file, with the filters of the list or some of them.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      ...enquiryFilters,
      ids: ids.optional(),
      format: z.enum(['csv', 'xlsx']).default('csv'),
    }),
    output: z.object({ jobId: uuidSchema }),
  }),
  revealContact: command({
    ...base,
    module: [enquiryModules.enquiryContactReveal, enquiryModules.enquiry, enquiryModules.followup],
    write: false,
    name: 'enquiry.reveal-contact',
    summary: "A family's numbers and addresses in full; who looked is kept.",
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      mobile: z.string().nullable(),
      email: z.string().nullable(),
      contacts: z.array(z.object({ kind: z.string(), value: z.string(), label: z.string() })),
    }),
  }),
  moveCentre: command({
    ...change,
    versioned: true,
    name: 'enquiry.move-centre',
    summary: 'Hand an open enquiry to another centre: it goes on there and ends here.',
    input: { id: uuidSchema },
    fields: {
      franchiseeId: integerReference('franchisee', { label: 'Centre' }),
      reason: {
        ...longText({ label: 'Why', max: 300, help: 'At least 10 characters' }),
        schema: reasonSchema.pipe(z.string('Fill this in').min(10, 'At least 10 characters')),
      },
    },
    output: z.object({ id: z.string(), enquiryCode: z.string(), centre: z.string() }),
  }),
  handOver: command({
    ...change,
    versioned: true,
    name: 'enquiry.hand-over',
    summary: 'Hand a BSK child with a fixed appointment over to the centre that goes on with it.',
    input: { id: uuidSchema },
    fields: { franchiseeId: integerReference('franchisee', { label: 'Centre' }) },
    output: z.object({ id: z.string(), enquiryCode: z.string(), centre: z.string() }),
  }),
};
