import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { ownRows } from '../own-rows.server.ts';
import { leaveContract } from './leave.contract.ts';
import { leaveRequests } from './leave-request.listing.ts';

export const { handlers } = serveListing(leaveRequests, {
  from: sql`leave_request r join staff s on s.franchisee_id = r.franchisee_id and s.id = r.staff_id`,
  alias: 'r',
  joins: sql`join leave_type t on t.id = r.type_id`,
  columns: {
    staffName: 's.name',
    employeeCode: 's.employee_code',
    type: 't.name',
    fromOn: 'r.from_on',
    toOn: 'r.to_on',
    halves: 'r.halves',
    reason: 'r.reason',
    createdAt: 'r.created_at',
    status: 'r.status',
    note: 'r.note',
    typeId: 'r.type_id',
    userId: sql`r.user_id::text`,
  },
  only: ownRows('r'),
  can: (row, actor) => ({
    decide:
      (row.status === 'APPLIED' || row.status === 'CANCEL_ASKED') && mayCall(actor, leaveContract.approve),
  }),
});
