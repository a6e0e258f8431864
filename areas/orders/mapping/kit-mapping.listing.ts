import { choice, integer, integerReference, money, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { academicYears } from '../academic-years.ts';
import { productGenders } from '../catalogue/product-words.ts';
import { ordersModules as m } from '../modules.ts';
import { mappingLabels } from './kit-mapping.states.ts';

/** Mappings of all types; a screen shows those of one. */
export const kitMappings = listing({
  name: 'kit-mapping',
  title: 'Kit mapping',
  module: m.kitProductMapping,
  scope: 'network',
  row: {
    name: text({ label: 'Mapping', max: 120, search: true }),
    code: text({ label: 'Code', max: 24, search: true }),
    academicYear: choice({ label: 'Year', options: academicYears }),
    key: text({ label: 'For', max: 60 }),
    gender: choice({ label: 'Children', options: productGenders }),
    versionNo: integer({ label: 'Version' }),
    items: integer({ label: 'Products' }),
    weightG: integer({ label: 'Weight (g)' }),
    price: money({ label: 'Price before tax', optional: true }),
    status: choice({ label: 'Status', options: mappingLabels }),
  },
  hidden: {
    kitType: z.string(),
    classId: z.int().nullable(),
    current: z.boolean(),
    madeBy: z.string(),
    ch1By: z.string().nullable(),
  },
  shown: ['name', 'academicYear', 'key', 'gender', 'versionNo', 'items', 'price', 'status'],
  filters: {
    kitType: text({ label: 'Kit type', max: 30 }),
    academicYear: choice({ label: 'Year', options: academicYears }),
    classId: integerReference('class', { label: 'Class' }),
    gender: choice({ label: 'Children', options: productGenders }),
  },
  sorts: ['name', 'academicYear', 'versionNo'],
  sort: '-academicYear',
  state: 'status',
  can: ['amend', 'revise', 'decide'],
});
