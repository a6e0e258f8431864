import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { type SlabRow, serviceOfferingContract } from './service-offering.contract.ts';
import { serviceOfferings } from './service-offering.listing.ts';

const offeringListing = serveListing(serviceOfferings, {
  from: sql`service_offering o join service s on s.id = o.service_id join service_category c on c.id = s.category_id
    join franchisee f on f.id = o.franchisee_id`,
  alias: 'o',
  columns: {
    service: 's.name',
    category: 'c.name',
    centre: 'f.company_name',
    capacityMode: 's.capacity_mode',
    seats: 'o.seats',
    used: sql`(select count(*)::int from service_assignment a where a.franchisee_id = o.franchisee_id and a.offering_id = o.id and a.status in ('HELD', 'ACTIVE')
      and ${istDay(sql`now()`)}::date between a.starts_on and a.ends_on)`,
    waiting: sql`(select count(*)::int from service_waitlist w where w.franchisee_id = o.franchisee_id and w.offering_id = o.id and w.status in ('WAITING', 'OFFERED'))`,
    slabs: sql`(select count(*)::int from service_fare_slab x where x.franchisee_id = o.franchisee_id and x.offering_id = o.id)`,
    startsOn: 'o.starts_on',
    endsOn: 'o.ends_on',
    waitlist: 'o.waitlist',
    status: sql`(case when o.active then 'OPEN' else 'CLOSED' end)`,
    serviceId: 'o.service_id',
    serviceType: 'c.service_type',
    academicYearId: 'o.academic_year_id',
    active: 'o.active',
  },
  can: (_row, actor) => ({ change: mayCall(actor, serviceOfferingContract.change) }),
});
export const { handlers } = offeringListing;

export const getOffering = handle(serviceOfferingContract.get, async ({ db, actor, input }) => {
  const offering = ensureFound(await offeringListing.row({ db, actor }, input.id));
  const { rows } = await sql<SlabRow>`
    select x.id, x.version, x.slab, x.direction, x.from_m as "fromM", x.to_m as "toM", x.fee_plan_id as "feePlanId",
      p.name as "planName", p.total as "planTotal"
      from service_fare_slab x join fee_plan p on p.id = x.fee_plan_id
     where x.franchisee_id = ${offering.franchiseeId} and x.offering_id = ${offering.id} order by x.from_m, x.direction`.execute(
    db,
  );
  return { offering, slabs: rows };
});
