import { serve } from '@aangan/server/endpoint/handle.ts';
import { allocationOutbox, allocationServer } from './allocation/slice.server.ts';
import { orders } from './area.ts';
import { bomServer } from './bom/slice.server.ts';
import { catalogueServer } from './catalogue/slice.server.ts';
import { claimDescribe, claimHomeCards, claimJobs, claimServer } from './damage-claim/slice.server.ts';
import { dispatchOutbox, dispatchServer } from './dispatch/slice.server.ts';
import { handoverHomeCards, handoverServer } from './handover/slice.server.ts';
import { workHomeCards } from './home-cards.server.ts';
import { indentServer } from './indent/slice.server.ts';
import { kitOrderJobs, kitOrderServer } from './kit-order/slice.server.ts';
import { mappingServer } from './mapping/slice.server.ts';
import { orderGapServer } from './order-gap/slice.server.ts';
import { orderHistoryExtras, orderHistoryServer } from './order-history/slice.server.ts';
import { registerOrdersHistories } from './orders-histories.server.ts';
import { orderReportServer } from './report/slice.server.ts';
import { stockServer } from './stock/slice.server.ts';
import {
  describeParcel,
  parcelSearch,
  trackingInbox,
  trackingServer,
  trackingWebhooks,
} from './tracking/slice.server.ts';
import { uniformServer } from './uniform/slice.server.ts';
import { warehouseServer } from './warehouse/slice.server.ts';
import { wowServer } from './wow/slice.server.ts';

registerOrdersHistories();

export const ordersServer = serve(
  orders,
  [
    ...catalogueServer,
    ...mappingServer,
    ...uniformServer,
    ...warehouseServer,
    ...allocationServer,
    ...kitOrderServer,
    ...orderHistoryServer,
    ...claimServer,
    ...indentServer,
    ...orderGapServer,
    ...dispatchServer,
    ...trackingServer,
    ...handoverServer,
    ...stockServer,
    ...bomServer,
    ...wowServer,
    ...orderReportServer,
  ],
  {
    ...orderHistoryExtras,
    search: [...orderHistoryExtras.search, parcelSearch],
    homeCards: [...orderHistoryExtras.homeCards, ...claimHomeCards, ...handoverHomeCards, ...workHomeCards],
    describe: { ...orderHistoryExtras.describe, ...claimDescribe, shipment: describeParcel },
    outbox: { ...allocationOutbox, ...dispatchOutbox },
    jobs: [...kitOrderJobs, ...claimJobs],
    inbox: trackingInbox,
    rawEndpoints: trackingWebhooks,
  },
);
