import { boolean, choice, integer, integerReference, money, text } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { academicYears } from '../academic-years.ts';
import { productCategories, productGenders } from '../catalogue/product-words.ts';
import { mappedTypeNames, sampleCategories } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';
import { priceModes } from './kit-mapping.states.ts';

const sku = text({ label: 'SKU', max: 30 });
const qty = integer({ label: 'Quantity', min: 1, max: 99 });
const optional = boolean({ label: 'Optional', optional: true });
const shared = {
  module: m.kitProductMapping,
  scope: 'network',
  mode: 'ALL_OR_NOTHING',
  maxRows: 1000,
} as const;

/** Many mappings from a file: a row is one product of one kit. Each kit becomes one version that waits for approval. */
export const mappingImport = fileImport({
  ...shared,
  name: 'kit-mapping',
  title: 'Kit mappings',
  columns: {
    kitType: column(
      choice({
        label: 'Kit type',
        options: mappedTypeNames,
      }),
      'Curriculum Kit 1',
      'kit',
    ),
    academicYear: column(choice({ label: 'Academic year', options: academicYears }), '2026-2027', 'year'),
    classId: column(integerReference('class', { label: 'Class', optional: true }), 'Nursery'),
    sampleCategory: column(choice({ label: 'Sample', options: sampleCategories, optional: true })),
    productCategory: column(choice({ label: 'Category', options: productCategories, optional: true })),
    gender: column(choice({ label: 'Children', options: productGenders }), 'BOTH', 'gender'),
    sku: column(sku, 'CK1-NUR-BAG', 'product code'),
    qty: column(qty, '1', 'qty'),
    optional: column(optional, 'no'),
    priceMode: column(choice({ label: 'Price', options: priceModes, optional: true }), 'SUM', 'price_mode'),
    fixedPrice: column(money({ label: 'Price of one kit', min: 0, optional: true }), '', 'fixed_price'),
  },
});

/** The products of one mapping, by its code. */
export const mappingLinesImport = fileImport({
  ...shared,
  name: 'kit-mapping-line',
  title: 'Products of a mapping',
  reference: ['sku'],
  columns: {
    mappingCode: column(text({ label: 'Mapping code', max: 24 }), 'CK1-NUR-2627', 'code'),
    sku: column(sku, 'CK1-NUR-BAG', 'product code'),
    qty: column(qty, '1', 'qty'),
    optional: column(optional, 'no'),
  },
});
