import { command, type OutputOf, query } from '@aangan/contract/endpoint.ts';
import { choice, files, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { PICTURES } from '../catalogue/product.contract.ts';
import { productGenders } from '../catalogue/product-words.ts';
import { ordersModules as m } from '../modules.ts';

const whole = (least: number, most: number) =>
  z.int('Enter a whole number').min(least, `At least ${least}`).max(most, `At most ${most}`);

/** One size as it is typed; without an id it is a new product. */
const size = z.strictObject({
  id: uuidSchema.nullish(),
  sizeCode: z.string().trim().min(1, 'Enter the size').max(8, 'At most 8 characters'),
  sku: z
    .string()
    .trim()
    .regex(/^[A-Z0-9-]{3,30}$/, '3 to 30 capital letters, digits and -'),
  heightFrom: whole(40, 200),
  heightTo: whole(41, 220),
  ageFrom: whole(0, 216),
  ageTo: whole(1, 216),
  chest: whole(20, 150).nullish(),
  waist: whole(20, 150).nullish(),
  weightG: whole(1, 500_000),
  active: z.boolean(),
});

const sizeView = z.object({
  id: uuidSchema.nullable(),
  sizeCode: z.string(),
  sku: z.string(),
  heightFrom: z.int(),
  heightTo: z.int(),
  ageFrom: z.int(),
  ageTo: z.int(),
  chest: z.int().nullable(),
  waist: z.int().nullable(),
  weightG: z.int(),
  active: z.boolean(),
  mrp: z.int().nullable(),
  price: z.int().nullable(),
  free: z.int(),
});
export type SizeView = z.output<typeof sizeView>;

export const uniformStyleContract = {
  get: query({
    module: m.ProductUniformKitMapping,
    scope: 'network',
    name: 'uniform-style.get',
    summary: 'A style of uniform with its sizes, whom each fits, its price and what is free.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      id: uuidSchema,
      version: z.int(),
      name: z.string(),
      sku: z.string(),
      gender: z.enum(['BOTH', 'MALE', 'FEMALE']),
      active: z.boolean(),
      images: z.array(z.object({ id: uuidSchema, url: z.string(), name: z.string() })),
      sizes: z.array(sizeView),
      can: z.record(z.string(), z.boolean()),
    }),
  }),
  save: command({
    module: m.ProductUniformKitMapping,
    scope: 'network',
    write: true,
    versioned: true,
    name: 'uniform-style.save',
    summary:
      'Save a style with its sizes; heights and ages of its active sizes may have no gap and no overlap.',
    input: { id: uuidSchema, sizes: z.array(size).min(1, 'Add a size').max(40, 'At most 40 sizes') },
    fields: {
      name: text({ label: 'Name', max: 120 }),
      gender: choice({ label: 'For', options: productGenders }),
      imageIds: files({ label: 'Pictures', optional: true, ...PICTURES }),
    },
    output: z.object({ id: uuidSchema }),
  }),
};
export type UniformStyle = OutputOf<typeof uniformStyleContract.get>;
