import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { orderGapContract } from './order-gap.contract.ts';

export const orderGapScreens = {
  '/indent/order-gap': { title: 'Order gap', module: m.StudentUniformIndent },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

/** Which children nothing is ordered for yet. */
export const orderGapSlice = { contracts: [orderGapContract] } as const;
