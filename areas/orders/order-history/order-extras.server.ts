// What the frame asks of kit orders: Ctrl+K, the words of a subject, the home cards, histories.
import type { CentreCheck, SearchSource, SuspensionEffect } from '@aangan/server/endpoint/area-extras.ts';
import { figuresOf, type HomeCards, type HomeContext } from '@aangan/server/endpoint/home-card.ts';
import { contains, countUpToCap } from '@aangan/server/record/keyset.ts';
import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { orderLabels } from '../kit-order/kit-order.states.ts';
import { ordersModules as m } from '../modules.ts';
import { kitOrders, orderedTypes } from './order.listing.ts';
import { orderPath } from './order-paths.ts';

export const orderSearch: SearchSource = {
  kind: 'kit-order',
  title: 'Kit orders',
  module: m.orderHistory,
  find: async (db, actor, words, limit) => {
    const { rows } = await sql<{
      id: string;
      franchiseeId: number;
      orderNo: string;
      kitType: string;
      centre: string;
    }>`
      select o.id, o.franchisee_id as "franchiseeId", o.order_no as "orderNo", o.kit_type as "kitType", f.company_name as centre
        from kit_order o join franchisee f on f.id = o.franchisee_id
       where ${inChosenCentre(actor, 'o.franchisee_id')} and lower(o.order_no) like ${contains(words)}
       order by o.placed_at desc, o.id limit ${limit}`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      label: row.orderNo,
      detail: `${orderedTypes[row.kitType] ?? row.kitType} · ${row.centre}`,
      link: orderPath(row),
    }));
  },
};

export async function describeOrder(db: Db, id: string): Promise<{ label: string; link: string } | null> {
  const row = await db
    .selectFrom('kit_order')
    .select(['id', 'franchisee_id as franchiseeId', 'order_no', 'kit_type as kitType'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row
    ? { label: `${row.order_no} · ${orderedTypes[row.kitType] ?? row.kitType}`, link: orderPath(row) }
    : null;
}

const open = async (db: Db, franchiseeId: number, statuses: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from kit_order where franchisee_id = ${franchiseeId} and status = any (${[...statuses]}::text[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};
const orders = (n: number): string => `${n} kit order${n === 1 ? '' : 's'}`;

/** What is confirmed goes out whatever a suspension blocks. */
export const orderEffects: readonly SuspensionEffect[] = [
  {
    ability: 'KIT_ORDER',
    meets: async (db, franchiseeId) => {
      const n = await open(db, franchiseeId, ['PENDING']);
      return n === 0 ? null : `${orders(n)} waiting for payment`;
    },
  },
];

export const orderChecks: readonly CentreCheck[] = [
  {
    at: 'CLOSE',
    unmet: async (db, franchiseeId) => {
      const n = await open(db, franchiseeId, ['CONFIRMED', 'SHIPPED']);
      return n === 0 ? null : `${orders(n)} to arrive or to cancel`;
    },
  },
];

const CONFIRM = 'orders.to-confirm';
const TRANSIT = 'orders.in-transit';

async function read(db: Db, { actor, yearId }: HomeContext) {
  const own = (status: string) =>
    countUpToCap(sql`select from kit_order o where o.academic_year_id = ${yearId} and ${inChosenCentre(actor, 'o.franchisee_id')}
      and o.status = ${status}`);
  const { rows } = await sql<Record<string, number>>`
    select ${own('PENDING')} as ${sql.id(CONFIRM)}, ${own('SHIPPED')} as ${sql.id(TRANSIT)}`.execute(db);
  return figuresOf(rows[0]);
}

const drill = (status: string) =>
  ({
    path: '/order-history',
    list: kitOrders.endpoints.list,
    filters: () => ({ status: [status] }),
    measures: 'rows',
  }) as const;

export const orderHomeCards: readonly HomeCards[] = [
  {
    module: m.orderHistory,
    read,
    cards: [
      {
        key: CONFIRM,
        title: 'Orders to confirm',
        unit: 'count',
        picture: 'number',
        on: { operations: 60, centre: 60 },
        drill: drill('PENDING'),
      },
      {
        key: TRANSIT,
        title: 'Orders in transit',
        unit: 'count',
        picture: 'number',
        on: { operations: 61, centre: 61, delivery: 20 },
        drill: drill('SHIPPED'),
      },
    ],
  },
];

// What the screen shows itself, or what a step tells already.
const TOLD = [
  'franchisee_id',
  'order_no',
  'client_id',
  'kind',
  'kit_type',
  'academic_year_id',
  'status',
  'fail_reason',
  'payment_id',
  'ship_to',
  'warehouse_id',
  'placed_at',
  'placed_by',
  'hold_until',
  'confirmed_at',
  'first_shipped_at',
  'delivered_at',
  'cancelled_at',
  'cancel_reason',
  'subtotal_paise',
  'freight_paise',
  'tax_paise',
  'total_paise',
  'parent_order_id',
  'claim_id',
  'credit_override',
];

/** To be called once at start. */
export function registerOrderHistory(): void {
  registerHistory('kit-order', {
    module: m.orderHistory,
    tables: [{ table: 'kit_order', title: 'Kit order', by: null }],
    columns: Object.fromEntries(TOLD.map((column) => [column, null])),
    states: orderLabels,
    ensureVisible: visibleRow('kit_order'),
  });
}
