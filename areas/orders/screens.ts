import { screens } from '@aangan/contract/screens.ts';
import { allocationScreens } from './allocation/slice.ts';
import { bomScreens } from './bom/slice.ts';
import { catalogueRecordScreens, catalogueScreens } from './catalogue/catalogue-screens.ts';
import { claimScreens } from './damage-claim/slice.ts';
import { dispatchScreens } from './dispatch/slice.ts';
import { indentScreens } from './indent/slice.ts';
import { kitOrderScreens } from './kit-order/slice.ts';
import { mappingScreens } from './mapping/mapping-screens.ts';
import { orderGapScreens } from './order-gap/slice.ts';
import { orderHistoryScreens } from './order-history/slice.ts';
import { stockScreens } from './stock/slice.ts';
import { trackingScreens } from './tracking/slice.ts';
import { uniformScreens } from './uniform/slice.ts';
import { warehouseScreens } from './warehouse/slice.ts';
import { wowScreens } from './wow/slice.ts';

export const ordersScreens = screens(
  'orders',
  'Orders',
  {
    ...catalogueScreens,
    ...mappingScreens,
    ...allocationScreens,
    ...kitOrderScreens,
    ...orderHistoryScreens,
    ...claimScreens,
    ...dispatchScreens,
    ...trackingScreens,
    ...uniformScreens,
    ...indentScreens,
    ...orderGapScreens,
    ...warehouseScreens,
    ...stockScreens,
    ...bomScreens,
    ...wowScreens,
  },
  [...catalogueRecordScreens],
);
