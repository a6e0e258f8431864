import { boolean, choice, integer, longText, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { ordersModules as m } from '../modules.ts';
import { productCategories, productGenders, productKinds } from './product-words.ts';

/** What stands on both forms of a product: its own page and the file. */
export const productFields = {
  sku: text({
    label: 'SKU',
    max: 30,
    pattern: /^[A-Z0-9-]{3,30}$/,
    patternHelp: '3 to 30 capital letters, digits and -',
    sample: 'CK1-NUR-BAG',
    search: true,
    unique: 'in network',
  }),
  name: text({ label: 'Name', max: 120, search: true }),
  description: longText({ label: 'Description', max: 2000, optional: true }),
  kind: choice({ label: 'Kind', options: productKinds, filter: true }),
  category: choice({ label: 'Category', options: productCategories, optional: true }),
  inWowKit: boolean({ label: 'In WOW kits' }),
  gender: choice({ label: 'For', options: productGenders }),
  hsn: text({
    label: 'HSN',
    max: 8,
    pattern: /^\d{4}(\d{2})?(\d{2})?$/,
    patternHelp: '4, 6 or 8 digits',
    sample: '9503',
    search: true,
  }),
  uom: text({ label: 'Unit', max: 8, sample: 'PCS' }),
  weightG: integer({ label: 'Weight (g)', min: 1, max: 500_000 }),
  lengthMm: integer({ label: 'Length (mm)', min: 1, max: 10_000, optional: true }),
  widthMm: integer({ label: 'Width (mm)', min: 1, max: 10_000, optional: true }),
  heightMm: integer({ label: 'Height (mm)', min: 1, max: 10_000, optional: true }),
  minOrderQty: integer({ label: 'Smallest order', min: 1, max: 10_000 }),
  packQty: integer({ label: 'Pieces in a pack', min: 1, max: 10_000 }),
  tracksStock: boolean({ label: 'Kept in stock' }),
  active: boolean({ label: 'Active' }),
} as const;

/** One stock-keeping unit. Saving may ask for a price, so commands write it; a style of apparel has its sizes below it. */
export const product = record({
  name: 'product',
  title: 'Product',
  module: m.ProductRetailerMargin,
  scope: 'network',
  writes: 'commands',
  keep: true,
  screens: {},
  fields: {
    ...productFields,
    parentId: reference('product', { label: 'Style', optional: true, filter: true }),
    sizeCode: text({ label: 'Size', max: 8, optional: true }),
  },
  label: 'name',
  list: { columns: ['sku', 'name', 'kind', 'category', 'hsn', 'gender', 'active'], sort: 'name' },
});
