import { bulkContract, bulkImport } from './bulk-import.contract.ts';

export const bulkContracts = [bulkContract, bulkImport.endpoints];
