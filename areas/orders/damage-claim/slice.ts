import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { damageClaimContract } from './damage-claim.contract.ts';
import { damageClaims } from './damage-claim.listing.ts';
import { reOrderContract, reOrders } from './re-order.contract.ts';

export const claimScreens = {
  '/damage/re-order/{orderID}': { title: 'Damage and missing', module: m.orderHistory, write: true },
  '/place-order/re-order-kit/list': { title: 'Kits to re-order', module: m.PlaceOrders, policy: 'checkout' },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

/** What arrived damaged or not at all, who decides, and its replacement. */
export const claimSlice = {
  contracts: [damageClaims.endpoints, damageClaimContract, reOrders.endpoints, reOrderContract],
} as const;
