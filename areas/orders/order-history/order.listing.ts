import { choice, date, dateTime, daySchema, integer, money, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { orderLabels, paymentModes } from '../kit-order/kit-order.states.ts';
import { kitTypeNames, uniformKit } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';

export const orderedTypes: Readonly<Record<string, string>> = {
  ...kitTypeNames,
  [uniformKit.id]: uniformKit.name,
};

/** /order-history and /order-history/kit/{kitType} */
export const kitOrders = listing({
  name: 'kit-order',
  title: 'Kit orders',
  module: m.orderHistory,
  scope: 'centre',
  needsYear: true,
  row: {
    orderNo: text({ label: 'Order no.', max: 30, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    kitType: choice({ label: 'Kit type', options: orderedTypes }),
    placedAt: dateTime({ label: 'Placed' }),
    kits: integer({ label: 'Kits' }),
    total: money({ label: 'Amount' }),
    paymentMode: choice({ label: 'Payment', options: paymentModes }),
    promisedOn: date({ label: 'Promised', optional: true }),
    status: choice({ label: 'Status', options: orderLabels }),
  },
  hidden: {
    shipped: z.int(),
    cancelled: z.int(),
    open: z.int(),
    placedOn: daySchema,
    kind: z.string(),
    failReason: z.string().nullable(),
    placedBy: z.string(),
    /** Of a replacement: the order it stands for. */
    origin: z.string().nullable(),
  },
  shown: ['orderNo', 'kitType', 'placedAt', 'kits', 'total', 'promisedOn', 'status'],
  filters: {
    kitType: choice({ label: 'Kit type', options: orderedTypes }),
    paymentMode: choice({ label: 'Payment', options: paymentModes }),
    placedOn: date({ label: 'Placed', filter: 'range' }),
  },
  sorts: ['placedAt', 'orderNo', 'total', 'promisedOn'],
  sort: '-placedAt',
  state: 'status',
  sums: ['total'],
  tiles: { PENDING: 'Placed', CONFIRMED: 'Confirmed', SHIPPED: 'Shipped', DELIVERED: 'Delivered' },
  can: ['cancel', 'cancelRemainder', 'overrideCredit'],
});
