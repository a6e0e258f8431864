import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { kitOrders } from './order.listing.ts';

const writes = { module: m.PlaceOrders, scope: 'centre', write: true, versioned: true } as const;
const why = (least: number) => ({
  ...longText({ label: 'Reason', max: 300 }),
  schema: z.string().trim().min(least, `At least ${least} characters`).max(300, 'At most 300 characters'),
  sample: 'The children have moved to another class',
});

/** Kits of a line: `reserved` can go now, `backordered` has to come first. */
const line = z.object({
  id: uuidSchema,
  lineNo: z.int(),
  whom: z.string(),
  admissionNo: z.string().nullable(),
  of: z.string().nullable(),
  ordered: z.int(),
  reserved: z.int(),
  backordered: z.int(),
  /** When what is back-ordered can go. */
  shipOn: daySchema.nullable(),
  shipped: z.int(),
  delivered: z.int(),
  damaged: z.int(),
  short: z.int(),
  returned: z.int(),
  cancelled: z.int(),
  amount: z.int(),
});
export type OrderLine = z.infer<typeof line>;

const view = kitOrders.rowSchema.extend({
  placedByName: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  holdUntil: z.string().nullable(),
  cancelReason: z.string().nullable(),
  warehouse: z.string(),
  shipTo: z.string(),
  parentId: uuidSchema.nullable(),
  claimId: uuidSchema.nullable(),
  lines: z.array(line),
  money: z.object({
    subtotal: z.int(),
    tax: z.int(),
    total: z.int(),
    /** Confirmed by the bank or by head office. */
    paid: z.int(),
    /** What waits for it. */
    waiting: z.int(),
    /** The payment that can still be made online. */
    payId: uuidSchema.nullable(),
    reference: z.string().nullable(),
    /** Of what has left the warehouse. */
    invoiced: z.int(),
    /** Of what was cancelled after it was paid: it stays the centre's advance. */
    givenBack: z.int(),
    override: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
  }),
});
export type OrderView = z.infer<typeof view>;

export const orderContract = {
  get: query({
    module: m.orderHistory,
    scope: 'centre',
    name: 'kit-order.get',
    summary: 'One kit order with its lines, their quantities and its money.',
    logRead: { subject: 'STUDENT', purpose: 'kit order' },
    input: z.strictObject({ id: uuidSchema, franchiseeId: z.int().positive().optional() }),
    output: view,
  }),
  cancel: command({
    ...writes,
    name: 'kit-order.cancel',
    summary: 'Cancel an order of which nothing is packed. What was paid stays the centre’s advance.',
    input: { id: uuidSchema },
    fields: { reason: why(10) },
    output: nothing,
  }),
  cancelRemainder: command({
    ...writes,
    name: 'kit-order.cancel-remainder',
    summary: 'Cancel the kits of an order that have not left the warehouse.',
    input: { id: uuidSchema },
    fields: { reason: why(10) },
    output: z.object({ cancelled: z.int() }),
  }),
  overrideCredit: command({
    ...writes,
    stepUp: true,
    name: 'kit-order.override-credit',
    summary: 'Confirm an order that waits above its centre’s credit limit. Head office, with its code.',
    input: { id: uuidSchema },
    fields: { reason: why(20) },
    output: nothing,
  }),
};
