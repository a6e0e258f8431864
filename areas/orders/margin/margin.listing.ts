import { choice, date, dateTime, money, percent, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { productCategories, productKinds } from '../catalogue/product-words.ts';
import { ordersModules as m } from '../modules.ts';
import { marginLabels } from './margin.states.ts';

const requestWords = { ...marginLabels, NONE: 'Nothing asked' } as const;
export const pricedWords = { YES: 'With a price', NO: 'Without a price' } as const;

/** Products with what they cost today and the last request; styles of apparel stand there without a price of their own. */
export const productMargins = listing({
  name: 'product-margin',
  title: 'Products and margin',
  module: m.ProductRetailerMargin,
  scope: 'network',
  row: {
    name: text({ label: 'Product', max: 120, search: true }),
    sku: text({ label: 'SKU', max: 30, search: true }),
    kind: choice({ label: 'Kind', options: productKinds }),
    category: choice({ label: 'Category', options: productCategories, optional: true }),
    hsn: text({ label: 'HSN', max: 8, search: true }),
    mrp: money({ label: 'MRP', optional: true }),
    marginBp: percent({ label: 'Margin', optional: true }),
    price: money({ label: 'Price before tax', optional: true }),
    rateBp: percent({ label: 'GST', optional: true }),
    fromOn: date({ label: 'Price from', optional: true }),
    priced: choice({ label: 'Price', options: pricedWords }),
    request: choice({ label: 'Request', options: requestWords }),
  },
  hidden: {
    imageUrl: z.string().nullable(),
    requestId: z.string().nullable(),
    requestVersion: z.int().nullable(),
    askedMrp: z.int().nullable(),
    askedMarginBp: z.int().nullable(),
    askedPrice: z.int().nullable(),
    madeBy: z.string().nullable(),
    level1By: z.string().nullable(),
  },
  shown: ['name', 'sku', 'hsn', 'mrp', 'marginBp', 'price', 'fromOn', 'request'],
  filters: {
    kind: choice({ label: 'Kind', options: productKinds }),
    category: choice({ label: 'Category', options: productCategories }),
    priced: choice({ label: 'Price', options: pricedWords }),
  },
  sorts: ['name', 'sku', 'mrp', 'price'],
  sort: 'name',
  state: 'request',
  tiles: {
    PENDING: 'Waits for the first approver',
    'PARTIALLY APPROVED': 'Waits for the second',
    NONE: 'Nothing asked',
  },
  can: ['change', 'ask', 'decide'],
});

/** Every request with who decided; those APPROVED are the price list with both approvers. */
export const marginRequests = listing({
  name: 'margin-request',
  title: 'Margin requests',
  module: m.ProductRetailerMargin,
  scope: 'network',
  row: {
    product: text({ label: 'Product', max: 120, search: true }),
    sku: text({ label: 'SKU', max: 30, search: true }),
    mrp: money({ label: 'MRP' }),
    marginBp: percent({ label: 'Margin' }),
    price: money({ label: 'Price before tax' }),
    rateBp: percent({ label: 'GST' }),
    fromOn: date({ label: 'From' }),
    madeByName: text({ label: 'Asked by', max: 120, optional: true }),
    askedAt: dateTime({ label: 'Asked' }),
    approver1: text({ label: 'Approver 1', max: 120, optional: true }),
    approver2: text({ label: 'Approver 2', max: 120, optional: true }),
    status: choice({ label: 'Status', options: marginLabels }),
  },
  hidden: { productId: z.string(), madeBy: z.string(), level1By: z.string().nullable() },
  shown: ['product', 'mrp', 'marginBp', 'price', 'fromOn', 'madeByName', 'askedAt', 'status'],
  sorts: ['askedAt', 'product', 'fromOn'],
  sort: '-askedAt',
  state: 'status',
  tiles: { PENDING: 'Waits for the first approver', 'PARTIALLY APPROVED': 'Waits for the second' },
  can: ['decide'],
});
