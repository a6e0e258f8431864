import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';

export const exceptionKinds = [
  'FORGED_AMOUNT',
  'CONFIRM_REFUSED',
  'REFUNDED',
  'UNKNOWN_ORDER',
  'DOUBLE_CAPTURE',
  'PROOF',
] as const;
export const exceptionStates = ['OPEN', 'RESOLVED'] as const;

export const paymentExceptionContract = {
  list: query({
    name: 'payment-exception.list',
    summary: 'What the payment provider said that does not fit our books, newest first. Head office only.',
    module: financeModules.ledger,
    scope: 'centre',
    logRead: { subject: 'payment', purpose: 'payment exceptions' },
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      state: z.enum(exceptionStates).optional(),
      kind: z.enum(exceptionKinds).optional(),
      ...paging,
    }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        kind: z.enum(exceptionKinds),
        state: z.enum(exceptionStates),
        /** null: no order of ours. */
        centre: z.string().nullable(),
        childLabel: z.string(),
        payerName: z.string().nullable(),
        feeAccountId: uuidSchema.nullable(),
        enquiryId: uuidSchema.nullable(),
        paymentStatus: z.string().nullable(),
        /** The provider's payment id. */
        reference: z.string(),
        /** What was asked; null without an order of ours. */
        expected: z.int().nullable(),
        /** What the provider said, in the smallest unit of `currency`. */
        received: z.int(),
        currency: z.string(),
        refunded: z.int().nullable(),
        /** Why the books refused it. */
        reason: z.string().nullable(),
        openedAt: z.string(),
        resolvedAt: z.string().nullable(),
        resolvedBy: z.string().nullable(),
        note: z.string().nullable(),
        franchiseeId: z.int().nullable(),
        version: z.int(),
        can,
      }),
    ),
  }),
  resolve: command({
    name: 'payment-exception.resolve',
    summary: 'Close an exception with a note of what was found and done; nothing is booked by it.',
    module: financeModules.ledger,
    write: true,
    scope: 'centre',
    versioned: true,
    input: z.strictObject({
      id: uuidSchema,
      note: z.string().trim().min(3, 'Say what was found and done').max(300),
    }),
    output: z.object({ resolvedAt: z.string() }),
  }),
};
