import type { Day } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { backordersShipOn } from '../kit-order/order-prices.server.ts';
import { orderListing } from './order.listing.server.ts';
import { orderContract as contract, type OrderLine } from './order-history.contract.ts';

const instant = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

interface Head {
  placedByName: string | null;
  confirmedAt: string | null;
  holdUntil: string | null;
  cancelReason: string | null;
  warehouse: string;
  warehouseId: string;
  shipTo: string;
  parentId: string | null;
  claimId: string | null;
  subtotal: number;
  tax: number;
  override: { by: string; at: string; reason: string } | null;
  paid: number;
  waiting: number;
  reference: string | null;
  payId: string | null;
}

export const getOrder = handle(contract.get, async ({ db, actor, input }) => {
  // The path may name the centre: whoever sees several reads an order of another one than the chosen.
  const reader = { ...actor, franchiseeId: input.franchiseeId ?? actor.franchiseeId };
  const row = ensureFound(await orderListing.row({ db, actor: reader }, input.id));
  const { rows } = await sql<Head>`
    select ${personName('u')} as "placedByName", ${instant('o.confirmed_at')} as "confirmedAt", ${instant('o.hold_until')} as "holdUntil",
      o.cancel_reason as "cancelReason", w.name as warehouse, w.id as "warehouseId", o.parent_order_id as "parentId", o.claim_id as "claimId",
      concat_ws(', ', coalesce(o.ship_to ->> 'companyName', ''), nullif(o.ship_to ->> 'address', ''), nullif(o.ship_to ->> 'pincode', '')) as "shipTo",
      o.subtotal_paise as subtotal, o.tax_paise as tax, o.credit_override as override,
      case when p.status in ('CONFIRMED', 'TRANSFERRED') then p.amount else 0 end as paid,
      case when p.status in ('INITIATED', 'APPROVAL_WAITING') and o.status = 'PENDING' then p.amount else 0 end as waiting, p.ref_norm as reference,
      case when p.status = 'INITIATED' and o.status = 'PENDING' and o.payment_mode = 'ONLINE' then p.id end as "payId"
      from kit_order o join warehouse w on w.id = o.warehouse_id left join app_user u on u.id = o.placed_by
      left join payment p on p.franchisee_id = o.franchisee_id and p.id = o.payment_id
     where o.franchisee_id = ${row.franchiseeId} and o.id = ${row.id}`.execute(db);
  const { warehouseId, subtotal, tax, override, paid, waiting, reference, payId, ...head } = ensureFound(
    rows[0],
  );
  const lines = await linesOf(db, row.franchiseeId, row.id);
  const dates = await datesOf(db, { franchiseeId: row.franchiseeId, orderId: row.id, warehouseId });
  const sum = (of: (line: OrderLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  const share = (n: (line: OrderLine) => number) =>
    sum((line) => Math.round((line.amount * n(line)) / line.ordered));
  return {
    ...row,
    ...head,
    lines: lines.map((line) => ({
      ...line,
      shipOn: line.backordered > 0 ? (dates.get(line.id) ?? null) : null,
    })),
    money: {
      subtotal,
      tax,
      total: row.total,
      paid,
      waiting,
      payId,
      reference,
      invoiced: share((line) => line.shipped),
      givenBack: paid > 0 ? (row.status === 'CANCELLED' ? row.total : share((line) => line.cancelled)) : 0,
      override,
    },
  };
});

/** The lines with what of each can go: a kit is reserved when all its products are. */
async function linesOf(db: Db, franchiseeId: number, orderId: string): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    select l.id, l.line_no as "lineNo", coalesce(s.name, p.name, f.company_name) as whom, s.admission_no as "admissionNo",
      coalesce(c.name, m.name) as of, l.qty_ordered as ordered,
      least(coalesce(r.ready, n.open), n.open) as reserved, n.open - least(coalesce(r.ready, n.open), n.open) as backordered, null as "shipOn",
      l.qty_shipped as shipped, l.qty_delivered as delivered, l.qty_damaged as damaged, l.qty_short as short, l.qty_returned as returned,
      l.qty_cancelled as cancelled, l.taxable_paise + l.tax_paise as amount
      from kit_order_line l join kit_order o on o.franchisee_id = l.franchisee_id and o.id = l.order_id join franchisee f on f.id = l.franchisee_id
      left join student s on s.franchisee_id = l.franchisee_id and s.id = l.student_id left join class c on c.id = l.class_id
      left join product p on p.id = l.product_id left join kit_mapping m on m.id = l.mapping_id
      cross join lateral (select case when o.status in ('PENDING', 'CONFIRMED', 'SHIPPED') then l.qty_ordered - l.qty_cancelled - l.qty_shipped else 0 end as open) n
      left join lateral (
        select min(coalesce(v.held, 0) * l.qty_ordered / k.qty)::int as ready from order_component k join product q on q.id = k.product_id and q.tracks_stock
          left join lateral (select sum(x.qty_held - x.qty_shipped) as held from stock_reservation x
            where x.franchisee_id = k.franchisee_id and x.line_id = k.line_id and x.product_id = k.product_id and x.state in ('HELD', 'FIRM')) v on true
         where k.franchisee_id = l.franchisee_id and k.line_id = l.id) r on true
     where l.franchisee_id = ${franchiseeId} and l.order_id = ${orderId} order by l.line_no`.execute(db);
  return rows;
}

interface Of {
  franchiseeId: number;
  orderId: string;
  warehouseId: string;
}

/** When what lines wait for can go, by line: the latest day of their products; null while one has none. */
async function datesOf(db: Db, { franchiseeId, orderId, warehouseId }: Of): Promise<Map<string, Day | null>> {
  const { rows } = await sql<{ lineId: string; productId: string }>`
    select line_id as "lineId", product_id as "productId" from stock_reservation
     where franchisee_id = ${franchiseeId} and order_id = ${orderId} and state in ('HELD', 'FIRM') and qty_backordered > 0`.execute(
    db,
  );
  const products = new Set(rows.map(({ productId }) => productId));
  const days = new Map<string, Day | null>();
  for (const productId of products)
    days.set(productId, await backordersShipOn(db, { warehouseId, productId }));
  const byLine = new Map<string, Day | null>();
  for (const { lineId, productId } of rows) {
    const known = byLine.get(lineId);
    const day = days.get(productId) ?? null;
    byLine.set(
      lineId,
      known === null || day === null ? null : known === undefined || day > known ? day : known,
    );
  }
  return byLine;
}
