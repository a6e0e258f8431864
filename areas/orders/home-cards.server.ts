// What homes show of orders: work of the warehouse, and what approvers decide, by the codes they hold.
import { countCards, type HomeCards, type HomeContext } from '@aangan/server/endpoint/home-card.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { bomListing } from './bom/bom.listing.server.ts';
import { boms } from './bom/bom.listing.ts';
import { bomCodes } from './bom/bom.states.ts';
import { packingListing, parcelListing } from './dispatch/dispatch.listing.server.ts';
import { dispatchGate, packings, parcels } from './dispatch/dispatch.listing.ts';
import { productListing } from './margin/margin.listing.server.ts';
import { productMargins } from './margin/margin.listing.ts';
import { marginCodes } from './margin/margin.states.ts';
import { ordersModules as m } from './modules.ts';
import { wowListing } from './wow/wow-order.listing.server.ts';
import { wowOrders } from './wow/wow-order.listing.ts';
import { wowCodes } from './wow/wow-order.states.ts';

const PACK = 'orders.to-pack';
const HAND_OVER = 'orders.to-hand-over';
const PRICES = 'orders.prices-to-approve';
const PRICES_WAIT = 'orders.prices-waiting';
const BOMS = 'orders.boms-to-approve';
const WOW = 'orders.wow-to-approve';

type Codes = Readonly<Partial<Record<string, string>>>;

/** Statuses that wait for a code this person holds. */
const decidedBy = ({ actor }: HomeContext, codes: Codes): string[] =>
  Object.entries(codes).flatMap(([status, code]) => (code && holdsCode(actor, code) ? [status] : []));

const prices = (context: HomeContext) => ({ request: decidedBy(context, marginCodes) });
const allPrices = { request: Object.keys(marginCodes) };
const versions = (context: HomeContext) => ({ status: decidedBy(context, bomCodes) });
const wow = (context: HomeContext) => ({ status: decidedBy(context, wowCodes) });

export const workHomeCards: readonly HomeCards[] = [
  {
    module: dispatchGate,
    read: async (db, { actor }) =>
      countCards(db, {
        [PACK]: await packingListing.rowsOf({ db, actor }, {}),
        [HAND_OVER]: await parcelListing.rowsOf({ db, actor }, {}),
      }),
    cards: [
      {
        key: PACK,
        title: 'Orders to pack',
        unit: 'count',
        picture: 'number',
        on: { delivery: 10 },
        todo: { action: 'Pack', by: dispatchGate },
        drill: {
          path: '/delivery/challan',
          list: packings.endpoints.list,
          filters: () => ({}),
          measures: 'rows',
        },
      },
      {
        key: HAND_OVER,
        title: 'Parcels to hand over',
        unit: 'count',
        picture: 'number',
        on: { delivery: 12 },
        todo: { action: 'Hand over', by: dispatchGate },
        drill: {
          path: '/delivery/challan?tab=leave',
          list: parcels.endpoints.list,
          filters: () => ({}),
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.ProductRetailerMargin,
    read: async (db, context) => {
      const mine = prices(context);
      return mine.request.length > 0
        ? countCards(db, { [PRICES]: await productListing.rowsOf({ db, actor: context.actor }, mine) })
        : countCards(db, {
            [PRICES_WAIT]: await productListing.rowsOf({ db, actor: context.actor }, allPrices),
          });
    },
    cards: [
      {
        key: PRICES,
        title: 'Prices to approve',
        unit: 'count',
        picture: 'number',
        on: { staff: 20, owner: 66, operations: 66 },
        todo: { action: 'Decide', by: m.ProductRetailerMargin },
        drill: {
          path: '/retailer-margin/product/list-of-product-retail-margin',
          list: productMargins.endpoints.list,
          filters: prices,
          measures: 'rows',
        },
      },
      {
        key: PRICES_WAIT,
        title: 'Prices waiting for approval',
        unit: 'count',
        picture: 'number',
        on: { staff: 50 },
        drill: {
          path: '/retailer-margin/product/list-of-product-retail-margin',
          list: productMargins.endpoints.list,
          filters: () => allPrices,
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.PlaceOrders,
    read: async (db, context) => {
      const { actor } = context;
      const rows = {
        ...(versions(context).status.length > 0
          ? { [BOMS]: await bomListing.rowsOf({ db, actor }, versions(context)) }
          : {}),
        ...(wow(context).status.length > 0
          ? { [WOW]: await wowListing.rowsOf({ db, actor }, wow(context)) }
          : {}),
      };
      return Object.keys(rows).length > 0 ? countCards(db, rows) : {};
    },
    cards: [
      {
        key: BOMS,
        title: 'BOM versions to approve',
        unit: 'count',
        picture: 'number',
        on: { staff: 22, owner: 65, operations: 65 },
        todo: { action: 'Decide', by: m.PlaceOrders },
        drill: {
          path: '/place-order/wow-kit-bom-configure',
          list: boms.endpoints.list,
          filters: versions,
          measures: 'rows',
        },
      },
      {
        key: WOW,
        title: 'WOW kit orders to approve',
        unit: 'count',
        picture: 'number',
        on: { staff: 24, zone: 13, owner: 64, operations: 64 },
        todo: { action: 'Decide', by: m.PlaceOrders },
        drill: {
          path: '/place-order/wow-kit/list',
          list: wowOrders.endpoints.list,
          filters: wow,
          measures: 'rows',
        },
      },
    ],
  },
];
