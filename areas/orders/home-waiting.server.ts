// Work of orders that waits for one person's word or hands, on the home of whoever may do it. Each card counts the rows its
// list opens with.
import { countCards, type HomeCard, type HomeCards } from '@aangan/server/endpoint/home-card.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { type RawBuilder, sql } from 'kysely';
import { boms } from './bom/bom.listing.ts';
import { bomCodes } from './bom/bom.states.ts';
import { dispatchGate, packings, parcels } from './dispatch/dispatch.listing.ts';
import { productMargins } from './margin/margin.listing.ts';
import { marginCodes } from './margin/margin.states.ts';
import { ordersModules as m } from './modules.ts';
import { wowOrders } from './wow/wow-order.listing.ts';
import { wowCodes } from './wow/wow-order.states.ts';

type Codes = Readonly<Partial<Record<string, string>>>;

/** States whose next step takes a code this person holds. */
const statesOf = (codes: Codes, actor: Actor): string[] =>
  Object.keys(codes).filter((state) => holdsCode(actor, codes[state] ?? ''));

interface Approval extends Pick<HomeCard, 'key' | 'title' | 'on'> {
  module: HomeCards['module'];
  path: HomeCard['drill']['path'];
  list: HomeCard['drill']['list'];
  /** The list's filter of the state. */
  filter: string;
  codes: Codes;
  /** `from …` of the rows in these states, with `here` for those of a centre. */
  rows(states: readonly string[], here: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** Decisions that take a code: who holds none of them has no card. */
const approval = ({ key, title, on, module, path, list, filter, codes, rows }: Approval): HomeCards => ({
  module,
  read: async (db, { actor }) => {
    const states = statesOf(codes, actor);
    return states.length === 0
      ? {}
      : countCards(db, { [key]: rows(states, inChosenCentre(actor, 'franchisee_id')) });
  },
  cards: [
    {
      key,
      title,
      on,
      unit: 'count',
      picture: 'number',
      todo: { action: 'Approve', by: module },
      drill: {
        path,
        list,
        filters: ({ actor }) => ({ [filter]: statesOf(codes, actor) }),
        measures: 'rows',
      },
    },
  ],
});

const OF_HEAD_OFFICE = { owner: 64, operations: 64, staff: 10 } as const;

const approvals: readonly HomeCards[] = [
  approval({
    key: 'orders.wow-to-approve',
    title: 'WOW kit orders to approve',
    on: { zone: 13, ...OF_HEAD_OFFICE },
    module: m.PlaceOrders,
    path: '/place-order/wow-kit/list',
    list: wowOrders.endpoints.list,
    filter: 'status',
    codes: wowCodes,
    rows: (states, here) => sql`from wow_order where status = any (${states}::text[]) and ${here}`,
  }),
  approval({
    key: 'orders.boms-to-approve',
    title: 'WOW kit BOMs to approve',
    on: OF_HEAD_OFFICE,
    module: m.PlaceOrders,
    path: '/place-order/wow-kit-bom-configure',
    list: boms.endpoints.list,
    filter: 'status',
    codes: bomCodes,
    rows: (states) => sql`from wow_bom where status = any (${states}::text[])`,
  }),
  approval({
    key: 'orders.margins-to-approve',
    title: 'Margins to approve',
    on: OF_HEAD_OFFICE,
    module: m.ProductRetailerMargin,
    path: '/retailer-margin/product/list-of-product-retail-margin',
    list: productMargins.endpoints.list,
    filter: 'request',
    codes: marginCodes,
    // Of a product the last request alone stands in the list.
    rows: (
      states,
    ) => sql`from product p, lateral (select status from margin_request r where r.product_id = p.id
      order by r.created_at desc, r.id desc limit 1) r where r.status = any (${states}::text[])`,
  }),
];

const PACK = 'orders.to-pack';
const LEAVE = 'orders.parcels-to-hand-over';

const dispatching: HomeCards = {
  module: dispatchGate,
  // Head office packs and sends; nobody else has rows there.
  read: async (db, { actor }) =>
    actor.wholeNetwork
      ? countCards(db, {
          [PACK]: sql`from kit_order_packing where ready > 0 and ${inChosenCentre(actor, 'franchisee_id')}`,
          [LEAVE]: sql`from shipment where status = 'PACKED' and ${inChosenCentre(actor, 'franchisee_id')}`,
        })
      : {},
  cards: [
    {
      key: PACK,
      title: 'Orders to pack',
      unit: 'count',
      picture: 'number',
      on: { delivery: 10 },
      todo: { action: 'Pack', by: m.deliveryChallan },
      drill: {
        path: '/delivery/challan',
        list: packings.endpoints.list,
        filters: () => ({}),
        measures: 'rows',
      },
    },
    {
      key: LEAVE,
      title: 'Parcels to hand to the courier',
      unit: 'count',
      picture: 'number',
      on: { delivery: 11 },
      todo: { action: 'Hand over', by: m.deliveryChallan },
      drill: {
        path: '/delivery/challan?tab=leave',
        list: parcels.endpoints.list,
        filters: () => ({}),
        measures: 'rows',
      },
    },
  ],
};

export const waitingCards: readonly HomeCards[] = [...approvals, dispatching];
