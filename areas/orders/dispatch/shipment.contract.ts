import { command, query } from '@aangan/contract/endpoint.ts';
import { date, integer, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { dispatchGate } from './dispatch.listing.ts';
import { couriers, MOST_PARCELS } from './dispatch.states.ts';

const base = { module: dispatchGate, scope: 'centre' } as const;
const writes = { ...base, write: true } as const;
const id = { id: uuidSchema };
const ids = z
  .array(uuidSchema)
  .min(1, 'Choose parcels')
  .max(MOST_PARCELS, `At most ${MOST_PARCELS} at a time`);
const reason = longText({ label: 'Reason', max: 300 });
const made = z.object({ fileId: z.string(), name: z.string() });

export const shipmentContract = {
  ready: query({
    ...base,
    name: 'shipment.ready',
    summary: 'Whose kits of an order can be packed now, and how many.',
    logRead: { subject: 'STUDENT', purpose: 'packing kits' },
    input: z.strictObject({ orderId: uuidSchema }),
    output: z.object({
      orderNo: z.string(),
      centre: z.string(),
      kit: z.string(),
      weight: z.int(),
      lines: z.array(
        z.object({
          lineId: uuidSchema,
          whom: z.string(),
          of: z.string(),
          open: z.int(),
          ready: z.int(),
          weight: z.int(),
        }),
      ),
    }),
  }),
  pack: command({
    ...writes,
    idempotent: true,
    name: 'shipment.pack',
    summary: 'Pack kits of one order into a parcel, at most what is held for it; its challan is drafted.',
    input: {
      orderId: uuidSchema,
      lines: z
        .array(z.strictObject({ lineId: uuidSchema, qty: z.int().min(1).max(999) }))
        .min(1, 'Choose what is packed')
        .max(200),
    },
    fields: {
      boxes: integer({ label: 'Boxes', min: 1, max: 99 }),
      weight: integer({ label: 'Weight in grams', min: 1, max: 1_000_000 }),
    },
    output: z.object({ id: uuidSchema, shipmentNo: z.string() }),
  }),
  unpack: command({
    ...writes,
    versioned: true,
    name: 'shipment.unpack',
    summary: 'Take a packed parcel apart again: its kits can be packed anew, its challan is cancelled.',
    input: id,
    fields: { reason },
    output: z.object({}),
  }),
  labels: command({
    ...base,
    write: false,
    name: 'shipment.labels',
    summary: 'Print the labels of the children whose kits are in these parcels.',
    input: z.strictObject({ ids }),
    output: made,
  }),
  gateOut: command({
    ...writes,
    money: true,
    name: 'shipment.gate-out',
    summary:
      'Hand parcels to the courier: stock, tax invoice, both books and the order move together, or nothing does.',
    input: z.strictObject({
      courier: z.enum(Object.keys(couriers) as [keyof typeof couriers]),
      parcels: z
        .array(
          z.strictObject({
            id: uuidSchema,
            awb: z
              .string()
              .regex(
                /^[A-Za-z0-9-]{4,40}$/,
                'Enter the waybill number as printed: 4 to 40 letters and digits',
              )
              .nullable(),
          }),
        )
        .min(1, 'Choose parcels')
        .max(MOST_PARCELS, `At most ${MOST_PARCELS} at a time`),
    }),
    output: z.object({ parcels: z.int(), invoices: z.array(z.string()) }),
  }),
};

const eway = {
  ewayNo: {
    ...text({ label: 'E-way bill number', max: 12, optional: true, help: '12 digits' }),
    schema: z
      .string()
      .regex(/^\d{12}$/, 'An e-way bill number has 12 digits')
      .nullish(),
  },
  ewayValidTo: date({ label: 'Valid to', optional: true }),
  ewayReason: text({
    label: 'Why none is needed',
    max: 300,
    optional: true,
    help: 'Above ₹50,000.00 a parcel leaves with a number or with this reason',
  }),
};

export const challanContract = {
  get: query({
    ...base,
    name: 'delivery-challan.get',
    summary: 'What carries the goods of a challan.',
    input: z.strictObject(id),
    output: z.object({
      version: z.int(),
      number: z.string().nullable(),
      ewayNo: z.string().nullable(),
      ewayValidTo: z.string().nullable(),
      ewayReason: z.string().nullable(),
      vehicleNo: z.string().nullable(),
      transporterId: z.string().nullable(),
    }),
  }),
  issue: command({
    ...writes,
    idempotent: true,
    name: 'delivery-challan.issue',
    summary: 'Give challans their numbers and print them in triplicate.',
    input: z.strictObject({ ids }),
    output: z.object({ issued: z.int() }),
  }),
  eway: command({
    ...writes,
    versioned: true,
    name: 'delivery-challan.set-eway',
    summary: 'Note the e-way bill of a challan, or why none is needed.',
    input: id,
    fields: {
      ...eway,
      vehicleNo: text({ label: 'Vehicle', max: 15, optional: true }),
      transporterId: text({ label: 'Transporter', max: 20, optional: true, help: 'Its GSTIN or id' }),
    },
    output: z.object({}),
  }),
  cancel: command({
    ...writes,
    versioned: true,
    name: 'delivery-challan.cancel',
    summary:
      'Cancel a challan before its parcel leaves; the number is never used again and a new draft is made.',
    input: id,
    fields: { reason },
    output: z.object({}),
  }),
};
