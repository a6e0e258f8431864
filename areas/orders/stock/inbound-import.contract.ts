import { date, integer, money, reference, text } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { ordersModules as m } from '../modules.ts';

/** Purchase orders from a file: what comes, where and when. */
export const inboundImport = fileImport({
  name: 'stock-inbound',
  title: 'Inbound',
  module: m.stockCheck,
  scope: 'network',
  mode: 'ALL_OR_NOTHING',
  maxRows: 2000,
  reference: ['poNo', 'warehouseId', 'productId'],
  columns: {
    poNo: column(text({ label: 'Purchase order', max: 40 }), 'PO-2627-014', 'po no', 'po number'),
    warehouseId: column(reference('warehouse', { label: 'Warehouse' }), 'PUN'),
    productId: column(reference('product', { label: 'SKU' }), 'CK1-NUR-BAG', 'product'),
    qty: column(integer({ label: 'Pieces', min: 1, max: 100_000 }), '120', 'qty', 'quantity'),
    expectedOn: column(date({ label: 'Expected on' }), '15-04-2026'),
    unitCost: column(money({ label: 'Cost of a piece', min: 0 }), '180.00', 'unit cost', 'rate'),
  },
});
