import { command, type OutputOf, query } from '@aangan/contract/endpoint.ts';
import { choice, dateTime, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { dispatchGate } from '../dispatch/dispatch.listing.ts';
import { couriers, parcelLabels } from '../dispatch/dispatch.states.ts';
import { orderLabels } from '../kit-order/kit-order.states.ts';
import { ordersModules as m } from '../modules.ts';
import { eventLabels } from './tracking.states.ts';

const keys = <T extends object>(of: T) => z.enum(Object.keys(of) as [keyof T & string]);
const count = z.int().min(0).max(999);

export const trackedLine = z.object({
  lineId: uuidSchema,
  whom: z.string(),
  of: z.string(),
  qty: z.int(),
  good: z.int().nullable(),
  damaged: z.int().nullable(),
  short: z.int().nullable(),
});

export const trackingContract = {
  track: query({
    module: m.orderHistory,
    scope: 'centre',
    name: 'shipment.track',
    summary: 'How far an order is, with its parcels, what couriers said of them, and what was counted.',
    logRead: { subject: 'STUDENT', purpose: 'tracking kits' },
    input: z.strictObject({ orderId: uuidSchema }),
    output: z.object({
      orderId: uuidSchema,
      franchiseeId: z.int(),
      orderNo: z.string(),
      kitType: z.string(),
      kit: z.string(),
      centre: z.string(),
      status: keys(orderLabels),
      placedAt: z.string(),
      confirmedAt: z.string().nullable(),
      promisedOn: z.string().nullable(),
      parcels: z.array(
        z.object({
          id: uuidSchema,
          version: z.int(),
          shipmentNo: z.string(),
          courier: keys(couriers).nullable(),
          awb: z.string().nullable(),
          status: keys(parcelLabels),
          boxes: z.int(),
          eta: z.string().nullable(),
          trouble: z.string().nullable(),
          packedAt: z.string(),
          gateOutAt: z.string().nullable(),
          outAt: z.string().nullable(),
          deliveredAt: z.string().nullable(),
          receivedBy: z.string().nullable(),
          /** What the courier itself shows of it. */
          logUrl: z.string().nullable(),
          countedAt: z.string().nullable(),
          countedBy: z.string().nullable(),
          events: z.array(
            z.object({
              id: uuidSchema,
              at: z.string(),
              event: keys(eventLabels),
              place: z.string().nullable(),
              raw: z.string(),
              note: z.string().nullable(),
            }),
          ),
          lines: z.array(trackedLine),
          can: z.object({ receive: z.boolean(), record: z.boolean() }),
        }),
      ),
    }),
  }),
  record: command({
    module: dispatchGate,
    scope: 'centre',
    write: true,
    idempotent: true,
    name: 'shipment.record-event',
    summary:
      'Note by hand what became of a parcel; what is older than what is known stands in its history only.',
    input: { id: uuidSchema },
    fields: {
      event: choice({ label: 'What happened', options: eventLabels }),
      at: dateTime({ label: 'When' }),
      place: text({ label: 'Where', max: 120, optional: true }),
      receivedBy: text({ label: 'Taken by', max: 120, optional: true }),
      note: text({ label: 'Note', max: 300, optional: true }),
    },
    output: z.object({ status: keys(parcelLabels), moved: z.boolean() }),
  }),
  receive: command({
    module: m.orderHistory,
    scope: 'centre',
    write: true,
    idempotent: true,
    name: 'goods-receipt.record',
    summary: 'Count what came with a parcel: good, damaged and missing of each kit.',
    input: z.strictObject({
      shipmentId: uuidSchema,
      lines: z
        .array(z.strictObject({ lineId: uuidSchema, good: count, damaged: count, short: count }))
        .min(1)
        .max(200),
      note: z.string().trim().min(1).max(300).nullable().default(null),
    }),
    output: z.object({ atCentre: z.int(), missing: z.int() }),
  }),
  webhook: query({
    module: dispatchGate,
    scope: 'network',
    name: 'courier.webhook',
    summary: 'Where Delhivery sends its scans, and the header that proves it.',
    input: z.strictObject({}),
    output: z.object({ url: z.string(), header: z.string(), token: z.string() }),
  }),
};

export type TrackedParcel = OutputOf<typeof trackingContract.track>['parcels'][number];
