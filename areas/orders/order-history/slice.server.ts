import * as listing from './order.listing.server.ts';
import { describeOrder, orderHomeCards, orderSearch, registerOrderHistory } from './order-extras.server.ts';
import * as steps from './order-steps.server.ts';
import * as view from './order-view.server.ts';

registerOrderHistory();

export const orderHistoryServer = [listing, view, steps] as const;
export const orderHistoryExtras = {
  search: [orderSearch],
  homeCards: orderHomeCards,
  describe: { KIT_ORDER: describeOrder },
} as const;
