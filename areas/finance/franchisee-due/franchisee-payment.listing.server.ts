import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { franchiseePaymentContract } from './franchisee-payment.contract.ts';
import { franchiseePayments } from './franchisee-payment.listing.ts';

const settled = sql`(select coalesce(sum(s.amount), 0) from franchisee_due_settlement s
  where s.franchisee_id = p.franchisee_id and s.source_id = p.id and s.way = 'PAYMENT')`;

export const { handlers } = serveListing(franchiseePayments, {
  from: sql`(select * from payment where purpose in ('FRANCHISEE_DUE', 'KIT_ORDER')) p join franchisee f on f.id = p.franchisee_id`,
  alias: 'p',
  joins: sql`left join app_user u on u.id = p.maker`,
  columns: {
    centre: 'f.company_name',
    amount: 'p.amount',
    mode: 'p.mode',
    reference: sql`coalesce(p.ref_norm, p.provider_payment_id)`,
    receivedOn: 'p.received_on',
    // What it settled; before that, what it was meant for.
    against: sql`(select string_agg(d.number, ', ' order by d.due_on, d.id) from franchisee_due d where d.franchisee_id = p.franchisee_id and (
      exists (select from franchisee_due_settlement s where s.franchisee_id = d.franchisee_id and s.due_id = d.id and s.source_id = p.id)
      or (p.status not in ('CONFIRMED', 'TRANSFERRED') and exists (select from jsonb_array_elements(p.selection) one where one ->> 'dueId' = d.id::text))))`,
    advance: sql`case when p.status in ('CONFIRMED', 'TRANSFERRED') then p.amount - ${settled} else 0 end`,
    number: 'p.ack_no',
    makerName: personName('u'),
    createdAt: 'p.created_at',
    status: 'p.status',
    failureReason: 'p.failure_reason',
    maker: 'p.maker',
  },
  can: (row, actor) => {
    const waits = row.status === 'APPROVAL_WAITING' && row.maker !== actor.userId;
    return {
      approve: waits && mayCall(actor, franchiseePaymentContract.approve),
      reject: waits && mayCall(actor, franchiseePaymentContract.reject),
    };
  },
});
