import { loadScreens } from '@aangan/web/screens.ts';
import { catalogueLoads, catalogueRecordLoads } from './catalogue/slice.web.ts';
import { mappingLoads } from './mapping/slice.web.ts';
import { ordersScreens } from './screens.ts';

export const ordersWeb = loadScreens(ordersScreens, { ...catalogueLoads, ...mappingLoads }, [
  ...catalogueRecordLoads,
]);
