import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { reOrderContract, reOrders } from './re-order.contract.ts';

const waiting = sql`(
  select d.franchisee_id, d.id, d.version, o.academic_year_id, 'CLAIM' as source, d.claim_no as reference, o.order_no, o.id as order_id, o.kit_type, d.fault,
      d.decided_at as since, n.qty, n.what
    from damage_claim d join kit_order o on o.franchisee_id = d.franchisee_id and o.id = d.order_id
    cross join lateral (select sum(l.qty_approved)::int as qty, left(string_agg(distinct coalesce(p.name, 'Whole kit'), ', '), 300) as what
      from damage_claim_line l left join product p on p.id = l.product_id
     where l.franchisee_id = d.franchisee_id and l.claim_id = d.id and l.resolution = 'REPLACE') n
   where d.status in ('APPROVED', 'PARTIALLY_APPROVED') and n.qty > 0
  union all
  select o.franchisee_id, o.id, o.version, o.academic_year_id, case when o.fail_reason = 'RTO' then 'RETURNED' else 'LOST' end, o.order_no, o.order_no, o.id,
      o.kit_type, null, o.updated_at, n.qty, 'Whole kit'
    from kit_order o cross join lateral (select sum(l.qty_ordered - l.qty_cancelled)::int as qty from kit_order_line l
      where l.franchisee_id = o.franchisee_id and l.order_id = o.id) n
   where o.status = 'FAIL' and o.fail_reason in ('RTO', 'LOST') and not exists (select from kit_order r where r.franchisee_id = o.franchisee_id
     and r.parent_order_id = o.id and r.claim_id is null and r.status not in ('CANCELLED', 'FAIL')))`;

export const reOrderListing = serveListing(reOrders, {
  from: sql`${waiting} w join franchisee f on f.id = w.franchisee_id`,
  alias: 'w',
  columns: {
    reference: 'w.reference',
    orderNo: 'w.order_no',
    centre: 'f.company_name',
    what: 'w.what',
    qty: 'w.qty',
    fault: 'w.fault',
    since: sql`date_trunc('milliseconds', w.since)`,
    source: 'w.source',
    orderId: 'w.order_id',
    kitType: 'w.kit_type',
  },
  can: (row, actor) => {
    const places = mayCall(actor, reOrderContract.free);
    return { free: places && row.fault !== 'CENTRE', paid: places && row.fault === 'CENTRE' };
  },
});
export const { handlers } = reOrderListing;
