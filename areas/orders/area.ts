import { area } from '@aangan/contract/area.ts';
import { allocationSlice } from './allocation/slice.ts';
import { bomSlice } from './bom/slice.ts';
import { catalogueSlice } from './catalogue/slice.ts';
import { claimSlice } from './damage-claim/slice.ts';
import { dispatchSlice } from './dispatch/slice.ts';
import { handoverMessages } from './handover/handover-messages.ts';
import { handoverSlice } from './handover/slice.ts';
import { indentSlice } from './indent/slice.ts';
import { kitOrderSlice } from './kit-order/slice.ts';
import { mappingSlice } from './mapping/slice.ts';
import { ordersModules } from './modules.ts';
import { orderGapSlice } from './order-gap/slice.ts';
import { orderHistorySlice } from './order-history/slice.ts';
import { orderMessages } from './order-messages.ts';
import { orderReportSlice } from './report/slice.ts';
import { ordersScreens } from './screens.ts';
import { stockSlice } from './stock/slice.ts';
import { ordersSettings } from './tracking/orders.settings.ts';
import { trackingSlice } from './tracking/slice.ts';
import { uniformSlice } from './uniform/slice.ts';
import { warehouseSlice } from './warehouse/slice.ts';
import { wowSlice } from './wow/slice.ts';

// Each slice has its folder with its own lists; here they are only put together.
export const orders = area({
  ...ordersScreens,
  modules: ordersModules.$info,
  records: [...catalogueSlice.records, ...bomSlice.records, ...mappingSlice.records],
  contracts: [
    ...catalogueSlice.contracts,
    ...orderReportSlice.contracts,
    ...stockSlice.contracts,
    ...bomSlice.contracts,
    ...wowSlice.contracts,
    ...mappingSlice.contracts,
    ...allocationSlice.contracts,
    ...kitOrderSlice.contracts,
    ...orderHistorySlice.contracts,
    ...claimSlice.contracts,
    ...indentSlice.contracts,
    ...orderGapSlice.contracts,
    ...dispatchSlice.contracts,
    ...trackingSlice.contracts,
    ...handoverSlice.contracts,
    ...uniformSlice.contracts,
    ...warehouseSlice.contracts,
  ],
  settings: Object.values(ordersSettings),
  messages: [...handoverMessages, ...orderMessages],
  personalData: [...handoverSlice.personalData],
});
