import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, integerReference, longText, money, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicYears } from '../academic-years.ts';
import { productCategories, productGenders } from '../catalogue/product-words.ts';
import { mappedTypeIds, sampleCategories } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';
import { kitMappings } from './kit-mapping.listing.ts';
import { fulfilments, priceModes } from './kit-mapping.states.ts';

const writes = { module: m.kitProductMapping, scope: 'network', write: true } as const;
const kitType = z.enum(mappedTypeIds);
export const mappingLines = z
  .array(
    z.strictObject({
      productId: uuidSchema,
      qty: z.int('Enter a whole number').min(1, 'At least 1').max(99, 'At most 99'),
      optional: z.boolean().default(false),
    }),
  )
  .min(1, 'Add a product')
  .max(200);

const priced = {
  priceMode: choice({ label: 'Price', options: priceModes }),
  fixedPrice: money({ label: 'Price of one kit', min: 0, optional: true, help: 'Before tax' }),
  fulfilment: choice({ label: 'In the warehouse', options: fulfilments }),
};

const line = z.object({
  productId: uuidSchema,
  sku: z.string(),
  name: z.string(),
  qty: z.int(),
  optional: z.boolean(),
  price: z.int().nullable(),
  rateBp: z.int(),
  weightG: z.int(),
  imageUrl: z.string().nullable(),
});
export type MappingLine = z.output<typeof line>;

export const kitMappingContract = {
  get: query({
    module: m.kitProductMapping,
    scope: 'network',
    name: 'kit-mapping.get',
    summary: 'One mapping with its products, its price, and what differs from the version that holds now.',
    input: z.strictObject({ id: uuidSchema }),
    output: kitMappings.rowSchema.extend({
      sampleCategory: z.string().nullable(),
      productCategory: z.string().nullable(),
      priceMode: z.enum(['SUM', 'FIXED']),
      fixedPrice: z.int().nullable(),
      fulfilment: z.enum(['PREPACKED', 'PICK']),
      kitProductId: z.string().nullable(),
      note: z.string().nullable(),
      madeByName: z.string().nullable(),
      ch1Name: z.string().nullable(),
      approvedName: z.string().nullable(),
      lines: z.array(line),
      tax: z.int().nullable(),
      total: z.int().nullable(),
      /** Against the version that holds now: product, quantity then and now. */
      difference: z.array(z.object({ name: z.string(), before: z.int(), after: z.int() })),
    }),
  }),
  products: query({
    module: m.kitProductMapping,
    scope: 'network',
    name: 'kit-mapping.products',
    summary: 'Active products by words, with price, rate and weight, for the lines of a mapping.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      ids: z.array(uuidSchema).max(200).optional(),
    }),
    output: z.object({ rows: z.array(line.omit({ qty: true, optional: true })) }),
  }),
  create: command({
    ...writes,
    idempotent: true,
    name: 'kit-mapping.create',
    summary: 'Write the first mapping of a kit; two other people approve it.',
    input: { kitType, lines: mappingLines },
    fields: {
      academicYear: choice({ label: 'Academic year', options: academicYears }),
      classId: integerReference('class', { label: 'Class', optional: true }),
      sampleCategory: choice({ label: 'Sample', options: sampleCategories, optional: true }),
      productCategory: choice({ label: 'Category', options: productCategories, optional: true }),
      gender: choice({ label: 'Children', options: productGenders }),
      ...priced,
    },
    output: z.object({ id: uuidSchema }),
  }),
  amend: command({
    ...writes,
    versioned: true,
    name: 'kit-mapping.amend',
    summary: 'Change the lines of an own mapping while nobody has decided on it, with a note.',
    input: { id: uuidSchema, lines: mappingLines },
    fields: { ...priced, note: longText({ label: 'What was changed', max: 500 }) },
    output: z.object({ id: uuidSchema }),
  }),
  revise: command({
    ...writes,
    idempotent: true,
    name: 'kit-mapping.revise',
    summary: 'Begin the next version of a mapping; the present one holds until it is approved.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: uuidSchema }),
  }),
  copyYear: command({
    ...writes,
    idempotent: true,
    name: 'kit-mapping.copy-year',
    summary: 'Begin the mappings of a year from those of the year before, where none is there yet.',
    input: { kitType },
    fields: { academicYear: choice({ label: 'Into the year', options: academicYears }) },
    output: z.object({ copied: z.int() }),
  }),
  approve: command({
    ...writes,
    versioned: true,
    name: 'kit-mapping.approve',
    summary: 'Approve a mapping somebody else made; the second approval makes it the one that holds.',
    input: { id: uuidSchema },
    fields: { note: longText({ label: 'Note', max: 500, optional: true }) },
    output: nothing,
  }),
  reject: command({
    ...writes,
    versioned: true,
    name: 'kit-mapping.reject',
    summary: 'Reject a mapping somebody else made.',
    input: { id: uuidSchema },
    fields: {
      reason: {
        ...longText({ label: 'Reason', max: 500 }),
        schema: z.string().trim().min(10, 'At least 10 characters').max(500, 'At most 500 characters'),
      },
    },
    output: nothing,
  }),
};
