import { boolean, choice, integer, integerReference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { academicYears } from '../academic-years.ts';
import { productGenders } from '../catalogue/product-words.ts';
import { ordersModules as m } from '../modules.ts';

/** Styles of uniform and how many of each a child gets, by year, class and gender. */
export const uniformSets = listing({
  name: 'uniform-kit-mapping',
  title: 'Uniform sets',
  module: m.ProductUniformKitMapping,
  scope: 'network',
  row: {
    style: text({ label: 'Style', max: 120, search: true }),
    sku: text({ label: 'SKU', max: 30, search: true }),
    /** Year and class in one: the styles of a set stand together. */
    set: text({ label: 'Set', max: 80 }),
    academicYear: choice({ label: 'Year', options: academicYears }),
    className: text({ label: 'Class', max: 60 }),
    gender: choice({ label: 'Children', options: productGenders }),
    qty: integer({ label: 'Pieces' }),
    optional: boolean({ label: 'Optional' }),
    sizes: integer({ label: 'Sizes' }),
    free: integer({ label: 'Free in stock' }),
  },
  hidden: { classId: z.int(), productId: z.string(), imageUrl: z.string().nullable() },
  shown: ['style', 'set', 'gender', 'qty', 'optional', 'sizes', 'free'],
  filters: {
    academicYear: choice({ label: 'Year', options: academicYears }),
    classId: integerReference('class', { label: 'Class' }),
  },
  sorts: ['set', 'style'],
  sort: '-set',
  state: 'gender',
  can: ['change', 'remove'],
});
