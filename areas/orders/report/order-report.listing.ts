import { choice, date, dateTime, integer, integerReference, money, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { orderLabels, paymentModes } from '../kit-order/kit-order.states.ts';
import { kitTypeNames, uniformKit } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';

const kitTypes = { ...kitTypeNames, [uniformKit.id]: uniformKit.name };
const base = {
  module: m.orderHistory,
  scope: 'centre',
  needsYear: true,
  sort: '-placedOn',
  can: [],
} as const;
const shared = {
  orderNo: text({ label: 'Order', max: 30, search: true }),
  centre: text({ label: 'Centre', max: 140, search: true }),
  city: text({ label: 'City', max: 80, optional: true, search: true }),
  kitType: choice({ label: 'Kit type', options: kitTypes }),
};
const filters = {
  kitType: choice({ label: 'Kit type', options: kitTypes }),
  placedOn: date({ label: 'Placed', filter: 'range' }),
  franchiseeId: integerReference('franchisee', { label: 'Centre' }),
  cityId: integerReference('city', { label: 'City' }),
};
const hidden = {
  orderId: z.string(),
  franchiseeId: z.int(),
  cityId: z.int().nullable(),
  classId: z.int().nullable(),
};

/** /report/order-report: the orders of the year with where they stand. */
export const orderReport = listing({
  ...base,
  name: 'order-report',
  title: 'Orders',
  row: {
    ...shared,
    placedOn: date({ label: 'Placed' }),
    kits: integer({ label: 'Kits' }),
    shipped: integer({ label: 'Shipped' }),
    delivered: integer({ label: 'Delivered' }),
    taxable: money({ label: 'Taxable' }),
    tax: money({ label: 'GST' }),
    total: money({ label: 'Amount' }),
    paymentMode: choice({ label: 'Payment', options: paymentModes }),
    promisedOn: date({ label: 'Promised', optional: true }),
    deliveredAt: dateTime({ label: 'Delivered at', optional: true }),
    status: choice({ label: 'Status', options: orderLabels }),
  },
  hidden: { orderId: hidden.orderId, franchiseeId: hidden.franchiseeId, cityId: hidden.cityId },
  shown: ['orderNo', 'centre', 'city', 'kitType', 'placedOn', 'kits', 'total', 'promisedOn', 'status'],
  filters: { ...filters, paymentMode: choice({ label: 'Payment', options: paymentModes }) },
  sorts: ['placedOn', 'orderNo', 'total', 'promisedOn'],
  state: 'status',
  sums: ['taxable', 'tax', 'total'],
});

/** The OPS reports in the specification's words, by `?ops=`. */
export const opsReports = { 'all-kit': 'All Kit', 'damaged-kit': 'Damaged Kit' } as const;

/** `?ops=all-kit`: every kit of these orders, one line of an order each. */
export const kitReport = listing({
  ...base,
  name: 'kit-report',
  title: opsReports['all-kit'],
  row: {
    ...shared,
    line: integer({ label: 'Line' }),
    className: text({ label: 'Class', max: 80, optional: true }),
    size: text({ label: 'Size', max: 8, optional: true }),
    placedOn: date({ label: 'Placed' }),
    ordered: integer({ label: 'Ordered' }),
    cancelled: integer({ label: 'Cancelled' }),
    shipped: integer({ label: 'Shipped' }),
    delivered: integer({ label: 'Delivered good' }),
    damaged: integer({ label: 'Damaged' }),
    short: integer({ label: 'Missing' }),
    amount: money({ label: 'Amount with GST' }),
    status: choice({ label: 'Order status', options: orderLabels }),
  },
  hidden,
  shown: [
    'orderNo',
    'centre',
    'kitType',
    'className',
    'placedOn',
    'ordered',
    'shipped',
    'delivered',
    'damaged',
    'status',
  ],
  filters: { ...filters, classId: integerReference('class', { label: 'Class' }) },
  sorts: ['placedOn', 'orderNo', 'amount'],
  state: 'status',
  sums: ['amount'],
});
