import { kitMappingContract } from './kit-mapping.contract.ts';
import { kitMappings } from './kit-mapping.listing.ts';
import { mappingImport, mappingLinesImport } from './mapping-import.contract.ts';

/** Which products make which kit, by two approvers. */
export const mappingSlice = {
  records: [],
  contracts: [
    kitMappings.endpoints,
    kitMappingContract,
    mappingImport.endpoints,
    mappingLinesImport.endpoints,
  ],
} as const;
