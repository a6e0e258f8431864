import { ordersModules as m } from '../modules.ts';
import { warehouseMappingContract, warehouseMappingImport } from './warehouse-mapping.contract.ts';
import { warehouseMappings } from './warehouse-mapping.listing.ts';

export const warehouseScreens = {
  '/upload/warehouse-mapping': { title: 'Warehouse mapping', module: m.warehouseMapping },
  '/upload/warehouse-mapping/upload': {
    title: 'Upload warehouse mapping',
    module: m.warehouseMapping,
    write: true,
  },
} as const;

/** From which warehouse each centre is served. */
export const warehouseSlice = {
  contracts: [warehouseMappings.endpoints, warehouseMappingContract, warehouseMappingImport.endpoints],
} as const;
