import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { sql } from 'kysely';
import { isTraining } from '../seat/registration.listing.server.ts';
import { attendances } from './attendance.listing.ts';

const ofSessions = (
  what: string,
) => sql`(select string_agg(${sql.raw(what)}, ', ' order by x.session_no) from training_session_mark k
  join training_session x on x.id = k.session_id where k.franchisee_id = e.franchisee_id and k.enrollment_id = e.id)`;

export const attendanceListing = serveListing(attendances, {
  from: sql`training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
    join training t on t.id = e.training_id`,
  alias: 'e',
  joins: sql`join franchisee f on f.id = e.franchisee_id`,
  columns: {
    staff: 's.name',
    employeeCode: 's.employee_code',
    centre: 'f.company_name',
    code: 't.code',
    training: 't.title',
    sessions: ofSessions(`x.session_no || ' ' || initcap(k.mark)`),
    attendedMin: sql`round(e.attended_s / 60.0)::int`,
    heldMin: sql`round(e.held_s / 60.0)::int`,
    shareBp: sql`(case when e.held_s > 0 then (e.attended_s::bigint * 10000 / e.held_s)::int end)`,
    note: sql`left(${ofSessions('k.note')}, 300)`,
    mark: 'e.mark',
    trainingId: 'e.training_id',
    staffId: 'e.staff_id',
  },
  // Who declined or was withdrawn is not missing.
  only: () => sql`e.seat = 'SEATED'`,
  where: { trainingId: isTraining },
  can: () => ({}),
});
export const { handlers } = attendanceListing;
