import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { kitOrderContract } from './kit-order.contract.ts';

export const kitOrderScreens = {
  '/place-order': { title: 'Place order', module: m.PlaceOrders, policy: 'checkout' },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

/** Kits are ordered: the desk, the quote, the order and its money. */
export const kitOrderSlice = { contracts: [kitOrderContract] } as const;
