// What of an order can be packed now: computed from its lines, parcels and held stock, and kept beside the order, with its
// promise, for the list of the packing desk. Whoever changes one of them calls `keepPackable` in the same transaction, after its last lock of stock:
// settleOrder (money, cancelled, sent, come back), reserve-stock (pieces that were waited for) and the packing desk itself.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/**
 * Of an order line `l` the kits still to pack (`k.open`) and those of them whose pieces are all held for it (`y.ready`):
 * the scarcest product decides, what stands packed is taken off.
 */
export const packableOfLine = sql`
  cross join lateral (select coalesce(sum(x.qty), 0)::int as packed from shipment_line x
    join shipment p on p.franchisee_id = x.franchisee_id and p.id = x.shipment_id and p.status = 'PACKED'
    where x.franchisee_id = l.franchisee_id and x.line_id = l.id) b
  cross join lateral (select l.qty_ordered - l.qty_cancelled - l.qty_shipped - b.packed as open) k
  cross join lateral (select greatest(0, least(k.open, coalesce((select min((r.qty_held - r.qty_shipped) * l.qty_ordered / c.qty)
      from order_component c join stock_reservation r on r.franchisee_id = c.franchisee_id and r.line_id = c.line_id and r.product_id = c.product_id
        and r.state in ('FIRM', 'DONE') where c.franchisee_id = l.franchisee_id and c.line_id = l.id) - b.packed, k.open))) as ready) y`;

interface Which {
  franchiseeId: number;
  orderId: string;
}

/** Of an order `o`: kits that can be packed now, and kits that wait for pieces. */
export const packableOfOrder = sql`
  cross join lateral (select coalesce(sum(y.ready), 0)::int as ready, greatest(0, coalesce(sum(k.open - y.ready), 0))::int as waiting from kit_order_line l
    ${packableOfLine} where o.status in ('CONFIRMED', 'SHIPPED') and l.franchisee_id = o.franchisee_id and l.order_id = o.id) q`;

/** Writes anew what can be packed of these orders. */
export async function keepPackable(db: Db, orders: readonly Which[]): Promise<void> {
  if (orders.length === 0) return;
  const of = sql`unnest(${orders.map(({ franchiseeId }) => franchiseeId)}::int[], ${orders.map(({ orderId }) => orderId)}::uuid[]) as x (franchisee_id, order_id)`;
  // Their rows first, each by id: who else changes one of the orders at this moment waits here, and computes after us.
  await sql`insert into kit_order_packing as k (franchisee_id, order_id) select distinct x.franchisee_id, x.order_id from ${of} order by 1, 2
    on conflict (franchisee_id, order_id) do update set ready = k.ready`.execute(db);
  await sql`update kit_order_packing k set ready = q.ready, waiting = q.waiting, promised_on = o.promised_on from ${of}
    join kit_order o on o.franchisee_id = x.franchisee_id and o.id = x.order_id ${packableOfOrder}
    where k.franchisee_id = o.franchisee_id and k.order_id = o.id`.execute(db);
}
