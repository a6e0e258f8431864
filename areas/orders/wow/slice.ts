import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { wowBoard } from './wow-board.contract.ts';
import { wowOrderContract } from './wow-order.contract.ts';
import { wowOrders } from './wow-order.listing.ts';

export const wowScreens = {
  '/place-order/wow-kit/list': { title: 'WOW kit orders', module: m.PlaceOrders },
  '/place-order/wow-kit-dashboard': { title: 'WOW kit dashboard', module: m.PlaceOrders },
  '/place-order/wow-kit-ordering': { title: 'Order a WOW kit', module: m.PlaceOrders, write: true },
  '/place-order/wow-kit-ordering/order-summary/{franchiseeId}/{initiatedOrderID}': {
    title: 'WOW kit order',
    module: m.PlaceOrders,
  },
  '/place-order/wow-kit/confirm': {
    title: 'Confirm a WOW kit',
    module: m.PlaceOrders,
    write: true,
    policy: 'checkout',
  },
  '/place-order/wow-kit/summary/{franchiseeID}': { title: 'WOW kit summary', module: m.PlaceOrders },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

export const wowSlice = {
  contracts: [wowOrders.endpoints, wowOrderContract, { board: wowBoard.endpoint }],
} as const;
