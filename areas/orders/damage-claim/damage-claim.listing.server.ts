import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { damageClaimContract as contract } from './damage-claim.contract.ts';
import { damageClaims } from './damage-claim.listing.ts';
import { CLAIM_CODE } from './damage-claim.states.ts';
import { reOrderContract } from './re-order.contract.ts';

export const claimListing = serveListing(damageClaims, {
  from: sql`(select d.*, o.academic_year_id, o.order_no, h.shipment_no from damage_claim d
      join kit_order o on o.franchisee_id = d.franchisee_id and o.id = d.order_id
      left join shipment h on h.franchisee_id = d.franchisee_id and h.id = d.shipment_id) c
    join franchisee f on f.id = c.franchisee_id`,
  alias: 'c',
  joins: sql`cross join lateral (select coalesce(sum(l.qty_claimed), 0)::int as pieces, sum(l.qty_approved)::int as approved,
      left(string_agg(distinct coalesce(p.name, 'Whole kit'), ', '), 300) as what,
      coalesce(sum(l.qty_approved) filter (where l.resolution = 'REPLACE'), 0)::int as replaces
    from damage_claim_line l left join product p on p.id = l.product_id where l.franchisee_id = c.franchisee_id and l.claim_id = c.id) n`,
  columns: {
    claimNo: 'c.claim_no',
    orderNo: 'c.order_no',
    centre: 'f.company_name',
    what: 'n.what',
    pieces: 'n.pieces',
    approved: 'n.approved',
    fault: 'c.fault',
    submittedAt: sql`date_trunc('milliseconds', c.submitted_at)`,
    status: 'c.status',
    orderId: 'c.order_id',
    shipmentNo: 'c.shipment_no',
    submittedBy: 'c.submitted_by',
    replaces: 'n.replaces',
    waitsForCredit: sql`c.note_id is not null and c.credited_at is null`,
  },
  can: (row, actor) => {
    const judges =
      mayCall(actor, contract.decide) && holdsCode(actor, CLAIM_CODE) && row.submittedBy !== actor.userId;
    const approved = row.status === 'APPROVED' || row.status === 'PARTIALLY_APPROVED';
    return {
      take: judges && row.status === 'SUBMITTED',
      decide: judges && row.status === 'UNDER_REVIEW',
      reOrder: mayCall(actor, reOrderContract.free) && approved && row.replaces > 0 && !row.waitsForCredit,
      close: mayCall(actor, contract.close) && row.status === 'DELIVERED',
    };
  },
});
export const { handlers } = claimListing;
