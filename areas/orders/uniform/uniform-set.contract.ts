import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  integer,
  integerReference,
  reference,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicYears } from '../academic-years.ts';
import { productGenders } from '../catalogue/product-words.ts';
import { ordersModules as m } from '../modules.ts';

const writes = { module: m.ProductUniformKitMapping, scope: 'network', write: true } as const;
const amount = {
  qty: integer({ label: 'Pieces', min: 1, max: 6 }),
  optional: boolean({ label: 'Optional' }),
};

export const uniformSetContract = {
  styles: query({
    module: m.ProductUniformKitMapping,
    scope: 'network',
    name: 'uniform-kit-mapping.styles',
    summary: 'Active styles of apparel by words, for a set and for their own pages.',
    input: z.strictObject({ q: z.string().trim().max(100).optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          sku: z.string(),
          gender: z.enum(['BOTH', 'MALE', 'FEMALE']),
          sizes: z.int(),
        }),
      ),
    }),
  }),
  add: command({
    ...writes,
    idempotent: true,
    name: 'uniform-kit-mapping.add',
    summary: 'Put a style of uniform into the set of a class.',
    fields: {
      academicYear: choice({ label: 'Year', options: academicYears }),
      classId: integerReference('class', { label: 'Class' }),
      gender: choice({ label: 'Children', options: productGenders }),
      productId: reference('product', { label: 'Style' }),
      ...amount,
    },
    output: z.object({ id: uuidSchema }),
  }),
  change: command({
    ...writes,
    versioned: true,
    name: 'uniform-kit-mapping.change',
    summary: 'Change how many pieces of a style a child gets.',
    input: { id: uuidSchema },
    fields: amount,
    output: nothing,
  }),
  remove: command({
    ...writes,
    versioned: true,
    name: 'uniform-kit-mapping.remove',
    summary: 'Take a style out of the set of a class.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  copyYear: command({
    ...writes,
    idempotent: true,
    name: 'uniform-kit-mapping.copy-year',
    summary:
      'Begin the uniform sets of a year from those of the year before, for classes that have none yet.',
    fields: { academicYear: choice({ label: 'Into the year', options: academicYears }) },
    output: z.object({ copied: z.int() }),
  }),
};
