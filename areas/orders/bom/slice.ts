import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { bomContract } from './bom.contract.ts';
import { boms } from './bom.listing.ts';
import { wowModel } from './wow-model.record.ts';

export const bomScreens = {
  '/place-order/wow-kit-bom-configure': { title: 'WOW kit BOM', module: m.PlaceOrders, write: true },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

export const bomSlice = { records: [wowModel], contracts: [boms.endpoints, bomContract] } as const;
