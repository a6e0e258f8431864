// The rows behind a service of a child, and how they end. Lock order everywhere: enquiry, assignment, offering, then
// finance's own (services.md 3).
import { addDays } from '@aangan/contract/period.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { endServicePlan } from '../../finance/public.server.ts';
import { endTransport } from '../../transport/public.server.ts';
import { serviceEnquiryStates } from '../enquiry/service-enquiry.states.ts';
import { refuseServices } from '../services.refusals.ts';
import {
  openAssignments,
  type ServiceAssignmentStatus,
  serviceAssignmentLabels,
  serviceAssignmentStates,
} from './service-assignment.states.ts';
import type { Enquiry } from './service-choice.server.ts';

export type Assignment = RowIn<'service_assignment'>;
export const moveEnquiry = { states: serviceEnquiryStates, table: 'service_enquiry' } as const;
export const moveAssignment = { states: serviceAssignmentStates, table: 'service_assignment' } as const;

/** 409: it has moved on. */
export const notPending = (status: ServiceAssignmentStatus) =>
  refuseServices('service.not-pending', {
    details: { status: serviceAssignmentLabels[status].toLowerCase() },
  });

/** What is under way for an enquiry, locked; the enquiry is locked before it. */
export const openAssignment = (db: Db, enquiry: Enquiry): Promise<Assignment | undefined> =>
  db
    .selectFrom('service_assignment')
    .selectAll()
    .where('franchisee_id', '=', enquiry.franchisee_id)
    .where('service_enquiry_id', '=', enquiry.id)
    .where('status', 'in', openAssignments)
    .forUpdate()
    .executeTakeFirst();

/** An assignment with its enquiry, both locked in the order of all. */
export async function lockBoth(
  db: Db,
  id: string,
  version?: number,
): Promise<{ enquiry: Enquiry; row: Assignment }> {
  const { service_enquiry_id } = ensureFound(
    await db
      .selectFrom('service_assignment')
      .select('service_enquiry_id')
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  const enquiry = await lockRow(db, 'service_enquiry', service_enquiry_id);
  return { enquiry, row: await lockRow(db, 'service_assignment', id, version) };
}

export const daysOf = (row: Assignment) => ({
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  weekdays: row.weekdays,
});

/**
 * A service that never begins: the plan is withdrawn or, billed already, reversed as a whole; the seat becomes free.
 * Refuses what a family has paid for.
 */
export async function withdrawAssignment(
  db: Db,
  row: Assignment,
  { reason, action }: { reason: string; action: 'cancel' | 'expire' },
): Promise<void> {
  ensure(action in serviceAssignmentStates[row.status], () => notPending(row.status));
  ensure((await paidOn(db, row)) === 0, () => refuseServices('service.paid'));
  await endServicePlan(db, {
    franchiseeId: row.franchisee_id,
    assignmentId: row.fee_assignment_id,
    on: addDays(row.starts_on, -1),
    reason,
  });
  await moveStatus(db, { ...moveAssignment, row, action, reason });
  await endTransport(db, { serviceAssignmentId: row.id, on: addDays(row.starts_on, -1), reason });
}

/** Paise paid on the lines of a service. */
export async function paidOn(
  db: Db,
  row: Pick<Assignment, 'franchisee_id' | 'fee_assignment_id'>,
): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(allocated), 0)::bigint as paid from fee_line
     where franchisee_id = ${row.franchisee_id} and fee_assignment_id = ${row.fee_assignment_id} and state <> 'CANCELLED'`.execute(
    db,
  );
  return rows[0]?.paid ?? 0;
}

export const isWaiting = async (db: Db, enquiry: Enquiry): Promise<boolean> =>
  (await db
    .selectFrom('service_waitlist')
    .select('id')
    .where('franchisee_id', '=', enquiry.franchisee_id)
    .where('service_enquiry_id', '=', enquiry.id)
    .where('status', 'in', ['WAITING', 'OFFERED'])
    .executeTakeFirst()) !== undefined;

/** Ends the wait, with a seat (TAKEN) or without; nothing when the child does not wait. */
export const leaveWaitList = (db: Db, enquiry: Enquiry, status: 'TAKEN' | 'LEFT') =>
  db
    .updateTable('service_waitlist')
    .set({ status })
    .where('franchisee_id', '=', enquiry.franchisee_id)
    .where('service_enquiry_id', '=', enquiry.id)
    .where('status', 'in', ['WAITING', 'OFFERED'])
    .execute();
