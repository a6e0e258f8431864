// What can be claimed of a parcel (areas/orders.md 3.10): of what was in it, less what was claimed and not rejected. The window
// counts from its own delivery, while the rest of the order may still travel.
import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { istDay } from '@aangan/server/sql.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseClaim } from './claim.refusals.ts';
import type { Claimable } from './damage-claim.contract.ts';
import { CLAIM_DAYS, MISSING_PARCEL_HOURS } from './damage-claim.states.ts';

export interface ArrivedParcel {
  readonly id: string;
  readonly shipmentNo: string;
  /** Instant and day of the delivery. */
  readonly deliveredAt: string;
  readonly deliveredOn: Day;
  /** The centre has counted it: it is not missing as a whole. */
  readonly counted: boolean;
}

/** Parcels of an order that arrived, the latest first. */
export async function arrivedParcels(
  db: Db,
  { franchiseeId, orderId }: { franchiseeId: number; orderId: string },
): Promise<ArrivedParcel[]> {
  const { rows } = await sql<ArrivedParcel>`
    select p.id, p.shipment_no as "shipmentNo", to_char(p.delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deliveredAt",
      ${istDay('p.delivered_at')} as "deliveredOn",
      exists (select from goods_receipt g where g.franchisee_id = p.franchisee_id and g.shipment_id = p.id) as counted
      from shipment p where p.franchisee_id = ${franchiseeId} and p.order_id = ${orderId} and p.status = 'DELIVERED'
     order by p.delivered_at desc, p.id`.execute(db);
  return rows;
}

export const lastClaimDay = ({ deliveredOn }: Pick<ArrivedParcel, 'deliveredOn'>): Day =>
  addDays(deliveredOn, CLAIM_DAYS);

/** Until when a centre may say that the courier never brought it; null once it was counted. */
export const missingUntil = ({ deliveredAt, counted }: ArrivedParcel): Date | null =>
  counted ? null : new Date(new Date(deliveredAt).getTime() + MISSING_PARCEL_HOURS * 3_600_000);

/** Refuses a parcel whose window has closed. */
export function ensureOpenWindow(parcel: ArrivedParcel, now: Date): void {
  const last = lastClaimDay(parcel);
  ensure(todayIst(now) <= last, () =>
    refuseClaim('claim.window-closed', { details: { date: formatDate(last) } }),
  );
}

interface Claimed {
  lineId: string;
  productId: string | null;
  kind: string;
  qty: number;
}

/** Refuses what says, too late, that nothing of a parcel came: the courier no longer looks for it. */
export function ensureMissingInTime(
  parcel: ArrivedParcel,
  { claimable, lines, now }: { claimable: readonly Claimable[]; lines: readonly Claimed[]; now: Date },
): void {
  const until = missingUntil(parcel);
  if (until === null || now <= until) return;
  const nothingCame = claimable
    .filter(({ productId }) => productId === null)
    .every((kit) =>
      lines.some(
        (line) =>
          line.lineId === kit.lineId &&
          line.productId === null &&
          line.kind === 'MISSING' &&
          line.qty === kit.qty,
      ),
    );
  ensure(!nothingCame, () =>
    refuseClaim('claim.parcel-window', { details: { hours: MISSING_PARCEL_HOURS } }),
  );
}

/** The whole kit and each product of every line of a parcel, with what is left to claim. */
export async function claimableOf(
  db: Db,
  { franchiseeId, shipmentId }: { franchiseeId: number; shipmentId: string },
): Promise<Claimable[]> {
  const { rows } = await sql<Claimable>`
    with line as (
      select l.franchisee_id, l.id, l.line_no, l.qty_ordered, x.qty as arrived,
        coalesce(s.name, q.name, f.company_name) as whom, coalesce(c.name, m.name) as of
        from shipment_line x join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id join franchisee f on f.id = l.franchisee_id
        left join student s on s.franchisee_id = l.franchisee_id and s.id = l.student_id left join class c on c.id = l.class_id
        left join product q on q.id = l.product_id left join kit_mapping m on m.id = l.mapping_id
       where x.franchisee_id = ${franchiseeId} and x.shipment_id = ${shipmentId}),
    claimed as (
      select x.line_id, x.product_id, sum(coalesce(x.qty_approved, x.qty_claimed))::int as n from damage_claim_line x
        join damage_claim d on d.franchisee_id = x.franchisee_id and d.id = x.claim_id
       where d.franchisee_id = ${franchiseeId} and d.shipment_id = ${shipmentId} and d.status <> 'REJECTED' group by 1, 2),
    part as (
      select l.id, l.line_no, l.whom, l.of, l.arrived, k.product_id, p.name as product, k.qty / l.qty_ordered as each,
        k.qty / l.qty_ordered * l.arrived - coalesce(own.n, 0) - k.qty / l.qty_ordered * coalesce(kit.n, 0) as left
        from line l join order_component k on k.franchisee_id = l.franchisee_id and k.line_id = l.id join product p on p.id = k.product_id
        left join claimed own on own.line_id = l.id and own.product_id = k.product_id
        left join claimed kit on kit.line_id = l.id and kit.product_id is null)
    select id as "lineId", whom, of, null as "productId", 'Whole kit' as product, arrived as qty, min(part.left / each)::int as left, line_no, 0 as n
      from part group by id, whom, of, arrived, line_no
    union all select id, whom, of, product_id, product, each * arrived, part.left, line_no, 1 from part
    order by line_no, n, product`.execute(db);
  return rows.map(({ lineId, whom, of, productId, product, qty, left }) => ({
    lineId,
    whom,
    of,
    productId,
    product,
    qty,
    left: Math.max(0, left),
  }));
}
