import { command, type OutputOf, query } from '@aangan/contract/endpoint.ts';
import { choice, daySchema, files, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { productFields } from './product.record.ts';
import { productKinds } from './product-words.ts';

const writes = { module: m.ProductRetailerMargin, scope: 'network', write: true } as const;
export const PICTURES = { accept: ['jpg', 'png', 'webp'], maxMb: 5, most: 6 } as const;

const { kind: _kind, ...changed } = productFields;
const { APPAREL_SIZE: _size, ...addedKinds } = productKinds;
const imageIds = files({ label: 'Pictures', optional: true, ...PICTURES });

/** Plain shapes: a form over them is checked field by field. */
const productView = z.object({
  version: z.int(),
  sku: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  kind: z.enum(['ITEM', 'KIT', 'APPAREL_STYLE', 'APPAREL_SIZE']),
  category: z.enum(['INDOOR', 'OUTDOOR', 'FURNITURE', 'IT', 'SAFETY']).nullable(),
  inWowKit: z.boolean(),
  gender: z.enum(['BOTH', 'MALE', 'FEMALE']),
  hsn: z.string(),
  uom: z.string(),
  weightG: z.int(),
  lengthMm: z.int().nullable(),
  widthMm: z.int().nullable(),
  heightMm: z.int().nullable(),
  minOrderQty: z.int(),
  packQty: z.int(),
  tracksStock: z.boolean(),
  active: z.boolean(),
  sizeCode: z.string().nullable(),
  style: z.string().nullable(),
});
export type ProductView = z.output<typeof productView>;

const priceRow = z.object({
  fromOn: daySchema,
  mrp: z.int(),
  marginBp: z.int(),
  price: z.int(),
  approver1: z.string().nullable(),
  approver2: z.string().nullable(),
});

export const productContract = {
  page: query({
    module: m.ProductRetailerMargin,
    scope: 'network',
    name: 'product.page',
    summary: 'One product with pictures, sizes, prices and the rates its MRP may bear.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      id: uuidSchema,
      product: productView,
      images: z.array(z.object({ id: uuidSchema, url: z.string(), name: z.string() })),
      sizes: z.array(
        z.object({ id: uuidSchema, sizeCode: z.string(), sku: z.string(), price: z.int().nullable() }),
      ),
      prices: z.array(priceRow),
      request: z
        .object({
          id: uuidSchema,
          status: z.string(),
          mrp: z.int(),
          marginBp: z.int(),
          price: z.int(),
          fromOn: daySchema,
        })
        .nullable(),
      rates: z.array(
        z.object({
          hsnPrefix: z.string(),
          fromOn: daySchema,
          unitValueTo: z.int().nullable(),
          rateBp: z.int(),
        }),
      ),
      can: z.record(z.string(), z.boolean()),
    }),
  }),
  add: command({
    ...writes,
    idempotent: true,
    name: 'product.add',
    summary: 'Add a product, packed kit or style of apparel.',
    fields: { ...productFields, kind: choice({ label: 'Kind', options: addedKinds }), imageIds },
    output: z.object({ id: uuidSchema }),
  }),
  change: command({
    ...writes,
    versioned: true,
    name: 'product.change',
    summary: 'Change a product; its kind and its price stay.',
    input: { id: uuidSchema },
    fields: { ...changed, imageIds },
    output: z.object({ id: uuidSchema }),
  }),
};

export type ProductPage = OutputOf<typeof productContract.page>;
