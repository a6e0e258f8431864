import { loadScreens } from '@aangan/web/screens.ts';
import { catalogueLoads } from './catalogue/slice.web.ts';
import { ordersScreens } from './screens.ts';
import { stockLoads } from './stock/slice.web.ts';

export const ordersWeb = loadScreens(ordersScreens, { ...catalogueLoads, ...stockLoads });
