import * as importing from './warehouse-import.server.ts';
import * as mappings from './warehouse-mapping.server.ts';

export const warehouseServer = [mappings, importing] as const;
