import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { kitOrders } from './order.listing.ts';
import { orderContract } from './order-history.contract.ts';

export const orderHistoryScreens = {
  '/order-history': { title: 'Order history', module: m.orderHistory },
  '/order-history/kit/{kitType}': { title: 'Orders of a kit type', module: m.orderHistory },
  '/order-history/kit/details/{kitType}/{orderID}/{franchiseeID?}': {
    title: 'Kit order',
    module: m.orderHistory,
  },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

/** What was ordered: lists, the order itself, and what is done with it afterwards. */
export const orderHistorySlice = { contracts: [kitOrders.endpoints, orderContract] } as const;
