import { amAllocationContract } from './am-allocation.contract.ts';
import { amAllocations } from './am-allocation.listing.ts';
import { zmAllocationContract } from './zm-allocation.contract.ts';
import { zmAllocations } from './zm-allocation.listing.ts';

export const allocationContracts = [
  zmAllocations.endpoints,
  zmAllocationContract,
  amAllocations.endpoints,
  amAllocationContract,
] as const;
