// What can be claimed of an order (areas/orders.md 3.10): of what arrived, less what was claimed and not rejected.
import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { istDay } from '@aangan/server/sql.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseClaim } from './claim.refusals.ts';
import type { Claimable } from './damage-claim.contract.ts';
import { CLAIM_DAYS } from './damage-claim.states.ts';

interface Which {
  franchiseeId: number;
  orderId: string;
}

/** The day the last of it arrived; null while nothing has. */
export async function deliveredOn(db: Db, { franchiseeId, orderId }: Which): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select ${istDay('o.delivered_at')} as day from kit_order o where o.franchisee_id = ${franchiseeId} and o.id = ${orderId}`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

export const lastClaimDay = (delivered: Day): Day => addDays(delivered, CLAIM_DAYS);

/** Refuses an order of which nothing arrived, and one whose window has closed. */
export function ensureOpenWindow(delivered: Day | null, now: Date): void {
  if (delivered === null) throw refuseClaim('claim.not-delivered');
  const last = lastClaimDay(delivered);
  ensure(todayIst(now) <= last, () =>
    refuseClaim('claim.window-closed', { details: { date: formatDate(last) } }),
  );
}

/** The whole kit and each product of every line that arrived, with what is left to claim. */
export async function claimableOf(db: Db, { franchiseeId, orderId }: Which): Promise<Claimable[]> {
  const { rows } = await sql<Claimable>`
    with line as (
      select l.franchisee_id, l.id, l.line_no, l.qty_ordered, l.qty_delivered + l.qty_damaged + l.qty_short as arrived,
        coalesce(s.name, q.name, f.company_name) as whom, coalesce(c.name, m.name) as of
        from kit_order_line l join franchisee f on f.id = l.franchisee_id
        left join student s on s.franchisee_id = l.franchisee_id and s.id = l.student_id left join class c on c.id = l.class_id
        left join product q on q.id = l.product_id left join kit_mapping m on m.id = l.mapping_id
       where l.franchisee_id = ${franchiseeId} and l.order_id = ${orderId} and l.qty_delivered + l.qty_damaged + l.qty_short > 0),
    claimed as (
      select x.line_id, x.product_id, sum(coalesce(x.qty_approved, x.qty_claimed))::int as n from damage_claim_line x
        join damage_claim d on d.franchisee_id = x.franchisee_id and d.id = x.claim_id
       where d.franchisee_id = ${franchiseeId} and d.order_id = ${orderId} and d.status <> 'REJECTED' group by 1, 2),
    part as (
      select l.id, l.line_no, l.whom, l.of, k.product_id, p.name as product, k.qty / l.qty_ordered as each,
        k.qty / l.qty_ordered * l.arrived - coalesce(own.n, 0) - k.qty / l.qty_ordered * coalesce(kit.n, 0) as left
        from line l join order_component k on k.franchisee_id = l.franchisee_id and k.line_id = l.id join product p on p.id = k.product_id
        left join claimed own on own.line_id = l.id and own.product_id = k.product_id
        left join claimed kit on kit.line_id = l.id and kit.product_id is null)
    select id as "lineId", whom, of, null as "productId", 'Whole kit' as product, min(part.left / each)::int as left, line_no, 0 as n
      from part group by id, whom, of, line_no
    union all select id, whom, of, product_id, product, part.left, line_no, 1 from part
    order by line_no, n, product`.execute(db);
  return rows.map(({ lineId, whom, of, productId, product, left }) => ({
    lineId,
    whom,
    of,
    productId,
    product,
    left: Math.max(0, left),
  }));
}
