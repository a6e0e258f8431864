import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { allocationImport } from './allocation-import.contract.ts';
import { kitAllocationContract } from './kit-allocation.contract.ts';
import { kitAllocations } from './kit-allocation.listing.ts';

export const allocationScreens = {
  '/kit-allocation/{kitType}': { title: 'Kit allocation', module: m.kitAllocation },
  '/kit-allocation/upload-allocated-kit/{kitType}': {
    title: 'Upload allocated kits',
    module: m.kitAllocation,
    write: true,
  },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

/** Who has a right to which kit. */
export const allocationSlice = {
  contracts: [kitAllocations.endpoints, kitAllocationContract, allocationImport.endpoints],
} as const;
