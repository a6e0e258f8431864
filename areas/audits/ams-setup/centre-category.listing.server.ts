import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, personName } from '@aangan/server/sql.ts';
import { mayCall, reaches } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { centresWithCategory } from './category-today.server.ts';
import { centreCategoryContract as contract } from './centre-category.contract.ts';
import { centreCategoryList } from './centre-category.listing.ts';

const categoryListing = serveListing(centreCategoryList, {
  from: sql`${centresWithCategory(istDay(sql`now()`))} c left join city i on i.id = c.city_id`,
  alias: 'c',
  joins: sql`left join zone z on z.id = c.zone_id left join app_user u on u.id = c.override_by`,
  columns: {
    centre: 'c.centre',
    city: 'i.name',
    zone: 'z.name',
    since: 'c.since',
    overridden: sql`(case when c.override_id is null then 'NO' else 'YES' end)`,
    reason: 'c.reason',
    expiresOn: 'c.expires_on',
    overriddenBy: personName('u'),
    category: 'c.category',
    zoneId: 'c.zone_id',
  },
  can: (row, actor) => {
    const may = mayCall(actor, contract.override) && reaches(actor, row.franchiseeId);
    return { override: may, clear: may && row.overridden === 'YES' };
  },
});
export const { handlers } = categoryListing;
