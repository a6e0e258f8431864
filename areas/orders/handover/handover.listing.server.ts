import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { several } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { handoverContract as contract, handovers } from './handover.contract.ts';

export const handoverListing = serveListing(handovers, {
  from: sql`kit_handover h join student s on s.franchisee_id = h.franchisee_id and s.id = h.student_id
    join kit_allocation a on a.franchisee_id = h.franchisee_id and a.id = h.allocation_id
    join kit_order_line l on l.franchisee_id = h.franchisee_id and l.id = h.line_id
    join kit_order o on o.franchisee_id = l.franchisee_id and o.id = l.order_id`,
  alias: 'h',
  joins: sql`left join class c on c.id = a.class_id`,
  columns: {
    child: 's.name',
    admissionNo: 's.admission_no',
    of: sql`coalesce(c.name, '')`,
    kit: 'a.kit_type',
    orderNo: 'o.order_no',
    since: sql`date_trunc('milliseconds', h.created_at)`,
    method: 'h.method',
    receiver: 'h.receiver',
    handedAt: sql`date_trunc('milliseconds', h.handed_at)`,
    status: 'h.status',
    codeUntil: sql`to_char(h.code_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  where: {
    franchiseeId: (value: number | readonly number[]) =>
      several('h.franchisee_id', [value].flat() as number[], 'int'),
  },
  can: (row, actor) => ({ handOver: row.status === 'AT_CENTRE' && mayCall(actor, contract.bySignature) }),
});
export const { handlers } = handoverListing;
