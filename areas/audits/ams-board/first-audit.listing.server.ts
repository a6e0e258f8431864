import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { holdsOn, today } from '../allocation/allocation-sql.server.ts';
import { centresWithCategory } from '../ams-setup/category-today.server.ts';
import { settingsOn } from '../ams-setup/settings-on.server.ts';
import { ahead } from '../schedule/visit-facts.server.ts';
import { publishedVisit } from './centres-in-cycle.server.ts';
import { firstAudits } from './first-audit.listing.ts';

/** Centres with a day of opening that no academic manager has audited yet: they stand here until that audit is published. */
const waiting = sql`(
  select c.id, c.version, c.franchisee_id, c.centre, c.zone_id, c.city_id, p.user_id as am_user, f.opened_on,
    f.opened_on + s.first_audit_from_days as due_from, f.opened_on + s.first_audit_to_days as due_to, v.planned_on as visit_on
    from ${centresWithCategory(today)} c join franchisee f on f.id = c.franchisee_id and f.status in ('SETUP', 'ACTIVE', 'SUSPENDED') and f.opened_on is not null
    cross join ${settingsOn(today)} s
    left join ams_centre_allocation x on x.franchisee_id = c.franchisee_id and ${holdsOn('x', today)}
    left join ams_am_allocation p on p.id = x.am_allocation_id
    left join (select v.franchisee_id, min(v.planned_on) as planned_on from ams_visit v where ${ahead('v')} group by 1) v on v.franchisee_id = c.franchisee_id
   where not exists (select from audit a join audit_type t on t.id = a.type_id where a.franchisee_id = c.franchisee_id and ${publishedVisit('a', 't')}))`;

export const firstAuditListing = serveListing(firstAudits, {
  from: sql`${waiting} c left join city i on i.id = c.city_id left join zone z on z.id = c.zone_id left join app_user u on u.id = c.am_user`,
  alias: 'c',
  columns: {
    centre: 'c.centre',
    city: 'i.name',
    zone: 'z.name',
    openedOn: 'c.opened_on',
    dueFrom: 'c.due_from',
    dueTo: 'c.due_to',
    daysLeft: sql`(c.due_to - ${today})`,
    manager: personName('u'),
    visitOn: 'c.visit_on',
    status: sql`(case when c.due_to < ${today} then 'OVERDUE' when c.due_from > ${today} then 'UPCOMING' else 'DUE' end)`,
    zoneId: 'c.zone_id',
    amUserId: 'c.am_user',
  },
  can: () => ({}),
});
export const { handlers } = firstAuditListing;
