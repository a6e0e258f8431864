import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  date,
  dateTime,
  longText,
  money,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { lateFeeWaiverLabels } from './late-fee.states.ts';

const id = { id: uuidSchema };
const decides = {
  module: financeModules.StudentFeeConcessionApproval,
  scope: 'centre',
  write: true,
  versioned: true,
} as const;

/** /approve-concession/list, tab Late fees: waivers that wait, and those that were decided. */
export const lateFeeWaivers = listing({
  name: 'late-fee-waiver',
  title: 'Late fees to waive',
  module: [financeModules.StudentFeeConcessionApproval, financeModules.ledger],
  scope: 'centre',
  row: {
    childLabel: text({ label: 'Child', max: 120, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    charge: text({ label: 'Late fee', max: 80 }),
    amount: money({ label: 'To waive' }),
    open: money({ label: 'Open' }),
    stops: boolean({ label: 'For good' }),
    reason: longText({ label: 'Reason', max: 500 }),
    askedOn: date({ label: 'Asked on' }),
    askedAt: dateTime({ label: 'Asked' }),
    askedBy: text({ label: 'Asked by', max: 120, optional: true }),
    decisionNote: longText({ label: 'Decision', max: 500, optional: true }),
    status: choice({ label: 'Status', options: lateFeeWaiverLabels }),
  },
  hidden: { feeAccountId: z.string(), requestedBy: z.string(), codes: z.array(z.string()) },
  shown: ['childLabel', 'charge', 'amount', 'reason', 'askedAt', 'status'],
  sorts: ['askedAt', 'amount', 'childLabel'],
  sort: '-askedAt',
  state: 'status',
  sums: ['amount'],
  tiles: { PENDING: 'To approve' },
  can: ['approve', 'reject'],
});

export const lateFeeContract = {
  ofChild: query({
    name: 'late-fee.of-child',
    summary: 'Late fees of a child: what was charged, waived and paid, and how each was reckoned.',
    module: [financeModules.ledger, 'studentAccount'],
    scope: 'centre',
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          label: z.string(),
          dueOn: z.string(),
          charged: z.int(),
          waived: z.int(),
          paid: z.int(),
          open: z.int(),
          formula: z.string().nullable(),
          /** A waiver waits for its decision. */
          waiting: z.boolean(),
          /** Nothing is added any more. */
          stopped: z.boolean(),
        }),
      ),
    }),
  }),
  ask: command({
    name: 'late-fee-waiver.ask',
    summary: 'Ask to waive a late fee, or a part of it; another person approves it.',
    module: financeModules.feeConcession,
    scope: 'centre',
    write: true,
    idempotent: true,
    input: { feeLineId: uuidSchema },
    fields: {
      amount: money({ label: 'Amount to waive', min: 1 }),
      stops: boolean({ label: 'Charge nothing more for this instalment' }),
      reason: {
        ...longText({ label: 'Reason', max: 500 }),
        schema: z.string().trim().min(5, 'At least 5 characters').max(500, 'At most 500 characters'),
      },
    },
    output: z.object(id),
  }),
  approve: command({
    ...decides,
    money: true,
    name: 'late-fee-waiver.approve',
    summary: 'Waive a late fee that somebody else asked to waive: it is booked back at once.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 500, optional: true }) },
    output: z.object({ amount: z.int() }),
  }),
  reject: command({
    ...decides,
    name: 'late-fee-waiver.reject',
    summary: 'Reject a waiver that somebody else asked for; the late fee stays.',
    input: id,
    fields: { note: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
};
