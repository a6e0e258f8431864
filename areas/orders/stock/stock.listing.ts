import {
  choice,
  date,
  dateTime,
  integer,
  longText,
  money,
  reference,
  text,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { inboundLabels, movementLabels, stockLabels } from './stock-words.ts';

const base = { module: m.stockCheck, scope: 'network' } as const;
const warehouse = text({ label: 'Warehouse', max: 80 });
const filters = { warehouseId: reference('warehouse', { label: 'Warehouse' }) };

/** /check/stock: each product in each warehouse. A centre reads what is free and when more comes, never counts or cost. */
export const stocks = listing({
  ...base,
  name: 'stock',
  title: 'Stock',
  row: {
    product: text({ label: 'Product', max: 120, search: true }),
    sku: text({ label: 'SKU', max: 30, search: true }),
    warehouse,
    free: integer({ label: 'Free' }),
    nextOn: date({ label: 'Next expected', optional: true }),
    nextQty: integer({ label: 'Pieces expected', optional: true }),
    onHand: integer({ label: 'On hand', optional: true }),
    reserved: integer({ label: 'Held for orders', optional: true }),
    safety: integer({ label: 'Safety stock', optional: true }),
    reorderPoint: integer({ label: 'Low from', optional: true }),
    value: money({ label: 'Value at cost', optional: true }),
    status: choice({ label: 'Status', options: stockLabels }),
  },
  hidden: { warehouseId: z.string(), productId: z.string() },
  shown: ['product', 'sku', 'warehouse', 'onHand', 'reserved', 'free', 'nextOn', 'value', 'status'],
  filters,
  sorts: ['product', 'sku', 'free', 'nextOn'],
  sort: 'product',
  state: 'status',
  tiles: { OUT: 'Out of stock', LOW: 'Running low', OK: 'In stock' },
  can: ['count', 'writeOff', 'levels'],
});

/** Every change of what lies in a warehouse, and of what of it is held. */
export const stockMovements = listing({
  ...base,
  name: 'stock-movement',
  title: 'Movements',
  row: {
    product: text({ label: 'Product', max: 120, search: true }),
    sku: text({ label: 'SKU', max: 30, search: true }),
    warehouse,
    kind: choice({ label: 'What', options: movementLabels }),
    onHand: integer({ label: 'On hand' }),
    held: integer({ label: 'Held' }),
    value: money({ label: 'Value at cost', optional: true }),
    note: longText({ label: 'Note', max: 300, optional: true }),
    by: text({ label: 'By', max: 120, optional: true }),
    at: dateTime({ label: 'When' }),
  },
  hidden: { warehouseId: z.string(), productId: z.string() },
  shown: ['product', 'warehouse', 'kind', 'onHand', 'held', 'value', 'note', 'at'],
  filters,
  sorts: ['at', 'product'],
  sort: '-at',
  state: 'kind',
  can: [],
});

/** What suppliers will bring. */
export const stockInbounds = listing({
  ...base,
  name: 'stock-inbound',
  title: 'Inbound',
  row: {
    product: text({ label: 'Product', max: 120, search: true }),
    sku: text({ label: 'SKU', max: 30, search: true }),
    poNo: text({ label: 'Purchase order', max: 40, search: true }),
    warehouse,
    qty: integer({ label: 'Ordered' }),
    receivedQty: integer({ label: 'Received' }),
    expectedOn: date({ label: 'Expected on' }),
    unitCost: money({ label: 'Cost of a piece', optional: true }),
    status: choice({ label: 'Status', options: inboundLabels }),
  },
  hidden: { warehouseId: z.string(), productId: z.string() },
  shown: ['product', 'poNo', 'warehouse', 'qty', 'receivedQty', 'expectedOn', 'unitCost', 'status'],
  filters,
  sorts: ['expectedOn', 'product', 'poNo'],
  sort: 'expectedOn',
  state: 'status',
  can: ['receive', 'change', 'cancel'],
});
