import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { CLAIM_CODE } from './damage-claim.states.ts';
import { reOrderContract, reOrders } from './re-order.contract.ts';

const waiting = sql`(
  select d.franchisee_id, d.id, d.version, o.academic_year_id, 'CLAIM' as source, d.claim_no as reference, o.order_no, o.id as order_id, o.kit_type, d.fault,
      d.decided_at as since, n.qty, n.what, false as invoiced
    from damage_claim d join kit_order o on o.franchisee_id = d.franchisee_id and o.id = d.order_id
    cross join lateral (select sum(l.qty_approved)::int as qty, left(string_agg(distinct coalesce(p.name, 'Whole kit'), ', '), 300) as what
      from damage_claim_line l left join product p on p.id = l.product_id
     where l.franchisee_id = d.franchisee_id and l.claim_id = d.id and l.resolution = 'REPLACE') n
   where d.status in ('APPROVED', 'PARTIALLY_APPROVED') and n.qty > 0 and (d.note_id is null or d.credited_at is not null)
  union all
  select p.franchisee_id, p.id, p.version, o.academic_year_id, case when p.status = 'RTO_DELIVERED' then 'RETURNED' else 'LOST' end, p.shipment_no,
      o.order_no, o.id, o.kit_type, null, p.updated_at, n.qty, 'Whole kit',
      exists (select from kit_invoice i where i.franchisee_id = p.franchisee_id and i.shipment_id = p.id)
    from shipment p join kit_order o on o.franchisee_id = p.franchisee_id and o.id = p.order_id
    cross join lateral (select sum(x.qty)::int as qty from shipment_line x where x.franchisee_id = p.franchisee_id and x.shipment_id = p.id) n
   where p.status in ('RTO_DELIVERED', 'LOST') and p.note_id is null and not exists (select from kit_order r
     where r.franchisee_id = p.franchisee_id and r.replaces_shipment_id = p.id and r.status <> 'CANCELLED'))`;

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
    invoiced: 'w.invoiced',
  },
  can: (row, actor) => {
    const places = mayCall(actor, reOrderContract.free);
    const credits =
      mayCall(actor, reOrderContract.credit) && holdsCode(actor, CLAIM_CODE) && actor.wholeNetwork;
    return {
      free: places && row.fault !== 'CENTRE',
      paid: places && row.fault === 'CENTRE',
      credit: credits && row.invoiced,
    };
  },
});
export const { handlers } = reOrderListing;
