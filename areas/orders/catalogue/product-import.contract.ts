import { choice, date, money, percent } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { ordersModules as m } from '../modules.ts';
import { productFields as f } from './product.record.ts';
import { productKinds } from './product-words.ts';

/** The catalogue from a file (areas/orders.md 6.4): products, and one batch of requests for the margins that stand there. */
export const productImport = fileImport({
  name: 'product',
  title: 'Products',
  module: m.ProductRetailerMargin,
  scope: 'network',
  mode: 'ALL_OR_NOTHING',
  maxRows: 1000,
  reference: ['sku'],
  columns: {
    sku: column(f.sku, 'CK1-NUR-BAG', 'product code'),
    name: column(f.name, 'Nursery school bag', 'product name'),
    kind: column(choice({ label: 'Kind', options: productKinds }), 'ITEM'),
    category: column(f.category, ''),
    gender: column(f.gender, 'BOTH'),
    hsn: column(f.hsn, '4202', 'hsn code'),
    uom: column({ ...f.uom, optional: true as const }, 'PCS', 'unit'),
    weightG: column(f.weightG, '350', 'weight', 'weight_g'),
    mrp: column(money({ label: 'MRP', min: 1, optional: true }), '1180'),
    marginPercent: column(percent({ label: 'Margin', optional: true }), '20', 'margin', 'margin_percent'),
    fromOn: column(date({ label: 'Price from', optional: true }), '', 'from', 'from_on'),
    inWowKit: column({ ...f.inWowKit, optional: true as const }, 'no', 'in_wow_kit'),
    minOrderQty: column({ ...f.minOrderQty, optional: true as const }, '1', 'min_order_qty'),
  },
});
