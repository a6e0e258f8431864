import { ordersModules as m } from '../modules.ts';

export const mappingScreens = {
  '/kit-mapping/{kitType}': { title: 'Kit mapping', module: m.kitProductMapping },
  '/kit-mapping/create/{kitType}': { title: 'New kit mapping', module: m.kitProductMapping, write: true },
  '/kit-mapping/upload-mapping/{kitType}': {
    title: 'Upload kit mappings',
    module: m.kitProductMapping,
    write: true,
  },
  '/kit-mapping/upload-mapping/{kitType}/{kitMapId}': {
    title: 'Upload the products of a mapping',
    module: m.kitProductMapping,
    write: true,
  },
} as const;
