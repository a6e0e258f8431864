import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { boms } from './bom.listing.ts';

const base = { module: m.PlaceOrders, scope: 'network' } as const;
const writes = { ...base, write: true } as const;
const id = { id: uuidSchema };
const MOST_LINES = 300;

const category = z.enum(['INDOOR', 'OUTDOOR', 'FURNITURE', 'IT', 'SAFETY']);
const pieces = z.int('Enter a whole number').min(0, 'At least 0').max(10_000, 'At most 10,000');

export const bomLine = z
  .strictObject({
    productId: uuidSchema,
    qty: pieces.min(1, 'At least 1'),
    minQty: pieces,
    maxQty: pieces.min(1, 'At least 1'),
    mandatory: z.boolean(),
    room: text({ label: 'Room', max: 40 }).schema.nullable(),
  })
  .refine((line) => line.minQty <= line.qty && line.qty <= line.maxQty, {
    path: ['qty'],
    message: 'Keep it between the smallest and the largest number',
  })
  .refine((line) => !line.mandatory || line.minQty > 0, {
    path: ['minQty'],
    message: 'What is mandatory is at least 1',
  });
export type BomLine = z.infer<typeof bomLine>;

const lines = z
  .array(bomLine)
  .min(1, 'Add at least one product')
  .max(MOST_LINES, `At most ${MOST_LINES} products`)
  .refine(
    (all) => new Set(all.map((one) => one.productId)).size === all.length,
    'A product stands there twice',
  );

/** A product as WOW kits offer it. */
export const wowProduct = z.object({
  productId: uuidSchema,
  product: z.string(),
  sku: z.string(),
  category,
  /** Paise, before tax; null while no price is approved. */
  price: z.int().nullable(),
  rateBp: z.int(),
  weightG: z.int(),
  imageIds: z.array(z.string()),
});
export type WowProduct = z.infer<typeof wowProduct>;

const viewLine = wowProduct.extend({
  qty: z.int(),
  minQty: z.int(),
  maxQty: z.int(),
  mandatory: z.boolean(),
  room: z.string().nullable(),
  /** In the active version of the model; null when it is not in it, or this is the active one. */
  activeQty: z.int().nullable(),
});
export type BomViewLine = z.infer<typeof viewLine>;

export const bomContract = {
  models: query({
    ...base,
    name: 'wow-bom.models',
    summary: 'Models in use, and which version of their bill of material is active.',
    input: nothing,
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          seats: z.int(),
          areaSqft: z.int(),
          activeBomId: uuidSchema.nullable(),
          activeVersion: z.int().nullable(),
        }),
      ),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  products: query({
    ...base,
    name: 'wow-bom.products',
    summary: 'Products that WOW kits offer, by category, with the price of today.',
    input: nothing,
    output: z.object({ rows: z.array(wowProduct) }),
  }),
  get: query({
    ...base,
    name: 'wow-bom.get',
    summary: 'One version: its lines with prices, what differs from the active version, and who decided.',
    input: z.strictObject(id),
    output: boms.rowSchema.extend({
      lines: z.array(viewLine),
      /** Lines of the active version that this one has not. */
      gone: z.array(z.object({ productId: uuidSchema, product: z.string(), qty: z.int() })),
      chain: z.array(z.object({ level: z.string(), by: z.string().nullable(), at: z.string().nullable() })),
      reason: z.string().nullable(),
    }),
  }),
  create: command({
    ...writes,
    idempotent: true,
    name: 'wow-bom.create',
    summary: 'Write a version of a model’s bill of material; three other persons approve it.',
    input: z.strictObject({
      modelId: uuidSchema,
      note: longText({ label: 'Note', max: 300 }).schema.nullable(),
      lines,
    }),
    output: z.object(id),
  }),
  amend: command({
    ...writes,
    versioned: true,
    name: 'wow-bom.amend',
    summary: 'Change a version of one’s own that nobody has decided on yet; a note says why.',
    input: z.strictObject({ ...id, note: longText({ label: 'Note', max: 300 }).schema, lines }),
    output: nothing,
  }),
  copy: command({
    ...writes,
    idempotent: true,
    name: 'wow-bom.copy',
    summary: 'Begin a new version with the lines of this one.',
    input: z.strictObject(id),
    output: z.object(id),
  }),
  decide: command({
    ...writes,
    versioned: true,
    name: 'wow-bom.decide',
    summary: 'Approve or reject a version at one’s own level; the third approval makes it the active one.',
    input: id,
    fields: {
      decision: choice({ label: 'Decision', options: { approve: 'Approve', reject: 'Reject' } }),
      reason: longText({ label: 'Reason', max: 500, optional: true, help: 'Needed to reject' }),
    },
    output: nothing,
  }),
  deactivate: command({
    ...writes,
    versioned: true,
    name: 'wow-bom.deactivate',
    summary: 'Take the active version out of use; no WOW kit of the model can be ordered then.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
  activate: command({
    ...writes,
    versioned: true,
    name: 'wow-bom.activate',
    summary: 'Make a former version active again, while no other one is.',
    input: z.strictObject(id),
    output: nothing,
  }),
};
