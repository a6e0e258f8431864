import { area } from '@aangan/contract/area.ts';
import { catalogueSlice } from './catalogue/slice.ts';
import { mappingSlice } from './mapping/slice.ts';
import { ordersModules } from './modules.ts';
import { ordersScreens } from './screens.ts';

// Each slice has its folder with its own lists; here they are only put together.
export const orders = area({
  ...ordersScreens,
  modules: ordersModules.$info,
  records: [...catalogueSlice.records, ...mappingSlice.records],
  contracts: [...catalogueSlice.contracts, ...mappingSlice.contracts],
});
