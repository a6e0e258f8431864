import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { amsCentres } from './ams-centre.listing.ts';
import { centresInCycle } from './centres-in-cycle.server.ts';

const yes = (column: string) => sql`(case when ${sql.ref(column)} > 0 then 'YES' else 'NO' end)`;

export const amsCentreListing = serveListing(amsCentres, {
  from: sql`${centresInCycle} c left join city i on i.id = c.city_id left join zone z on z.id = c.zone_id left join app_user u on u.id = c.am_user`,
  alias: 'c',
  columns: {
    centre: 'c.centre',
    city: 'i.name',
    zone: 'z.name',
    manager: personName('u'),
    lastScore: 'c.last_bp',
    lastOn: 'c.last_on',
    openFindings: 'c.open_findings',
    lateCritical: 'c.late_critical',
    nextOn: 'c.next_on',
    need: 'c.need',
    done: 'c.done',
    counted: 'c.counted',
    planned: 'c.planned',
    missed: 'c.missed',
    category: 'c.category',
    zoneId: 'c.zone_id',
    amId: 'c.am_allocation_id',
    allocated: sql`(case when c.am_allocation_id is null then 'NO' else 'YES' end)`,
    managed: sql`num_nonnulls(c.am_allocation_id)`,
    hasMissed: yes('c.missed'),
    hasLate: yes('c.late_critical'),
    lastAuditId: 'c.last_audit',
  },
  where: { amId: (value: string) => sql<boolean>`c.am_allocation_id::text = ${value}` },
  can: () => ({}),
});
export const { handlers } = amsCentreListing;
