import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { courierRules } from './orders.settings.ts';
import { trackingContract } from './tracking.contract.ts';

export const trackingScreens = {
  '/order-history/kit/order-track/{kitType}/{orderID}/{ShippingReferenceNo?}': {
    title: 'Track an order',
    module: m.orderHistory,
  },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

/** Parcels on their way, what couriers say of them, and what the centre counts. */
export const trackingSlice = { contracts: [trackingContract, courierRules.endpoints] } as const;
