import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { gatesOn } from './gate.server.ts';
import { gateStandings } from './gate-standing.listing.ts';

export const { handlers } = serveListing(gateStandings, {
  from: sql`(${gatesOn(istDay(sql`now()`))}) q join certificate_type t on t.id = q.certificate_type_id`,
  alias: 'q',
  joins: sql`join franchisee f on f.id = q.franchisee_id`,
  columns: {
    staff: 'q.name',
    employeeCode: 'q.employee_code',
    centre: 'f.company_name',
    certificate: 't.name',
    work: 'q.work',
    since: 'q.since',
    state: sql`(case when q.held then 'HELD' else 'LACKING' end)`,
    staffId: 'q.staff_id',
    certificateTypeId: 'q.certificate_type_id',
  },
  can: () => ({}),
});
