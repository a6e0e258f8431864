import * as listing from './order.listing.server.ts';
import {
  describeOrder,
  orderChecks,
  orderEffects,
  orderHomeCards,
  orderSearch,
  registerOrderHistory,
} from './order-extras.server.ts';
import * as steps from './order-steps.server.ts';
import * as view from './order-view.server.ts';

registerOrderHistory();

export const orderHistoryServer = [listing, view, steps] as const;
export const orderHistoryExtras = {
  search: [orderSearch],
  homeCards: orderHomeCards,
  suspensionEffects: orderEffects,
  centreChecks: orderChecks,
  describe: { KIT_ORDER: describeOrder },
} as const;
