import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { escortContract as contract } from './escort.contract.ts';
import { escortVendors } from './escort-vendor.listing.ts';

export const { handlers } = serveListing(escortVendors, {
  from: sql`escort_vendor v`,
  alias: 'v',
  columns: {
    name: 'v.name',
    kind: 'v.kind',
    contact: 'v.contact',
    phone: 'v.phone',
    people: sql`(select count(*)::int from escort_person p where p.franchisee_id = v.franchisee_id and p.vendor_id = v.id and p.status <> 'LEFT')`,
    toVerify: sql`(select count(*)::int from escort_document d where d.franchisee_id = v.franchisee_id and d.vendor_id = v.id and d.status = 'SUBMITTED')`,
    agreementTo: 'v.agreement_to',
    status: 'v.status',
  },
  can: (row, actor) => ({ edit: row.status !== 'CLOSED' && mayCall(actor, contract.changeVendor) }),
});
