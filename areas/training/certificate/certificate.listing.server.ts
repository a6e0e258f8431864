import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { certificateContract as contract } from './certificate.contract.ts';
import { trainingCertificates } from './certificate.listing.ts';
import { EXPIRING_DAYS } from './certificate.states.ts';

const today = istDay(sql`now()`);

/** As `stateOf` says it. */
const state = sql`(case when c.status <> 'VALID' or c.valid_until is null then c.status when c.valid_until < ${today} then 'EXPIRED'
  when c.valid_until <= ${today} + ${sql.raw(String(EXPIRING_DAYS))} then 'EXPIRING' else 'VALID' end)`;

export const certificateListing = serveListing(trainingCertificates, {
  from: sql`training_certificate c join staff s on s.franchisee_id = c.franchisee_id and s.id = c.staff_id
    join certificate_type t on t.id = c.type_id`,
  alias: 'c',
  joins: sql`join franchisee f on f.id = c.franchisee_id`,
  columns: {
    staff: 's.name',
    employeeCode: 's.employee_code',
    centre: 'f.company_name',
    type: 't.name',
    title: 'c.title',
    number: 'c.number',
    source: 'c.source',
    issuedOn: 'c.issued_on',
    validUntil: 'c.valid_until',
    state,
    staffId: 'c.staff_id',
  },
  can: (row, actor) => {
    const stands = row.state !== 'REVOKED' && row.state !== 'REPLACED';
    return {
      print: stands && mayCall(actor, contract.print),
      revoke: stands && mayCall(actor, contract.revoke),
    };
  },
});
export const { handlers } = certificateListing;
