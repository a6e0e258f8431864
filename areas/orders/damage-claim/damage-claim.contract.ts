import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, daySchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { damageClaims } from './damage-claim.listing.ts';
import { claimFaults, claimKinds, PHOTOS, resolutions } from './damage-claim.states.ts';

const writes = { module: m.orderHistory, scope: 'centre', write: true } as const;
const kind = z.enum(Object.keys(claimKinds) as [keyof typeof claimKinds]);
const resolution = z.enum(Object.keys(resolutions) as [keyof typeof resolutions]);

const claimable = z.object({
  lineId: uuidSchema,
  whom: z.string(),
  of: z.string().nullable(),
  /** null: the whole kit. */
  productId: uuidSchema.nullable(),
  product: z.string(),
  /** Pieces, of the whole kit kits, that were in the parcel, and that can still be claimed. */
  qty: z.int(),
  left: z.int(),
});
export type Claimable = z.infer<typeof claimable>;

const claimableParcel = z.object({
  id: uuidSchema,
  shipmentNo: z.string(),
  deliveredOn: daySchema,
  lastDay: daySchema,
  open: z.boolean(),
  /** Until when it can be reported as not arrived at all; null once it was counted. */
  missingUntil: z.string().nullable(),
  claimable: z.array(claimable),
});
export type ClaimableParcel = z.infer<typeof claimableParcel>;

const claimLine = z.object({
  id: uuidSchema,
  whom: z.string(),
  product: z.string(),
  kind,
  qtyClaimed: z.int(),
  qtyApproved: z.int().nullable(),
  resolution: resolution.nullable(),
  reason: z.string(),
  photos: z.array(z.object({ id: uuidSchema, name: z.string(), url: z.string() })),
});
export type ClaimLine = z.infer<typeof claimLine>;

const view = damageClaims.rowSchema.extend({
  submittedByName: z.string().nullable(),
  takenByName: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decisionNote: z.string().nullable(),
  reorder: z.object({ id: uuidSchema, orderNo: z.string(), kitType: z.string() }).nullable(),
  /** The note of what is credited: its number once finance has issued it. */
  credit: z.object({ id: uuidSchema, number: z.string().nullable(), amount: z.int() }).nullable(),
  lines: z.array(claimLine),
});
export type ClaimView = z.infer<typeof view>;

export const damageClaimContract = {
  page: query({
    module: m.orderHistory,
    scope: 'centre',
    name: 'damage-claim.page',
    summary: 'An order with what can still be claimed of its parcels, until when, and its claims.',
    logRead: { subject: 'STUDENT', purpose: 'damage claim' },
    input: z.strictObject({ orderId: uuidSchema }),
    output: z.object({
      order: z.object({
        id: uuidSchema,
        franchiseeId: z.int(),
        orderNo: z.string(),
        kitType: z.string(),
        status: z.string(),
      }),
      parcels: z.array(claimableParcel),
      claims: z.array(view),
      can: z.object({ submit: z.boolean() }),
    }),
  }),
  submit: command({
    ...writes,
    idempotent: true,
    name: 'damage-claim.submit',
    summary: 'Say what of a parcel arrived damaged, wrong or not at all.',
    input: z.strictObject({
      shipmentId: uuidSchema,
      lines: z
        .array(
          z.strictObject({
            lineId: uuidSchema,
            productId: uuidSchema.nullable(),
            kind,
            qty: z.int().min(1, 'At least 1').max(999, 'At most 999'),
            reason: z.string().trim().min(10, 'At least 10 characters').max(500, 'At most 500 characters'),
            photoIds: z.array(uuidSchema).max(PHOTOS.most, `At most ${PHOTOS.most} photos`),
          }),
        )
        .min(1, 'Choose what is damaged or missing')
        .max(50, 'At most 50 lines'),
    }),
    output: z.object({ id: uuidSchema, claimNo: z.string() }),
  }),
  take: command({
    ...writes,
    versioned: true,
    name: 'damage-claim.take',
    summary: 'Take a claim to decide on it.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  decide: command({
    ...writes,
    versioned: true,
    name: 'damage-claim.decide',
    summary: 'Say how much of a claim is approved, whose fault it is, and what the centre gets.',
    input: {
      id: uuidSchema,
      lines: z
        .array(z.strictObject({ id: uuidSchema, qtyApproved: z.int().min(0).max(999), resolution }))
        .min(1)
        .max(50),
    },
    fields: {
      fault: choice({ label: 'Fault', options: claimFaults }),
      note: longText({ label: 'Note to the centre', max: 500 }),
    },
    output: z.object({ status: z.string() }),
  }),
  close: command({
    ...writes,
    versioned: true,
    name: 'damage-claim.close',
    summary: 'Confirm that the replacement is here.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
};
