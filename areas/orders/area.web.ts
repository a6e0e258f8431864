import { loadScreens } from '@aangan/web/screens.ts';
import { allocationLoads } from './allocation/slice.web.ts';
import { bomLoads } from './bom/slice.web.ts';
import { catalogueLoads, catalogueRecordLoads } from './catalogue/slice.web.ts';
import { claimLoads } from './damage-claim/slice.web.ts';
import { dispatchLoads } from './dispatch/slice.web.ts';
import { indentLoads } from './indent/slice.web.ts';
import { kitOrderLoads } from './kit-order/slice.web.ts';
import { mappingLoads } from './mapping/slice.web.ts';
import { orderGapLoads } from './order-gap/slice.web.ts';
import { orderHistoryLoads } from './order-history/slice.web.ts';
import { ordersScreens } from './screens.ts';
import { stockLoads } from './stock/slice.web.ts';
import { trackingLoads } from './tracking/slice.web.ts';
import { uniformLoads } from './uniform/slice.web.ts';
import { warehouseLoads } from './warehouse/slice.web.ts';
import { wowLoads } from './wow/slice.web.ts';

export const ordersWeb = loadScreens(
  ordersScreens,
  {
    ...catalogueLoads,
    ...mappingLoads,
    ...uniformLoads,
    ...warehouseLoads,
    ...allocationLoads,
    ...kitOrderLoads,
    ...orderHistoryLoads,
    ...claimLoads,
    ...indentLoads,
    ...orderGapLoads,
    ...dispatchLoads,
    ...trackingLoads,
    ...stockLoads,
    ...bomLoads,
    ...wowLoads,
  },
  [...catalogueRecordLoads],
);
