import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, email, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { wowProduct } from '../bom/bom.contract.ts';
import { pieceFields, piecePlacing, pieceQuote, placedPieces } from '../kit-order/pieces.contract.ts';
import { ordersModules as m } from '../modules.ts';
import { wowOrders } from './wow-order.listing.ts';

const base = { module: m.PlaceOrders, scope: 'centre' } as const;
const writes = { ...base, write: true } as const;
const id = { id: uuidSchema };

const b2bId = text({ label: 'B2B ID', max: 40 });
const contact = email({ label: 'E-mail' });

/** What of the kit is ordered, as it was when it was initiated. */
export const wowItem = z.object({
  productId: uuidSchema,
  product: z.string(),
  category: wowProduct.shape.category,
  qty: z.int(),
  /** As the BOM has it. */
  baseQty: z.int(),
  unitPrice: z.int(),
  rateBp: z.int(),
});
export type WowItem = z.infer<typeof wowItem>;

const catalogueLine = wowProduct.extend({
  qty: z.int(),
  minQty: z.int(),
  maxQty: z.int(),
  mandatory: z.boolean(),
  room: z.string().nullable(),
});
export type CatalogueLine = z.infer<typeof catalogueLine>;

const wowQuote = pieceQuote.extend({
  /** Items whose price is another than it was when they were approved. */
  changed: z.array(
    z.object({ productId: uuidSchema, product: z.string(), qty: z.int(), before: z.int(), now: z.int() }),
  ),
});
export type WowQuote = z.infer<typeof wowQuote>;

export const wowOrderContract = {
  catalogue: query({
    ...base,
    name: 'wow-order.catalogue',
    summary: 'What the WOW kit of a model offers, from its active bill of material.',
    input: z.strictObject({ modelId: uuidSchema }),
    output: z.object({ bomId: uuidSchema, version: z.int(), lines: z.array(catalogueLine) }),
  }),
  initiate: command({
    ...writes,
    needsCentre: true,
    idempotent: true,
    name: 'wow-order.initiate',
    summary:
      'Ask for a WOW kit: the zone manager decides, then the final approver. A rejected one is revised like this too.',
    input: z.strictObject({
      modelId: uuidSchema,
      bomId: uuidSchema,
      b2bId: b2bId.schema,
      email: contact.schema,
      comment: longText({ label: 'Comment', max: 500 }).schema.nullable(),
      revisesId: uuidSchema.nullable(),
      items: z
        .array(
          z.strictObject({
            productId: uuidSchema,
            qty: z.int().min(1, 'At least 1').max(10_000, 'At most 10,000'),
          }),
        )
        .min(1, 'Choose at least one product')
        .max(300, 'At most 300 products')
        .refine(
          (all) => new Set(all.map((one) => one.productId)).size === all.length,
          'A product stands there twice',
        ),
    }),
    output: z.object({ ...id, number: z.string() }),
  }),
  get: query({
    ...base,
    name: 'wow-order.get',
    summary: 'One WOW kit order: its pieces against the bill of material, its price, and who decided.',
    input: z.strictObject({ ...id, franchiseeId: z.int() }),
    output: wowOrders.rowSchema.extend({
      items: z.array(wowItem),
      bomTotal: z.int(),
      tax: z.int(),
      bomVersion: z.int(),
      comment: z.string().nullable(),
      reason: z.string().nullable(),
      revisesId: z.string().nullable(),
      kitOrderId: z.string().nullable(),
      chain: z.array(z.object({ level: z.string(), by: z.string().nullable(), at: z.string().nullable() })),
    }),
  }),
  decide: command({
    ...writes,
    versioned: true,
    name: 'wow-order.decide',
    summary: 'Approve or reject a WOW kit order at one’s own level.',
    input: id,
    fields: {
      decision: choice({ label: 'Decision', options: { approve: 'Approve', reject: 'Reject' } }),
      reason: longText({ label: 'Reason', max: 500, optional: true, help: 'Needed to reject' }),
    },
    output: nothing,
  }),
  withdraw: command({
    ...writes,
    versioned: true,
    name: 'wow-order.withdraw',
    summary: 'Take back one’s own order that nobody has decided on.',
    input: z.strictObject(id),
    output: nothing,
  }),
  quote: query({
    ...base,
    needsCentre: true,
    name: 'wow-order.quote',
    summary: 'What an approved WOW kit costs today, and which prices have changed; it holds for 15 minutes.',
    input: z.strictObject(id),
    output: wowQuote,
  }),
  confirm: command({
    ...writes,
    needsCentre: true,
    versioned: true,
    money: true,
    name: 'wow-order.confirm',
    summary: 'Make the kit order of an approved WOW kit.',
    input: { ...id, ...piecePlacing, acceptPrices: z.boolean() },
    fields: pieceFields,
    output: placedPieces,
  }),
  summary: query({
    ...base,
    name: 'wow-order.summary',
    summary:
      'Of one centre and each model it asked for: what the bill of material has, what was asked and what is approved.',
    input: z.strictObject({ franchiseeId: z.int() }),
    output: z.object({
      centre: z.string(),
      rows: z.array(
        z.object({
          key: z.string(),
          model: z.string(),
          category: wowProduct.shape.category,
          product: z.string(),
          bom: z.int(),
          waiting: z.int(),
          approved: z.int(),
          ordered: z.int(),
          shipped: z.int(),
          delivered: z.int(),
        }),
      ),
    }),
  }),
};
