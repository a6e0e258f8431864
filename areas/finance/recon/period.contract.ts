import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, daySchema, longText, money, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';

const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'A month like 2026-07');
// Head office closes months of all books (level_7 is its people).
const writes = { module: financeModules.ledger, also: 'level_7', scope: 'centre', write: true } as const;
const reads = { module: financeModules.ledger, also: 'level_7', scope: 'centre' } as const;

const period = z.object({
  month,
  /** Books whose month is locked, and all of them. */
  locked: z.int(),
  books: z.int(),
  lockedAt: z.string().nullable(),
  lockedBy: z.string().nullable(),
  openUntil: z.string().nullable(),
  /** Why it cannot be closed yet. */
  waits: z.array(z.string()),
  request: z
    .object({
      id: uuidSchema,
      reason: z.string(),
      by: z.string().nullable(),
      at: z.string(),
      canDecide: z.boolean(),
    })
    .nullable(),
  can: z.object({ close: z.boolean(), requestUnlock: z.boolean() }),
});
export type Period = z.output<typeof period>;

export const periodContract = {
  list: query({
    ...reads,
    name: 'ledger-period.list',
    summary: 'The last twelve months of the books: closed or open, and what stands in the way.',
    input: nothing,
    output: z.object({ periods: z.array(period) }),
  }),
  close: command({
    ...writes,
    idempotent: true,
    stepUp: true,
    name: 'ledger-period.close',
    summary: 'Close a month of every book: nothing is posted into it any more.',
    input: z.strictObject({ month }),
    output: z.object({ books: z.int() }),
  }),
  requestUnlock: command({
    ...writes,
    name: 'ledger-period.request-unlock',
    summary: 'Ask another person to open a closed month again.',
    input: { month },
    fields: {
      reason: {
        ...longText({ label: 'Why', max: 500 }),
        schema: z.string().trim().min(5, 'At least 5 characters').max(500),
      },
    },
    output: z.object({ id: uuidSchema }),
  }),
  approveUnlock: command({
    ...writes,
    idempotent: true,
    stepUp: true,
    name: 'ledger-period.approve-unlock',
    summary: 'Open a closed month that somebody else asked for, until the end of a day.',
    input: { id: uuidSchema },
    fields: { until: date({ label: 'Open until the end of' }) },
    output: nothing,
  }),
  rejectUnlock: command({
    ...writes,
    name: 'ledger-period.reject-unlock',
    summary: 'Leave a month closed that somebody else asked to open.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  proof: query({
    ...reads,
    name: 'ledger-proof.get',
    summary:
      'What head office holds for centres against what it owes them, and what explains the difference.',
    input: nothing,
    output: z.object({
      held: z.int(),
      owed: z.int(),
      difference: z.int(),
      explained: z.array(z.object({ source: z.string(), label: z.string(), amount: z.int() })),
      drift: z.int(),
      /** What may be moved from the nodal to the operating account. */
      sweepable: z.int(),
      checks: z.array(z.object({ at: z.string(), ok: z.boolean(), text: z.string().nullable() })),
      canSweep: z.boolean(),
      today: daySchema,
    }),
  }),
  sweep: command({
    ...writes,
    money: true,
    stepUp: true,
    name: 'ledger-proof.sweep',
    summary: 'Head office’s share was moved from the nodal to the operating account.',
    fields: { amount: money({ label: 'Amount', min: 1 }), on: date({ label: 'Moved on' }) },
    output: nothing,
  }),
};
