import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { inZones } from '../zone-right.server.ts';
import { centresBelow, lastDayOf, statusOf } from './allocation-sql.server.ts';
import { zmAllocationContract as contract } from './zm-allocation.contract.ts';
import { zmAllocations } from './zm-allocation.listing.ts';

/** What is left to do with an allocation of this status: an ended one stays as it was. */
export const allocationSteps = (actor: Actor, status: string) => {
  const open = status !== 'ENDED' && mayCall(actor, contract.change);
  return { change: open, end: open, handOver: open && status === 'CURRENT' };
};

export const zmListing = serveListing(zmAllocations, {
  from: sql`(select a.*, ${HEAD_OFFICE}::int as franchisee_id from ams_zm_allocation a) a
    join zone z on z.id = a.zone_id join app_user u on u.id = a.user_id`,
  alias: 'a',
  columns: {
    zone: 'z.name',
    person: personName('u'),
    fromOn: 'a.from_on',
    lastDay: lastDayOf('a'),
    centres: sql`(select count(*)::int from ${centresBelow(sql`a.zone_id`)} c)`,
    note: 'a.note',
    status: statusOf('a'),
    zoneId: 'a.zone_id',
    userId: 'a.user_id',
  },
  only: (actor) => inZones(actor, 'a.zone_id'),
  can: (row, actor) => allocationSteps(actor, row.status),
});
export const { handlers } = zmListing;
