import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { registrations } from './registration.listing.ts';
import { seatContract as contract } from './seat.contract.ts';

/** A link's value is whatever somebody typed. */
export const isTraining = (id: string) =>
  z.uuid().safeParse(id).success ? sql<boolean>`e.training_id = ${id}::uuid` : sql<boolean>`false`;
export const beforeFirst = sql`(t.status = 'ACTIVE' and not exists (select from training_session x where x.training_id = t.id and x.starts_at <= now()))`;

export const registrationListing = serveListing(registrations, {
  from: sql`training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
    join training t on t.id = e.training_id`,
  alias: 'e',
  joins: sql`join franchisee f on f.id = e.franchisee_id left join app_user u on u.id = e.registered_by`,
  columns: {
    staff: 's.name',
    employeeCode: 's.employee_code',
    centre: 'f.company_name',
    code: 't.code',
    training: 't.title',
    seat: 'e.seat',
    queueNo: 'e.queue_no',
    // As a reader gets it back: a filter from and to that very instant finds the row.
    respondedAt: sql`date_trunc('milliseconds', e.responded_at)`,
    source: 'e.response_source',
    reason: sql`coalesce(e.decline_reason, e.withdraw_reason)`,
    registeredBy: personName('u'),
    remindedAt: sql`date_trunc('milliseconds', e.reminded_at)`,
    response: 'e.response',
    trainingId: 'e.training_id',
    staffId: 'e.staff_id',
    open: beforeFirst,
  },
  where: { trainingId: isTraining },
  can: (row, actor) => ({
    withdraw: row.open && row.seat !== 'RELEASED' && mayCall(actor, contract.withdraw),
    remind:
      row.open && row.response === 'PENDING' && row.seat !== 'RELEASED' && mayCall(actor, contract.remind),
  }),
});
export const { handlers } = registrationListing;
