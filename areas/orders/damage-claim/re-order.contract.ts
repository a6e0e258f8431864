import { command } from '@aangan/contract/endpoint.ts';
import { choice, dateTime, integer, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { claimFaults } from './damage-claim.states.ts';

export const reOrderSources = { CLAIM: 'Claim', RETURNED: 'Returned parcel', LOST: 'Lost' } as const;

/** /place-order/re-order-kit/list: what waits for its replacement. */
export const reOrders = listing({
  name: 're-order',
  title: 'Kits to re-order',
  module: m.PlaceOrders,
  scope: 'centre',
  needsYear: true,
  row: {
    reference: text({ label: 'From', max: 30, search: true }),
    orderNo: text({ label: 'Order no.', max: 30, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    what: longText({ label: 'What', max: 300, optional: true }),
    qty: integer({ label: 'Pieces' }),
    fault: choice({ label: 'Fault', options: claimFaults, optional: true }),
    since: dateTime({ label: 'Since' }),
    source: choice({ label: 'Source', options: reOrderSources }),
  },
  hidden: { orderId: z.string(), kitType: z.string(), invoiced: z.boolean() },
  shown: ['reference', 'orderNo', 'what', 'qty', 'fault', 'since', 'source'],
  filters: { fault: choice({ label: 'Fault', options: claimFaults }) },
  sorts: ['since', 'reference'],
  sort: '-since',
  state: 'source',
  can: ['free', 'paid', 'credit'],
});

export const reOrderModes = { CREDIT: 'Credit', ONLINE: 'Online', BANK_TRANSFER: 'Bank transfer' } as const;

const places = { module: m.PlaceOrders, scope: 'centre', write: true, money: true } as const;
export const creditParcel = command({
  module: m.PlaceOrders,
  scope: 'centre',
  write: true,
  versioned: true,
  name: 'kit-order.credit-parcel',
  summary: 'Credit the invoice of a parcel that came back or was lost, in place of sending it again.',
  input: { id: uuidSchema },
  fields: { note: longText({ label: 'Reason', max: 300 }) },
  output: z.object({ amount: z.int() }),
});

const output = z.object({
  id: uuidSchema,
  orderNo: z.string(),
  status: z.string(),
  total: z.int(),
  /** To be paid online. */
  paymentId: uuidSchema.nullable(),
});

export const reOrderContract = {
  free: command({
    ...places,
    name: 'kit-order.re-order',
    summary: 'Order the free replacement of an approved claim, or of a parcel that came back or was lost.',
    input: z.strictObject({
      /** The claim, or the parcel. */
      id: uuidSchema,
      source: z.enum(Object.keys(reOrderSources) as [keyof typeof reOrderSources]),
    }),
    output,
  }),
  paid: command({
    ...places,
    name: 'kit-order.re-order-paid',
    summary: 'Order anew, at the price of the order, what the centre itself has damaged or lost.',
    input: { id: uuidSchema },
    fields: { paymentMode: choice({ label: 'Payment', options: reOrderModes }) },
    output,
  }),
  credit: creditParcel,
};
