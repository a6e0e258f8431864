import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { CREDIT_OVERRIDE } from '../kit-order/kit-order.states.ts';
import { kitOrders } from './order.listing.ts';
import { orderContract as contract } from './order-history.contract.ts';

export const orderListing = serveListing(kitOrders, {
  from: sql`kit_order o left join franchisee f on f.id = o.franchisee_id`,
  alias: 'o',
  joins: sql`left join kit_order b on b.franchisee_id = o.franchisee_id and b.id = o.parent_order_id
    cross join lateral (select coalesce(sum(l.qty_ordered), 0)::int as kits, coalesce(sum(l.qty_shipped), 0)::int as shipped,
        coalesce(sum(l.qty_cancelled), 0)::int as cancelled
      from kit_order_line l where l.franchisee_id = o.franchisee_id and l.order_id = o.id) n`,
  columns: {
    orderNo: 'o.order_no',
    centre: 'f.company_name',
    kitType: 'o.kit_type',
    placedAt: 'o.placed_at',
    kits: 'n.kits',
    total: 'o.total_paise',
    paymentMode: 'o.payment_mode',
    promisedOn: 'o.promised_on',
    status: 'o.status',
    shipped: 'n.shipped',
    cancelled: 'n.cancelled',
    open: sql`n.kits - n.cancelled - n.shipped`,
    placedOn: istDay('o.placed_at'),
    kind: 'o.kind',
    failReason: 'o.fail_reason',
    placedBy: 'o.placed_by',
    origin: 'b.order_no',
  },
  can: (row, actor) => {
    const writes = mayCall(actor, contract.cancel);
    const before = row.status === 'PENDING' || row.status === 'CONFIRMED';
    return {
      cancel: writes && before && row.shipped === 0,
      cancelRemainder: writes && row.status === 'SHIPPED' && row.open > 0,
      overrideCredit:
        mayCall(actor, contract.overrideCredit) &&
        holdsCode(actor, CREDIT_OVERRIDE) &&
        row.status === 'PENDING' &&
        row.paymentMode === 'CREDIT' &&
        row.placedBy !== actor.userId,
    };
  },
});
export const { handlers } = orderListing;
