import { screens } from '@aangan/contract/screens.ts';
import { bomScreens } from './bom/slice.ts';
import { catalogueRecordScreens, catalogueScreens } from './catalogue/catalogue-screens.ts';
import { stockScreens } from './stock/slice.ts';
import { wowScreens } from './wow/slice.ts';

export const ordersScreens = screens(
  'orders',
  'Orders',
  { ...catalogueScreens, ...stockScreens, ...bomScreens, ...wowScreens },
  [...catalogueRecordScreens],
);
