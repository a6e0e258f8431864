import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { inZones } from '../zone-right.server.ts';
import { holdsOn, lastDayOf, statusOf, today } from './allocation-sql.server.ts';
import { amAllocations } from './am-allocation.listing.ts';
import { allocationSteps } from './zm-allocation.listing.server.ts';

export const amListing = serveListing(amAllocations, {
  from: sql`(select a.*, ${HEAD_OFFICE}::int as franchisee_id from ams_am_allocation a) a
    join zone z on z.id = a.zone_id join app_user u on u.id = a.user_id join city i on i.id = a.base_city_id`,
  alias: 'a',
  columns: {
    person: personName('u'),
    zone: 'z.name',
    city: 'i.name',
    centres: sql`(select count(*)::int from ams_centre_allocation c where c.am_allocation_id = a.id and ${holdsOn('c', today)})`,
    visitsPerDay: 'a.visits_per_day',
    fromOn: 'a.from_on',
    lastDay: lastDayOf('a'),
    status: statusOf('a'),
    zoneId: 'a.zone_id',
    userId: 'a.user_id',
    baseCityId: 'a.base_city_id',
    weeklyOff: 'a.weekly_off',
  },
  only: (actor) => inZones(actor, 'a.zone_id'),
  can: (row, actor) => allocationSteps(actor, row.status),
});
export const { handlers } = amListing;
